/** Watching with the system's own notices: whatever happens on disk is in the next answer. */
import { link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Project } from '../../src/project/project.ts';
import type { WatchSettings } from '../../src/project/project-watch.ts';
import { SYSTEM_TIMERS } from '../../src/project/watch-timers.ts';
import { fakeClock, fakeSystem } from '../helpers/fake-watch.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

/** Nothing is looked at but what a question asks for, so that a missed notice shows. */
const timers = { ...SYSTEM_TIMERS, schedule: () => () => undefined };

interface Watched {
  readonly files: TempProject;
  readonly project: Project;
  /** The symbols that a question would be answered from. */
  symbols(): Promise<string[]>;
  at(path: string): string;
}

async function watched(
  tree: Readonly<Record<string, string>>,
  settings: Partial<WatchSettings> = {},
): Promise<Watched> {
  const files = await tempProject(tree);
  const watch = { timers, recursive: process.platform !== 'linux', ...settings };
  const project = new Project(files.config, { writer: testWriter(), watch });
  onTestFinished(() => project.close());
  const prepare = () => project.prepare({ refresh: true, notice: () => undefined });
  await prepare();
  await prepare();
  return {
    files,
    project,
    at: (path) => join(files.config.root, path),
    symbols: async () => {
      await prepare();
      const { graph } = project.snapshot();
      return graph
        .paths()
        .flatMap((path) => graph.symbolsOf(path).map((node) => graph.node(node).id));
    },
  };
}

const TREE = {
  'src/a.ts': 'export function a() {}',
  'src/deep/b.ts': 'export function b() {}',
};
const A = 'src/a.ts::a';
const B = 'src/deep/b.ts::b';

type Step = (project: Watched) => Promise<unknown>;
const STEPS: readonly (readonly [title: string, step: Step, symbols: readonly string[]])[] = [
  ['an edit', ({ files }) => files.write('src/a.ts', 'export const z = 1;'), ['src/a.ts::z', B]],
  [
    'a save that replaces the file',
    async ({ files, at }) => {
      await files.write('src/.a.ts.swp', 'export const z = 1;');
      await rename(at('src/.a.ts.swp'), at('src/a.ts'));
    },
    ['src/a.ts::z', B],
  ],
  ['a file that is removed', ({ files }) => files.remove('src/a.ts'), [B]],
  [
    'a file in new folders',
    ({ files }) => files.write('lib/x/y/c.ts', 'export const c = 1;'),
    ['lib/x/y/c.ts::c', A, B],
  ],
  [
    'a folder that is moved',
    ({ at }) => rename(at('src'), at('moved')),
    ['moved/a.ts::a', 'moved/deep/b.ts::b'],
  ],
  [
    'a folder that is removed and comes back',
    async ({ files, at }) => {
      await rm(at('src'), { recursive: true });
      await files.write('src/deep/b.ts', 'export const again = 1;');
    },
    ['src/deep/b.ts::again'],
  ],
  [
    'a new name of a file that is written through',
    async ({ files, at }) => {
      await link(at('src/a.ts'), at('src/deep/hard.ts'));
      await files.write('src/deep/hard.ts', 'export const z = 1;');
    },
    ['src/a.ts::z', B, 'src/deep/hard.ts::z'],
  ],
  [
    'the same in a new folder',
    async ({ files, at }) => {
      await mkdir(at('lib/new'), { recursive: true });
      await link(at('src/a.ts'), at('lib/new/hard.ts'));
      await files.write('lib/new/hard.ts', 'export const z = 1;');
    },
    ['lib/new/hard.ts::z', 'src/a.ts::z', B],
  ],
  ['an ignore rule', ({ files }) => files.write('.gitignore', 'deep/\n'), [A]],
];

it.each(STEPS)('notices %s', async (_, step, symbols) => {
  const project = await watched(TREE);
  await step(project);
  expect(await project.symbols()).toEqual(symbols);
});

it('keeps noticing edits in folders that were added, moved or replaced', async () => {
  const project = await watched(TREE);
  for (const [, step] of STEPS.slice(0, -1)) {
    await step(project).catch(() => undefined);
    await project.symbols();
  }
  const names = ['moved', 'lib/x/y', 'src/deep'];
  for (const [index, folder] of names.entries()) {
    await project.files.write(`${folder}/e${index}.ts`, `export const e${index} = 1;`);
    expect(await project.symbols()).toContain(`${folder}/e${index}.ts::e${index}`);
  }
});

it('notices a checkout of many files in one scan, and scans nothing when nothing happens', async () => {
  const project = await watched(TREE);
  for (let folder = 0; folder < 20; folder++) {
    await mkdir(project.at(`many/${folder}`), { recursive: true });
    for (let file = 0; file < 20; file++) {
      await writeFile(project.at(`many/${folder}/f${file}.ts`), `export const f${file} = 1;`);
    }
  }
  expect(await project.symbols()).toHaveLength(402);
  const { generation } = project.project.snapshot();
  const { checkedAt } = project.project.status();
  await project.symbols();
  expect(project.project.snapshot().generation).toBe(generation);
  expect(project.project.status().checkedAt).toBe(checkedAt);
});

/** What takes the place of a project's folder, and how. */
const ROOTS: readonly (readonly [title: string, step: Step])[] = [
  [
    'is moved away',
    async ({ files, at }) => {
      await rename(at(''), `${files.config.root}-old`);
    },
  ],
  ['is removed', ({ at }) => rm(at(''), { recursive: true })],
  [
    'is in a folder that is moved',
    async ({ files }) => {
      const parent = dirname(files.config.root);
      await rename(parent, `${parent}-old`);
      onTestFinished(() => rm(`${parent}-old`, { recursive: true, force: true }));
    },
  ],
];

describe.each(ROOTS)('a project whose folder %s', (_, step) => {
  it('is answered from the folder that replaces it, which is then watched', async () => {
    const project = await watched(TREE);
    await step(project);
    await project.files.write('lib/b.ts', 'export const first = 1;');
    expect(await project.symbols()).toEqual(['lib/b.ts::first']);
    await project.files.write('lib/b.ts', 'export const second = 1;');
    expect(await project.symbols()).toEqual(['lib/b.ts::second']);
    await project.files.write('c.ts', 'export const third = 1;');
    expect(await project.symbols()).toEqual(['c.ts::third', 'lib/b.ts::second']);
    expect(project.project.status().freshness).toMatchObject({ mode: 'watching', folderCount: 2 });
  });

  it('fails while the folder is missing, and is watched again once it returns', async () => {
    const project = await watched(TREE);
    await step(project);
    for (let requested = 0; requested < 2; requested++) {
      await expect(project.symbols()).rejects.toMatchObject({
        code: 'GM_IO',
        message: expect.stringContaining(`cannot read the project folder ${project.at('')}`),
        hint: expect.stringContaining('Check that the folder exists'),
      });
    }
    expect(project.project.isRootThere()).toBe(false);
    expect(project.project.status().freshness.problem).toContain('cannot read the project folder');
    await mkdir(project.at(''), { recursive: true });
    expect(await project.symbols()).toEqual([]);
    await project.files.write('src/a.ts', 'export const back = 1;');
    expect(await project.symbols()).toEqual(['src/a.ts::back']);
  });
});

it('continues with its own folder when that was away and has returned', async () => {
  const project = await watched(TREE);
  const { root } = project.files.config;
  await rename(root, `${root}-away`);
  await expect(project.symbols()).rejects.toMatchObject({ code: 'GM_IO' });
  await writeFile(`${root}-away/src/a.ts`, 'export const meanwhile = 1;');
  await rename(`${root}-away`, root);
  expect(await project.symbols()).toEqual(['src/a.ts::meanwhile', B]);
  await project.files.write('src/a.ts', 'export const after = 1;');
  expect(await project.symbols()).toEqual(['src/a.ts::after', B]);
});

it('scans a replaced root even without watching, however long the last scan took', async () => {
  const files = await tempProject(TREE);
  let nowMs = 0;
  const now = () => {
    nowMs += 1000;
    return nowMs;
  };
  const project = new Project(files.config, { writer: testWriter({ now }) });
  onTestFinished(() => project.close());
  const paths = async () => {
    await project.prepare({ refresh: true, notice: () => undefined });
    return project.snapshot().graph.paths();
  };
  expect(await paths()).toHaveLength(2);
  await rename(files.config.root, `${files.config.root}-old`);
  await expect(paths()).rejects.toMatchObject({ code: 'GM_IO' });
  await files.write('lib/b.ts', 'export const first = 1;');
  expect(await paths()).toEqual(['lib/b.ts']);
});

it('watches neither ignored folders nor its own store', async () => {
  const project = await watched({
    ...TREE,
    '.gitignore': 'out/\n',
    'out/x.ts': '',
    'node_modules/y/z.ts': '',
  });
  expect(project.project.status().freshness).toMatchObject({ mode: 'watching', folderCount: 3 });
});

it('follows a commit although git folders are not watched', async () => {
  const first = 'a'.repeat(40);
  const tree = { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': first, ...TREE };
  const { files, project, symbols } = await watched(tree);
  expect(project.commit()).toBe(first);
  const second = 'b'.repeat(40);
  await files.write('.git/refs/heads/main', second);
  await symbols();
  expect(project.commit()).toBe(second);
});

it('answers and says so when the system refuses to watch', async () => {
  const open = () => {
    throw Object.assign(new Error('no'), { code: 'ENOSPC' });
  };
  const project = await watched(TREE, { open });
  await project.files.write('src/a.ts', 'export const z = 1;');
  expect(await project.symbols()).toEqual(['src/a.ts::z', B]);
  expect(project.project.status().freshness).toMatchObject({
    mode: 'polling',
    reason: expect.stringContaining('max_user_watches'),
  });
});

it('a server whose first look outlasts the first question sees the next edit', async () => {
  const files = await tempProject(TREE);
  const stored = await files.indexed();
  await stored.close();
  const clock = fakeClock();
  const system = fakeSystem();
  const watch = { timers: clock, open: system.open, recursive: false };
  const project = new Project(files.config, {
    ...{ watch, answerWaitMs: 0, writer: testWriter({ now: clock.now }) },
  });
  onTestFinished(() => project.close());
  const notices: string[] = [];
  await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
  expect(notices).toEqual([expect.stringMatching(/^changes are being indexed/)]);
  const { root } = files.config;
  const watchedNow = () => system.watched().length;
  while (watchedNow() === 0) await new Promise((resolve) => setImmediate(resolve));
  expect(project.status().freshness).toMatchObject({ mode: 'watching', folderCount: 3 });
  await files.write('src/a.ts', 'export function edited() {}');
  system.notify(join(root, 'src'), 'a.ts');
  await clock.pass(60);
  const names = () => [...project.snapshot().graph.names()];
  while (!names().includes('edited')) await new Promise((resolve) => setImmediate(resolve));
  expect(names()).not.toContain('a');
});

it('a project that is closed during its first look does not begin to watch', async () => {
  const files = await tempProject(TREE);
  const system = fakeSystem();
  const watch = { timers, open: system.open, recursive: false };
  const project = new Project(files.config, { watch, answerWaitMs: 0, writer: testWriter() });
  await project.prepare({ refresh: false, notice: () => undefined });
  const late = project.prepare({ refresh: true, notice: () => undefined });
  await project.close();
  await late;
  expect(system.watched()).toEqual([]);
});

it.each(['.git/info/exclude', '../.gitignore', '../.graphmemoryignore'])(
  'sees rules of %s, which nobody watches',
  async (path) => {
    const git = path.startsWith('..') ? '../.git/HEAD' : '.git/HEAD';
    const project = await watched({ ...TREE, [git]: '', [path]: '' });
    await project.files.write(path, 'deep/\n');
    expect(await project.symbols()).toEqual([A]);
    await project.files.write(path, '');
    expect(await project.symbols()).toEqual([A, B]);
  },
);
