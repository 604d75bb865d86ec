/** How much keys speak for the types that have members of their names. */
import type { KeyMember } from './key-members.ts';

/** What a key says of types: of all members of its name, those that come into question share one vote. */
export interface Vote {
  readonly types: ReadonlySet<number>;
  readonly share: number;
}

export function voteOf(fitting: readonly KeyMember[]): Vote {
  return { types: new Set(fitting.flatMap(({ types }) => types)), share: 1 / fitting.length };
}

export class KeyVotes {
  readonly #byKey = new Map<string, Vote>();
  readonly #sums = new Map<number, number>();

  /** Once for a key; whether it was the first time. */
  add(key: string, make: () => Vote): boolean {
    if (this.#byKey.has(key)) return false;
    const vote = make();
    this.#byKey.set(key, vote);
    for (const type of vote.types) this.#sums.set(type, (this.#sums.get(type) ?? 0) + vote.share);
    return true;
  }

  /** Of all keys but one, for the type of several that has most. */
  without(key: string, types: readonly number[]): number {
    const own = this.#byKey.get(key);
    let most = Number.NEGATIVE_INFINITY;
    for (const type of types) {
      const votes = (this.#sums.get(type) ?? 0) - (own?.types.has(type) === true ? own.share : 0);
      if (votes > most) most = votes;
    }
    return most;
  }
}
