/** Search tables derived from declared names alone, cached per list of names. */
import { getOrCompute } from '../../base/memoize.ts';
import { stemOf } from '../../index/tokenize.ts';
import type { GroupedNumbers } from '../names/grouped-numbers.ts';
import { Lookup } from '../names/lookup.ts';
import { PartNumbers, rowOf, spelled } from '../names/parts.ts';

export interface NameTables {
  /** Distinct parts of names, sorted; rows refer to them by position. */
  readonly parts: readonly string[];
  /** Parts of each name, in order. */
  readonly nameParts: GroupedNumbers;
  readonly namesInLowerCase: Lookup;
  /** Names of two or more parts, by the stems of their parts joined with spaces. */
  readonly namesByStems: Lookup;
}

const CACHE = new WeakMap<readonly string[], NameTables>();

export function nameTablesOf(names: readonly string[]): NameTables {
  return getOrCompute(CACHE, names, () => derive(names));
}

function derive(names: readonly string[]): NameTables {
  const numbers = new PartNumbers();
  const rows = names.map((name) => numbers.of(name));
  const { parts, ranked } = numbers.sorted();
  const nameParts = ranked(rows);
  return {
    parts,
    nameParts,
    namesInLowerCase: lowerCased(names),
    namesByStems: spelledByStems(nameParts, parts),
  };
}

function lowerCased(names: readonly string[]): Lookup {
  const lookup = new Lookup();
  for (const [name, text] of names.entries()) lookup.add(text.toLowerCase(), name);
  return lookup;
}

/** Maximum number of parts of a phrase name: runs of the query have at most four words. */
const PHRASE_PARTS_MAX = 4;

function spelledByStems(nameParts: GroupedNumbers, parts: readonly string[]): Lookup {
  const stems = parts.map(stemOf);
  const lookup = new Lookup();
  for (let name = 0; name + 1 < nameParts.starts.length; name++) {
    const row = rowOf(nameParts, name);
    if (row.length < 2 || row.length > PHRASE_PARTS_MAX) continue;
    lookup.add(spelled(row, stems, ' '), name);
  }
  return lookup;
}
