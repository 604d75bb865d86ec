/** Requests of clients as edges of the graph, from the symbol around a call to the handler of the route. */
import type { EntryPoint } from '../model/entry-point.ts';
import { type RouteRequest, targetsOf } from '../model/route-request.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { withEdges } from './with-edges.ts';

interface Requesting {
  readonly graph: SymbolGraph;
  readonly requests: readonly RouteRequest[];
  readonly entryPoints: readonly EntryPoint[];
}

/**
 * Returns the graph with an edge `requests` for each request that leads to a route of the project; the
 * same nodes have the same numbers. O(edges) if there are any.
 */
export function withRequests({ graph, requests, entryPoints }: Requesting): SymbolGraph {
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
