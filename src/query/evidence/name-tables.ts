/**
 * Search tables derived from declared names alone, cached per list of names. Most lists differ from
 * an earlier one in few names. The tables of the earlier list then serve the names that remain, and
 * only the new ones get tables of their own.
 */
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { newIndexes } from '../../base/new-indexes.ts';
import { type GroupedNumbers, invertGroups, rowOf } from '../../index/grouped-numbers.ts';
import { storedNamesOf } from '../../index/parts-record.ts';
import { namePartsOf } from '../../index/text-parts.ts';
import { LowerCaseLookup } from '../names/lookup.ts';
import { PartTable } from '../names/part-table.ts';
import type { QueryTerm } from '../parse-query.ts';

/** Tables of some names; a name is a position in their list. */
interface NameGroup {
  readonly parts: PartTable;
  /** Parts of each name, in order. */
  readonly nameParts: GroupedNumbers;
  /** Names that contain each part. */
  readonly partNames: GroupedNumbers;
  readonly inLowerCase: LowerCaseLookup;
}

/** A group as part of a list of names. */
interface PlacedGroup {
  readonly group: NameGroup;
  /** Number in the list of each name of the group; −1 if the list lacks it. */
  readonly numberOf: Int32Array;
}

export class NameTables {
  /** Number of parts, per name. */
  readonly partCounts: Int32Array;
  readonly #groups: readonly PlacedGroup[];

  /** Creates the tables of a list that consists of the groups' names. */
  constructor(groups: readonly PlacedGroup[], nameCount: number) {
    this.#groups = groups;
    this.partCounts = new Int32Array(nameCount);
    for (const { group, numberOf } of groups) {
      const { starts } = group.nameParts;
      for (let name = 0; name < numberOf.length; name++) {
        const number = numberOf[name] as number;
        if (number < 0) continue;
        this.partCounts[number] = (starts[name + 1] as number) - (starts[name] as number);
      }
    }
  }

  /** Returns the names with this spelling in lower case, ascending. */
  inLowerCase(spelling: string): readonly number[] {
    return this.#find(({ inLowerCase }) => inLowerCase.get(spelling));
  }

  /** Returns the names of two or more parts with exactly these stems, ascending. */
  byStems(stems: readonly string[]): readonly number[] {
    return stems.length < 2 ? [] : this.#find((group) => namesByStems(group, stems));
  }

  /**
   * Visits the names with a part that matches a word, and the value of that match, best first for
   * each name. A name with several such parts is visited for each.
   */
  forEachMatch(
    term: QueryTerm,
    compounds: readonly string[],
    visit: (name: number, value: number) => void,
  ): void {
    for (const { group, numberOf } of this.#groups) {
      const { starts, values: names } = group.partNames;
      const { parts, values } = group.parts.matches(term, compounds);
      for (let row = 0; row < parts.length; row++) {
        const part = at(parts, row);
        for (let place = at(starts, part); place < at(starts, part + 1); place++) {
          const name = at(numberOf, at(names, place));
          if (name >= 0) visit(name, at(values, row));
        }
      }
    }
  }

  #find(search: (group: NameGroup) => readonly number[]): readonly number[] {
    const found: number[] = [];
    for (const { group, numberOf } of this.#groups)
      for (const name of search(group)) if (at(numberOf, name) >= 0) found.push(at(numberOf, name));
    return found.sort((a, b) => a - b);
  }
}

/** Tables that were derived from all names of a list. */
interface Whole {
  readonly names: readonly string[];
  readonly group: NameGroup;
}

const CACHE = new WeakMap<readonly string[], NameTables>();
/** The last tables that were derived as a whole, by {@link TextIndex.lineage}. */
const WHOLE = new WeakMap<object, Whole>();

/**
 * Number and share of new names beyond which the tables are derived as a whole. Each question after
 * an edit derives the tables of all new names again.
 */
const ADDED_MAX = 32;
const ADDED_SHARE_MAX = 0.02;

export function nameTablesOf(names: readonly string[], lineage: object): NameTables {
  return getOrCompute(CACHE, names, () => {
    const whole = WHOLE.get(lineage) ?? storedWhole(lineage);
    return (whole && update(whole, names)) ?? derive(names, lineage);
  });
}

/** Returns the tables of the stored names, which cost little; the current ones may differ by few edits. */
function storedWhole(lineage: object): Whole | undefined {
  const names = storedNamesOf(lineage);
  if (names === undefined) return undefined;
  const whole = { names, group: groupOf(names) };
  WHOLE.set(lineage, whole);
  return whole;
}

function derive(names: readonly string[], lineage: object): NameTables {
  const group = groupOf(names);
  WHOLE.set(lineage, { names, group });
  return tablesOf(names, group);
}

function tablesOf(names: readonly string[], group: NameGroup): NameTables {
  return new NameTables([{ group, numberOf: Int32Array.from(names.keys()) }], names.length);
}

/** Returns what {@link derive} returns; undefined if too many names are new. */
function update({ names: before, group }: Whole, names: readonly string[]): NameTables | undefined {
  if (names === before) return tablesOf(names, group);
  const numberOf = newIndexes(before, names);
  const isKept = new Uint8Array(names.length);
  for (let name = 0; name < numberOf.length; name++) {
    const number = numberOf[name] as number;
    if (number >= 0) isKept[number] = 1;
  }
  const added: number[] = [];
  for (let name = 0; name < names.length; name++) if (isKept[name] === 0) added.push(name);
  if (added.length > Math.max(ADDED_MAX, names.length * ADDED_SHARE_MAX)) return undefined;
  const own = groupOf(added.map((name) => at(names, name)));
  const groups = [
    { group, numberOf },
    { group: own, numberOf: Int32Array.from(added) },
  ];
  return new NameTables(groups, names.length);
}

function groupOf(names: readonly string[]): NameGroup {
  const parts = namePartsOf(names);
  return {
    parts: new PartTable(parts),
    nameParts: parts.rows,
    partNames: invertGroups(parts.rows, parts.parts.length),
    inLowerCase: new LowerCaseLookup(names),
  };
}

/** Looks through the names that contain the first of the stems. */
function namesByStems(
  { parts, nameParts, partNames }: NameGroup,
  stems: readonly string[],
): readonly number[] {
  const { starts, values } = nameParts;
  const isSpelled = (name: number): boolean => {
    const start = at(starts, name);
    if (at(starts, name + 1) - start !== stems.length) return false;
    return stems.every((stem, place) => parts.stemOfPart(at(values, start + place)) === stem);
  };
  const [first = ''] = stems;
  const candidates = parts.withStem(first).flatMap((part) => [...rowOf(partNames, part)]);
  return [...new Set(candidates.filter(isSpelled))];
}
