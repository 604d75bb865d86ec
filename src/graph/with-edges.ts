/** Adds edges to a graph that are derived from more than the code of their source. */
import { at } from '../base/assert.ts';
import { runSync } from '../base/cooperative.ts';
import { EDGE_FORMS, EDGE_KINDS, type Edge, EVIDENCE } from '../model/edge.ts';
import { EdgeJoiner } from './edge-joiner.ts';
import { EdgeOccurrences, mergeSteps } from './edge-occurrences.ts';
import { StringInterner } from './string-interner.ts';
import { SymbolGraph } from './symbol-graph.ts';

type AddedEdge = Pick<Edge, 'source' | 'target' | 'evidence'> & { readonly line: number };

/**
 * Returns a graph with the same nodes and further edges of a kind that it has none of. O(edges).
 * The edges of a node stay sorted only if the kind comes after those of all other edges of code.
 */
export function withEdges(
  { columns, nodeCount }: SymbolGraph,
  kind: 'requests',
  edges: readonly AddedEdge[],
): SymbolGraph {
  const occurrences = new EdgeOccurrences(edges.length);
  for (const { source, target, evidence, line } of edges)
    occurrences.add({
      source,
      target,
      kind: EDGE_KINDS.indexOf(kind),
      evidence: EVIDENCE.indexOf(evidence),
      form: EDGE_FORMS.indexOf('plain'),
      line,
      names: [],
    });
  const strings = new StringInterner(columns.strings);
  const made = runSync(
    mergeSteps(occurrences, { sources: nodeCount, targets: nodeCount }, strings),
  );
  const same = Int32Array.from({ length: nodeCount }, (_, node) => node);
  const joiner = new EdgeJoiner(columns, made, nodeCount, same);
  let next = 0;
  for (let node = 0; node < nodeCount; node++) {
    if (at(made.outStart, node) === at(made.outStart, node + 1)) continue;
    joiner.addKept(next, next, node + 1);
    joiner.addMade(node, node + 1, node);
    next = node + 1;
  }
  joiner.addKept(next, next, nodeCount);
  return new SymbolGraph({ ...columns, strings: strings.strings, ...joiner.runSync() });
}
