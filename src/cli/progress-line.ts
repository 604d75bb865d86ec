import { grouped } from '../base/grouped.ts';
import type { Progress } from '../workers/progress.ts';
import { printLine, type Terminal } from './terminal.ts';

const PHASE_WORDS: Readonly<Record<Progress['phase'], string>> = {
  discover: 'looking for files',
  extract: 'reading files',
  resolve: 'resolving references',
  index: 'building the text index',
  save: 'saving',
  embed: 'making vectors',
};

const BAR_WIDTH = 24;
/** Interval of progress lines in long phases without a terminal. */
const PLAIN_INTERVAL_MS = 5000;

/**
 * Shows the progress of an index run on stderr: a line that redraws itself on a terminal, plain
 * lines elsewhere. Runs shorter than the delay show nothing.
 */
export class ProgressLine {
  readonly #terminal: Terminal;
  readonly #visibleFromMs: number;
  #isDrawn = false;
  #phase: Progress['phase'] | undefined;
  #printedMs = 0;

  constructor(terminal: Terminal, delayMs: number) {
    this.#terminal = terminal;
    this.#visibleFromMs = terminal.now() + delayMs;
  }

  show(progress: Progress): void {
    if (this.#terminal.now() < this.#visibleFromMs) return;
    if (this.#terminal.isStderrTty) this.#draw(progress);
    else this.#print(progress);
  }

  /** Clears the line, so that the next output starts in its place. */
  clear(): void {
    if (this.#isDrawn) this.#terminal.stderr.write('\r\u001b[2K');
    this.#isDrawn = false;
  }

  #draw(progress: Progress): void {
    this.#terminal.stderr.write(`\r\u001b[2K${progressText(progress)}`);
    this.#isDrawn = true;
  }

  #print(progress: Progress): void {
    const now = this.#terminal.now();
    const isNew = progress.phase !== this.#phase;
    if (!isNew && now - this.#printedMs < PLAIN_INTERVAL_MS) return;
    this.#phase = progress.phase;
    this.#printedMs = now;
    const { done, total } = progress;
    const count = total === 0 ? '' : done === 0 ? ` (${total})` : ` (${done} of ${total})`;
    printLine(this.#terminal.stderr, `${PHASE_WORDS[progress.phase]}${count}…`);
  }
}

/** Formats the progress: `reading files ████████░░░░ 1,204 of 3,400`. */
function progressText({ phase, done, total }: Progress): string {
  if (total === 0) return `${PHASE_WORDS[phase]}…`;
  const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${PHASE_WORDS[phase]} ${bar} ${grouped(done)} of ${grouped(total)}`;
}
