/**
 * Members declared outside of their type: methods with a Go receiver, Rust impls, out-of-class
 * definitions, extensions. Their receivers are resolved by binding rules before anything else is.
 */
import { at } from '../base/assert.ts';
import { languageById } from '../languages/registry.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type Conformance, type FileFacts, NO_EXPRESSION } from '../model/facts.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { partsByNode } from './parts.ts';
import type { Program } from './program.ts';

/** A base that a file says a type has. */
export interface AttachedBase {
  readonly file: number;
  readonly base: Conformance;
}

export class Attachments {
  /** Members by the number of their type, then by name. */
  readonly #members = new Map<number, Map<string, number[]>>();
  /** Bases by the number of the type that has them. */
  readonly #bases = new Map<number, AttachedBase[]>();
  /** By the number of a function without a body: the one that has it. */
  readonly #definitions = new Map<number, number>();
  /** By file: the other files that declare members of its types, ascending. */
  readonly #sources = new Map<number, number[]>();
  /** By the number of a type that several files declare: all its parts. */
  #parts: ReadonlyMap<number, readonly number[]> = new Map();

  /** Resolves all receivers. What they name may be looked up here while that goes on. */
  collect(evaluator: Evaluator): void {
    const { program } = evaluator;
    this.#parts = partsByNode(program);
    for (let file = 0; file < program.paths.length; file++) {
      if (!program.hasReceivers(file)) continue;
      const facts = program.facts(file);
      facts.shapes.forEach(({ receiver }, index) => {
        for (const part of this.partsOf(program.nodeOf(file, index)))
          this.#link(program.fileOf(part), file);
        if (receiver === NO_EXPRESSION) return;
        evaluator.begin();
        const { kind } = at(facts.declarations, index);
        // Of a function in C it is its declaration elsewhere.
        const isDefinition = kind === 'function' && program.hasTextualImports(file);
        const usage = isDefinition ? 'value' : 'type';
        const [type] = evaluator.symbolsOf(file, entityOf(evaluator.table(file), receiver), usage);
        if (type === undefined) return;
        const member = program.nodeOf(file, index);
        if (isDefinition) this.#define(program, type, member);
        else for (const name of this.#namesOf(facts, index)) this.#attach(type, name, member);
        this.#link(program.fileOf(type), file);
      });
      for (const base of facts.conformances) {
        evaluator.begin();
        const [type] = evaluator.symbolsOf(file, base.type, 'type');
        if (type === undefined) continue;
        const known = this.#bases.get(type) ?? [];
        this.#bases.set(type, [...known, { file, base }]);
        this.#link(program.fileOf(type), file);
      }
    }
  }

  #define(program: Program, declared: number, definition: number): void {
    const { kind, bodyStart, end } = program.declaration(declared);
    if (kind === 'function' && bodyStart === end && !this.#definitions.has(declared))
      this.#definitions.set(declared, definition);
  }

  /** The function with a body that a declaration elsewhere stands for; itself, where none is known. */
  definitionOf(node: number): number {
    return this.#definitions.get(node) ?? node;
  }

  #attach(type: number, name: string, member: number): void {
    const members = this.#members.get(type) ?? new Map<string, number[]>();
    this.#members.set(type, members);
    const named = members.get(name) ?? [];
    members.set(name, named);
    named.push(member);
  }

  /** As a method it is also asked for as `name()`, where methods have names of their own. */
  #namesOf(facts: FileFacts, index: number): readonly string[] {
    const { name, kind } = at(facts.declarations, index);
    const { separateMethods } = languageById(facts.language) ?? {};
    const isCalled = separateMethods !== undefined && /^(method|function|class)$/.test(kind);
    return isCalled ? [name, `${name}()`] : [name];
  }

  #link(target: number, source: number): void {
    if (target === source) return;
    const sources = this.#sources.get(target) ?? [];
    this.#sources.set(target, sources);
    if (sources.at(-1) !== source) sources.push(source);
  }

  /** Members of a type that are declared elsewhere. */
  named(type: number, name: string): readonly number[] {
    const plain = name.endsWith('()') ? name.slice(0, -2) : name;
    return this.#members.get(type)?.get(plain) ?? [];
  }

  /** Bases of a type that are said elsewhere. */
  basesOf(type: number): readonly AttachedBase[] {
    return this.#bases.get(type) ?? [];
  }

  /** The parts of a type that several files declare, the main one first; none of one in one place. */
  partsOf(type: number): readonly number[] {
    return this.#parts.get(type) ?? [];
  }

  filesAttachingTo(file: number): readonly number[] {
    return this.#sources.get(file) ?? [];
  }
}

/** `List<T>` → `List`. */
function entityOf(table: Int32Array, receiver: number): number {
  return opAt(table, receiver) === OP.named ? operandAt(table, receiver, 0) : receiver;
}
