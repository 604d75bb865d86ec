/** Names that are compared with several words: their letters are read once. */
export class NameList {
  readonly #names: readonly string[];
  readonly #letters: Int32Array;

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)];
    const letters = new Int32Array(this.#names.length);
    for (const [place, name] of this.#names.entries()) letters[place] = lettersOfEither(name);
    this.#letters = letters;
  }

  /**
   * Returns the names nearest to `name`, best first: equal but for case, those it begins, those one
   * edit away, those that begin it, those that contain it, then by Levenshtein distance up to a third
   * of the length (at least 2).
   * Source of the distance: Wagner & Fischer, JACM 1974, one row at a time.
   */
  nearest(name: string, count: number): string[] {
    const target = name.toLowerCase();
    const letters = lettersOf(target);
    const distanceMax = Math.max(2, Math.floor(target.length / 3));
    const ranked: { candidate: string; rank: number }[] = [];
    for (let place = 0; place < this.#names.length; place++) {
      const own = this.#letters[place] as number;
      // One contains the other, or the distance is short: other names need no look at their text.
      const isPossible =
        (letters & ~own) === 0 ||
        (own & ~letters) === 0 ||
        (bitCount(letters & ~own) <= distanceMax && bitCount(own & ~letters) <= distanceMax);
      if (!isPossible) continue;
      const candidate = this.#names[place] as string;
      const rank = closeness(target, candidate.toLowerCase(), distanceMax);
      if (rank !== undefined) ranked.push({ candidate, rank });
    }
    ranked.sort((a, b) => a.rank - b.rank || (a.candidate < b.candidate ? -1 : 1));
    return ranked.slice(0, count).map(({ candidate }) => candidate);
  }
}

/** Returns the candidates nearest to `name`; see {@link NameList.nearest}. */
export function nearestNames(name: string, candidates: Iterable<string>, count: number): string[] {
  return new NameList(candidates).nearest(name, count);
}

function closeness(target: string, candidate: string, distanceMax: number): number | undefined {
  if (candidate === target) return 0;
  if (target.length >= 3 && candidate.startsWith(target)) return 1;
  const isComparable = isWithin(target, candidate, distanceMax);
  const distance = isComparable ? editDistance(target, candidate) : Number.POSITIVE_INFINITY;
  // A single typing error is likelier than an unfinished name.
  if (distance === 1) return 2;
  if (candidate.length >= 3 && target.startsWith(candidate)) return 3;
  if (target.length >= 4 && candidate.includes(target)) return 4;
  return distance <= distanceMax ? 4 + distance : undefined;
}

/**
 * Cheap filter by length and letters: an edit adds at most one new letter. Of 100,000 names, hardly
 * any need an exact comparison.
 */
function isWithin(a: string, b: string, distanceMax: number): boolean {
  if (Math.abs(a.length - b.length) > distanceMax) return false;
  const [inA, inB] = [lettersOf(a), lettersOf(b)];
  return bitCount(inA & ~inB) <= distanceMax && bitCount(inB & ~inA) <= distanceMax;
}

/** A bit mask of the letters. Letters may share a bit, which never makes two equal texts differ. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) letters |= 1 << (text.charCodeAt(index) & 31);
  return letters;
}

/** Returns the letters of a text in lower case. Letters of ASCII have the same bit in both cases. */
function lettersOfEither(text: string): number {
  let letters = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return lettersOf(text.toLowerCase());
    letters |= 1 << (code & 31);
  }
  return letters;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count++;
  return count;
}

/** Whether the Levenshtein distance of two different texts is at most `distanceMax`. */
export function isWithinDistance(a: string, b: string, distanceMax: number): boolean {
  return distanceMax > 0 && isWithin(a, b, distanceMax) && editDistance(a, b) <= distanceMax;
}

/** Levenshtein distance of two texts. */
export function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = a[row - 1] === b[column - 1] ? 0 : 1;
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + substitution,
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
