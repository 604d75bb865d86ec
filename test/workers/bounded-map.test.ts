import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundedMap } from '../../src/workers/bounded-map.ts';

/** Ends after a number of turns, so that items overtake each other. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await Promise.resolve();
}

it('keeps the order and never exceeds its width', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9)), fc.integer({ min: 1, max: 6 }), async (items, width) => {
      let running = 0;
      let runningMax = 0;
      const results = await boundedMap(items, width, async (item, index) => {
        runningMax = Math.max(runningMax, ++running);
        await turns(item);
        running--;
        return `${index}:${item}`;
      });
      expect(results).toEqual(items.map((item, index) => `${index}:${item}`));
      expect(runningMax).toBeLessThanOrEqual(width);
      expect(runningMax).toBe(Math.min(width, items.length));
    }),
  );
});

it('starts nothing after a failure, and throws it when all running calls have ended', async () => {
  const ended: number[] = [];
  const work = boundedMap([0, 1, 2, 3, 4, 5], 2, async (item) => {
    await turns(item === 0 ? 1 : 5);
    if (item === 0) throw new Error('first');
    ended.push(item);
  });
  await expect(work).rejects.toThrow('first');
  expect(ended).toEqual([1]);
});
