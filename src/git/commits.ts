/** Reads recent commits from git, with the files that each one changed. */
import { runGit } from './run.ts';

export interface Commit {
  readonly hash: string;
  /** Commit time, in seconds since 1970. */
  readonly timeS: number;
  /** First line of the commit message. */
  readonly subject: string;
  /** Changed files in the requested folder, relative to it. */
  readonly paths: readonly string[];
}

/**
 * Starts each record after the NUL that ends the one before. A subject can contain every other
 * character, and no path is empty.
 */
export const RECORD = '%x00';

/**
 * The newest commits before a revision that touched the folder, newest first, merges left out; undefined
 * when there is no git, no repository, or it does not answer in time.
 */
export async function recentCommits(
  root: string,
  countMax: number,
  from = 'HEAD',
): Promise<readonly Commit[] | undefined> {
  const args = [
    `--max-count=${countMax}`,
    '--no-merges',
    '--no-renames',
    '--relative',
    '--name-only',
    '-z',
    `--format=${RECORD}%H %ct %s`,
    from,
    '--',
    '.',
  ];
  const output = await runGit(root, 'log', args);
  return output === undefined ? undefined : parseCommits(output);
}

/**
 * Returns the hashes of commits after another one, given by its hash, that changed a file, oldest
 * first; none without git.
 */
export async function laterCommits(
  root: string,
  {
    since,
    path,
    countMax,
  }: { readonly since: string; readonly path: string; readonly countMax: number },
): Promise<readonly string[]> {
  const args = ['--reverse', '--format=%H', `${since}..HEAD`, '--', `:(literal)${path}`];
  const output = await runGit(root, 'log', args);
  return (output ?? '').split('\n').filter(Boolean).slice(0, countMax);
}

/** Returns the messages of the newest commits after one and up to another, given by their hashes. */
export async function messagesBetween(
  root: string,
  { from, to, countMax }: { readonly from: string; readonly to: string; readonly countMax: number },
): Promise<readonly string[]> {
  const args = ['-z', '--format=%B', `--max-count=${countMax}`, `${from}..${to}`, '--'];
  return (await runGit(root, 'log', args))?.split('\0') ?? [];
}

const HEAD = /^([0-9a-f]{40,64}) (\d+) (.*)$/s;

/**
 * Parses the output of `git log -z --name-only`, which is `\0<hash> <time>
 * <subject>\0\n<path>\0<path>\0` per commit.
 */
function parseCommits(output: string): Commit[] {
  return recordsOf(output).flatMap(({ head, paths }) => {
    const [, hash, time, subject] = HEAD.exec(head) ?? [];
    if (hash === undefined || subject === undefined) return [];
    const timeS = Number(time);
    return [{ hash, timeS, subject, paths }];
  });
}

/** Splits what `git log -z --name-only` prints in a format that starts with {@link RECORD}. */
export function recordsOf(
  output: string,
): readonly { readonly head: string; readonly paths: readonly string[] }[] {
  return output.split('\0\0').map((record) => {
    const [head = '', first = '', ...paths] = record.replace(/^\0/, '').split('\0');
    return { head, paths: [first.replace(/^\n/, ''), ...paths].filter((path) => path !== '') };
  });
}
