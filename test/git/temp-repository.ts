/** A git repository in a folder that exists, independent of the machine's own settings. */
import { execFileSync } from 'node:child_process';
import { type TempProject, tempProject } from '../project/temp-project.ts';

const ENVIRONMENT = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

export function git(folder: string, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, env: ENVIRONMENT, stdio: 'ignore' });
}

export function commitAll(folder: string, message: string, date?: string): void {
  git(folder, 'add', '--all');
  const when = date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { ...ENVIRONMENT, ...when };
  execFileSync('git', ['commit', '--message', message], { cwd: folder, env, stdio: 'ignore' });
}

/** A project of the files given, in a repository with one commit. */
export async function committedProject(
  files: Readonly<Record<string, string>>,
): Promise<TempProject> {
  const temp = await tempProject(files);
  git(temp.config.root, 'init', '--initial-branch=main');
  commitAll(temp.config.root, 'first');
  return temp;
}
