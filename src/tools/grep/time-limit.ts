/**
 * Runs a function with a time limit. A timer cannot interrupt a regular expression on its own
 * thread, however long it backtracks. A node:vm script can be interrupted, and the function is
 * called from one.
 */
import { createContext, Script } from 'node:vm';

export class TimeLimit {
  readonly #timeoutMs: number;
  readonly #sandbox: { work: () => void } = { work: () => undefined };
  readonly #context = createContext(this.#sandbox);
  readonly #script = new Script('work()');

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Returns whether the work finished in time; effects made before the limit remain. */
  run(work: () => void): boolean {
    this.#sandbox.work = work;
    try {
      this.#script.runInContext(this.#context, { timeout: this.#timeoutMs });
      return true;
    } catch (error) {
      if (isTimeout(error)) return false;
      throw error;
    }
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
  );
}
