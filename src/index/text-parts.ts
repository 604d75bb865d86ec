/**
 * The parts of names: `parseHTTPBody` has the parts `parse`, `http` and `body`. A pure function of the
 * names, but a slow one for the names of a large project, so an index is stored with the result.
 */
import { compareStrings } from '../base/compare.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import { Interner } from './build/interner.ts';
import { type GroupedNumbers, groupNumbers } from './grouped-numbers.ts';
import { splitIdentifier, stemOf, wordsOf } from './tokenize.ts';

/** Parts are numbered in the order of `parts`. */
export interface TextParts {
  /** The distinct parts, sorted by UTF-16 code unit. */
  readonly parts: readonly string[];
  /** Stem of each part. */
  readonly stems: readonly string[];
  /** All parts, sorted by stem, then by number. */
  readonly byStem: Int32Array;
  /** Parts of each text, in order. */
  readonly rows: GroupedNumbers;
}

/** Texts that are derived from a list; `all` is called only if their parts are unknown. */
interface Texts {
  readonly count: number;
  readonly all: () => readonly string[];
}

const KNOWN = new WeakMap<readonly string[], TextParts>();
/** Stored parts that have not been read yet. */
const STORED = new WeakMap<readonly string[], () => TextPartsRecord>();

/** Returns the parts of names. The result is cached as long as the list lives. */
export function namePartsOf(names: readonly string[]): TextParts {
  return runSync(namePartsSteps(names));
}

/** Does the same as a cooperative task. */
export function namePartsSteps(names: readonly string[]): Task<TextParts> {
  return textPartsSteps(names, { count: names.length, all: () => names });
}

/** Returns the parts of texts that are derived from `key`, and caches them as long as `key` lives. */
export function* textPartsSteps(key: readonly string[], texts: Texts): Task<TextParts> {
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  const parts =
    fromTextPartsRecord(STORED.get(key)?.(), texts.count) ?? (yield* deriveSteps(texts.all()));
  STORED.delete(key);
  KNOWN.set(key, parts);
  return parts;
}

/** Registers the stored parts of a list. `read` is called when they are first needed. */
export function keepTextParts(key: readonly string[], read: () => TextPartsRecord): void {
  STORED.set(key, read);
}

/** Texts whose parts are found between two yields. */
const TEXTS_PER_STEP = 2000;

function* deriveSteps(texts: readonly string[]): Task<TextParts> {
  const distinct = new Interner();
  const rows: number[][] = [];
  for (const text of texts) {
    const numbers: number[] = [];
    for (const word of wordsOf(text))
      for (const part of splitIdentifier(word).parts) numbers.push(distinct.numberOf(part));
    if (rows.push(numbers) % TEXTS_PER_STEP === 0) yield;
  }
  const { texts: parts, rankOf } = distinct.sorted();
  yield;
  const { starts, values } = groupNumbers(rows);
  const stems = parts.map(stemOf);
  const byStem = Int32Array.from(parts.keys());
  yield;
  byStem.sort((a, b) => compareStrings(stems[a] ?? '', stems[b] ?? '') || a - b);
  return {
    parts,
    stems,
    byStem,
    rows: { starts, values: values.map((value) => rankOf[value] ?? 0) },
  };
}

/** The stored form of {@link TextParts}. */
export interface TextPartsRecord {
  readonly parts: readonly string[];
  readonly stems: readonly string[];
  readonly byStem: Int32Array;
  readonly starts: Int32Array;
  readonly values: Int32Array;
}

/** Returns the stored form of parts. */
export function toTextPartsRecord({ rows, ...rest }: TextParts): TextPartsRecord {
  return { ...rest, ...rows };
}

/** Returns the parts that a record holds; undefined for a record of another number of texts. */
function fromTextPartsRecord(
  record: TextPartsRecord | undefined,
  rowCount: number,
): TextParts | undefined {
  if (record === undefined) return undefined;
  const { starts, values, parts, stems, byStem } = record;
  const isWhole =
    starts.length === rowCount + 1 &&
    values.length === starts.at(-1) &&
    stems.length === parts.length &&
    byStem.length === parts.length;
  return isWhole ? { parts, stems, byStem, rows: { starts, values } } : undefined;
}
