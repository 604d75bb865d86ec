/** Finds the commit that last changed each line of a file, and its time. */
import { runGit } from './run.ts';

export interface LineAge {
  readonly hash: string;
  /** Commit time, in seconds since 1970. */
  readonly timeS: number;
  /** First line of the commit's message. */
  readonly subject: string;
  /** The line as committed. */
  readonly text: string;
}

const HEAD = /^([0-9a-f]{40,64}) \d+ \d+(?: \d+)?$/;

/**
 * Returns the lines of a file in a commit; undefined when the commit has no such file. A
 * change of indentation alone does not count as a change. The working tree is not read, because
 * that could run a filter.
 */
export async function lineAges(
  root: string,
  path: string,
  commit = 'HEAD',
): Promise<readonly LineAge[] | undefined> {
  const output = await runGit(root, 'blame', ['--porcelain', '-w', commit, '--', path]);
  return output === undefined ? undefined : parseBlame(output);
}

/** Parses the output of `git blame`, which describes a commit at its first occurrence. */
function parseBlame(output: string): LineAge[] {
  const commits = new Map<string, { timeS: number; subject: string }>();
  const ages: LineAge[] = [];
  let hash = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('\t')) {
      const commit = commits.get(hash);
      if (commit !== undefined) ages.push({ hash, ...commit, text: line.slice(1) });
      continue;
    }
    hash = HEAD.exec(line)?.[1] ?? hash;
    const known = commits.get(hash) ?? { timeS: 0, subject: '' };
    if (line.startsWith('committer-time ')) known.timeS = Number(line.slice(15));
    else if (line.startsWith('summary ')) known.subject = line.slice(8);
    commits.set(hash, known);
  }
  return ages;
}
