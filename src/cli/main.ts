#!/usr/bin/env node
/** The program's entry: the only file that knows the process, and the one place that may end it. */
import { availableParallelism, homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES } from '../base/errors.ts';
import { keepCompiled } from '../config/compile-cache.ts';
import { optimizeLater } from './optimize-later.ts';
import type { Terminal } from './terminal.ts';

const homeDir = homedir();
optimizeLater(process.versions.v8);
keepCompiled(homeDir);

// Only now, since loading the program's modules is most of what a short command does.
const [{ processWriter }, { runProgram }] = await Promise.all([
  import('./process-writer.ts'),
  import('./program.ts'),
]);

const interruption = new AbortController();

process.on('SIGINT', () => {
  // The first one lets the work end in order; who asks twice does not want to wait.
  if (interruption.signal.aborted) process.exit(ERROR_CODES.GM_CANCELLED.exitStatus);
  interruption.abort();
});
process.on('SIGTERM', () => interruption.abort());
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of a pipe has seen enough, as `head` does: not a failure, but no reason to go on.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

/** Each thread takes some 60 MB; more of them only wait for the one that resolves. */
const THREADS_MAX = 4;

const terminal: Terminal = {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isStdoutTty: process.stdout.isTTY === true,
  isStderrTty: process.stderr.isTTY === true,
  cwd: process.cwd(),
  homeDir,
  watchesTrees: process.platform === 'darwin' || process.platform === 'win32',
  env: process.env,
  programPath: fileURLToPath(import.meta.url),
  signal: interruption.signal,
  now: () => Date.now(),
  writer: processWriter(),
  threadsMax: Math.min(availableParallelism(), THREADS_MAX),
};

// Not process.exit: what is still in the pipe must be written first. Who interrupts does not wait for
// that, and a reader that has stopped reading would keep the process for ever.
process.exitCode = await runProgram(terminal, process.argv.slice(2));
if (interruption.signal.aborted) process.exit(ERROR_CODES.GM_CANCELLED.exitStatus);
