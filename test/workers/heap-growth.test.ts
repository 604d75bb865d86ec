import { execFileSync } from 'node:child_process';
import { beforeEach, expect, test, vi } from 'vitest';

const { setFlagsFromString } = vi.hoisted(() => ({ setFlagsFromString: vi.fn() }));
vi.mock('node:v8', () => ({ setFlagsFromString }));

const { limitHeapGrowth, withSmallHeap } = await import('../../src/workers/heap-growth.ts');

const flags = (): string[] => setFlagsFromString.mock.calls.map(([flag]) => String(flag));

beforeEach(() => setFlagsFromString.mockClear());

test('heap growth is limited during the work and restored afterwards', async () => {
  const during = await withSmallHeap(async () => flags());
  expect(during).toEqual(['--heap-growing-percent=60']);
  expect(flags()).toEqual([...during, '--heap-growing-percent=0']);
});

test('heap growth is limited further at the memory peak, but only during limited work', async () => {
  limitHeapGrowth();
  expect(flags()).toEqual([]);
  await withSmallHeap(async () => limitHeapGrowth());
  const growths = [60, 30, 0];
  expect(flags()).toEqual(growths.map((percent) => `--heap-growing-percent=${percent}`));
});

test('heap growth is restored after failed work', async () => {
  await expect(withSmallHeap(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(flags().at(-1)).toBe('--heap-growing-percent=0');
});

test('heap growth stays limited until the last of two concurrent runs has ended', async () => {
  let end: () => void = () => undefined;
  const other = withSmallHeap(
    () =>
      new Promise<void>((resolve) => {
        end = resolve;
      }),
  );
  await withSmallHeap(async () => undefined);
  expect(flags()).toEqual(['--heap-growing-percent=60']);
  end();
  await other;
  expect(flags()).toEqual(['--heap-growing-percent=60', '--heap-growing-percent=0']);
});

// V8 names flags that it does not know on standard error, and 0 has to mean what it does by itself.
test('V8 supports the heap growth flag, and its default is 0', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(known).toMatch(/--heap-growing-percent \(.*\n.*default: (?:--heap-growing-percent=)?0\n/);
});
