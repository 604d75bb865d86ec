import type { RepoPath } from '../model/path.ts';
import type { Phase, RunOptions } from '../workers/progress.ts';

export interface IndexOptions extends RunOptions {
  /** Read every file again, ignoring what is known of it. */
  readonly full?: boolean;
  /**
   * The only paths that can have changed since the last run. When undefined, any path may have
   * changed.
   */
  readonly changed?: readonly string[] | undefined;
  /** Takes one line for people when another process has to be waited for. */
  readonly notice?: ((line: string) => void) | undefined;
}

export interface PrepareOptions extends RunOptions {
  /**
   * If false, the stored index is used without a refresh. `always` refreshes however long that takes,
   * beyond the deadline of an answer too, and however recent the last one is.
   */
  readonly refresh: boolean | 'always';
  /** Receives one human-readable line about the work that was needed. */
  readonly notice: (line: string) => void;
  /** Receives the reason if the snapshot may be older than the disk; by default a notice. */
  readonly outdated?: (reason: string) => void;
}

export interface IndexRun {
  /**
   * Files that changed while this process watched. Empty when they are so many that a tool must
   * have changed them.
   */
  readonly edited: readonly RepoPath[];
  readonly generation: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  readonly parsed: number;
  readonly seconds: number;
  readonly secondsByPhase: Readonly<Record<Phase, number>>;
  readonly changedAnything: boolean;
}
