import { runGit } from './run.ts';

export interface CommitHead {
  readonly hash: string;
  /** Commit time, in seconds since 1970. */
  readonly timeS: number;
  readonly author: string;
  /** First line of the commit message. */
  readonly subject: string;
}

/** Describes a commit, by default the checked-out one; undefined if there is none. */
export async function commitHead(root: string, hash = 'HEAD'): Promise<CommitHead | undefined> {
  const args = ['--max-count=1', '-z', '--format=%H%x00%ct%x00%an%x00%s', hash, '--'];
  const output = await runGit(root, 'log', args);
  const [full, time, author = '', subject = ''] = output?.split('\0') ?? [];
  if (full === undefined || time === undefined) return undefined;
  return { hash: full, timeS: Number(time), author, subject };
}
