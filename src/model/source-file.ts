import type { RepoPath } from './path.ts';

/** A decoded text file. Offsets into `text` are UTF-16 units everywhere in the program. */
export interface SourceFile {
  readonly path: RepoPath;
  readonly text: string;
  /** {@link contentHash} of the bytes on disk. */
  readonly hash: string;
  readonly sizeBytes: number;
  /** Modification time in ms, as stat gave it before reading. */
  readonly mtimeMs: number;
  /** Change time in ms, as stat gave it before reading. */
  readonly ctimeMs: number;
}
