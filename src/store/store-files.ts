/** Names of the files in a store. */
import { isDeltaName } from './delta-file.ts';

export const SNAPSHOT_NAME = 'snapshot.gm';
export const FACTS_NAME = 'facts.gm';
export const VECTORS_NAME = 'vectors.gm';
/** Vectors of the previous model, kept while those of the next are computed. */
export const PREVIOUS_NAME = 'earlier.gm';
/** Why the vectors could not be made; see vectors-problem.ts. */
export const PROBLEM_NAME = 'vectors-problem.json';
/** Messages of recent commits; see stored-commits.ts. */
export const COMMITS_NAME = 'commits.json';
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

const REVISION_NAME = /^revision-(\d{1,9})\.gm$/;

/** Returns the name of a file of facts at other revisions; see revision-facts.ts. */
export function revisionName(number: number): string {
  return `revision-${number}.gm`;
}

export function isRevisionName(name: string): boolean {
  return REVISION_NAME.test(name);
}

export function revisionNumber(name: string): number {
  return Number(REVISION_NAME.exec(name)?.[1]);
}

const PARTIAL_NAME = /^partial-(\d{1,9})\.gm$/;

/** Returns the name of a file of facts of an unfinished first index; see facts-files.ts. */
export function partialName(number: number): string {
  return `partial-${number}.gm`;
}

export function isPartialName(name: string): boolean {
  return PARTIAL_NAME.test(name);
}

export function partialNumber(name: string): number {
  return Number(PARTIAL_NAME.exec(name)?.[1]);
}

/** Whether saving may replace or remove a file of this name. Temporary files do not count. */
export function isStoreFile(name: string): boolean {
  return (
    isDeltaName(name) || isRevisionName(name) || isPartialName(name) || WHOLE_NAMES.includes(name)
  );
}
