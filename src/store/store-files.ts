/** Names of the files in a store. */
import { isDeltaName } from './delta-file.ts';

export const SNAPSHOT_NAME = 'snapshot.gm';
export const FACTS_NAME = 'facts.gm';
export const VECTORS_NAME = 'vectors.gm';
/** Vectors of the previous model, kept while those of the next are computed. */
export const PREVIOUS_NAME = 'earlier.gm';
/** Why the vectors could not be made; see vectors-problem.ts. */
export const PROBLEM_NAME = 'vectors-problem.json';
/** Graph of nearest neighbours; see graph-record.ts. */
export const GRAPH_NAME = 'graph.bin';
export const GRAPH_RECORD_NAME = 'graph.gm';

export const WHOLE_NAMES = [
  SNAPSHOT_NAME,
  FACTS_NAME,
  VECTORS_NAME,
  PREVIOUS_NAME,
  GRAPH_NAME,
  GRAPH_RECORD_NAME,
];

/** Whether saving may replace or remove a file of this name. Temporary files do not count. */
export function isStoreFile(name: string): boolean {
  return isDeltaName(name) || WHOLE_NAMES.includes(name);
}
