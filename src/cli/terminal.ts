import type { Readable, Writable } from 'node:stream';
import type { WriterIdentity } from '../project/project.ts';
import { visible } from '../tools/answer/display.ts';

/** The process as seen by commands; only main.ts accesses the real one. */
export interface Terminal {
  readonly stdin: Readable;
  /** Output for answers only. */
  readonly stdout: Writable;
  /** Output for progress, notices and errors. */
  readonly stderr: Writable;
  readonly isStdinTty: boolean;
  readonly isStdoutTty: boolean;
  readonly isStderrTty: boolean;
  readonly cwd: string;
  readonly homeDir: string;
  /** Whether one call to the system can watch a whole tree of folders. */
  readonly watchesTrees: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the program, to show MCP clients how to start it. */
  readonly programPath: string;
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
  /** Returns the memory of the process in bytes. */
  readonly memoryBytes: () => number;
  /** Identity of this process for store locks. */
  readonly writer: WriterIdentity;
  /** Maximum number of concurrent threads. */
  readonly threadsMax: number;
  /** Script of the extraction threads; undefined for the default one. */
  readonly extractThread?: URL;
}

/**
 * Prints a line. Output may quote names and paths of any project, so control characters are made
 * harmless.
 */
export function printLine(stream: Writable, line: string): void {
  stream.write(`${visible(line)}\n`);
}

/** Prints a title line, in bold if the terminal supports it. */
export function printTitle(terminal: Terminal, title: string): void {
  const isColoured = hasColour(terminal, terminal.isStdoutTty);
  terminal.stdout.write(`\n${bold(visible(title), isColoured)}\n`);
}

/**
 * Whether a stream may get colours: it is a terminal, and the user has not disabled colours
 * (no-color.org).
 */
function hasColour(terminal: Terminal, isTty: boolean): boolean {
  return isTty && (terminal.env['NO_COLOR'] ?? '') === '' && terminal.env['TERM'] !== 'dumb';
}

function bold(text: string, isColoured: boolean): string {
  return isColoured ? `\u001b[1m${text}\u001b[22m` : text;
}
