/**
 * Joins the evidence of the parts of a question. Every signal is the mean of its parts by their
 * shares, so it keeps its unit and its range, and the weights of the table and the calibration of
 * confidence apply to a report as to a question of one line.
 */

import { at } from '../../base/assert.ts';
import { uniqueBy } from '../../base/unique-by.ts';
import type { Query } from '../parse-query.ts';
import type { FileScores } from './chunk-scores.ts';
import type { NamedScores } from './definition-evidence.ts';
import type { WordEvidence, WordSignal } from './evidence.ts';
import type { WeightedQuery } from './query-terms.ts';

export interface PartEvidence {
  readonly evidence: WordEvidence;
  readonly share: number;
}

/** @param parts never empty. */
export function combineEvidence(parts: readonly PartEvidence[]): WordEvidence {
  const first = at(parts, 0).evidence;
  if (parts.length === 1) return first;
  const mean = (of: (evidence: WordEvidence) => Float64Array) => weightedMean(parts, of);
  const signals = Object.keys(first.values) as readonly WordSignal[];
  const values = Object.fromEntries(
    signals.map((signal) => [signal, mean(({ values: own }) => own[signal])]),
  ) as WordEvidence['values'];
  const scores = (of: (evidence: WordEvidence) => FileScores) => ({
    best: mean((evidence) => of(evidence).best),
    chunks: ofBestPart(parts, (evidence) => [of(evidence).best, of(evidence).chunks]),
  });
  const names = (of: (evidence: WordEvidence) => NamedScores) => ({
    scores: mean((evidence) => of(evidence).scores),
    names: ofBestPart(parts, (evidence) => [of(evidence).scores, of(evidence).names]),
  });
  return {
    values,
    lexical: {
      pathContent: scores(({ lexical }) => lexical.pathContent),
      relatedWords: mean(({ lexical }) => lexical.relatedWords),
      contentSum: mean(({ lexical }) => lexical.contentSum),
      coverage: scores(({ lexical }) => lexical.coverage),
      comments: mean(({ lexical }) => lexical.comments),
      identifierPhrase: mean(({ lexical }) => lexical.identifierPhrase),
      content: mean(({ lexical }) => shareOfLargest(lexical.content)),
    },
    definitions: {
      definition: names(({ definitions }) => definitions.definition),
      functionDefinition: names(({ definitions }) => definitions.functionDefinition),
      nameWords: names(({ definitions }) => definitions.nameWords),
      nameMatches: {
        shares: mean(({ definitions }) => definitions.nameMatches.shares),
        matched: largest(parts, ({ definitions }) => definitions.nameMatches.matched),
      },
    },
    unheldShare: parts.reduce((sum, { evidence, share }) => sum + share * evidence.unheldShare, 0),
  };
}

function weightedMean(
  parts: readonly PartEvidence[],
  of: (evidence: WordEvidence) => Float64Array,
): Float64Array {
  const means = new Float64Array(of(at(parts, 0).evidence).length);
  for (const { evidence, share } of parts) {
    for (const [index, value] of of(evidence).entries()) {
      if (value !== 0) means[index] = (means[index] ?? 0) + share * value;
    }
  }
  return means;
}

function largest(
  parts: readonly PartEvidence[],
  of: (evidence: WordEvidence) => Float64Array,
): Float64Array {
  const most = new Float64Array(of(at(parts, 0).evidence).length);
  for (const { evidence } of parts) {
    for (const [index, value] of of(evidence).entries()) {
      if (value > (most[index] ?? 0)) most[index] = value;
    }
  }
  return most;
}

/** Content scores grow with the number of words; as shares, parts of any length are comparable. */
function shareOfLargest(scores: Float64Array): Float64Array {
  const most = scores.reduce((best, score) => Math.max(best, score), 0);
  return most === 0 ? scores : scores.map((score) => score / most);
}

/** Returns, per file, the choice of the part in which the file has the largest share of the best. */
function ofBestPart(
  parts: readonly PartEvidence[],
  of: (evidence: WordEvidence) => readonly [Float64Array, Int32Array],
): Int32Array {
  const rows = parts.map(({ evidence, share }) => {
    const [scores, choices] = of(evidence);
    return { scores: shareOfLargest(scores), choices, share };
  });
  const best = new Float64Array(rows[0]?.choices.length ?? 0);
  const chosen = new Int32Array(best.length).fill(-1);
  for (const { scores, choices, share } of rows) {
    for (const [file, choice] of choices.entries()) {
      const score = share * (scores[file] ?? 0);
      if (choice < 0 || (score <= (best[file] ?? 0) && (chosen[file] ?? -1) >= 0)) continue;
      best[file] = score;
      chosen[file] = choice;
    }
  }
  return chosen;
}

/**
 * Joins the words of the parts for what concerns the question as a whole: places and reasons.
 * @param parts never empty.
 */
export function combineQueries(parts: readonly WeightedQuery[]): WeightedQuery {
  if (parts.length === 1) return at(parts, 0);
  const terms = uniqueBy(
    parts.flatMap((part) => part.terms),
    ({ stem }) => stem,
  );
  return {
    query: joinQueries(parts.map(({ query }) => query)),
    terms,
    raritySum: terms.reduce((sum, { rarity }) => sum + rarity, 0),
    lookups: uniqueBy(
      parts.flatMap((part) => part.lookups),
      ({ term }) => term,
    ),
    groups: uniqueBy(
      parts.flatMap((part) => part.groups),
      ({ word }) => word,
    ),
  };
}

function joinQueries(queries: readonly Query[]): Query {
  const all = <Item>(of: (query: Query) => readonly Item[], key: (item: Item) => unknown) =>
    uniqueBy(queries.flatMap(of), key);
  const itself = (text: string) => text;
  return {
    terms: all(
      (query) => query.terms,
      ({ stem }) => stem,
    ),
    identifiers: all((query) => query.identifiers, itself),
    qualified: all(
      (query) => query.qualified,
      ({ owner, name }) => `${owner}.${name}`,
    ),
    joined: all((query) => query.joined, itself),
    runs: all(
      (query) => query.runs,
      ({ joined }) => joined,
    ),
    isOneWord: false,
  };
}
