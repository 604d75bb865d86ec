/**
 * Included files: everything that `#include`s insert into a file, and which of them declares a
 * name.
 */
import { appendTo } from '../base/append-to.ts';
import type { FileFacts } from '../model/facts.ts';

/** The files of a program, as far as following its `#include`s needs them. */
interface IncludingFiles {
  facts(file: number): FileFacts;
  importedFiles(file: number, module: number): readonly number[];
}

/** Caches the included files per file, and the exporters per name. Lives as long as its program. */
export class Includes {
  readonly #program: IncludingFiles;
  /** Per file, the files that it includes, directly or indirectly, with their order. */
  readonly #closures = new Map<number, ReadonlyMap<number, number>>();
  readonly #indexed = new Set<number>();
  readonly #byName = new Map<string, number[]>();

  constructor(program: IncludingFiles) {
    this.#program = program;
  }

  /** Returns the included files that export a name, in the order of inclusion. */
  having(file: number, name: string): readonly number[] {
    const closure = this.#closureOf(file);
    const having = (this.#byName.get(name) ?? []).filter((one) => closure.has(one));
    return having.sort((a, b) => (closure.get(a) ?? 0) - (closure.get(b) ?? 0));
  }

  #closureOf(file: number): ReadonlyMap<number, number> {
    const known = this.#closures.get(file);
    if (known !== undefined) return known;
    const order = new Map<number, number>();
    const waiting = [file];
    // Depth-first: the first include is read first, the stack holds the rest.
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (order.has(at)) continue;
      order.set(at, order.size);
      waiting.push(...this.#includedBy(at).toReversed());
    }
    order.delete(file);
    for (const one of order.keys()) this.#index(one);
    this.#closures.set(file, order);
    return order;
  }

  #includedBy(file: number): readonly number[] {
    return this.#program
      .facts(file)
      .imports.flatMap(({ form }, module) =>
        form === 'ambient' ? this.#program.importedFiles(file, module) : [],
      );
  }

  #index(file: number): void {
    if (this.#indexed.has(file)) return;
    this.#indexed.add(file);
    for (const row of this.#program.facts(file).exports) {
      if (row.form === 'all') continue;
      if (this.#byName.get(row.name)?.at(-1) !== file) appendTo(this.#byName, row.name, file);
    }
  }
}
