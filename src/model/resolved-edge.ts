import type { EdgeForm, EdgeKind, Evidence } from './edge.ts';
import type { RepoPath } from './path.ts';
import type { Declaration } from './symbol.ts';

/** The facts of one file that the graph needs. */
export interface GraphFile {
  readonly path: RepoPath;
  readonly language: string;
  readonly lineCount: number;
  readonly doc: string;
  readonly declarations: readonly Declaration[];
  /** Hashes of the file and of its declarations; see {@link FileFacts.fingerprints}. */
  readonly fingerprints?: Uint32Array;
}

/**
 * One occurrence of an edge between two files' declarations, before occurrences of the same edge
 * are merged. Files are indexes into the resolved list (sorted by path); declaration −1 is the file
 * itself.
 */
export interface ResolvedEdge {
  readonly sourceFile: number;
  readonly source: number;
  readonly targetFile: number;
  readonly target: number;
  /** Never `contains`: that follows from {@link Declaration.parent}. */
  readonly kind: EdgeKind;
  readonly evidence: Evidence;
  readonly form: EdgeForm;
  readonly line: number;
  /** For `imports`: imported names. */
  readonly names: readonly string[];
}
