/** Waiting, as watching needs it: handed in, so that tests decide when time passes. */
export interface WatchTimers {
  /** Runs `work` after a delay in ms, unless the returned function is called before. */
  readonly schedule: (delayMs: number, work: () => void) => () => void;
  /** Resolves when all notices that the system has for us already have been delivered. */
  readonly turn: () => Promise<void>;
}

/** The real ones; they do not keep the process alive. */
export const SYSTEM_TIMERS: WatchTimers = {
  schedule: (delayMs, work) => {
    const timer = setTimeout(work, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
  // The first turn ends this round of the event loop, the second has polled once more.
  turn: async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await new Promise((resolve) => setImmediate(resolve));
  },
};

/** Waits for work, but not longer than so many ms; false when it goes on. @throws what the work does. */
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
