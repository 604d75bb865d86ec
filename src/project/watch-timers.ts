/** Timers for watching, injected so that tests control time. */
export interface WatchTimers {
  /** Runs `work` after a delay in ms, unless the returned function is called first. */
  readonly schedule: (delayMs: number, work: () => void) => () => void;
  /** Resolves when all pending system notifications have been delivered. */
  readonly turn: () => Promise<void>;
}

/** The system's timers; they do not keep the process alive. */
export const SYSTEM_TIMERS: WatchTimers = {
  schedule: (delayMs, work) => {
    const timer = setTimeout(work, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  // The first turn ends this round of the event loop; the second has polled once more.
  turn: async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  },
};

/**
 * Waits for work for at most the given number of ms. Returns false when it has not ended by then.
 * @throws any error of the work.
 */
export async function waitUntilDeadline(
  work: Promise<unknown>,
  ms: number,
  timers: WatchTimers,
): Promise<boolean> {
  let cancel: () => void = () => undefined;
  const deadline = new Promise<false>((resolve) => {
    if (ms <= 0) resolve(false);
    else cancel = timers.schedule(ms, () => resolve(false));
  });
  try {
    return await Promise.race([work.then(() => true), deadline]);
  } finally {
    cancel();
  }
}
