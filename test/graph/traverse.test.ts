import fc from 'fast-check';
import type { MultiDirectedGraph } from 'graphology';
import { bfsFromNode } from 'graphology-traversal';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { toGraphology } from '../../src/graph/graphology.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { type TraverseRequest, traverse } from '../../src/graph/traverse.ts';
import { EDGE_KINDS, EVIDENCE } from '../../src/model/edge.ts';
import {
  anyGraphInput,
  callGraph,
  declaration,
  graphFile,
  resolvedEdge,
} from '../helpers/graph-fixtures.ts';

/** 1 → 2 → 3 → 1, 1 → 3, 3 → 4 → 5 (node 0 is the file). */
const { files, edges } = callGraph(5, [
  [0, 1],
  [1, 2],
  [2, 0],
  [0, 2],
  [2, 3],
  [3, 4],
]);
const graph = buildGraph(files, edges);

function walk(given: Partial<TraverseRequest>): unknown {
  const { steps, stopped, totalCount } = traverse(graph, {
    start: 1,
    direction: 'out',
    kinds: ['calls'],
    depthMax: 8,
    nodesMax: 100,
    ...given,
  });
  return {
    steps: steps.map(({ from, node, depth }) => `${from}→${node} ${depth}`),
    stopped: stopped.map(({ node, reason }) => `${node} ${reason}`),
    totalCount,
  };
}

describe('traverse', () => {
  test.each<[string, Partial<TraverseRequest>, unknown]>([
    [
      'reaches every node once, nearest first',
      {},
      { steps: ['1→2 1', '1→3 1', '3→4 2', '4→5 3'], stopped: [], totalCount: 4 },
    ],
    [
      'walks against the edges',
      { start: 4, direction: 'in' },
      { steps: ['4→3 1', '3→1 2', '3→2 2'], stopped: [], totalCount: 3 },
    ],
    [
      'walks both ways, outgoing first',
      { start: 3, direction: 'both', depthMax: 1 },
      { steps: ['3→1 1', '3→4 1', '3→2 1'], stopped: ['4 depth'], totalCount: 3 },
    ],
    [
      'says where the depth ended it',
      { depthMax: 1 },
      { steps: ['1→2 1', '1→3 1'], stopped: ['3 depth'], totalCount: 2 },
    ],
    [
      'says where the limit ended it, and how many there were',
      { nodesMax: 1 },
      { steps: ['1→2 1'], stopped: ['1 limit', '2 limit'], totalCount: 4 },
    ],
    [
      'follows no kind when none is wanted',
      { kinds: [] },
      { steps: [], stopped: [], totalCount: 0 },
    ],
  ])('%s', (_, request, expected) => {
    expect(walk(request)).toEqual(expected);
  });

  test('returns the edge of each step', () => {
    const { steps } = traverse(graph, { start: 2, direction: 'in', depthMax: 1, nodesMax: 9 });
    expect(steps.map(({ edge }) => [edge.source, edge.kind, edge.target])).toEqual([
      [0, 'contains', 2],
      [1, 'calls', 2],
    ]);
  });

  test.each([
    [undefined, [2, 3]],
    ['exact', [2]],
    ['scoped', [2, 3]],
    ['nameOnly', [2, 3, 4]],
  ] as const)('follows only evidence at least as strong as %s', (evidenceMin, expected) => {
    const names = ['a', 'b', 'c', 'd'].map((name) => declaration(`f.ts::${name}`));
    const evident = buildGraph(
      [graphFile('f.ts', names)],
      EVIDENCE.map((evidence, place) => resolvedEdge({ target: place + 1, evidence })),
    );
    const request = { start: 1, direction: 'out', depthMax: 1, nodesMax: 9, evidenceMin } as const;
    expect(traverse(evident, request).steps.map((step) => step.node)).toEqual(expected);
  });

  test.each([{ start: 6 }, { start: -1 }, { depthMax: 0 }, { depthMax: 9 }, { nodesMax: 0 }])(
    'refuses %j',
    (request) => {
      expect(() => walk(request)).toThrow('invariant broken');
    },
  );
});

const MODES = { out: 'outbound', in: 'inbound', both: 'directed' } as const;

const anyRequest = fc.record({
  start: fc.nat(),
  direction: fc.constantFrom('out', 'in', 'both'),
  kinds: fc.option(fc.subarray([...EDGE_KINDS]), { nil: undefined }),
  depthMax: fc.integer({ min: 1, max: 8 }),
  nodesMax: fc.integer({ min: 1, max: 30 }),
  evidenceMin: fc.constantFrom(...EVIDENCE),
});

/** Node → depth, by graphology-traversal. */
function reachByOracle(whole: SymbolGraph, request: TraverseRequest): ReadonlyMap<number, number> {
  const { kinds, evidenceMin } = request;
  const part: MultiDirectedGraph = toGraphology(whole, {
    ...(kinds && { edgeKinds: kinds }),
    ...(evidenceMin && { evidenceMin }),
  });
  const depths = new Map<number, number>();
  bfsFromNode(
    part,
    whole.node(request.start).id,
    (id, _, depth) => {
      depths.set(whole.find(id)!, depth);
      return depth >= request.depthMax;
    },
    { mode: MODES[request.direction] },
  );
  depths.delete(request.start);
  return depths;
}

test('traverse reaches the same nodes as graphology-traversal, at the same depth', () => {
  fc.assert(
    fc.property(anyGraphInput, anyRequest, (input, shape) => {
      const whole = buildGraph(input.files, input.edges);
      fc.pre(whole.nodeCount > 0);
      const request = { ...shape, start: shape.start % whole.nodeCount };
      const oracle = reachByOracle(whole, request);
      const all = traverse(whole, { ...request, nodesMax: 1000 });
      expect(new Map(all.steps.map(({ node, depth }) => [node, depth]))).toEqual(oracle);
      expect(all.steps.length).toBe(oracle.size);

      const some = traverse(whole, request);
      expect(some.steps).toEqual(all.steps.slice(0, request.nodesMax));
      expect(some.totalCount).toBe(oracle.size);
    }),
  );
});

test('traverse reports exactly the nodes with omitted neighbours, and the reason', () => {
  fc.assert(
    fc.property(anyGraphInput, anyRequest, (input, shape) => {
      const whole = buildGraph(input.files, input.edges);
      fc.pre(whole.nodeCount > 0);
      const request = { ...shape, start: shape.start % whole.nodeCount };
      const { steps, stopped } = traverse(whole, request);
      const within = new Set([request.start, ...reachByOracle(whole, request).keys()]);
      const shown = new Set([request.start, ...steps.map((step) => step.node)]);
      const expected = [...shown].flatMap((node) => {
        const near = [...reachByOracle(whole, { ...request, start: node, depthMax: 1 }).keys()];
        const hidden = near.filter((neighbour) => !shown.has(neighbour));
        if (hidden.length === 0) return [];
        return [{ node, reason: hidden.some((n) => within.has(n)) ? 'limit' : 'depth' }];
      });
      expect(stopped).toEqual(expected);
    }),
  );
});
