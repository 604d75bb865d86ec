/** How much keys speak for the types that have members of their names. */
import type { KeyMember } from './key-members.ts';

export class KeyVotes {
  readonly #byKey = new Map<string, ReadonlyMap<number, number>>();
  readonly #sums = new Map<number, number>();
  readonly #keysOf = new Map<number, Set<string>>();

  /** Once for a key: of all members of its name, those that come into question share one vote. */
  add(key: string, fitting: readonly KeyMember[], all: readonly KeyMember[]): void {
    if (fitting.length === 0 || this.#byKey.has(key)) return;
    for (const type of all.flatMap(({ types }) => types)) {
      const keys = this.#keysOf.get(type) ?? new Set();
      this.#keysOf.set(type, keys.add(key));
    }
    const share = 1 / fitting.length;
    const types = new Set(fitting.flatMap((member) => member.types));
    this.#byKey.set(key, new Map([...types].map((type) => [type, share])));
    for (const type of types) this.#sums.set(type, (this.#sums.get(type) ?? 0) + share);
  }

  /** Of all keys but one, for the type of several that has most. */
  without(key: string, types: readonly number[]): number {
    const own = this.#byKey.get(key);
    return Math.max(...types.map((type) => (this.#sums.get(type) ?? 0) - (own?.get(type) ?? 0)));
  }

  /** The keys that any of the types has. */
  keysOf(types: readonly number[]): ReadonlySet<string> {
    return new Set(types.flatMap((type) => [...(this.#keysOf.get(type) ?? [])]));
  }
}
