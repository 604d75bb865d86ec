import { expect, test } from 'vitest';
import { confidenceOf } from '../../src/query/confidence.ts';
import { searchIn } from '../helpers/check-search.ts';

test.each([
  // A match of 9 + 3 × 1 is sure; then the margin decides.
  [5, 9, 1, 'high'],
  [3, 9, 1, 'high'],
  [2.99, 9, 1, 'medium'],
  [1, 9, 1, 'medium'],
  [0.5, 9, 1, 'medium'],
  [0.49, 9, 1, 'low'],
  [0, 9, 1, 'low'],
  [-1, 9, 1, 'low'],
  // What is hardly about the query is not trusted, however far ahead.
  [5, 5, 1, 'high'],
  [5, 4.9, 1, 'low'],
  [5, 4.2, 1, 'low'],
  [5, 4.1, 1, 'none'],
  [5, 7.1, 0, 'none'],
] satisfies [number, number, number, string][])(
  'a first file with margin %d, evidence %d and held share %d has confidence %s',
  (margin, evidence, heldShare, label) => {
    const coverage = 0.5;
    const trust = {
      margin,
      evidence,
      heldShare,
      coverage,
      nearest: undefined,
      isNameMissing: false,
    };
    expect(confidenceOf(trust, 'code')).toBe(label);
    const scattered = confidenceOf({ ...trust, coverage: 0.49 }, 'code');
    expect(scattered).toBe(label === 'high' ? 'medium' : label);
    const withoutName = confidenceOf({ ...trust, isNameMissing: true }, 'code');
    expect(withoutName).toBe(label === 'none' ? 'none' : 'low');
  },
);

test.each([
  [0.43, 8, 'medium'],
  [0.42, 8, 'low'],
  [0.33, 8.9, 'low'],
  [0.33, 9.1, 'medium'],
])(
  'a lead of a file that holds a share of %d of the question, with match %d, has confidence %s',
  (heldShare, match, label) => {
    const trust = {
      margin: 2,
      evidence: match - 3 * heldShare + 0.001,
      heldShare,
      coverage: heldShare,
      nearest: undefined,
      isNameMissing: false,
    };
    expect(confidenceOf(trust, 'code')).toBe(label);
    expect(confidenceOf(trust, 'pages')).toBe('medium');
  },
);

test('a file named like one word of a question is no confident answer to the rest of it', () => {
  const files = {
    'src/executor.ts': '// Executor: runs a command.\nexport class Executor {\n  command() {}\n}\n',
    'src/other.ts': 'export function other() {\n}\n',
  };
  expect(searchIn(files, 'executor').confidence).toBe('high');
  expect(searchIn(files, 'docker container image registry executor').confidence).toBe('low');
});

test.each([
  [0.63, 'high'],
  [0.42, 'low'],
  [0, 'low'],
])('with the same words, a nearest cosine of %d gives confidence %s', (nearest, label) => {
  const trust = {
    margin: 5,
    evidence: 4.6,
    heldShare: 1,
    coverage: 1,
    nearest,
    isNameMissing: false,
  };
  expect(confidenceOf({ ...trust, nearest: undefined }, 'code')).toBe('low');
  expect(confidenceOf(trust, 'code')).toBe(label);
});

test.each([
  [0.42, 4.2, 'high'],
  [0.42, 4.1, 'low'],
  [0.3, 3.1, 'low'],
  [0.3, 2.9, 'none'],
  [undefined, 3, 'low'],
  [undefined, 2.8, 'none'],
])(
  'for pages, a nearest cosine of %d with evidence of %d gives confidence %s',
  (nearest, evidence, label) => {
    const trust = {
      margin: 5,
      evidence: evidence + 0.1,
      heldShare: 1,
      coverage: 1,
      nearest,
      isNameMissing: false,
    };
    expect(confidenceOf(trust, 'pages')).toBe(label);
    expect(confidenceOf(trust, 'code')).not.toBe('high');
  },
);

test.each([
  ['LocalSet', 'a name whose parts are everywhere and which is nowhere'],
  ['how is a LocalSet spawned onto the runtime', 'the same inside of a question'],
  ['local', 'a word that nothing is called'],
])('the query "%s" is not answered with confidence: %s', (query) => {
  const files = {
    'src/runtime.ts':
      '// Runtime: local tasks are spawned, and set aside.\nfunction spawnTask() {\n  local(set, runtime);\n}\n',
    'src/other.ts': 'function other() {\n}\n',
  };
  expect(['low', 'none']).toContain(searchIn(files, query).confidence);
});
