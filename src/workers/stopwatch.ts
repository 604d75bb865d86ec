import { cpuUsage } from 'node:process';

/** Share of idle time that counts as used: a thread may hang without using the processor. */
const IDLE_SHARE = 0.1;

/**
 * Measures the time attributable to a file, which is the processor time of this process. On a busy
 * machine a thread may stand still for long through no fault of its file. The result is at most the
 * elapsed time.
 */
export class Stopwatch {
  #cpu = cpuUsage();

  /** Returns the attributable ms since the last lap, of which `passedMs` elapsed on the clock. */
  lap(passedMs: number): number {
    const { user, system } = cpuUsage(this.#cpu);
    this.#cpu = cpuUsage();
    return Math.min(passedMs, Math.max((user + system) / 1000, IDLE_SHARE * passedMs));
  }
}
