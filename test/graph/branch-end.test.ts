import { describe, expect, test } from 'vitest';
import { unshownBehind } from '../../src/graph/branch-end.ts';
import { buildGraph } from '../../src/graph/build.ts';
import { type TraverseRequest, traverse } from '../../src/graph/traverse.ts';
import { callGraph, resolvedEdge } from '../helpers/graph-fixtures.ts';

/** 1 → 2 → 3 → 1, 3 → 4, 2 ⇢ 5 by name only; 6 calls itself. */
const { files, edges } = callGraph(6, [
  [0, 1],
  [1, 2],
  [2, 0],
  [2, 3],
  [5, 5],
]);
const graph = buildGraph(files, [
  ...edges,
  resolvedEdge({ source: 1, target: 4, evidence: 'nameOnly' }),
]);

function ends(given: Partial<TraverseRequest>): string[] {
  const request = { start: 1, direction: 'out', depthMax: 8, nodesMax: 99, ...given } as const;
  const { steps } = traverse(graph, { ...request, kinds: ['calls'] });
  const shown = new Set([request.start, ...steps.map((step) => step.node)]);
  const places = [{ node: request.start, depth: 0, from: -1 }, ...steps];
  return places.map(({ node, depth, from }) => {
    const place = { node, depth, parent: from };
    const { reason, count } = unshownBehind(graph, { ...request, kinds: ['calls'] }, place, shown);
    return `${node} ${reason} ${count}`;
  });
}

describe('unshownBehind', () => {
  test.each<[string, Partial<TraverseRequest>, string[]]>([
    ['where nothing follows', { start: 4 }, ['4 end 0']],
    ['where it comes back to itself', { start: 6 }, ['6 seen 0']],
    [
      'in a cycle, and where only a guess goes on',
      {},
      ['1 seen 0', '2 evidence 1', '3 seen 0', '4 end 0'],
    ],
    [
      'where the only way leads back',
      { start: 3, direction: 'both', depthMax: 1 },
      ['3 seen 0', '1 seen 0', '4 end 0', '2 evidence 1'],
    ],
    ['at the depth', { depthMax: 1 }, ['1 seen 0', '2 depth 2']],
    ['at the limit', { nodesMax: 1 }, ['1 seen 0', '2 limit 2']],
    ['at a filter', { accepts: (node) => node !== 3 }, ['1 seen 0', '2 filter 2']],
    [
      'not where guesses are followed',
      { evidenceMin: 'nameOnly', start: 2, depthMax: 1 },
      ['2 seen 0', '3 depth 2', '5 end 0'],
    ],
  ])('ends a branch %s', (_, request, expected) => {
    expect(ends(request)).toEqual(expected);
  });
});

test('more starts, filters and symbol groups change a walk', () => {
  const walk = (given: Partial<TraverseRequest>): string[] =>
    traverse(graph, {
      start: 1,
      direction: 'out',
      kinds: ['calls'],
      depthMax: 8,
      nodesMax: 99,
      ...given,
    }).steps.map(({ from, node, depth }) => `${from}→${node} ${depth}`);
  expect(walk({ alsoFrom: [3, 1] })).toEqual(['1→2 1', '3→4 1']);
  expect(walk({ accepts: (node) => node !== 3 })).toEqual(['1→2 1']);
  expect(walk({ start: 4, alike: (node) => (node === 4 ? [4, 2] : [node]) })).toEqual([
    '4→3 1',
    '3→1 2',
    '1→2 3',
  ]);
});
