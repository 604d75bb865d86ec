/**
 * Members declared outside of their type: methods with a Go receiver, Rust impls, out-of-class
 * definitions, extensions. Their receivers are resolved by binding rules before anything else is.
 */
import { at } from '../base/assert.ts';
import { languageById } from '../languages/registry.ts';
import { OP, opAt, operandAt } from '../model/expression.ts';
import { type Conformance, type FileFacts, NO_EXPRESSION } from '../model/facts.ts';
import type { Evaluator } from './evaluator.ts';

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
  /** By file: the other files that declare members of its types, ascending. */
  readonly #sources = new Map<number, number[]>();

  /** Resolves all receivers. What they name may be looked up here while that goes on. */
  collect(evaluator: Evaluator): void {
    const { program } = evaluator;
    for (let file = 0; file < program.paths.length; file++) {
      if (!program.hasReceivers(file)) continue;
      const facts = program.facts(file);
      facts.shapes.forEach(({ receiver }, index) => {
        if (receiver === NO_EXPRESSION) return;
        evaluator.begin();
        const [type] = evaluator.symbolsOf(file, entityOf(evaluator.table(file), receiver), 'type');
        if (type === undefined) return;
        for (const name of this.#namesOf(facts, index))
          this.#attach(type, name, program.nodeOf(file, index));
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

  filesAttachingTo(file: number): readonly number[] {
    return this.#sources.get(file) ?? [];
  }
}

/** `List<T>` → `List`. */
function entityOf(table: Int32Array, receiver: number): number {
  return opAt(table, receiver) === OP.named ? operandAt(table, receiver, 0) : receiver;
}
