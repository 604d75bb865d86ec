/** Facts from git: which files each recent commit touched. The only folder that starts a process. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Commit {
  readonly hash: string;
  /** First line of the message. */
  readonly subject: string;
  /** Touched files of the folder that was asked about, relative to it. */
  readonly paths: readonly string[];
}

const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;
const TIMEOUT_MS = 20_000;
/** Not in a subject, which is one line, nor in a path that git prints with -z. */
const RECORD = '\u0001';

/**
 * The newest commits that touched the folder, newest first, merges left out; undefined when there is no
 * git, no repository, or it does not answer in time. Nothing that the repository configures is run.
 */
export async function recentCommits(
  root: string,
  countMax: number,
): Promise<readonly Commit[] | undefined> {
  const args = [
    '--no-pager',
    '--no-optional-locks',
    '-c',
    'log.showSignature=false',
    'log',
    `--max-count=${countMax}`,
    '--no-merges',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--relative',
    '--name-only',
    '-z',
    `--format=${RECORD}%H %s`,
    '--',
    '.',
  ];
  try {
    const { stdout } = await run('git', args, {
      cwd: root,
      timeout: TIMEOUT_MS,
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return parseCommits(stdout);
  } catch {
    // No git, no repository, no commit yet: all the same to who asks for history.
    return undefined;
  }
}

const HEAD = /^([0-9a-f]{40,64}) (.*)$/s;

/** `\u0001<hash> <subject>\0\n<path>\0<path>\0` per commit, as `git log -z --name-only` prints it. */
function parseCommits(output: string): Commit[] {
  return output.split(RECORD).flatMap((record) => {
    const [head = '', ...paths] = record.split('\0').map((part) => part.replace(/^\n/, ''));
    const [, hash, subject] = HEAD.exec(head) ?? [];
    if (hash === undefined || subject === undefined) return [];
    return [{ hash, subject, paths: paths.filter((path) => path !== '') }];
  });
}
