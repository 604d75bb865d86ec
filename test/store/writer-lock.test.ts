import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Directory } from '../../src/store/directory.ts';
import { sweepStaleLocks, WriterLock } from '../../src/store/writer-lock.ts';
import { FaultyDirectory } from '../helpers/faulty-directory.ts';
import { MemoryDirectory } from '../helpers/memory-directory.ts';
import { writerIdentity } from './store-fixtures.ts';

const LOCK = 'writer.lock';
const busy = expect.objectContaining({ code: 'GM_BUSY' });

async function lockedBy(text: string): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  await directory.write(LOCK, Buffer.from(text));
  return directory;
}

async function names(directory: Directory): Promise<string[]> {
  return (await directory.list()).map((file) => file.name);
}

const holder = (given: object): string =>
  JSON.stringify({ pid: 43, host: 'here', startedAt: '1970-01-01T00:00:04.000Z', ...given });

test('a lock names its holder and time, and leaves nothing after its release', async () => {
  const directory = new MemoryDirectory();
  const lock = new WriterLock(directory, writerIdentity());
  await lock.take();
  expect(JSON.parse(Buffer.from((await directory.read(LOCK))!).toString())).toEqual({
    pid: 42,
    host: 'here',
    startedAt: '1970-01-01T00:00:05.000Z',
  });
  await lock.confirm();
  await lock.release();
  expect(await names(directory)).toEqual([]);
  await lock.take();
});

describe('another writer’s lock', () => {
  test.each<[string, string, 'taken over' | 'respected']>([
    ['of a living process', holder({}), 'respected'],
    ['of a dead process', holder({ pid: 100 }), 'taken over'],
    ['of another machine', holder({ pid: 100, host: 'there' }), 'respected'],
    ['of another part of this process', holder({ pid: 42 }), 'respected'],
    [
      'of an earlier process with our number',
      holder({ pid: 42, startedAt: '1970-01-01T00:00:00.999Z' }),
      'taken over',
    ],
    ['that is empty', '', 'taken over'],
    ['that is cut', holder({}).slice(0, 20), 'taken over'],
    ['that says something else', '{"pid":"43"}', 'taken over'],
    ['that says nothing', 'null', 'taken over'],
  ])('%s is %s', async (_, text, fate) => {
    const directory = await lockedBy(text);
    const lock = new WriterLock(directory, writerIdentity());
    if (fate === 'respected') {
      await expect(lock.take()).rejects.toEqual(busy);
      expect(Buffer.from((await directory.read(LOCK))!).toString()).toBe(text);
    } else {
      await lock.take();
      await lock.confirm();
      expect(await names(directory)).toEqual([LOCK]);
    }
  });

  test.each<[string, string, 'taken over' | 'respected']>([
    ['of the same life', holder({ fingerprint: 'boot/7' }), 'respected'],
    ['of an earlier process of that number', holder({ fingerprint: 'boot/6' }), 'taken over'],
    ['of before the machine was restarted', holder({ fingerprint: 'earlier/7' }), 'taken over'],
    ['of before the clock was set back', holder({ pid: 42, fingerprint: 'boot/1' }), 'taken over'],
    ['without a mark', holder({}), 'respected'],
  ])('%s, with its process number in use, is %s', async (_, text, fate) => {
    const lock = new WriterLock(
      await lockedBy(text),
      writerIdentity({ fingerprintOf: () => 'boot/7' }),
    );
    if (fate === 'taken over') await lock.take();
    else await expect(lock.take()).rejects.toEqual(busy);
  });

  test('is described by the error', async () => {
    const lock = new WriterLock(await lockedBy(holder({})), writerIdentity());
    await expect(lock.take()).rejects.toMatchObject({
      message: 'process 43 on here, since 1970-01-01T00:00:04.000Z, is writing the index in memory',
      hint: expect.stringContaining('writer.lock in memory'),
      details: { holder: { pid: 43, host: 'here' } },
    });
  });

  test('may take some time to be written', async () => {
    const directory = await lockedBy('');
    const pauses: number[] = [];
    const pause = async (ms: number): Promise<void> => {
      pauses.push(ms);
      await directory.write(LOCK, Buffer.from(holder({})));
    };
    const lock = new WriterLock(directory, writerIdentity({ pause }));
    await expect(lock.take()).rejects.toEqual(busy);
    expect(pauses).toEqual([100]);
  });
});

test('the same user cannot take a lock twice', async () => {
  const lock = new WriterLock(new MemoryDirectory(), writerIdentity());
  const attempts = await Promise.allSettled([lock.take(), lock.take()]);
  expect(attempts.map((attempt) => attempt.status)).toEqual(['fulfilled', 'rejected']);
  await expect(lock.take()).rejects.toEqual(busy);
  await lock.confirm();
});

test('confirm fails if the lock was removed or replaced', async () => {
  const directory = new MemoryDirectory();
  const lock = new WriterLock(directory, writerIdentity());
  await lock.take();
  await directory.write(LOCK, Buffer.from(holder({})));
  await expect(lock.confirm()).rejects.toThrow('process 43');
  await lock.release();
  expect(await names(directory)).toEqual([LOCK]);
  await directory.remove(LOCK);
  await lock.take();
  await directory.remove(LOCK);
  await expect(lock.confirm()).rejects.toThrow('another process');
});

test('a lock that could not be removed can be taken again by its owner only', async () => {
  const directory = new FaultyDirectory({ operation: 2, kind: 'fail' });
  const lock = new WriterLock(directory, writerIdentity());
  await lock.take();
  await expect(lock.release()).rejects.toMatchObject({ code: 'GM_IO' });
  const other = new WriterLock(directory, writerIdentity({ pid: 43 }));
  await expect(other.take()).rejects.toEqual(busy);
  await lock.take();
  await lock.release();
  expect(await names(directory)).toEqual([]);
});

test('leftovers of a takeover are removed and other files are kept', async () => {
  const directory = new MemoryDirectory();
  for (const name of ['writer.lock.stale-7', 'writer.lock', 'notes.txt', 'facts.gm'])
    await directory.write(name, Buffer.from('x'));
  await sweepStaleLocks(directory);
  expect(await names(directory)).toEqual(['facts.gm', 'notes.txt', 'writer.lock']);
});

/** The directory, each of whose operations waits until the scheduler lets it happen. */
function slowed(directory: Directory, scheduler: fc.Scheduler): Directory {
  const slow =
    <Args extends unknown[], Answer>(
      act: (...args: Args) => Promise<Answer>,
    ): ((...args: Args) => Promise<Answer>) =>
    async (...args) => {
      await scheduler.schedule(Promise.resolve());
      return act(...args);
    };
  return {
    location: directory.location,
    read: slow((name) => directory.read(name)),
    readHead: slow((name, byteCount) => directory.readHead(name, byteCount)),
    write: slow((name, bytes) => directory.write(name, bytes)),
    syncFile: slow((name) => directory.syncFile(name)),
    rename: slow((source, target) => directory.rename(source, target)),
    syncFolder: slow(() => directory.syncFolder()),
    createExclusive: slow((name, bytes) => directory.createExclusive(name, bytes)),
    remove: slow((name) => directory.remove(name)),
    list: slow(() => directory.list()),
  };
}

test.each(['', holder({ pid: 100 })])(
  'at most one of two writers holds the lock at a time, whatever their timing (lock file: %j)',
  async (left) => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const directory = left === '' ? new MemoryDirectory() : await lockedBy(left);
        const inside = new Set<number>();
        const attempt = async (pid: number): Promise<'wrote' | 'busy'> => {
          const lock = new WriterLock(slowed(directory, scheduler), writerIdentity({ pid }));
          try {
            await lock.take();
          } catch (error) {
            expect(error).toEqual(busy);
            return 'busy';
          }
          inside.add(pid);
          await scheduler.schedule(Promise.resolve());
          expect(inside.size).toBe(1);
          inside.delete(pid);
          await lock.release();
          return 'wrote';
        };
        const done = await scheduler.waitFor(Promise.all([attempt(1), attempt(2)]));
        expect(done).toContain('wrote');
        outcomes.add(done.join());
      }),
      { numRuns: 500 },
    );
    expect([...outcomes].sort()).toEqual(['busy,wrote', 'wrote,busy', 'wrote,wrote']);
  },
);
