/**
 * The dependencies of a project's pages: the key of every lookup made while reading them, with a hash
 * of its answer. The edges of pages stay valid as long as all answers are equal.
 */
import { at } from '../../base/assert.ts';
import { compareStrings } from '../../base/compare.ts';
import { lowerBound } from '../../base/lower-bound.ts';

/** A log as it is stored. */
export interface DependencyRecord {
  /** Sorted; see dependency-keys.ts. */
  readonly keys: readonly string[];
  /** The hash of each key's answer, an integer of 48 bits. */
  readonly answers: Float64Array;
}

/** How a log differs from the one before it. */
export interface DependencyDelta {
  readonly removed: readonly string[];
  /** Keys that are new, or have another answer. */
  readonly changed: DependencyRecord;
}

/** The difference of a log to itself. */
export const NO_DEPENDENCY_CHANGES: DependencyDelta = {
  removed: [],
  changed: { keys: [], answers: new Float64Array() },
};

export class DependencyLog {
  readonly #answers: ReadonlyMap<string, number>;
  #record: DependencyRecord | undefined;

  /** `answers` must not be changed afterwards. */
  constructor(answers: ReadonlyMap<string, number>) {
    this.#answers = answers;
  }

  static fromRecord(record: DependencyRecord): DependencyLog {
    const log = new DependencyLog(toMap(record));
    log.#record = record;
    return log;
  }

  get isEmpty(): boolean {
    return this.#answers.size === 0;
  }

  /** Built on first use and cached, because sorting is slow. */
  record(): DependencyRecord {
    this.#record ??= toRecord(this.#answers);
    return this.#record;
  }

  /** Returns the hash of an answer, or undefined for a key that was not looked up. */
  answerOf(key: string): number | undefined {
    return this.#answers.get(key);
  }

  /** The keys that begin with a text. */
  *keysWith(prefix: string): Generator<string> {
    const { keys } = this.record();
    for (let index = lowerBound(keys, prefix); index < keys.length; index++) {
      const key = at(keys, index);
      if (!key.startsWith(prefix)) return;
      yield key;
    }
  }

  /** The log with those of further lookups. */
  withAnswers(answers: DependencyLog): DependencyLog {
    return new DependencyLog(new Map([...this.#answers, ...answers.#answers]));
  }

  /** Returns the difference from an earlier log. */
  deltaFrom(before: DependencyLog): DependencyDelta {
    if (before === this) return NO_DEPENDENCY_CHANGES;
    const changed = [...this.#answers].filter(([key, answer]) => before.answerOf(key) !== answer);
    const removed = [...before.#answers.keys()].filter((key) => !this.#answers.has(key));
    return { removed: removed.sort(compareStrings), changed: toRecord(new Map(changed)) };
  }

  /** The log after some changes, of which each was made of the log after the one before it. */
  withDeltas(deltas: readonly DependencyDelta[]): DependencyLog {
    const answers = new Map(this.#answers);
    for (const { removed, changed } of deltas) {
      for (const key of removed) answers.delete(key);
      for (const [key, answer] of toMap(changed)) answers.set(key, answer);
    }
    return new DependencyLog(answers);
  }
}

function toRecord(answers: ReadonlyMap<string, number>): DependencyRecord {
  // In the order of compareStrings, which is the default one.
  const keys = [...answers.keys()].sort();
  return { keys, answers: Float64Array.from(keys, (key) => answers.get(key) ?? 0) };
}

function toMap({ keys, answers }: DependencyRecord): Map<string, number> {
  return new Map(keys.map((key, index) => [key, at(answers, index)]));
}
