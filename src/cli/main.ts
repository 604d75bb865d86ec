#!/usr/bin/env node
/** The program's entry: the only file that knows the process, and the one place that may end it. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES } from '../base/errors.ts';
import { homeDirectory } from './home-directory.ts';
import { loadCodeCache } from './load-code-cache.ts';
import type { Terminal } from './terminal.ts';
import { optimizeLater } from './v8-flags.ts';
import type * as WholeProgram from './whole-program.ts';

const args = process.argv.slice(2);
// Before anything is compiled: what is kept serves with the same flags alone.
optimizeLater(process.versions.v8);
const {
  exports: { processWriter, runProgram },
  keep,
} = loadCodeCache<typeof WholeProgram>('program', new URL('./program.cjs', import.meta.url));
process.on('exit', keep);

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
  isStdinTty: process.stdin.isTTY === true,
  isStdoutTty: process.stdout.isTTY === true,
  isStderrTty: process.stderr.isTTY === true,
  cwd: process.cwd(),
  homeDir: homeDirectory(),
  watchesTrees: process.platform === 'darwin' || process.platform === 'win32',
  env: process.env,
  programPath: fileURLToPath(import.meta.url),
  signal: interruption.signal,
  now: () => Date.now(),
  writer: processWriter(),
  threadsMax: Math.min(availableParallelism(), THREADS_MAX),
  extractThread: new URL('./extract-thread.js', import.meta.url),
};

// Not process.exit: what is still in the pipe must be written first. Who interrupts does not wait for
// that, and a reader that has stopped reading would keep the process for ever.
process.exitCode = await runProgram(terminal, args);
if (interruption.signal.aborted) process.exit(ERROR_CODES.GM_CANCELLED.exitStatus);
