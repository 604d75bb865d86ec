/**
 * Members declared outside of their type: methods with a Go receiver, Rust impls, out-of-class
 * definitions, extensions. Their receivers are resolved by binding rules before everything else.
 */
import { at } from '../base/assert.ts';
import { languageById } from '../languages/registry.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type Conformance, type FileFacts, NO_EXPRESSION } from '../model/facts.ts';
import type { Evaluator } from './inference/evaluator.ts';
import { partsByNode } from './parts.ts';
import type { Program } from './program.ts';

/** A base that a file declares for a type from elsewhere. */
export interface AttachedBase {
  readonly file: number;
  readonly base: Conformance;
}

export class ExtensionMembers {
  /** Members per type number and name. */
  readonly #members = new Map<number, Map<string, number[]>>();
  /** Bases by the number of the type that inherits from them. */
  readonly #bases = new Map<number, AttachedBase[]>();
  /** The function with a body, by the number of the declaration without one. */
  readonly #definitions = new Map<number, number>();
  /** Per file, the other files that declare members of its types, ascending. */
  readonly #sources = new Map<number, number[]>();
  /** All parts of a type that several files declare, by the number of the type. */
  #parts: ReadonlyMap<number, readonly number[]> = new Map();

  /**
   * Resolves all receivers. While this runs, receivers may already look up members found so far.
   */
  collect(evaluator: Evaluator): void {
    const { program } = evaluator;
    this.#parts = partsByNode(program);
    for (const file of program.filesWith('hasReceivers')) {
      const facts = program.facts(file);
      facts.shapes.forEach(({ receiver }, index) => {
        for (const part of this.partsOf(program.nodeOf(file, index)))
          this.#link(program.fileOf(part), file);
        if (receiver === NO_EXPRESSION) return;
        evaluator.begin();
        const { kind } = at(facts.declarations, index);
        // The receiver of a C function definition is its declaration in another file.
        const isDefinition = kind === 'function' && program.hasTextualImports(file);
        const usage = isDefinition ? 'value' : 'type';
        const [type] = evaluator.symbolsOf(file, entityOf(evaluator.table(file), receiver), usage);
        if (type === undefined) return;
        const member = program.nodeOf(file, index);
        // A member inside of its type has a receiver for what the type's arguments have to be.
        if (program.parentOf(member) === type) return;
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

  /**
   * Returns the function with a body for a declaration elsewhere, or the node itself if none is
   * known.
   */
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

  /** In languages with separate names for methods, a method is also looked up as `name()`. */
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

  /** Returns the members of a type that are declared outside of it. */
  named(type: number, name: string): readonly number[] {
    const plain = name.endsWith('()') ? name.slice(0, -2) : name;
    return this.#members.get(type)?.get(plain) ?? [];
  }

  /** Returns the bases of a type that are declared outside of it. */
  basesOf(type: number): readonly AttachedBase[] {
    return this.#bases.get(type) ?? [];
  }

  /**
   * Returns the parts of a type that several files declare, the main part first. Empty for a type
   * declared in one place.
   */
  partsOf(type: number): readonly number[] {
    return this.#parts.get(type) ?? [];
  }

  filesAttachingTo(file: number): readonly number[] {
    return this.#sources.get(file) ?? [];
  }
}

/** Returns the generic type of a receiver: `List<T>` → `List`. */
export function entityOf(table: Int32Array, receiver: number): number {
  return opAt(table, receiver) === OP.named ? operandAt(table, receiver, 0) : receiver;
}
