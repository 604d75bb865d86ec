/** Where the imports of all files lead. */
import { at } from '../base/assert.ts';
import { getOrCompute } from '../base/memoize.ts';
import { positionsOf } from '../base/positions.ts';
import type { ModuleTarget } from '../extractors/language.ts';
import type { RepoPath } from '../model/path.ts';

const NO_FILES: readonly number[] = [];

/** The indexed files of modules. Lists are weak keys, because tables hand this on for as long as they live. */
interface FilesOfModules {
  readonly single: Map<RepoPath, readonly number[]>;
  readonly lists: WeakMap<readonly RepoPath[], readonly number[]>;
}

/** The indexed files of each import, per file. */
type Imported = readonly (readonly (readonly number[])[])[];

/** Needs no facts. The table after a change takes over the rows of files with the same targets. */
export class ImportTable {
  /** Sorted. */
  readonly paths: readonly RepoPath[];
  /** Resolved targets of all imports, per file. */
  readonly targets: readonly (readonly ModuleTarget[])[];
  readonly #imported: Imported;
  readonly #filesOf: FilesOfModules;

  constructor(
    paths: readonly RepoPath[],
    targets: readonly (readonly ModuleTarget[])[],
    kept?: { readonly imported: Imported; readonly filesOf: FilesOfModules },
  ) {
    this.paths = paths;
    this.targets = targets;
    this.#filesOf = kept?.filesOf ?? { single: new Map(), lists: new WeakMap() };
    this.#imported = kept?.imported ?? targets.map((own) => this.#importedOf(own));
  }

  /** Returns the table with other targets for some files, by number. */
  with(changed: ReadonlyMap<number, readonly ModuleTarget[]>): ImportTable {
    const targets = [...this.targets];
    const imported = [...this.#imported];
    for (const [file, own] of changed) {
      targets[file] = own;
      imported[file] = this.#importedOf(own);
    }
    return new ImportTable(this.paths, targets, { imported, filesOf: this.#filesOf });
  }

  /** Returns the number of a file; −1 for files that are not indexed. */
  numberOf(path: RepoPath): number {
    return positionsOf(this.paths).get(path) ?? -1;
  }

  /** As {@link Program.importedFiles}. */
  importedFiles(file: number, module: number): readonly number[] {
    const imported = this.#imported[file];
    return imported === undefined ? NO_FILES : at(imported, module);
  }

  #importedOf(targets: readonly ModuleTarget[]): readonly (readonly number[])[] {
    return targets.map((target) => this.#indexedFiles(target));
  }

  /** Returns one shared list per module, so that results cached by list serve all importers. */
  #indexedFiles(target: ModuleTarget): readonly number[] {
    const { single, lists } = this.#filesOf;
    if (target.form === 'file')
      return getOrCompute(single, target.path, () => this.#numbersOf([target.path]));
    if (target.form !== 'files') return NO_FILES;
    return getOrCompute(lists, target.paths, () => this.#numbersOf(target.paths));
  }

  #numbersOf(paths: readonly RepoPath[]): readonly number[] {
    return paths.map((path) => this.numberOf(path)).filter((file) => file >= 0);
  }
}
