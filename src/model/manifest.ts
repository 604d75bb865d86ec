import type { RepoPath } from './path.ts';

export interface ManifestEntry {
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  /** When anything about the file last changed; no program can set it. */
  readonly ctimeMs: number;
  readonly hash: string;
}

/** What a snapshot was made from: every file read, by path. */
export type Manifest = ReadonlyMap<RepoPath, ManifestEntry>;
