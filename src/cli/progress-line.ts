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
/** An estimate from less than this says nothing. */
const ESTIMATE_FROM_MS = 2000;
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
  #startedMs = 0;

  constructor(terminal: Terminal, delayMs: number) {
    this.#terminal = terminal;
    this.#visibleFromMs = terminal.now() + delayMs;
  }

  show(progress: Progress): void {
    const isNew = progress.phase !== this.#phase;
    if (isNew) this.#startedMs = this.#terminal.now();
    this.#phase = progress.phase;
    if (this.#terminal.now() < this.#visibleFromMs) return;
    if (this.#terminal.isStderrTty) this.#draw(progress);
    else this.#print(progress, isNew);
  }

  /** Clears the line, so that the next output starts in its place. */
  clear(): void {
    if (this.#isDrawn) this.#terminal.stderr.write('\r\u001b[2K');
    this.#isDrawn = false;
  }

  #draw(progress: Progress): void {
    this.#terminal.stderr.write(`\r\u001b[2K${progressText(progress)}${this.#estimate(progress)}`);
    this.#isDrawn = true;
  }

  #print(progress: Progress, isNew: boolean): void {
    const now = this.#terminal.now();
    if (!isNew && now - this.#printedMs < PLAIN_INTERVAL_MS) return;
    this.#printedMs = now;
    const { done, total } = progress;
    const count = total === 0 ? '' : done === 0 ? ` (${total})` : ` (${done} of ${total})`;
    const left = this.#estimate(progress);
    printLine(this.#terminal.stderr, `${PHASE_WORDS[progress.phase]}${count}${left}…`);
  }

  /** Returns how long the phase still takes if it goes on as it did; empty if that is unknown. */
  #estimate({ done, total }: Progress): string {
    const elapsedMs = this.#terminal.now() - this.#startedMs;
    if (done === 0 || done >= total || elapsedMs < ESTIMATE_FROM_MS) return '';
    const seconds = Math.ceil((elapsedMs / 1000) * ((total - done) / done));
    return seconds < 90
      ? `, about ${seconds} s left`
      : `, about ${Math.ceil(seconds / 60)} min left`;
  }
}

/** Formats the progress: `reading files ████████░░░░ 1,204 of 3,400`. */
function progressText({ phase, done, total }: Progress): string {
  if (total === 0) return `${PHASE_WORDS[phase]}…`;
  const filled = Math.round((Math.min(done, total) / total) * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${PHASE_WORDS[phase]} ${bar} ${grouped(done)} of ${grouped(total)}`;
}
