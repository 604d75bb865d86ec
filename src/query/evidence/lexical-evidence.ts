/**
 * Evidence from the words in files. Every score is a dense array over chunks or files, filled term
 * by term from the posting lists; nothing is allocated per posting.
 */
import {
  COMMENTS,
  CONTENT,
  inverseFrequency,
  lengthFactor,
  PATH_AND_CONTENT,
  saturate,
} from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import {
  CHUNK_FIELD_COUNT,
  CHUNK_FIELDS,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
} from '../../index/text-index-data.ts';
import { chunkScores, type FileScores, topMeans } from './chunk-scores.ts';
import { fieldScore } from './field-score.ts';
import type { WeightedQuery } from './query-terms.ts';
import { compoundTerms, rarityOf } from './query-terms.ts';
import { relatedScore } from './related-score.ts';
import type { SearchTables } from './tables.ts';

/**
 * Raw scores, not yet shares of the best file. Arrays are indexed by file unless stated otherwise.
 */
export interface LexicalEvidence {
  readonly pathContent: FileScores;
  readonly relatedWords: Float64Array;
  readonly contentSum: Float64Array;
  readonly coverage: FileScores;
  readonly comments: Float64Array;
  readonly identifierPhrase: Float64Array;
  /** Content score per chunk: how much each part of a file is about the query. */
  readonly content: Float64Array;
}

export function lexicalEvidence(
  index: TextIndex,
  tables: SearchTables,
  weighted: WeightedQuery,
): LexicalEvidence {
  const pathContent = fieldScore(index, tables, weighted, PATH_AND_CONTENT, 'withPath');
  const content = fieldScore(index, tables, weighted, CONTENT, 'withHeader');
  const related = relatedScore(index, tables, weighted);
  const { chunkStarts } = index.data;
  return {
    pathContent: chunkScores(pathContent, chunkStarts),
    relatedWords: topMeans(related, chunkStarts),
    contentSum: logSums(content, chunkStarts),
    coverage: chunkScores(chunkCoverage(index, weighted), chunkStarts),
    comments: commentScore(index, tables, weighted),
    identifierPhrase: phraseScore(index, weighted),
    content,
  };
}

/**
 * Returns, per chunk, the share of the query, weighted by rarity, that its body or its declared
 * names contain.
 */
function chunkCoverage(index: TextIndex, { terms, raritySum }: WeightedQuery): Float64Array {
  const { postingStarts, postingChunks, postingCounts } = index.data;
  const shares = new Float64Array(index.chunkCount);
  for (const { term, rarity } of terms) {
    if (term < 0) continue;
    const end = postingStarts[term + 1] ?? 0;
    for (let posting = postingStarts[term] ?? 0; posting < end; posting++) {
      const counts = posting * CHUNK_FIELD_COUNT;
      const inBody = postingCounts[counts + CHUNK_FIELDS.body] ?? 0;
      const inDefinition = postingCounts[counts + CHUNK_FIELDS.definition] ?? 0;
      if (inBody + inDefinition === 0) continue;
      const chunk = postingChunks[posting] ?? 0;
      shares[chunk] = (shares[chunk] ?? 0) + rarity / raritySum;
    }
  }
  return shares;
}

/** Returns, per file, the BM25 score of its comment lines. */
function commentScore(
  index: TextIndex,
  tables: SearchTables,
  { lookups }: WeightedQuery,
): Float64Array {
  const { fileStarts, fileFiles, fileCounts, fileLengths } = index.data;
  const scores = new Float64Array(index.fileCount);
  for (const { term } of lookups) {
    const start = fileStarts[term] ?? 0;
    const end = fileStarts[term + 1] ?? 0;
    let frequency = 0;
    for (let entry = start; entry < end; entry++) {
      if ((fileCounts[entry * FILE_FIELD_COUNT + FILE_FIELDS.comment] ?? 0) > 0) frequency++;
    }
    const idf = inverseFrequency(index.fileCount, frequency);
    for (let entry = start; entry < end; entry++) {
      const count = fileCounts[entry * FILE_FIELD_COUNT + FILE_FIELDS.comment] ?? 0;
      if (count === 0) continue;
      const file = fileFiles[entry] ?? 0;
      const length = fileLengths[file * FILE_FIELD_COUNT + FILE_FIELDS.comment] ?? 0;
      const normalized = count * lengthFactor(COMMENTS.b, length, tables.averages.comment);
      scores[file] = (scores[file] ?? 0) + idf * saturate(normalized, COMMENTS.k1);
    }
  }
  return scores;
}

/** Number of occurrences at which a phrase reaches half of its maximum score. */
const PHRASE_SATURATION = 2;

/**
 * Scores, per file, how often runs of query words are written as one identifier: mean weighted by
 * rarity, 0–1.
 */
function phraseScore(index: TextIndex, { query }: WeightedQuery): Float64Array {
  const { postingStarts, postingChunks, postingCounts } = index.data;
  const scores = new Float64Array(index.fileCount);
  const counts = new Float64Array(index.fileCount);
  let raritySum = 0;
  for (const term of query.runs.flatMap(({ joined }) => compoundTerms(index, joined))) {
    const rarity = rarityOf(index, term);
    raritySum += rarity;
    const start = postingStarts[term] ?? 0;
    const end = postingStarts[term + 1] ?? 0;
    for (let posting = start; posting < end; posting++) {
      const file = index.chunkFiles[postingChunks[posting] ?? 0] ?? 0;
      counts[file] = (counts[file] ?? 0) + (postingCounts[posting * CHUNK_FIELD_COUNT] ?? 0);
    }
    for (let posting = start; posting < end; posting++) {
      const file = index.chunkFiles[postingChunks[posting] ?? 0] ?? 0;
      const count = counts[file] ?? 0;
      scores[file] = (scores[file] ?? 0) + (rarity * count) / (count + PHRASE_SATURATION);
      counts[file] = 0;
    }
  }
  return raritySum === 0 ? scores : scores.map((score) => score / raritySum);
}

function logSums(scores: Float64Array, chunkStarts: Int32Array): Float64Array {
  const sums = new Float64Array(chunkStarts.length - 1);
  for (let file = 0; file < sums.length; file++) {
    let sum = 0;
    const end = chunkStarts[file + 1] ?? 0;
    for (let chunk = chunkStarts[file] ?? 0; chunk < end; chunk++) sum += scores[chunk] ?? 0;
    sums[file] = Math.log1p(sum);
  }
  return sums;
}
