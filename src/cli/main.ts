#!/usr/bin/env node
/**
 * Entry of the program: the only file that accesses the process, and the only one that may end it.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ERROR_CODES } from '../base/errors.ts';
import { homeDirectory } from './home-directory.ts';
import { joinSession } from './join/join-session.ts';
import { loadCodeCache } from './load-code-cache.ts';
import type { Terminal } from './terminal.ts';
import { optimizeLater } from './v8-flags.ts';
import { VERSION } from './version.ts';
import type * as WholeProgram from './whole-program.ts';

const args = process.argv.slice(2);
const interruption = new AbortController();
process.on('SIGINT', () => {
  // The first interrupt lets the work end in order; the second exits at once.
  if (interruption.signal.aborted) process.exit(ERROR_CODES.GM_CANCELLED.exitStatus);
  interruption.abort();
});
process.on('SIGTERM', () => interruption.abort());
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader of the pipe has closed it, as `head` does. This is no failure, but there is no
  // reason to continue.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

// Before the program is loaded, which a session that is served by another process does not need.
const session = await joinSession(args, {
  input: process.stdin,
  output: process.stdout,
  cwd: process.cwd(),
  homeDir: homeDirectory(),
  version: VERSION,
  signal: interruption.signal,
  notice: (line) => process.stderr.write(`${line}\n`),
});
if (session === undefined)
  process.exit(interruption.signal.aborted ? ERROR_CODES.GM_CANCELLED.exitStatus : 0);

// Must come before anything is compiled: cached code is valid only with the same flags.
optimizeLater(process.versions.v8);
const {
  exports: { processWriter, runProgram },
  keep,
} = loadCodeCache<typeof WholeProgram>('program', new URL('./program.cjs', import.meta.url));
process.on('exit', keep);

/**
 * Maximum number of threads. Each takes about 60 MB; additional ones only wait for the thread that
 * resolves.
 */
const THREADS_MAX = 4;

const terminal: Terminal = {
  stdin: session.input,
  stdout: session.output,
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
  memoryBytes: () => process.memoryUsage.rss(),
  writer: processWriter(),
  threadsMax: Math.min(availableParallelism(), THREADS_MAX),
  extractThread: new URL('./extract-thread.js', import.meta.url),
};

// Does not call process.exit, because buffered output must be written first. After an interrupt it
// does not wait: a reader that stopped reading would keep the process alive forever.
process.exitCode = await runProgram(terminal, args);
if (interruption.signal.aborted) process.exit(ERROR_CODES.GM_CANCELLED.exitStatus);
