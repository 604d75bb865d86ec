/**
 * A cooperative task: long work in short steps, so that the caller can yield to the event loop
 * between two steps.
 */
export type Task<Result> = Generator<undefined, Result, undefined>;

/** The longest time that a cooperative task blocks the event loop, approximately, in ms. */
export const YIELD_INTERVAL_MS = 50;

/** Runs a task to its end without yielding. */
export function runSync<Result>(steps: Task<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs a task and yields to the event loop at intervals. `now` returns ms. `check` is awaited after
 * each yield and may throw to end the work.
 */
export async function runYielding<Result>(
  steps: Task<Result>,
  now: () => number,
  check: () => Promise<unknown> | undefined = () => undefined,
): Promise<Result> {
  let yieldedMs = now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (now() - yieldedMs < YIELD_INTERVAL_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    await check();
    yieldedMs = now();
  }
}
