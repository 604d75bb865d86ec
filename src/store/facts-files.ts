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
import type { NumberedNames } from './store-files.ts';

interface FactsFilesOptions {
  readonly cacheKey: string;
  /** Returns the current time in ms. */
  readonly now: () => number;
}

export class FactsFiles {
  readonly #directory: Directory;
  readonly #names: NumberedNames;
  readonly #options: FactsFilesOptions;
  /** Facts that were read before, by name and size, for as long as there is memory for them. */
  readonly #read = new Map<string, WeakRef<Facts>>();

  constructor(directory: Directory, names: NumberedNames, options: FactsFilesOptions) {
    this.#directory = directory;
    this.#names = names;
    this.#options = options;
  }

  /** Returns the files, newest first. */
  async list() {
    const { isName, numberOf } = this.#names;
    const files = (await this.#directory.list()).filter(({ name }) => isName(name));
    return files.sort((a, b) => numberOf(b.name) - numberOf(a.name));
  }

  /** Returns what is stored, newest first. Damaged files and those of other versions are left out. */
  async *load(): AsyncGenerator<{ readonly facts: Facts; readonly sizeBytes: number }> {
    for (const { name, sizeBytes } of await this.list()) {
      const key = `${name} ${sizeBytes}`;
      const facts = this.#read.get(key)?.deref() ?? (await this.read(name));
      if (facts === undefined) continue;
      this.#read.set(key, new WeakRef(facts));
      yield { facts, sizeBytes };
    }
  }

  /** Whether a file can be read, or could when it was read last. */
  async isReadable(name: string, sizeBytes: number): Promise<boolean> {
    return this.#read.has(`${name} ${sizeBytes}`) || (await this.read(name)) !== undefined;
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
    const { nameOf, numberOf } = this.#names;
    const [newest] = await this.list();
    const generation = newest === undefined ? 1 : numberOf(newest.name) + 1;
    const { cacheKey, now } = this.#options;
    const head = { generation, cacheKey, snapshot: '' };
    const steps = encodeFactsSteps(head, undefined, { changed, removed: new Set() });
    const file = await runYielding(steps, now);
    await writeAtomic(this.#directory, nameOf(generation), file);
  }
}
