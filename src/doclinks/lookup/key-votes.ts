/** Counts the evidence that keys give for the types that have members of their names. */
import type { KeyMember } from './key-members.ts';

/** The vote of one key. All fitting members of its name share it equally. */
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

  /** Adds a key's vote once. Returns whether this was the first time. */
  add(key: string, make: () => Vote): boolean {
    if (this.#byKey.has(key)) return false;
    const vote = make();
    this.#byKey.set(key, vote);
    for (const type of vote.types) this.#sums.set(type, (this.#sums.get(type) ?? 0) + vote.share);
    return true;
  }

  /** Returns the votes of all keys but one, for the type among several that has the most. */
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
