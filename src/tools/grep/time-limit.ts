/**
 * Runs a function for at most so long. A regular expression cannot be interrupted by a timer of its own
 * thread, however long it backtracks; a script of node:vm can, and the function may be called from one.
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

  /** Whether the work ended in time; what it did until then stays done. */
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
