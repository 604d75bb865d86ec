import type { RepoPath } from '../model/path.ts';
import type { Phase, RunOptions } from '../workers/progress.ts';

export interface IndexOptions extends RunOptions {
  /** Read every file again, whatever is known of it. */
  readonly full?: boolean;
  /** The only paths that can have changed since the last run; anything may, when it is not said. */
  readonly changed?: readonly string[] | undefined;
  /** Takes one line for people when another process has to be waited for. */
  readonly notice?: ((line: string) => void) | undefined;
}

export interface PrepareOptions extends RunOptions {
  /** false: be content with the stored index. */
  readonly refresh: boolean;
  /** Takes one line for people about what had to be done. */
  readonly notice: (line: string) => void;
}

export interface IndexRun {
  /** Files that changed while this process watched, unless they are so many that a tool did it. */
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
