/** Requests of clients as edges of the graph, from the symbol around a call to the handler of the route. */
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { withEdges } from '../../graph/with-edges.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { EntryPoint } from '../../model/entry-point.ts';
import { targetsOf } from '../../model/route-request.ts';
import type { OpenIndex } from '../context.ts';

const GRAPHS = new WeakMap<Snapshot, Snapshot>();

/**
 * Returns the index with an edge `requests` for each request that leads to a route of the same project.
 * They are derived when they are first needed, because any file may change where a request leads.
 */
export function withRequestEdges(open: OpenIndex): OpenIndex {
  const { snapshot } = open;
  if (snapshot.requests.length === 0) return open;
  const make = () => ({ ...snapshot, graph: graphOf(snapshot) });
  return { ...open, snapshot: getOrCompute(GRAPHS, snapshot, make) };
}

function graphOf({ graph, requests, entryPoints }: Snapshot): SymbolGraph {
  const edges = requests.flatMap((request) => {
    const source = graph.find(request.symbol);
    return targetsOf(request, entryPoints).flatMap(({ entry, evidence }) => {
      const target = handlerNode(graph, entry);
      if (source === undefined || target === undefined || source === target) return [];
      return [{ source, target, evidence, line: request.line }];
    });
  });
  return edges.length === 0 ? graph : withEdges(graph, 'requests', edges);
}

/** Returns the handler of a route; what is around it if it has no name. */
function handlerNode(
  graph: SymbolGraph,
  { handler, path, bodyStart }: EntryPoint,
): number | undefined {
  return handler === '' ? graph.innermostAt(path, bodyStart) : graph.find(handler);
}
