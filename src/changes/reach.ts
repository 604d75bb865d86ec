/** Finds what uses changed symbols, directly and through others. */
import { at } from '../base/assert.ts';
import { overriddenMembers } from '../graph/related-members.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { EDGE_KINDS, type EdgeKind, EVIDENCE } from '../model/edge.ts';

/** The kinds of edges by which a symbol uses another. */
export const USES: readonly EdgeKind[] = ['calls', 'references', 'extends', 'implements'];
/** A request runs the handler of its route. */
const REACHES: readonly EdgeKind[] = [...USES, 'requests'];
const REACH_MASK = REACHES.reduce((mask, kind) => mask | (1 << EDGE_KINDS.indexOf(kind)), 0);
const NAME_ONLY = EVIDENCE.indexOf('nameOnly');

/** Farthest use that is found. A use at this distance seldom notices the change. */
export const DISTANCE_MAX = 6;
/** Most symbols that are visited. */
const VISITED_MAX = 50_000;

export interface Reached {
  /** In order of distance. The changed symbols themselves, at distance 0, come first. */
  readonly nodes: readonly number[];
  readonly distance: ReadonlyMap<number, number>;
  /** The edge that leads from each node to the next one on the way to a changed symbol. */
  readonly edge: ReadonlyMap<number, number>;
}

/**
 * Returns the symbols that use some others, up to a distance. A call of an overridden member may run
 * the member that overrides it, so calls of the base count as well.
 */
export function reachedFrom(
  graph: SymbolGraph,
  starts: Iterable<number>,
  distanceMax: number,
): Reached {
  const distance = new Map<number, number>();
  const edgeOf = new Map<number, number>();
  for (const start of starts) distance.set(start, 0);
  const { columns, incomingLinks, links } = graph;
  // A Map can grow while it is iterated; new entries come last.
  for (const [node, steps] of distance) {
    if (steps >= distanceMax || distance.size >= VISITED_MAX) break;
    for (const target of [node, ...overriddenMembers(graph, node)]) {
      const end = at(incomingLinks.inStart, target + 1);
      for (let place = at(incomingLinks.inStart, target); place < end; place++) {
        const edge = at(incomingLinks.inEdge, place);
        const isUse = ((REACH_MASK >> at(columns.edgeKind, edge)) & 1) === 1;
        if (!isUse || columns.edgeEvidence[edge] === NAME_ONLY) continue;
        const source = at(links.edgeSource, edge);
        if (distance.has(source)) continue;
        distance.set(source, steps + 1);
        edgeOf.set(source, edge);
      }
    }
  }
  return { nodes: [...distance.keys()], distance, edge: edgeOf };
}
