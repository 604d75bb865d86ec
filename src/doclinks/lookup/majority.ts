/** What the pages of a project mean by a name where they say it, for those that do not. */
import { foldersAround } from '../../model/path.ts';

interface Meaning<T> {
  readonly value: T | null;
  count: number;
}

/** Others may mean something else by it, but seldom. */
const MAJORITY = 3;

/** Folders agree by themselves: a name of one framework's guides is another's in another's. */
export class Agreement<T> {
  readonly #byFolder = new Map<string, Map<string, Map<string, Meaning<T>>>>();

  /** `key` tells meanings apart; null is something that is not the project's. */
  add(page: string, name: string, key: string, value: T | null): void {
    for (const folder of foldersAround(page)) {
      const names = this.#byFolder.get(folder) ?? new Map<string, Map<string, Meaning<T>>>();
      this.#byFolder.set(folder, names);
      const meanings = names.get(name) ?? new Map<string, Meaning<T>>();
      names.set(name, meanings);
      const meaning = meanings.get(key) ?? { value, count: 0 };
      meaning.count++;
      meanings.set(key, meaning);
    }
  }

  /** Whether any page says what it means by it. */
  isMentioned(name: string): boolean {
    return this.#byFolder.get('')?.has(name) === true;
  }

  /** In the smallest folder around the page whose pages agree; undefined when none do. */
  of(page: string, name: string): T | null | undefined {
    for (const folder of foldersAround(page)) {
      const meanings = [...(this.#byFolder.get(folder)?.get(name)?.values() ?? [])];
      const all = meanings.reduce((sum, { count }) => sum + count, 0);
      const conventions = meanings.find(({ count }) => count > MAJORITY * (all - count));
      if (conventions !== undefined) return conventions.value;
    }
    return undefined;
  }
}
