/** An index over the files of one module by the names that they export. */

import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import { foldersAround } from '../model/path.ts';
import type { Program } from './program.ts';

/**
 * Maximum number of exporters of one name in one module. If more files export it, the files are
 * independent, like the programs of a test suite in the unnamed package. Then only the files
 * nearest to the reader count, and none if these are also too many. Parts of one class are fewer.
 */
const HOMONYMS_MAX = 32;

/** Files by each folder above them: their own and outer ones. */
type ByFolder = ReadonlyMap<string, readonly number[]>;

export class Exporters {
  readonly #program: Program;
  readonly #byName = new Map<string, number[]>();
  /** Files that re-export all of another module. */
  readonly #passing: number[] = [];
  /** Exporters by folder, for names with too many exporters. */
  readonly #byFolder = new Map<string, ByFolder>();

  constructor(program: Program, files: readonly number[]) {
    this.#program = program;
    for (const file of files) {
      for (const row of program.facts(file).exports) {
        if (row.form === 'all') {
          if (this.#passing.at(-1) !== file) this.#passing.push(file);
          continue;
        }
        if (this.#byName.get(row.name)?.at(-1) !== file) appendTo(this.#byName, row.name, file);
      }
    }
  }

  /** Returns the files that may export a name, ascending. */
  of(name: string, reader: number | undefined): readonly number[] {
    const all = this.#byName.get(name) ?? [];
    const named = all.length <= HOMONYMS_MAX ? all : this.#nearest(name, all, reader);
    return this.#passing.length === 0
      ? named
      : [...new Set([...named, ...this.#passing])].sort((a, b) => a - b);
  }

  #nearest(name: string, all: readonly number[], reader: number | undefined): readonly number[] {
    if (reader === undefined) return [];
    const byFolder = getOrCompute(this.#byFolder, name, () => this.#foldersOf(all));
    for (const folder of foldersAround(at(this.#program.paths, reader))) {
      const near = byFolder.get(folder);
      if (near !== undefined) return near.length <= HOMONYMS_MAX ? near : [];
    }
    return [];
  }

  #foldersOf(files: readonly number[]): ByFolder {
    const byFolder = new Map<string, number[]>();
    for (const file of files) {
      for (const folder of foldersAround(at(this.#program.paths, file))) {
        appendTo(byFolder, folder, file);
      }
    }
    return byFolder;
  }
}
