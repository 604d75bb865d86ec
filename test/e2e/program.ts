/** The built program, run as a user runs it: a real process on a copy of a fixture project. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const PROGRAM = join(repository, 'dist/cli/main.js');
const SHOP = join(repository, 'fixtures/projects/shop');

interface Run {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A copy of the shop in a folder of its own, with a home folder beside it that holds the store. */
export interface Sandbox {
  readonly folder: string;
  readonly project: string;
  readonly home: string;
  run(args: readonly string[], options?: RunOptions): Promise<Run>;
  remove(): Promise<void>;
}

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string;
  /** Sees stderr as it comes; may interrupt the process. */
  readonly onStderr?: (text: string, interrupt: () => void) => void;
}

export async function makeSandbox(): Promise<Sandbox> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'graph-memory-')));
  const project = join(folder, 'shop');
  const home = join(folder, 'home');
  await cp(SHOP, project, { recursive: true });
  return {
    folder,
    project,
    home,
    run: (args, options = {}) => runProgram(args, { cwd: project, home, ...options }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The environment of a run: nothing of the machine's own settings may show in an answer. */
export function environment(home: string): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: home, USERPROFILE: home };
}

function runProgram(
  args: readonly string[],
  options: RunOptions & { readonly cwd: string; readonly home: string },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: options.cwd,
      env: environment(options.home),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
      options.onStderr?.(text, () => child.kill('SIGINT'));
    });
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, stdout, stderr }));
    child.stdin.end(options.input ?? '');
  });
}

export interface StartedServer {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
}

/** Starts `graph-memory serve` on a free port. */
export async function startServer(
  { project, home }: Sandbox,
  args: readonly string[] = [],
): Promise<StartedServer> {
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--json', ...args], {
    cwd: project,
    env: environment(home),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let text = '';
  for await (const part of child.stdout) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  const { url, token_file: file } = JSON.parse(text) as { url: string; token_file: string | null };
  const token = file === null ? '' : (await readFile(file, 'utf8')).trim();
  return { url, token, process: child };
}
