/**
 * Numbered files of facts beside the index, each in the layout of facts.gm. A file is written once and
 * not changed.
 */
import { runYielding } from '../base/cooperative.ts';
import { isGraphMemoryError } from '../base/errors.ts';
import type { RepoPath } from '../model/path.ts';
import { writeAtomic } from './atomic-write.ts';
import type { Directory } from './directory.ts';
import { encodeFactsSteps, type Facts, type FactsChange, FactsFile } from './facts-file.ts';
import {
  isPartialName,
  isRevisionName,
  partialName,
  partialNumber,
  revisionName,
  revisionNumber,
} from './store-files.ts';

interface Naming {
  readonly nameOf: (number: number) => string;
  readonly isName: (name: string) => boolean;
  readonly numberOf: (name: string) => number;
}

/** Facts of file contents at other revisions. */
export const REVISIONS: Naming = {
  nameOf: revisionName,
  isName: isRevisionName,
  numberOf: revisionNumber,
};

/** Facts that an unfinished first index has found so far. Saving a whole index removes them. */
export const PARTIALS: Naming = {
  nameOf: partialName,
  isName: isPartialName,
  numberOf: partialNumber,
};

interface FactsFilesOptions {
  readonly cacheKey: string;
  /** Returns the current time in ms. */
  readonly now: () => number;
}

export class FactsFiles {
  readonly #directory: Directory;
  readonly #naming: Naming;
  readonly #options: FactsFilesOptions;

  constructor(directory: Directory, naming: Naming, options: FactsFilesOptions) {
    this.#directory = directory;
    this.#naming = naming;
    this.#options = options;
  }

  /** Returns the files, newest first. */
  async list() {
    const { isName, numberOf } = this.#naming;
    const files = (await this.#directory.list()).filter(({ name }) => isName(name));
    return files.sort((a, b) => numberOf(b.name) - numberOf(a.name));
  }

  /** Returns the facts of a file; undefined if it is damaged or of another version. */
  async read(name: string): Promise<Facts | undefined> {
    try {
      const bytes = await this.#directory.read(name);
      const facts = bytes && new FactsFile(bytes);
      return facts?.cacheKey === this.#options.cacheKey ? facts : undefined;
    } catch (error) {
      if (isGraphMemoryError(error)) return undefined;
      throw error;
    }
  }

  /** Writes facts to a file of the next number. @throws {GraphMemoryError} GM_IO */
  async write(changed: ReadonlyMap<RepoPath, FactsChange>): Promise<void> {
    const { nameOf, numberOf } = this.#naming;
    const [newest] = await this.list();
    const generation = newest === undefined ? 1 : numberOf(newest.name) + 1;
    const { cacheKey, now } = this.#options;
    const head = { generation, cacheKey, snapshot: '' };
    const steps = encodeFactsSteps(head, undefined, { changed, removed: new Set() });
    await writeAtomic(this.#directory, nameOf(generation), await runYielding(steps, now));
  }
}
