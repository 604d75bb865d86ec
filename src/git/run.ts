/** One call of git with fixed arguments. The only place that starts a process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * What git prints; undefined when there is no git, no repository, no commit yet, or it does not answer
 * in time: all the same to who asks for history.
 */
export async function runGit(root: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run('git', ['--no-pager', '--no-optional-locks', ...args], {
      cwd: root,
      timeout: TIMEOUT_MS,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return stdout;
  } catch {
    return undefined;
  }
}
