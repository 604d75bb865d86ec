/** Evidence from declared names. Arrays are indexed by file; SIGNALS describes the units. */
import { at } from '../../base/assert.ts';
import { NAME_ROLES } from '../../index/name-role.ts';
import type { TextIndex } from '../../index/text-index.ts';
import type { WeightedQuery } from './query-terms.ts';
import type { SearchTables } from './tables.ts';

export interface DefinitionEvidence {
  readonly definition: NamedScores;
  readonly functionDefinition: NamedScores;
  readonly nameWords: NamedScores;
  readonly nameMatches: NameMatches;
}

/** How the query matches each declared name. Arrays are indexed by name. */
interface NameMatches {
  /** Share of the query, weighted by rarity, that the name contains. */
  readonly shares: Float64Array;
  /** Sum of the match values between the query's words and the parts of the name. */
  readonly matched: Float64Array;
}

export interface NamedScores {
  readonly scores: Float64Array;
  /** Declared name that gave the score, per file; −1 if none. */
  readonly names: Int32Array;
}

/**
 * Value of a declaration by the role of its name. A file that declares a name in several roles
 * counts the best one.
 */
interface RoleValues {
  readonly type: number;
  readonly functionOutermost: number;
  readonly functionNested: number;
  readonly other: number;
}

const IDENTIFIER_VALUES = { type: 1, functionOutermost: 0.8, functionNested: 0.8, other: 0.4 };
const FUNCTION_VALUES = { type: 0, functionOutermost: 1, functionNested: 0.7, other: 0 };
/** Factor for a function whose name differs from the query's only in case. */
const OTHER_CASE_FACTOR = 0.8;
const TYPE_OR_FUNCTION = NAME_ROLES.type | NAME_ROLES.functionOutermost | NAME_ROLES.functionNested;

export function definitionEvidence(
  index: TextIndex,
  tables: SearchTables,
  weighted: WeightedQuery,
): DefinitionEvidence {
  const definition = noScores(index);
  const functionDefinition = noScores(index);
  for (const identifier of weighted.query.identifiers) {
    const name = index.nameNumber(identifier);
    if (name >= 0) addName(index, name, IDENTIFIER_VALUES, 1, definition);
    if (name >= 0 && addName(index, name, FUNCTION_VALUES, 1, functionDefinition)) continue;
    for (const other of tables.names.inLowerCase(identifier.toLowerCase())) {
      addName(index, other, FUNCTION_VALUES, OTHER_CASE_FACTOR, functionDefinition);
    }
  }
  const { nameWords, nameMatches } = nameWordScores(index, tables, weighted);
  return { definition, functionDefinition, nameWords, nameMatches };
}

function noScores(index: TextIndex): NamedScores {
  return {
    scores: new Float64Array(index.fileCount),
    names: new Int32Array(index.fileCount).fill(-1),
  };
}

/**
 * Scores the files that declare the name in a role with a positive value. Returns whether there are
 * any.
 */
function addName(
  index: TextIndex,
  name: number,
  values: RoleValues,
  factor: number,
  target: NamedScores,
): boolean {
  const { nameStarts, nameFiles, nameRoles } = index.data;
  const start = nameStarts[name] ?? 0;
  const end = nameStarts[name + 1] ?? 0;
  let fileCount = 0;
  for (let row = start; row < end; row++)
    if (roleValue(nameRoles[row] ?? 0, values) > 0) fileCount++;
  for (let row = start; row < end; row++) {
    const file = nameFiles[row] ?? 0;
    const score = (factor * roleValue(nameRoles[row] ?? 0, values)) / Math.log2(1 + fileCount);
    if (score > (target.scores[file] ?? 0)) {
      target.scores[file] = score;
      target.names[file] = name;
    }
  }
  return fileCount > 0;
}

function roleValue(roles: number, values: RoleValues): number {
  let best = 0;
  if (roles & NAME_ROLES.type) best = values.type;
  if (roles & NAME_ROLES.functionOutermost) best = Math.max(best, values.functionOutermost);
  if (roles & NAME_ROLES.functionNested) best = Math.max(best, values.functionNested);
  if (roles & NAME_ROLES.other) best = Math.max(best, values.other);
  return best;
}

/**
 * Scores, per file, the best of its types and functions by (share of the query in the name) ×
 * (share of the name in the query). Visits only names that have a matching part.
 */
function nameWordScores(
  index: TextIndex,
  tables: SearchTables,
  { terms, raritySum }: WeightedQuery,
): { nameWords: NamedScores; nameMatches: NameMatches } {
  const nameCount = index.data.names.length;
  const shares = new Float64Array(nameCount);
  const matched = new Float64Array(nameCount);
  const seenBy = new Int32Array(nameCount);
  const touched: number[] = [];
  for (const [position, term] of terms.entries()) {
    tables.names.forEachMatch(term, term.compounds, (name, value) => {
      // The first part found for a name is its best match for this word.
      if (seenBy[name] === position + 1) return;
      if (seenBy[name] === 0) touched.push(name);
      seenBy[name] = position + 1;
      shares[name] = (shares[name] ?? 0) + (term.rarity * value) / raritySum;
      matched[name] = (matched[name] ?? 0) + value;
    });
  }
  const target = noScores(index);
  for (const name of touched) {
    const partCount = at(tables.names.partCounts, name);
    const score = (shares[name] ?? 0) * Math.min(1, (matched[name] ?? 0) / partCount);
    spreadToFiles(index, name, score, target);
  }
  return { nameWords: target, nameMatches: { shares, matched } };
}

function spreadToFiles(index: TextIndex, name: number, score: number, target: NamedScores): void {
  const { nameStarts, nameFiles, nameRoles } = index.data;
  const end = nameStarts[name + 1] ?? 0;
  for (let row = nameStarts[name] ?? 0; row < end; row++) {
    if (((nameRoles[row] ?? 0) & TYPE_OR_FUNCTION) === 0) continue;
    const file = nameFiles[row] ?? 0;
    const best = target.scores[file] ?? 0;
    // Names are visited in query order; ties go to the name that sorts first.
    if (score < best || (score === best && name >= (target.names[file] ?? -1))) continue;
    target.scores[file] = score;
    target.names[file] = name;
  }
}
