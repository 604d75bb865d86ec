import { describe, expect, test } from 'vitest';
import { runSync, runYielding, type Task, YIELD_INTERVAL_MS } from '../../src/base/cooperative.ts';

function* counting(count: number): Task<number> {
  for (let step = 0; step < count; step++) yield;
  return count;
}

/** A clock by which every look takes a tenth of the time after which others get their turn. */
function slowClock(): () => number {
  let ms = 0;
  return () => {
    ms += YIELD_INTERVAL_MS / 10;
    return ms;
  };
}

test('runSync runs all steps of a task at once', () => {
  expect(runSync(counting(7))).toBe(7);
});

describe('runYielding', () => {
  test('yields to other work as often as the clock demands', async () => {
    let turns = 0;
    let isDone = false;
    const others = (): void => {
      turns++;
      if (!isDone) setImmediate(others);
    };
    setImmediate(others);
    expect(await runYielding(counting(100), slowClock())).toBe(100);
    isDone = true;
    expect(turns).toBeGreaterThanOrEqual(9);
  });

  test('does not yield when the task is quick', async () => {
    let turns = 0;
    setImmediate(() => turns++);
    await runYielding(counting(100), () => 0);
    expect(turns).toBe(0);
  });

  test('rejects when the check after a yield throws', async () => {
    const ended = new Error('ended');
    const work = runYielding(counting(100), slowClock(), () => {
      throw ended;
    });
    await expect(work).rejects.toBe(ended);
  });
});
