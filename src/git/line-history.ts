/** Reads the commits that changed some lines of a file. */
import type { CommitHead } from './last-commit.ts';
import { runGit } from './run.ts';

export interface LineHistory {
  /** Newest first. */
  readonly commits: readonly CommitHead[];
  /** False if git had more to say: after a timeout, or beyond the maximum number of commits. */
  readonly isComplete: boolean;
}

interface Lines {
  readonly path: string;
  /** 1-based, both included. */
  readonly start: number;
  readonly end: number;
}

interface Limits {
  readonly commitsMax: number;
  readonly timeoutMs: number;
}

const FORMAT = '%H%x00%ct%x00%an%x00%s%x00';

/**
 * Returns the commits up to `commit` that changed lines of a file, which are those of that commit.
 * Git follows the lines through renames. Undefined without git, or if the commit lacks the file.
 */
export async function lineHistory(
  root: string,
  commit: string,
  { path, start, end }: Lines,
  { commitsMax, timeoutMs }: Limits,
): Promise<LineHistory | undefined> {
  const args = [
    ...[`-L${start},${end}:${path}`, '--no-patch', `--max-count=${commitsMax + 1}`],
    ...[`--format=${FORMAT}`, commit],
  ];
  let partial: string | undefined;
  const output = await runGit(root, 'log', args, {
    timeoutMs,
    onTimeout: (text) => {
      partial = text;
    },
  });
  const text = output ?? partial;
  if (text === undefined) return undefined;
  const commits = parseCommits(text);
  return {
    commits: commits.slice(0, commitsMax),
    isComplete: output !== undefined && commits.length <= commitsMax,
  };
}

/** An unfinished last commit is left out. */
function parseCommits(output: string): readonly CommitHead[] {
  const commits: CommitHead[] = [];
  const parts = output.split('\0');
  for (let at = 0; at + 4 < parts.length; at += 4) {
    const [hash = '', time, author = '', subject = ''] = parts.slice(at, at + 4);
    commits.push({ hash: hash.trim(), timeS: Number(time), author, subject });
  }
  return commits;
}
