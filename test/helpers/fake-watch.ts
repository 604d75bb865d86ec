/** A system whose notices and time are the test's. */
import type { OpenWatch, WatchListener } from '../../src/files/watch/watch-folder.ts';
import type { WatchTimers } from '../../src/project/watch-timers.ts';

export interface FakeSystem {
  readonly open: OpenWatch;
  /** Absolute folders watched now, sorted. */
  watched(): string[];
  /** Sends a notice of a folder; false when nobody watches it. */
  notify(folder: string, name?: string, isRename?: boolean): boolean;
  fail(folder: string, code: string): void;
  /** From now on, opening throws this code. */
  refuse(code: string | undefined): void;
}

export function fakeSystem(): FakeSystem {
  const listeners = new Map<string, WatchListener>();
  let refusal: string | undefined;
  return {
    open: (folder, listener) => {
      if (refusal !== undefined) throw Object.assign(new Error(refusal), { code: refusal });
      listeners.set(folder, listener);
      return () => listeners.delete(folder);
    },
    watched: () => [...listeners.keys()].sort(),
    notify: (folder, name, isRename = false) => {
      listeners.get(folder)?.changed(name, isRename);
      return listeners.has(folder);
    },
    fail: (folder, code) => listeners.get(folder)?.failed(code),
    refuse: (code) => {
      refusal = code;
    },
  };
}

export interface FakeClock extends WatchTimers {
  /** ms. */
  readonly now: () => number;
  /** Lets time pass, running what falls due on the way, in order. */
  pass(ms: number): Promise<void>;
  /** Lets time pass without running anything: what has fallen due is late. */
  skip(ms: number): void;
  /** Delays of what is scheduled, in ms from now. */
  scheduled(): number[];
}

export function fakeClock(): FakeClock {
  let nowMs = 0;
  const due = new Map<number, { readonly atMs: number; readonly work: () => void }>();
  let number = 0;
  // Long enough for everything that only waits for promises and the disk of a small project.
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => nowMs,
    schedule: (delayMs, work) => {
      const own = number++;
      due.set(own, { atMs: nowMs + delayMs, work });
      return () => due.delete(own);
    },
    turn: () => Promise.resolve(),
    pass: async (ms) => {
      const endMs = nowMs + ms;
      for (;;) {
        const next = [...due].sort((a, b) => a[1].atMs - b[1].atMs || a[0] - b[0])[0];
        if (next === undefined || next[1].atMs > endMs) break;
        due.delete(next[0]);
        nowMs = next[1].atMs;
        next[1].work();
        await settle();
      }
      nowMs = endMs;
      await settle();
    },
    skip: (ms) => {
      nowMs += ms;
    },
    scheduled: () => [...due.values()].map(({ atMs }) => atMs - nowMs).sort((a, b) => a - b),
  };
}
