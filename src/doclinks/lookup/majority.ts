/** Learns the meaning of a name from pages that define it, for pages that do not. */
import { getOrCompute } from '../../base/memoize.ts';
import { foldersAround } from '../../model/path.ts';

interface Meaning<T> {
  readonly value: T | null;
  count: number;
}

/**
 * The majority must outnumber all others by more than this factor. Other meanings are possible, but
 * rare.
 */
const MAJORITY = 3;

/**
 * Majorities are counted per folder: the same name may mean different things in the guides of two
 * frameworks.
 */
export class Majority<T> {
  /** By folder and name; computed after all pages have been added. */
  readonly #majorities = new Map<string, Map<string, Meaning<T> | undefined>>();
  readonly #byFolder = new Map<string, Map<string, Map<string, Meaning<T>>>>();

  /**
   * Adds a meaning. `key` distinguishes meanings; null stands for something outside the project.
   */
  add(page: string, name: string, key: string, value: T | null): void {
    for (const folder of foldersAround(page)) {
      const names = getOrCompute(this.#byFolder, folder, () => new Map());
      const meanings = getOrCompute(names, name, () => new Map());
      getOrCompute(meanings, key, () => ({ value, count: 0 })).count++;
    }
  }

  /** Whether any page defines the name. */
  isMentioned(name: string): boolean {
    return this.#byFolder.get('')?.has(name) === true;
  }

  /** Returns a line for each name and folder with what it means there. */
  lines(textOf: (value: T) => string): readonly string[] {
    const lines = Array.from(this.#byFolder, ([folder, names]) =>
      Array.from(names, ([name, meanings]) => {
        const { value } = majorityOf([...meanings.values()]) ?? {};
        const isOurs = value !== undefined && value !== null;
        return [folder, name, isOurs ? textOf(value) : `${value}`].join('\n');
      }),
    );
    return lines.flat().sort();
  }

  /**
   * Returns the majority meaning in the innermost folder around the page that has one; undefined
   * when none has.
   */
  of(page: string, name: string): T | null | undefined {
    for (const folder of foldersAround(page)) {
      const known = getOrCompute(this.#majorities, folder, () => new Map());
      const meaning = getOrCompute(known, name, () =>
        majorityOf([...(this.#byFolder.get(folder)?.get(name)?.values() ?? [])]),
      );
      if (meaning !== undefined) return meaning.value;
    }
    return undefined;
  }
}

function majorityOf<T>(meanings: readonly Meaning<T>[]): Meaning<T> | undefined {
  const all = meanings.reduce((sum, { count }) => sum + count, 0);
  return meanings.find(({ count }) => count > MAJORITY * (all - count));
}
