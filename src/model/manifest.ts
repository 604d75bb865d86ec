import type { RepoPath } from './path.ts';

export interface ManifestEntry {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** Time of the last change of any kind, in ms. Programs cannot set it. */
  readonly ctimeMs: number;
  readonly hash: string;
}

/** The input of a snapshot: every file read, by path. */
export type Manifest = ReadonlyMap<RepoPath, ManifestEntry>;
