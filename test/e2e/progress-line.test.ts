import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { ProgressLine } from '../../src/cli/progress-line.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
import type { Progress } from '../../src/workers/progress.ts';
import { testWriter } from '../project/temp-project.ts';

/** What is written to stderr while the reports come in, each at its time in ms. */
function written(
  isStderrTty: boolean,
  delayMs: number,
  reports: readonly (readonly [number, Progress])[],
): string {
  let now = 0;
  let output = '';
  const stderr = new PassThrough();
  stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const terminal: Terminal = {
    stdin: new PassThrough(),
    stdout: new PassThrough(),
    stderr,
    isStdinTty: false,
    isStdoutTty: false,
    isStderrTty,
    cwd: '/',
    homeDir: '/',
    env: {},
    watchesTrees: false,
    programPath: '/main.js',
    signal: new AbortController().signal,
    now: () => now,
    memoryBytes: () => 0,
    writer: testWriter(),
    threadsMax: 0,
  };
  const line = new ProgressLine(terminal, delayMs);
  for (const [ms, progress] of reports) {
    now = ms;
    line.show(progress);
  }
  line.clear();
  stderr.read();
  return output;
}

const HALF: Progress = { phase: 'extract', done: 600, total: 1200 };

it('the progress line is drawn on a terminal and cleared', () => {
  expect(written(true, 0, [[0, HALF]])).toBe(
    '\r\u001b[2Kreading files ████████████░░░░░░░░░░░░ 600 of 1,200\r\u001b[2K',
  );
});

it('without a terminal, progress is printed as plain lines: per phase, and every five seconds', () => {
  const reports = [
    [0, { phase: 'discover', done: 0, total: 0 }],
    [10, { phase: 'extract', done: 0, total: 1200 }],
    [20, HALF],
    [5020, HALF],
  ] as const;
  expect(written(false, 0, reports)).toBe(
    'looking for files…\nreading files (1200)…\nreading files (600 of 1200), about 6 s left…\n',
  );
});

it.each([true, false])('quick runs show no progress (terminal: %s)', (isTty) => {
  expect(written(isTty, 400, [[399, HALF]])).toBe('');
});

it('the progress line says how long a phase still takes, once that can be estimated', () => {
  const reports = [
    [0, { phase: 'extract', done: 0, total: 1200 }],
    [1000, HALF],
    [30_000, HALF],
    [300_000, { phase: 'extract', done: 300, total: 1200 }],
  ] as const;
  const text = written(true, 0, reports);
  expect(text.match(/about [^\r]*/g)).toEqual(['about 30 s left', 'about 15 min left']);
});
