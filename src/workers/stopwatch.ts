import { cpuUsage } from 'node:process';

/** What counts of time in which the process did nothing: a thread may hang without working. */
const IDLE_SHARE = 0.1;

/**
 * Time that a file can be blamed for: the processor time of this process, since on a busy machine a thread
 * may stand still for long without any fault of its file; at most the time that went by.
 */
export class Stopwatch {
  #cpu = cpuUsage();

  /** ms since the last look, of which `passedMs` have gone by. */
  lap(passedMs: number): number {
    const { user, system } = cpuUsage(this.#cpu);
    this.#cpu = cpuUsage();
    return Math.min(passedMs, Math.max((user + system) / 1000, IDLE_SHARE * passedMs));
  }
}
