/** Adds the requests of clients to the graph of an index. */
import { getOrCompute } from '../../base/memoize.ts';
import { withRequests } from '../../graph/request-edges.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { OpenIndex } from '../context.ts';

const GRAPHS = new WeakMap<Snapshot, Snapshot>();

/**
 * Returns the index with its requests as edges. They are derived when they are first needed, because
 * any file may change where a request leads.
 */
export function withRequestEdges(open: OpenIndex): OpenIndex {
  const { snapshot } = open;
  if (snapshot.requests.length === 0) return open;
  const make = () => ({ ...snapshot, graph: withRequests(snapshot) });
  return { ...open, snapshot: getOrCompute(GRAPHS, snapshot, make) };
}
