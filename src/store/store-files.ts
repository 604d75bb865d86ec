/** Names of the files in a store. */
import { isDeltaName } from './delta-file.ts';

export const SNAPSHOT_NAME = 'snapshot.gm';
export const FACTS_NAME = 'facts.gm';
export const VECTORS_NAME = 'vectors.gm';
/** Sparse vectors; see semantic/sparse-scan.ts. */
export const SPARSE_NAME = 'sparse.gm';
/** Vectors of the previous model, kept while those of the next are computed. */
export const PREVIOUS_NAME = 'earlier.gm';
/** Why the vectors could not be made; see vectors-problem.ts. */
export const PROBLEM_NAME = 'vectors-problem.json';
/** Messages of recent commits; see stored-commits.ts. */
export const COMMITS_NAME = 'commits.json';
/** Graph of nearest neighbours; see graph-record.ts. */
export const GRAPH_NAME = 'graph.bin';
export const GRAPH_RECORD_NAME = 'graph.gm';

/** Which files are those of another working tree; see link-files.ts. */
export const BORROWED_NAME = 'borrowed.txt';

export const WHOLE_NAMES = [
  SNAPSHOT_NAME,
  FACTS_NAME,
  VECTORS_NAME,
  SPARSE_NAME,
  PREVIOUS_NAME,
  GRAPH_NAME,
  GRAPH_RECORD_NAME,
];

/** Names of files that are numbered in the order in which they were written: `revision-1.gm`. */
export interface NumberedNames {
  readonly nameOf: (number: number) => string;
  readonly isName: (name: string) => boolean;
  readonly numberOf: (name: string) => number;
}

function numberedNames(stem: string): NumberedNames {
  const pattern = new RegExp(`^${stem}-(\\d{1,9})\\.gm$`);
  return {
    nameOf: (number) => `${stem}-${number}.gm`,
    isName: (name) => pattern.test(name),
    numberOf: (name) => Number(pattern.exec(name)?.[1]),
  };
}

/** Facts of file contents at other revisions; see revision-facts.ts. */
export const REVISION_NAMES = numberedNames('revision');
/** Facts that an unfinished first index has found so far. Saving a whole index removes them. */
export const PARTIAL_NAMES = numberedNames('partial');

/** Whether saving may replace or remove a file of this name. Temporary files do not count. */
export function isStoreFile(name: string): boolean {
  const isNumbered = REVISION_NAMES.isName(name) || PARTIAL_NAMES.isName(name);
  return isDeltaName(name) || isNumbered || WHOLE_NAMES.includes(name);
}
