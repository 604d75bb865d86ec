import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { toGraphology } from '../../src/graph/graphology.ts';
import type { Edge } from '../../src/model/edge.ts';
import { anyGraphInput, declaration, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

const graph = buildGraph(
  [
    graphFile('a.ts', [declaration('a.ts::A', { kind: 'class' }), declaration('a.ts::f')]),
    graphFile('b.ts', [declaration('b.ts::B', { kind: 'class' })]),
  ],
  [
    resolvedEdge({ source: 1, target: 0, kind: 'calls', line: 3 }),
    resolvedEdge({ source: 1, target: 0, kind: 'references', line: 4 }),
    resolvedEdge({ source: 1, target: 1, kind: 'calls', line: 5 }),
    resolvedEdge({ sourceFile: 1, target: 0, kind: 'extends', evidence: 'nameOnly' }),
  ],
);

test('toGraphology uses symbol ids as keys and keeps all properties of nodes and edges', () => {
  const copy = toGraphology(graph);
  expect(copy.type).toBe('directed');
  expect(copy.multi).toBe(true);
  expect(copy.getNodeAttributes('a.ts::A')).toEqual(graph.node(1));
  expect(copy.getEdgeAttributes('a.ts::f references a.ts::A')).toEqual(
    graph.outgoing(2, ['references'])[0],
  );
});

test.each([
  ['nothing', {}, 5, 7],
  ['node kinds', { nodeKinds: ['class'] }, 2, 1],
  ['edge kinds', { edgeKinds: ['calls'] }, 5, 2],
  ['files', { paths: new Set(['a.ts']) }, 3, 5],
  ['evidence', { evidenceMin: 'scoped' }, 5, 6],
  ['everything', { nodeKinds: [], edgeKinds: [], paths: new Set<string>() }, 0, 0],
] as const)('toGraphology filters by %s', (_, filter, nodeCount, edgeCount) => {
  const copy = toGraphology(graph, filter);
  expect([copy.order, copy.size]).toEqual([nodeCount, edgeCount]);
});

test('toGraphology gives the same neighbours in both directions', () => {
  fc.assert(
    fc.property(anyGraphInput, ({ files, edges }) => {
      const own = buildGraph(files, edges);
      const copy = toGraphology(own);
      expect([copy.order, copy.size]).toEqual([own.nodeCount, own.edgeCount]);
      for (let index = 0; index < own.nodeCount; index++) {
        const { id } = own.node(index);
        const sorted = (list: Edge[]): Edge[] =>
          list.sort((a, b) => Number(JSON.stringify(a) > JSON.stringify(b)) * 2 - 1);
        const out = copy.outEdges(id).map((key) => copy.getEdgeAttributes(key));
        const into = copy.inEdges(id).map((key) => copy.getEdgeAttributes(key));
        expect(sorted(out)).toEqual(sorted([...own.outgoing(index)]));
        expect(sorted(into)).toEqual(sorted([...own.incoming(index)]));
      }
    }),
  );
});
