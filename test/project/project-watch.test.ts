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
  ask(): Promise<void>;
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
    rulesFingerprint: () => '',
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
    ask: () => watch.catchUp({ refresh: true, notice: () => undefined }),
  };
}

describe('watching', () => {
  it('looks once when it starts, for what happened before it watched', async () => {
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

  it('takes the notices of one save together', async () => {
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

  it('looks at what the notices name, and at everything once a minute', async () => {
    const { system, clock, looked } = await bench();
    for (const name of ['a.ts', 'b.ts', 'c.ts']) {
      system.notify(ROOT, name);
      if (name === 'a.ts') system.notify(join(ROOT, 'src'), 'd.ts');
      await clock.pass(30_000);
    }
    expect(looked).toEqual([undefined, ['a.ts', 'src/d.ts'], ['b.ts'], undefined]);
  });

  it('has time for other things after looking without need, and at no other time', async () => {
    const { system, clock, idles, refreshes, ask } = await bench();
    system.notify(ROOT, 'a.ts');
    await clock.pass(50_000);
    await ask();
    await clock.pass(70_000);
    expect(idles).toEqual(refreshes.slice(2));
    expect(idles).toHaveLength(2 - 1);
  });

  it('looks at everything after a storm', async () => {
    const { system, clock, looked } = await bench();
    for (let file = 0; file < 300; file++) system.notify(ROOT, `f${file}.ts`);
    await clock.pass(500);
    expect(looked).toEqual([undefined, undefined]);
  });

  it('looks during changes that do not stop', async () => {
    const { system, clock, refreshes } = await bench();
    for (let file = 0; file < 10_000; file++) {
      system.notify(ROOT, `f${file}.ts`, true);
      if (file % 5 === 0) await clock.pass(1);
    }
    await clock.pass(200);
    expect(refreshes.length).toBeGreaterThan(2);
    expect(refreshes.length).toBeLessThan(5);
  });

  it('follows new folders, and looks again for what was in them before', async () => {
    const { system, clock, refreshes, folders, next } = await bench();
    next(ONE);
    folders('', 'src', 'src/new');
    system.notify(join(ROOT, 'src'), 'new', true);
    await clock.pass(500);
    expect(system.watched()).toContain(join(ROOT, 'src/new'));
    expect(refreshes).toEqual([60, 160, 220]);
  });

  it('looks now and then all the same, and stops trusting a system that kept quiet', async () => {
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

  it('does nothing more once it is closed', async () => {
    const { system, clock, refreshes, watch } = await bench();
    await watch.close();
    expect(system.watched()).toEqual([]);
    await clock.pass(1_000_000);
    expect([refreshes, clock.scheduled()]).toEqual([[60], []]);
  });
});

describe('a root that is another one', () => {
  it('is looked at as a whole and watched anew before the next answer', async () => {
    const { system, clock, looked, root, ask, folders, watch, next } = await bench();
    system.notify(ROOT, 'a.ts');
    await clock.pass(100);
    root('second');
    folders('', 'lib');
    next(ONE);
    await ask();
    // The second is for what happened before the new watches were.
    expect(looked).toEqual([undefined, ['a.ts'], undefined, ['']]);
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'lib')]);
    await ask();
    expect([looked.length, watch.report().mode]).toEqual([4, 'watching']);
  });

  it('is found by the look of each minute, which does not take the system for a silent one', async () => {
    const { clock, root, next, watch, refreshes } = await bench();
    root('second');
    next(ONE);
    await clock.pass(61_000);
    expect(watch.report().mode).toBe('watching');
    expect(refreshes).toHaveLength(3);
  });

  it('has every question looked at while there is none, and is watched when it is back', async () => {
    const { system, root, next, ask, refreshes, watch } = await bench();
    const gone = new GraphMemoryError('GM_IO', 'cannot read the project folder', {
      hint: 'Check.',
    });
    root(undefined);
    next(gone, gone);
    await expect(ask()).rejects.toThrow(gone);
    await expect(ask()).rejects.toThrow(gone);
    expect([system.watched(), watch.report().problem]).toEqual([[], gone.message]);
    root('first');
    await ask();
    expect(refreshes).toHaveLength(5);
    expect(system.watched()).toEqual([ROOT, join(ROOT, 'src')]);
    await ask();
    expect(refreshes).toHaveLength(5);
  });

  it('is noticed even where the watch began while there was none', async () => {
    const clock = fakeClock();
    const watch = new ProjectWatch(
      {
        root: ROOT,
        rootFingerprint: () => undefined,
        rulesFingerprint: () => '',
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
  ])('takes over at the limit %s, and says so', async (code, words) => {
    const { clock, refreshes, watch } = await bench(code);
    expect(watch.report().mode).toBe('polling');
    expect(watch.report().reason).toContain(words);
    await clock.pass(10_000);
    expect(refreshes.length).toBeGreaterThan(3);
  });

  it('takes over when the limit is met later', async () => {
    const { system, clock, refreshes, watch } = await bench();
    system.fail(ROOT, 'EMFILE');
    expect(watch.report().mode).toBe('polling');
    await clock.pass(4100);
    expect(refreshes.length).toBeGreaterThan(2);
  });
});

describe('a question', () => {
  it('is not kept waiting when nothing has changed', async () => {
    const { refreshes, ask } = await bench();
    await ask();
    expect(refreshes).toEqual([60]);
  });

  it('has a change looked at that is known, without waiting for quiet', async () => {
    const { system, refreshes, ask, next, clock } = await bench();
    system.notify(ROOT, 'a.ts');
    next(ONE);
    await ask();
    expect(refreshes).toEqual([60, clock.now()]);
  });

  it('has a change looked at that came during the look under way', async () => {
    const { system, refreshes, ask, next } = await bench();
    let runSync: (refresh: Refresh) => void = () => undefined;
    next(new Promise<Refresh>((resolve) => (runSync = resolve)), ONE);
    system.notify(ROOT, 'a.ts');
    const first = ask();
    await Promise.resolve();
    system.notify(ROOT, 'b.ts');
    const second = ask();
    await new Promise((resolve) => setImmediate(resolve));
    runSync(ONE);
    await Promise.all([first, second]);
    expect(refreshes).toHaveLength(3);
  });

  it('looks each time while polling, as long as looking is quick', async () => {
    const { refreshes, ask, clock } = await bench('EMFILE');
    const before = refreshes.length;
    await clock.pass(50);
    await ask();
    expect(refreshes).toHaveLength(before + 1);
  });
});

describe('when looking fails', () => {
  it('tries again soon while another process is indexing', async () => {
    const { system, clock, refreshes, next, watch } = await bench();
    next(undefined);
    system.notify(ROOT, 'a.ts');
    await clock.pass(60);
    expect(watch.report().pendingCount).toBe(1);
    await clock.pass(1000);
    expect(refreshes).toEqual([60, 160, 1160]);
    expect(watch.report().pendingCount).toBe(0);
  });

  it('keeps the changes and says what is wrong until it works again', async () => {
    const { system, clock, next, watch, ask } = await bench();
    const gone = new GraphMemoryError('GM_IO', 'cannot read the project folder', {
      hint: 'Check.',
    });
    next(gone, gone);
    system.notify(ROOT, 'a.ts');
    await clock.pass(60);
    expect(watch.report()).toMatchObject({
      pendingCount: 1,
      problem: 'cannot read the project folder',
    });
    await expect(ask()).rejects.toThrow(gone);
    await clock.pass(5000);
    expect(watch.report()).toMatchObject({ pendingCount: 0, problem: '' });
  });
});

describe('a look that does not come by itself', () => {
  it('is made up for by the first question after two minutes', async () => {
    const { clock, refreshes, ask, watch } = await bench();
    // As of a machine that slept: time has passed, and no timer has run.
    clock.skip(121_000);
    await ask();
    expect(refreshes).toEqual([60, 121_100]);
    await ask();
    expect(refreshes).toHaveLength(2);
    expect(watch.report().mode).toBe('watching');
  });

  it('is no reason to look before', async () => {
    const { clock, refreshes, ask } = await bench();
    clock.skip(119_000);
    await ask();
    expect(refreshes).toEqual([60]);
  });
});

it('a look is due even where no folder could be watched', async () => {
  const { clock, refreshes, watch } = await bench('ENOENT');
  expect(watch.report()).toMatchObject({ mode: 'watching', folderCount: 0 });
  await clock.pass(60_000);
  expect(refreshes).toEqual([60_000]);
});
