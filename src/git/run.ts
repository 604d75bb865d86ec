/** Runs git with fixed arguments. Besides it, only `doctor` starts a process: this program. */
import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { env, execPath } from 'node:process';
import { promisify } from 'node:util';
import { endlessGitFile } from '../files/git-files.ts';

const run = promisify(execFile);

/** Maximum size of what git prints. */
export const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;
const TIMEOUT_MS = 20_000;

/**
 * Settings of a repository that name a program, or a file that may have no end. Given on the command
 * line, they beat every configuration file (git-config(1), "SCOPES").
 */
const SETTINGS = [
  // A folder of plain files that looks like a bare repository can come with any clone.
  'safe.bareRepository=explicit',
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'core.attributesFile=',
  'log.showSignature=false',
  // Otherwise the first commit has no files, and texts are in any encoding.
  'log.showRoot=true',
  'i18n.logOutputEncoding=UTF-8',
  'blame.ignoreRevsFile=',
  'diff.external=',
  // Git reads it to its end; an empty name is an error.
  'diff.orderFile=/dev/null',
  // Otherwise git starts another git in each submodule.
  'diff.submodule=short',
  'mailmap.file=',
  // Paths are printed as they are.
  'core.quotePath=false',
];

/** Options of the commands that print what has changed. */
const DIFF_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  blame: ['--no-textconv'],
  'diff-index': ['--no-ext-diff', '--no-textconv'],
  'diff-tree': ['--no-ext-diff', '--no-textconv'],
  log: ['--no-ext-diff', '--no-textconv'],
};

/**
 * Variables of git and its child processes. A partial clone fetches missing objects with a command
 * that its remote names. Newer versions of git can be told not to fetch. In all versions the
 * allowed protocols can be limited, and no protocol is called "none".
 */
const OWN_VARIABLES = {
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  GIT_TERMINAL_PROMPT: '0',
  // An empty value is not run, and takes precedence over core.askPass.
  GIT_ASKPASS: '',
};

/**
 * Matches the variables for git's installation and the user's own settings. All others are dropped: they
 * would select another repository (git hooks set GIT_DIR), or name programs and files.
 */
const KEPT_VARIABLE =
  /^GIT_(?:EXEC_PATH|CEILING_DIRECTORIES|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

/**
 * Returns the output of `git <command> <args>` in a folder. Undefined without git, a repository or a
 * commit, after a timeout, and if git would read a file without end. Nothing that the repository
 * configures is run, and nothing is fetched.
 */
export async function runGit(
  root: string,
  command: string,
  args: readonly string[],
  more: GitInput = {},
): Promise<string | undefined> {
  return (await runGitBytes(root, command, args, more))?.toString('utf8');
}

export interface GitInput {
  /** Text for the standard input of git. */
  readonly input?: string;
  /** Further settings, which take precedence over all others. */
  readonly settings?: readonly string[];
  readonly timeoutMs?: number;
  /** Receives what git printed before a timeout, when that is of use. */
  readonly onTimeout?: (output: string) => void;
}

/** Like {@link runGit}, but returns the bytes of the output. */
export async function runGitBytes(
  root: string,
  command: string,
  args: readonly string[],
  { input = '', settings = [], timeoutMs = TIMEOUT_MS, onTimeout }: GitInput = {},
): Promise<Buffer | undefined> {
  if (endlessGitFile(root) !== undefined) return undefined;
  const allSettings = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]);
  const diffOptions = DIFF_OPTIONS[command] ?? [];
  try {
    const running = run(
      'git',
      [
        ...['-C', root, '--no-pager', '--no-optional-locks', ...allSettings],
        ...[command, ...diffOptions, ...args],
      ],
      {
        // Windows, and a PATH with relative folders, find programs in the current folder.
        cwd: dirname(execPath),
        encoding: 'buffer',
        env: environment(),
        timeout: timeoutMs,
        maxBuffer: OUTPUT_BYTES_MAX,
      },
    );
    // Git may end before it has read everything; its exit status says whether that is an error.
    running.child.stdin?.on('error', () => undefined).end(input);
    return (await running).stdout;
  } catch (error) {
    const { killed, stdout } = error as { killed?: boolean; stdout?: Buffer };
    if (killed === true) onTimeout?.(stdout?.toString('utf8') ?? '');
    return undefined;
  }
}

function environment(): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(
    // Windows ignores the case of variable names.
    ([name]) => !/^GIT_/i.test(name) || KEPT_VARIABLE.test(name),
  );
  return { ...Object.fromEntries(kept), ...OWN_VARIABLES };
}
