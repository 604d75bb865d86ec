import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GraphMemoryError } from '../../src/base/errors.ts';
import { ProjectWatch, type Refresh } from '../../src/project/project-watch.ts';
import { type FakeClock, type FakeSystem, fakeClock, fakeSystem } from '../helpers/fake-watch.ts';

const ROOT = join('/', 'code');
const NONE: Refresh = { changedCount: 0 };
const ONE: Refresh = { changedCount: 1 };

interface Bench {
  readonly system: FakeSystem;
  readonly clock: FakeClock;
  readonly watch: ProjectWatch;
  /** When each look began, in ms. */
  readonly refreshes: number[];
  /** When there was time for other things, in ms. */
  readonly idles: number[];
  /** What each was to look at; undefined: everything. */
  readonly looked: (readonly string[] | undefined)[];
  /** What the next looks find; then nothing. */
  next(...results: (Refresh | undefined | Error | Promise<Refresh>)[]): void;
  folders(...folders: string[]): void;
  /** What is at the root from now on. */
  root(mark: string | undefined): void;
  query(): Promise<void>;
}

/** A project of two folders that is watched and was looked at once since. */
async function bench(refusal?: string): Promise<Bench> {
  const system = fakeSystem();
  const clock = fakeClock();
  const refreshes: number[] = [];
  const idles: number[] = [];
  const looked: (readonly string[] | undefined)[] = [];
  const results: (Refresh | undefined | Error | Promise<Refresh>)[] = [];
  let folders = ['', 'src'];
  let mark: string | undefined = 'first';
  let check = { startedMs: 0, endedMs: 10 };
  if (refusal !== undefined) system.refuse(refusal);
  const project = {
    root: ROOT,
    rootFingerprint: () => mark,
    unwatchedFingerprint: () => '',
    now: clock.now,
    scan: () => ({ ...check, folders }),
    idle: async () => {
      idles.push(clock.now());
    },
    refresh: async (_: unknown, paths?: readonly string[]) => {
      refreshes.push(clock.now());
      looked.push(paths);
      const result = results.length === 0 ? NONE : await results.shift();
      check = { startedMs: clock.now(), endedMs: clock.now() + 10 };
      if (result instanceof Error) throw result;
      return result;
    },
  };
  const watch = new ProjectWatch(project, { timers: clock, recursive: false, open: system.open });
  await clock.pass(100);
  return {
    system,
    clock,
    watch,
    refreshes,
    idles,
    looked,
    next: (...given) => results.push(...given),
    folders: (...given) => {
      folders = given;
    },
    root: (given) => {
      mark = given;
    },
    query: () => watch.catchUp({ refresh: true, notice: () => undefined }),
  };
}

describe('a project watch', () => {
  it('scans once at the start to catch earlier changes', async () => {
    const { refreshes, watch } = await bench();
    expect(refreshes).toEqual([60]);
    expect(watch.report()).toEqual({
      mode: 'watching',
      reason: '',
      folderCount: 2,
      pendingCount: 0,
      problem: '',
    });
  });

  it('combines the notifications of one save', async () => {
    const { system, clock, refreshes, next } = await bench();
    next(ONE);
    system.notify(ROOT, 'a.ts.tmp', true);
    await clock.pass(20);
    system.notify(ROOT, 'a.ts', true);
    await clock.pass(20);
    system.notify(ROOT, 'a.ts');
    await clock.pass(1000);
    // 140 is the last notice, 60 ms of quiet follow.
    expect(refreshes).toEqual([60, 200]);
  });

  it('scans the reported paths, and the whole project once a minute', async () => {
    const { system, clock, looked } = await bench();
    for (const name of ['a.ts', 'b.ts', 'c.ts']) {
      system.notify(ROOT, name);
      if (name === 'a.ts') system.notify(join(ROOT, 'src'), 'd.ts');
      await clock.pass(30_000);
    }
    expect(looked).toEqual([undefined, ['a.ts', 'src/d.ts'], ['b.ts'], undefined]);
  });

  it('does idle work only after a scan that found nothing to do', async () => {
    const { system, clock, idles, refreshes, query } = await bench();
    system.notify(ROOT, 'a.ts');
    await clock.pass(50_000);
    await query();
    await clock.pass(70_000);
    expect(idles).toEqual(refreshes.slice(2));
    expect(idles).toHaveLength(2 - 1);
  });

  it('scans the whole project after a burst of notifications', async () => {
    const { system, clock, looked } = await bench();
    for (let file = 0; file < 300; file++) system.notify(ROOT, `f${file}.ts`);
    await clock.pass(500);
    expect(looked).toEqual([undefined, undefined]);
  });

  it('scans during changes that never pause', async () => {
    const { system, clock, refreshes } = await bench();
    for (let file = 0; file < 10_000; file++) {
      system.notify(ROOT, `f${file}.ts`, true);
      if (file % 5 === 0) await clock.pass(1);
    }
    await clock.pass(200);
    expect(refreshes.length).toBeGreaterThan(2);
    expect(refreshes.length).toBeLessThan(5);
  });

  it('watches new folders and rescans them for earlier content', async () => {
    const { system, clock, refreshes, folders, next } = await bench();
    next(ONE);
    folders('', 'src', 'src/new');
    system.notify(join(ROOT, 'src'), 'new', true);
    await clock.pass(500);
    expect(system.watched()).toContain(join(ROOT, 'src/new'));
    expect(refreshes).toEqual([60, 160, 220]);
  });

  it('still scans from time to time, and polls if the system did not report a change', async () => {
    const { clock, refreshes, next, watch, system } = await bench();
    await clock.pass(60_000);
    expect([refreshes.length, watch.report().mode]).toEqual([2, 'watching']);
    next(ONE);
    await clock.pass(60_000);
    expect(watch.report()).toMatchObject({
      mode: 'polling',
      reason: 'the system did not report a change',
    });
    expect(system.watched()).toEqual([]);
  });

  it('does nothing after it is closed', async () => {
    const { system, clock, refreshes, watch } = await bench();
    await watch.close();
    expect(system.watched()).toEqual([]);
    await clock.pass(1_000_000);
    expect([refreshes, clock.scheduled()]).toEqual([[60], []]);
  });
});

describe('a replaced root folder', () => {
  it('is scanned completely and watched again before the next answer', async () => {
    const { system, clock, looked, root, query, folders, watch, next } = await bench();
    system.notify(ROOT, 'a.ts');
    await clock.pass(100);
    root('second');
    folders('', 'lib');
    next(ONE);
    await query();
    // The second is for what happened before the new watches were.
    expect(looked).toEqual([undefined, ['a.ts'], undefined, ['']]);
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'lib')]);
    await query();
    expect([looked.length, watch.report().mode]).toEqual([4, 'watching']);
  });

  it('is found by the scan of each minute without falling back to polling', async () => {
    const { clock, root, next, watch, refreshes } = await bench();
    root('second');
    next(ONE);
    await clock.pass(61_000);
    expect(watch.report().mode).toBe('watching');
    expect(refreshes).toHaveLength(3);
  });

  it('makes every question scan while it is missing, and is watched again when it returns', async () => {
    const { system, root, next, query, refreshes, watch } = await bench();
    const removed = new GraphMemoryError('GM_IO', 'cannot read the project folder', {
      hint: 'Check.',
    });
    root(undefined);
    next(removed, removed);
    await expect(query()).rejects.toThrow(removed);
    await expect(query()).rejects.toThrow(removed);
    expect([system.watched(), watch.report().problem]).toEqual([[], removed.message]);
    root('first');
    await query();
    expect(refreshes).toHaveLength(5);
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'src')]);
    await query();
    expect(refreshes).toHaveLength(5);
  });

  it('is noticed even if it did not exist when the watch started', async () => {
    const clock = fakeClock();
    const watch = new ProjectWatch(
      {
        root: ROOT,
        rootFingerprint: () => undefined,
        unwatchedFingerprint: () => '',
        now: clock.now,
        scan: () => ({ startedMs: 0, endedMs: 10, folders: [] }),
        idle: async () => undefined,
        refresh: async () => {
          throw new Error('gone');
        },
      },
      { timers: clock, recursive: false, open: fakeSystem().open },
    );
    await expect(watch.catchUp({ refresh: true, notice: () => undefined })).rejects.toThrow('gone');
  });
});

describe('polling', () => {
  it.each([
    ['ENOSPC', 'raise fs.inotify.max_user_watches'],
    ['EMFILE', 'EMFILE'],
  ])('starts at the system limit %s and says so', async (code, words) => {
    const { clock, refreshes, watch } = await bench(code);
    expect(watch.report().mode).toBe('polling');
    expect(watch.report().reason).toContain(words);
    await clock.pass(10_000);
    expect(refreshes.length).toBeGreaterThan(3);
  });

  it('starts when the system limit is reached later', async () => {
    const { system, clock, refreshes, watch } = await bench();
    system.fail(ROOT, 'EMFILE');
    expect(watch.report().mode).toBe('polling');
    await clock.pass(4100);
    expect(refreshes.length).toBeGreaterThan(2);
  });
});

describe('a question', () => {
  it('does not wait when nothing has changed', async () => {
    const { refreshes, query } = await bench();
    await query();
    expect(refreshes).toEqual([60]);
  });

  it('triggers a scan of a known change without waiting for the quiet period', async () => {
    const { system, refreshes, query, next, clock } = await bench();
    system.notify(ROOT, 'a.ts');
    next(ONE);
    await query();
    expect(refreshes).toEqual([60, clock.now()]);
  });

  it('triggers a scan of a change that arrived during the current scan', async () => {
    const { system, refreshes, query, next } = await bench();
    let runSync: (refresh: Refresh) => void = () => undefined;
    next(new Promise<Refresh>((resolve) => (runSync = resolve)), ONE);
    system.notify(ROOT, 'a.ts');
    const first = query();
    await Promise.resolve();
    system.notify(ROOT, 'b.ts');
    const second = query();
    await new Promise((resolve) => setImmediate(resolve));
    runSync(ONE);
    await Promise.all([first, second]);
    expect(refreshes).toHaveLength(3);
  });

  it('scans each time while polling, as long as scans are quick', async () => {
    const { refreshes, query, clock } = await bench('EMFILE');
    const before = refreshes.length;
    await clock.pass(50);
    await query();
    expect(refreshes).toHaveLength(before + 1);
  });
});

describe('a failing scan', () => {
  it('is retried soon while another process is indexing', async () => {
    const { system, clock, refreshes, next, watch } = await bench();
    next(undefined);
    system.notify(ROOT, 'a.ts');
    await clock.pass(60);
    expect(watch.report().pendingCount).toBe(1);
    await clock.pass(1000);
    expect(refreshes).toEqual([60, 160, 1160]);
    expect(watch.report().pendingCount).toBe(0);
  });

  it('keeps the pending changes and reports the problem until it succeeds', async () => {
    const { system, clock, next, watch, query } = await bench();
    const removed = new GraphMemoryError('GM_IO', 'cannot read the project folder', {
      hint: 'Check.',
    });
    next(removed, removed);
    system.notify(ROOT, 'a.ts');
    await clock.pass(60);
    expect(watch.report()).toMatchObject({
      pendingCount: 1,
      problem: 'cannot read the project folder',
    });
    await expect(query()).rejects.toThrow(removed);
    await clock.pass(5000);
    expect(watch.report()).toMatchObject({ pendingCount: 0, problem: '' });
  });
});

describe('a look that does not come by itself', () => {
  it('is made up for by the first question after two minutes', async () => {
    const { clock, refreshes, query, watch } = await bench();
    // As of a machine that slept: time has passed, and no timer has run.
    clock.skip(121_000);
    await query();
    expect(refreshes).toEqual([60, 121_100]);
    await query();
    expect(refreshes).toHaveLength(2);
    expect(watch.report().mode).toBe('watching');
  });

  it('is no reason to look before', async () => {
    const { clock, refreshes, query } = await bench();
    clock.skip(119_000);
    await query();
    expect(refreshes).toEqual([60]);
  });
});

it('a look is due even where no folder could be watched', async () => {
  const { clock, refreshes, watch } = await bench('ENOENT');
  expect(watch.report()).toMatchObject({ mode: 'watching', folderCount: 0 });
  await clock.pass(60_000);
  expect(refreshes).toEqual([60_000]);
});
