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
  const snapshot = requestingSnapshot(open.snapshot);
  return snapshot === open.snapshot ? open : { ...open, snapshot };
}

/** The same for a snapshot. It is made once, for all tools. */
export function requestingSnapshot(snapshot: Snapshot): Snapshot {
  if (snapshot.requests.length === 0) return snapshot;
  return getOrCompute(GRAPHS, snapshot, () => ({ ...snapshot, graph: withRequests(snapshot) }));
}
