import { runGit } from './run.ts';

/**
 * Returns the checked-out commit and those before it, newest first, without the commits of merged
 * branches; empty outside of git.
 */
export async function commitsBefore(root: string, countMax: number): Promise<readonly string[]> {
  const args = ['--first-parent', `--max-count=${countMax}`, 'HEAD'];
  const output = await runGit(root, 'rev-list', args);
  return output?.split('\n').filter((line) => line !== '') ?? [];
}
