/** Long work in short steps: who runs it may give others their turn between two of them. */
export type Task<Result> = Generator<undefined, Result, undefined>;

/** Nothing else of the process waits longer than about this while long work goes on. */
export const YIELD_INTERVAL_MS = 50;

/** Takes all steps at once. */
export function runSync<Result>(steps: Task<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Takes all steps, and gives other work of the process its turn now and then. `now` is in ms; `check` is
 * called after each such turn, and may throw to end the work; what it returns is waited for.
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
