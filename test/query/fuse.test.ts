import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Evidence } from '../../src/query/evidence/evidence.ts';
import { contributionsOf, scoresOf } from '../../src/query/fuse.ts';
import {
  EVIDENCE_SIGNALS,
  SIGNAL_NAMES,
  SIGNALS,
  type SignalName,
} from '../../src/query/weights.ts';
import { searchIn } from '../helpers/check-search.ts';

const FILES = 4;

/** Evidence for a few files; every file is a candidate. */
const anyEvidence = fc
  .record(
    Object.fromEntries(
      SIGNAL_NAMES.map((signal) => [
        signal,
        fc.array(fc.constantFrom(0, 0.25, 0.5, 1), { minLength: FILES, maxLength: FILES }),
      ]),
    ) as Record<SignalName, fc.Arbitrary<number[]>>,
  )
  .map((rows) => evidenceOf(rows));

function evidenceOf(rows: Partial<Record<SignalName, number[]>>): Evidence {
  const values = Object.fromEntries(
    SIGNAL_NAMES.map((signal) => [signal, Float64Array.from(rows[signal] ?? [0, 0, 0, 0])]),
  ) as Record<SignalName, Float64Array>;
  const none = new Float64Array(0);
  const files = { best: none, chunks: new Int32Array(0) };
  const names = { scores: none, names: new Int32Array(0) };
  return {
    values,
    lexical: {
      pathContent: files,
      relatedWords: none,
      contentSum: none,
      coverage: files,
      comments: none,
      identifierPhrase: none,
      content: none,
    },
    named: { frames: [], places: [] },
    definitions: {
      definition: names,
      functionDefinition: names,
      nameWords: names,
      nameMatches: { shares: none, matched: none },
    },
    meaning: undefined,
    sparse: undefined,
    unheldShare: 1,
    candidates: [0, 1, 2, 3],
  };
}

test('sum fusion adds up weight × evidence', () => {
  const evidence = evidenceOf({ pathContent: [1, 0.5, 0, 0], testPath: [0, 1, 0, 0] });
  const scores = scoresOf(contributionsOf(evidence, 'sum'), evidence.candidates, FILES);
  const { pathContent, testPath } = SIGNALS;
  expect([...scores]).toEqual([pathContent.weight, pathContent.weight / 2 + testPath.weight, 0, 0]);
});

test('rrf fusion adds weight / (60 + rank), ties share a rank, and absent evidence adds nothing', () => {
  const evidence = evidenceOf({ pathContent: [0.5, 1, 0.5, 0], testPath: [1, 0, 0, 0] });
  const scores = scoresOf(contributionsOf(evidence, 'rrf'), evidence.candidates, FILES);
  const { pathContent, testPath } = SIGNALS;
  expect([...scores]).toEqual([
    pathContent.weight / 62 + testPath.weight / 61,
    pathContent.weight / 61,
    pathContent.weight / 62,
    0,
  ]);
});

test.each(['sum', 'rrf'] as const)(
  'with %s fusion, more evidence never lowers a score',
  (fusion) => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom(...EVIDENCE_SIGNALS), (evidence, signal) => {
        const before = scoresOf(contributionsOf(evidence, fusion), evidence.candidates, FILES);
        const raised = Float64Array.from(evidence.values[signal]);
        raised[0] = 2;
        const better = { ...evidence, values: { ...evidence.values, [signal]: raised } };
        const after = scoresOf(contributionsOf(better, fusion), better.candidates, FILES);
        expect(after[0]).toBeGreaterThanOrEqual(before[0]!);
      }),
    );
  },
);

test.each(['sum', 'rrf'] as const)(
  'with %s fusion, renumbering the files renumbers the scores',
  (fusion) => {
    fc.assert(
      fc.property(anyEvidence, (evidence) => {
        const reversed = Object.fromEntries(
          SIGNAL_NAMES.map((signal) => [signal, [...evidence.values[signal]].reverse()]),
        ) as Record<SignalName, number[]>;
        const other = evidenceOf(reversed);
        const scores = scoresOf(contributionsOf(evidence, fusion), evidence.candidates, FILES);
        const otherScores = scoresOf(contributionsOf(other, fusion), other.candidates, FILES);
        expect([...otherScores].reverse()).toEqual([...scores]);
      }),
    );
  },
);

test('the request can choose rrf, whose margin keeps the units of the sum', () => {
  const files = { 'cart.ts': 'class Cart {\n}\n', 'other.ts': 'cart();\n' };
  const sum = searchIn(files, 'Cart');
  const rrf = searchIn(files, 'Cart', { fusion: 'rrf' });
  expect(rrf.hits[0]?.path).toBe('cart.ts');
  expect(rrf.hits[0]?.score).toBeLessThan(1);
  expect(rrf.margin).toBe(sum.margin);
});

test('evidence signals have positive weights and penalties have negative ones', () => {
  for (const signal of SIGNAL_NAMES) {
    const isEvidence =
      EVIDENCE_SIGNALS.includes(signal) ||
      ['session', 'commits', 'fileMeaning', 'rerank'].includes(signal);
    expect(SIGNALS[signal].weight > 0).toBe(isEvidence);
    expect(SIGNALS[signal].weight).not.toBe(0);
  }
  expect(SIGNAL_NAMES).toHaveLength(31);
});
