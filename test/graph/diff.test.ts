import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { diffGraphs, NODE_ASPECTS } from '../../src/graph/diff.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { anyGraphInput } from '../helpers/graph-fixtures.ts';

/** Everything that a comparison by ids can see of a graph: a text per node and per edge. */
function contentOf(graph: SymbolGraph) {
  const nodes = new Map<string, string>();
  const edges = new Map<string, string>();
  for (let index = 0; index < graph.nodeCount; index++) {
    const node = graph.node(index);
    nodes.set(node.id, JSON.stringify(NODE_ASPECTS.map((aspect) => node[aspect])));
    for (const { kind, target, evidence, form, names } of graph.outgoing(index)) {
      const key = `${node.id} ${kind} ${graph.node(target).id}`;
      edges.set(key, JSON.stringify([evidence, form, names]));
    }
  }
  return { nodes, edges };
}

function difference(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>) {
  return {
    added: [...now.keys()].filter((key) => !old.has(key)).sort(),
    removed: [...old.keys()].filter((key) => !now.has(key)).sort(),
    changed: [...old.keys()].filter((key) => now.has(key) && now.get(key) !== old.get(key)).sort(),
  };
}

function edgeKey(graph: SymbolGraph, number: number): string {
  const { source, kind, target } = graph.edge(number);
  return `${graph.node(source).id} ${kind} ${graph.node(target).id}`;
}

it('finds exactly the nodes and edges that one graph has and the other has not', () => {
  fc.assert(
    fc.property(anyGraphInput, anyGraphInput, (first, second) => {
      const [old, now] = [first, second].map(({ files, edges }) => buildGraph(files, edges)) as [
        SymbolGraph,
        SymbolGraph,
      ];
      const diff = diffGraphs(old, now, () => false);
      const [a, b] = [contentOf(old), contentOf(now)];
      expect({
        added: diff.addedNodes.map((node) => now.node(node).id).sort(),
        removed: diff.removedNodes.map((node) => old.node(node).id).sort(),
        changed: diff.changedNodes.map(({ now: node }) => now.node(node).id).sort(),
      }).toEqual(difference(a.nodes, b.nodes));
      expect({
        added: diff.addedEdges.map((edge) => edgeKey(now, edge)).sort(),
        removed: diff.removedEdges.map((edge) => edgeKey(old, edge)).sort(),
        changed: diff.changedEdges.map(({ now: edge }) => edgeKey(now, edge)).sort(),
      }).toEqual(difference(a.edges, b.edges));
    }),
  );
});

it('finds nothing between a graph and itself, whether files are known to be equal or not', () => {
  fc.assert(
    fc.property(anyGraphInput, fc.boolean(), ({ files, edges }, isKnown) => {
      const graph = buildGraph(files, edges);
      const { nodeMap, ...lists } = diffGraphs(graph, graph, () => isKnown);
      expect(Object.values(lists).flat()).toEqual([]);
      expect([...nodeMap]).toEqual(Array.from(nodeMap, (_, index) => index));
    }),
  );
});
