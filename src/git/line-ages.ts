/** When each line of a file was last changed, and by which commit. */
import { runGit } from './run.ts';

export interface LineAge {
  readonly hash: string;
  /** When it was committed, in seconds since 1970. */
  readonly timeS: number;
  /** First line of the commit's message. */
  readonly subject: string;
  /** The line as it was committed. */
  readonly text: string;
}

const HEAD = /^([0-9a-f]{40,64}) \d+ \d+(?: \d+)?$/;

/**
 * The lines of a file as the last commit has it; undefined when that has no such file. What was only
 * indented otherwise is as old as before. The working tree is not read: that could run a filter.
 */
export async function lineAges(
  root: string,
  path: string,
): Promise<readonly LineAge[] | undefined> {
  const output = await runGit(root, 'blame', ['--porcelain', '-w', 'HEAD', '--', path]);
  return output === undefined ? undefined : parseBlame(output);
}

/** A commit is described where it is met first. */
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
