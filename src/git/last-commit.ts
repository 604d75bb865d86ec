import { runGit } from './run.ts';

export interface CommitHead {
  readonly hash: string;
  /** Commit time, in seconds since 1970. */
  readonly timeS: number;
  readonly author: string;
  /** First line of the commit message. */
  readonly subject: string;
}

/** Describes the checked-out commit; undefined if there is none. */
export async function commitHead(root: string): Promise<CommitHead | undefined> {
  const args = ['--max-count=1', '-z', '--format=%H%x00%ct%x00%an%x00%s', 'HEAD', '--'];
  const output = await runGit(root, 'log', args);
  const [full, time, author = '', subject = ''] = output?.split('\0') ?? [];
  if (full === undefined || time === undefined) return undefined;
  return { hash: full, timeS: Number(time), author, subject };
}
