import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENT, EXPANDED, LENGTH_NORMALIZATION, PATH_AND_CONTENT } from '../../src/index/bm25.ts';
import { SIGNAL_NAMES, SIGNALS } from '../../src/query/weights.ts';

const DOC = readFileSync(new URL('../../docs/ranking.md', import.meta.url), 'utf8');

/** Cells of the rows that begin with a cell matching the pattern. */
function rows(first: RegExp): string[][] {
  return DOC.split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([cell]) => first.test(cell ?? ''));
}

test('docs/ranking.md lists every signal with its weight, in order', () => {
  const documented = rows(/^`\w+`$/)
    .filter((cells) => cells.length === 3)
    .map(([signal, weight]) => `${signal} ${weight}`);
  expect(documented).toEqual(SIGNAL_NAMES.map((name) => `\`${name}\` ${SIGNALS[name].weight}`));
});

test('docs/ranking.md states the BM25 constants', () => {
  const numbers = (first: RegExp): number[] =>
    rows(first)
      .flat()
      .slice(1)
      .filter((cell) => /\d/.test(cell))
      .map(Number);
  const values = ({
    weights,
    k1,
    idfPower,
  }: typeof PATH_AND_CONTENT | typeof CONTENT): number[] => [
    ...Object.values<number>(weights).filter((weight) => weight !== 0),
    k1,
    idfPower,
  ];
  expect(DOC).toContain(`b ${EXPANDED.b}`);
  expect(numbers(/^length normalization b$/)).toEqual(Object.values(LENGTH_NORMALIZATION));
  expect(numbers(/^`contentSum`, and/)).toEqual(values(CONTENT));
  expect(numbers(/^`relatedWords` \(/)).toEqual([
    ...Object.values(EXPANDED.weights),
    EXPANDED.k1,
    EXPANDED.idfPower,
  ]);
  const pathContent = rows(/^`pathContent`$/).find((cells) => cells.length === 9);
  expect(pathContent?.slice(1).map(Number)).toEqual(values(PATH_AND_CONTENT));
});
