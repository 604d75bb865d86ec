import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineChanges } from '../../src/base/line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

/** The length of the longest common subsequence, by the textbook table. */
function commonCount(a: readonly string[], b: readonly string[]): number {
  let row = b.map(() => 0);
  for (const line of a) {
    const next: number[] = [];
    for (const [at, other] of b.entries()) {
      const diagonal = at === 0 ? 0 : (row[at - 1] ?? 0);
      next.push(line === other ? diagonal + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

it('turns the old text into the new one with the fewest removed and inserted lines', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const changes = lineChanges(before, after);
      const made: string[] = [];
      let position = 0;
      let edits = 0;
      for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
        made.push(...before.slice(position, oldStart), ...after.slice(newStart, newEnd));
        position = oldEnd;
        edits += oldEnd - oldStart + newEnd - newStart;
      }
      made.push(...before.slice(position));
      expect(made).toEqual(after);
      expect(edits).toBe(before.length + after.length - 2 * commonCount(before, after));
    }),
  );
});

it('joins neighbouring lines into one change, and separates others', () => {
  const before = ['same', 'old 1', 'old 2', 'same too', 'last'];
  const after = ['same', 'new 1', 'same too', 'inserted', 'last'];
  expect(lineChanges(before, after)).toEqual([
    { oldStart: 1, oldEnd: 3, newStart: 1, newEnd: 2 },
    { oldStart: 4, oldEnd: 4, newStart: 3, newEnd: 4 },
  ]);
});

it('answers in bounded time for two long texts that share nothing', () => {
  const before = Array.from({ length: 20_000 }, (_, line) => `old ${line}`);
  const after = Array.from({ length: 20_000 }, (_, line) => `new ${line}`);
  expect(lineChanges(before, after)).toEqual([
    { oldStart: 0, oldEnd: 20_000, newStart: 0, newEnd: 20_000 },
  ]);
});
