import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COMMENTS,
  CONTENT,
  EXPANDED,
  LENGTH_NORMALIZATION,
  PATH_AND_CONTENT,
} from '../../../src/index/bm25.ts';
import type { TextIndex } from '../../../src/index/text-index.ts';
import {
  CHUNK_FIELD_COUNT,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
} from '../../../src/index/text-index-data.ts';
import { lexicalEvidence } from '../../../src/query/evidence/lexical-evidence.ts';
import { weighQuery } from '../../../src/query/evidence/query-terms.ts';
import { tablesOf } from '../../../src/query/evidence/tables.ts';
import { relatedTerms } from '../../../src/query/evidence/term-groups.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { anyFiles, anyQuery } from '../../helpers/any-files.ts';
import { snapshotOf } from '../../helpers/facts.ts';

/**
 * The oracle: every chunk as a document with its six fields spelled out, the file's fields copied into
 * each, and the formulas of bm25.ts applied to every chunk and term, one by one.
 */
class SlowIndex {
  readonly index: TextIndex;

  constructor(index: TextIndex) {
    this.index = index;
  }

  get chunks(): number[] {
    return [...this.index.chunkFiles.keys()];
  }

  get files(): number[] {
    return [...this.index.data.paths.keys()];
  }

  chunksOf(file: number): number[] {
    return this.chunks.filter((chunk) => this.index.chunkFiles[chunk] === file);
  }

  /** [body, definition, scope] */
  own(term: number, chunk: number): number[] {
    const { postingStarts, postingChunks, postingCounts } = this.index.data;
    for (let at = postingStarts[term]!; at < postingStarts[term + 1]!; at++) {
      if (postingChunks[at] === chunk) {
        return [...postingCounts.subarray(at * CHUNK_FIELD_COUNT, (at + 1) * CHUNK_FIELD_COUNT)];
      }
    }
    return [0, 0, 0];
  }

  /** [stem, folder, header, comment] */
  shared(term: number, file: number): number[] {
    const { fileStarts, fileFiles, fileCounts } = this.index.data;
    for (let at = fileStarts[term]!; at < fileStarts[term + 1]!; at++) {
      if (fileFiles[at] === file) {
        return [...fileCounts.subarray(at * FILE_FIELD_COUNT, (at + 1) * FILE_FIELD_COUNT)];
      }
    }
    return [0, 0, 0, 0];
  }

  /** All six fields of a chunk: [body, definition, scope, stem, folder, header]. */
  counts(term: number, chunk: number): number[] {
    return [
      ...this.own(term, chunk),
      ...this.shared(term, this.index.chunkFiles[chunk]!).slice(0, 3),
    ];
  }

  lengths(chunk: number): number[] {
    const { chunkLengths, fileLengths } = this.index.data;
    const file = this.index.chunkFiles[chunk]!;
    return [
      ...chunkLengths.subarray(chunk * CHUNK_FIELD_COUNT, (chunk + 1) * CHUNK_FIELD_COUNT),
      ...fileLengths.subarray(file * FILE_FIELD_COUNT, file * FILE_FIELD_COUNT + 3),
    ];
  }
}

const FIELDS = ['body', 'definition', 'scope', 'stem', 'folder', 'header'] as const;

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function bm25(count: number, k1: number): number {
  return (count * (k1 + 1)) / (count + k1);
}

function idf(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

function normalized(count: number, b: number, length: number, average: number): number {
  return average === 0 ? count : count / (1 - b + (b * length) / average);
}

function slowFieldScore(
  slow: SlowIndex,
  terms: readonly number[],
  { k1, idfPower, weights }: typeof PATH_AND_CONTENT | typeof CONTENT,
): number[] {
  const averages = FIELDS.map((_, field) => mean(slow.chunks.map((c) => slow.lengths(c)[field]!)));
  return slow.chunks.map((chunk) => {
    let score = 0;
    for (const term of terms) {
      const having = slow.chunks.filter((other) =>
        slow
          .counts(term, other)
          .some((count, field) => count > 0 && (field < 3 || weights[FIELDS[field]!] > 0)),
      ).length;
      let frequency = 0;
      for (const [field, name] of FIELDS.entries()) {
        const count = slow.counts(term, chunk)[field]!;
        const b = LENGTH_NORMALIZATION[name];
        frequency +=
          weights[name] * normalized(count, b, slow.lengths(chunk)[field]!, averages[field]!);
      }
      score += idf(slow.index.chunkCount, having) ** idfPower * bm25(frequency, k1);
    }
    return score;
  });
}

function slowRelatedScore(slow: SlowIndex, stems: readonly string[]): number[] {
  const { weights, k1, b } = EXPANDED;
  const joined = (counts: readonly number[]): number =>
    weights.body * counts[0]! + weights.definition * counts[1]! + weights.scope * counts[2]!;
  const average = mean(slow.chunks.map((chunk) => joined(slow.lengths(chunk))));
  return slow.chunks.map((chunk) => {
    let score = 0;
    for (const stem of stems) {
      const ofMembers = relatedTerms(slow.index, stem).map(({ term, factor }) => {
        const having = slow.chunks.filter((other) => joined(slow.own(term, other)) > 0).length;
        const count = normalized(
          joined(slow.own(term, chunk)),
          b,
          joined(slow.lengths(chunk)),
          average,
        );
        return factor * idf(slow.index.chunkCount, having) * bm25(count, k1);
      });
      score += Math.max(0, ...ofMembers);
    }
    return score;
  });
}

function slowCommentScore(slow: SlowIndex, terms: readonly number[]): number[] {
  const { fileLengths } = slow.index.data;
  const length = (file: number): number =>
    fileLengths[file * FILE_FIELD_COUNT + FILE_FIELDS.comment]!;
  const average = mean(slow.files.map(length));
  const count = (term: number, file: number): number =>
    slow.shared(term, file)[FILE_FIELDS.comment]!;
  return slow.files.map((file) => {
    let score = 0;
    for (const term of terms) {
      const having = slow.files.filter((other) => count(term, other) > 0).length;
      const frequency = normalized(count(term, file), COMMENTS.b, length(file), average);
      score += idf(slow.index.fileCount, having) * bm25(frequency, COMMENTS.k1);
    }
    return score;
  });
}

function expectClose(actual: ArrayLike<number>, expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [at, value] of expected.entries()) expect(actual[at]).toBeCloseTo(value, 9);
}

test('every lexical score equals the formula applied to every chunk', () => {
  fc.assert(
    fc.property(anyFiles, anyQuery, (files, text) => {
      const index = snapshotOf(files).text;
      const slow = new SlowIndex(index);
      const weighted = weighQuery(index, parseQuery(text));
      const evidence = lexicalEvidence(index, tablesOf(index), weighted);
      const terms = weighted.lookups.map(({ term }) => term);
      const content = slowFieldScore(slow, terms, CONTENT);
      const path = slowFieldScore(slow, terms, PATH_AND_CONTENT);
      const stems = new Set([
        ...weighted.query.terms.map(({ stem }) => stem),
        ...weighted.query.joined,
      ]);
      const related = slowRelatedScore(slow, [...stems]);
      const best = (scores: readonly number[]) =>
        slow.files.map((file) =>
          Math.max(0, ...slow.chunksOf(file).map((chunk) => scores[chunk]!)),
        );
      expectClose(evidence.content, content);
      expectClose(evidence.pathContent.best, best(path));
      expectClose(
        evidence.contentSum,
        slow.files.map((file) =>
          Math.log(1 + slow.chunksOf(file).reduce((sum, chunk) => sum + content[chunk]!, 0)),
        ),
      );
      expectClose(
        evidence.relatedWords,
        slow.files.map((file) =>
          mean(
            slow
              .chunksOf(file)
              .map((chunk) => related[chunk]!)
              .sort((a, b) => b - a)
              .slice(0, 3),
          ),
        ),
      );
      expectClose(evidence.comments, slowCommentScore(slow, terms));
      const coverage = slow.chunks.map((chunk) =>
        weighted.terms.reduce((sum, { term, rarity }) => {
          const [body, definition] = term < 0 ? [0, 0] : slow.own(term, chunk);
          return sum + (body! + definition! > 0 ? rarity / weighted.raritySum : 0);
        }, 0),
      );
      expectClose(evidence.coverage.best, best(coverage));
    }),
    { numRuns: 60 },
  );
});

test('a more frequent identifier scores higher, and the phrase score is a share of the maximum', () => {
  const index = snapshotOf({
    'a.ts': 'rateLimit();\n',
    'b.ts': 'rateLimit();\nrateLimit();\n',
    'c.ts': 'rate(limit);\n',
  }).text;
  const weighted = weighQuery(index, parseQuery('a rate limit for requests'));
  const { identifierPhrase } = lexicalEvidence(index, tablesOf(index), weighted);
  // tf / (tf + 2) with one and two sightings; `requests` is nowhere, so its runs weigh nothing.
  expectClose(identifierPhrase, [1 / 3, 1 / 2, 0]);
});
