/**
 * Search tables derived from declared names alone, cached per list of names. Most lists differ from the
 * one before in a few names; then the tables are updated.
 */
import { at } from '../../base/assert.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import { newIndexes } from '../../base/new-indexes.ts';
import { stemOf } from '../../index/tokenize.ts';
import { type GroupedNumbers, groupNumbers } from '../names/grouped-numbers.ts';
import { Lookup, MovedLookup, type SpellingLookup } from '../names/lookup.ts';
import { joinParts, PartNumbers, partsOfName, rowOf, spelled } from '../names/parts.ts';

export interface NameTables {
  /** Distinct parts of names, sorted; rows refer to them by position. */
  readonly parts: readonly string[];
  /** Parts of each name, in order. */
  readonly nameParts: GroupedNumbers;
  readonly namesInLowerCase: SpellingLookup;
  /** Names of two or more parts, by the stems of their parts joined with spaces. */
  readonly namesByStems: SpellingLookup;
}

/** Tables that were derived from all names of a list. */
interface Whole {
  readonly names: readonly string[];
  readonly tables: NameTables;
}

const CACHE = new WeakMap<readonly string[], NameTables>();
/** The last tables that were derived as a whole, by {@link TextIndex.lineage}. */
const WHOLE = new WeakMap<object, Whole>();

/** Number and share of new names beyond which the tables are derived as a whole. */
const ADDED_MAX = 32;
const ADDED_SHARE_MAX = 0.1;

export function nameTablesOf(names: readonly string[], lineage: object): NameTables {
  const known = CACHE.get(names);
  if (known !== undefined) return known;
  const whole = WHOLE.get(lineage);
  const updated = whole && update(whole, names);
  const tables = updated ?? derive(names);
  if (updated === undefined) WHOLE.set(lineage, { names, tables });
  CACHE.set(names, tables);
  return tables;
}

function derive(names: readonly string[]): NameTables {
  const numbers = new PartNumbers();
  const rows = names.map((name) => numbers.of(name));
  const { parts, ranked } = numbers.sorted();
  const nameParts = ranked(rows);
  return {
    parts,
    nameParts,
    namesInLowerCase: lowerCased(names.entries()),
    namesByStems: spelledByStems(nameParts, parts, names.keys()),
  };
}

/** Returns what {@link derive} returns; undefined if too many names are new. */
function update(
  { names: before, tables }: Whole,
  names: readonly string[],
): NameTables | undefined {
  const numberOf = newIndexes(before, names);
  const isNew = new Uint8Array(names.length).fill(1);
  for (const number of numberOf) if (number >= 0) isNew[number] = 0;
  const added: number[] = [];
  for (let name = 0; name < names.length; name++) if (isNew[name] === 1) added.push(name);
  if (added.length > Math.max(ADDED_MAX, names.length * ADDED_SHARE_MAX)) return undefined;
  const ownParts = added.map((name) => partsOfName(at(names, name)));
  const joined = joinedParts(tables, numberOf, [...new Set(ownParts.flat())].sort());
  const rows: (readonly number[] | Int32Array)[] = new Array(names.length);
  for (let old = 0; old < numberOf.length; old++)
    if (at(numberOf, old) >= 0) rows[at(numberOf, old)] = rowOf(joined.nameParts, old);
  for (const [index, name] of added.entries())
    rows[name] = at(ownParts, index).map((part) => lowerBound(joined.parts, part));
  const nameParts = groupNumbers(rows);
  const { parts } = joined;
  const lower = lowerCased(added.map((name) => [name, at(names, name)]));
  const stems = spelledByStems(nameParts, parts, added);
  return {
    parts,
    nameParts,
    namesInLowerCase: new MovedLookup(tables.namesInLowerCase, numberOf, lower),
    namesByStems: new MovedLookup(tables.namesByStems, numberOf, stems),
  };
}

/** Returns all parts of the names that remain and of the new ones, and the former rows with these. */
function joinedParts(
  { parts, nameParts: { starts, values } }: NameTables,
  numberOf: Int32Array,
  added: readonly string[],
): { readonly parts: readonly string[]; readonly nameParts: GroupedNumbers } {
  const isUsed = new Uint8Array(parts.length);
  for (let old = 0; old < numberOf.length; old++) {
    if (at(numberOf, old) < 0) continue;
    for (let place = at(starts, old); place < at(starts, old + 1); place++)
      isUsed[at(values, place)] = 1;
  }
  const isSame = isUsed.every((one) => one === 1);
  const kept = isSame ? parts : parts.filter((_, part) => isUsed[part] === 1);
  const joined = joinParts(kept, added);
  if (isSame && joined.parts.length === parts.length)
    return { parts, nameParts: { starts, values } };
  const moved = new Int32Array(parts.length);
  let next = 0;
  for (let part = 0; part < parts.length; part++)
    if (isUsed[part] === 1) moved[part] = at(joined.ofLeft, next++);
  return {
    parts: joined.parts,
    nameParts: { starts, values: values.map((one) => at(moved, one)) },
  };
}

function lowerCased(names: Iterable<readonly [number, string]>): Lookup {
  const lookup = new Lookup();
  for (const [name, text] of names) lookup.add(text.toLowerCase(), name);
  return lookup;
}

/** Maximum number of parts of a phrase name: runs of the query have at most four words. */
const PHRASE_PARTS_MAX = 4;

function spelledByStems(
  nameParts: GroupedNumbers,
  parts: readonly string[],
  names: Iterable<number>,
): Lookup {
  const stems: (string | undefined)[] = parts.map(() => undefined);
  const stemOfPart = (part: number): string => (stems[part] ??= stemOf(at(parts, part)));
  const lookup = new Lookup();
  for (const name of names) {
    const row = rowOf(nameParts, name);
    if (row.length < 2 || row.length > PHRASE_PARTS_MAX) continue;
    lookup.add(spelled(row, stemOfPart, ' '), name);
  }
  return lookup;
}
