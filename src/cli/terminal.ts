import type { Readable, Writable } from 'node:stream';
import type { WriterIdentity } from '../project/project.ts';
import { visible } from '../tools/answer/display.ts';

/** The process as commands see it; only main.ts knows the real one. */
export interface Terminal {
  readonly stdin: Readable;
  /** Answers go here and nothing else. */
  readonly stdout: Writable;
  /** Progress, notices and errors. */
  readonly stderr: Writable;
  readonly isStdinTty: boolean;
  readonly isStdoutTty: boolean;
  readonly isStderrTty: boolean;
  readonly cwd: string;
  readonly homeDir: string;
  /** Whether the system watches a whole tree of folders by one call. */
  readonly watchesTrees: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the program, for telling MCP clients how to start it. */
  readonly programPath: string;
  /** Aborted by Ctrl-C, and when nobody reads the answer any more. */
  readonly signal: AbortSignal;
  /** ms since the epoch. */
  readonly now: () => number;
  /** This process, as the stores' locks name it. */
  readonly writer: WriterIdentity;
  /** How many threads may work at a time. */
  readonly threadsMax: number;
  /** What a thread that extracts files runs, if not what is made for it. */
  readonly extractThread?: URL;
}

/** What is printed may quote names and paths of any project: nothing in it acts on the terminal. */
export function printLine(stream: Writable, line: string): void {
  stream.write(`${visible(line)}\n`);
}

/** A line of its own, in bold where the terminal has it. */
export function printTitle(terminal: Terminal, title: string): void {
  const isColoured = hasColour(terminal, terminal.isStdoutTty);
  terminal.stdout.write(`\n${bold(visible(title), isColoured)}\n`);
}

/** Whether a stream may get colours: a terminal, and nobody has asked for none (no-color.org). */
function hasColour(terminal: Terminal, isTty: boolean): boolean {
  return isTty && (terminal.env['NO_COLOR'] ?? '') === '' && terminal.env['TERM'] !== 'dumb';
}

function bold(text: string, isColoured: boolean): string {
  return isColoured ? `\u001b[1m${text}\u001b[22m` : text;
}
