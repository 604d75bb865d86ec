import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DiscoverOptions, discover } from '../../../src/files/discovery/discover.ts';
import type { Discovery } from '../../../src/files/discovery/discovery.ts';
import { rediscover } from '../../../src/files/discovery/rediscover.ts';
import { foldersAround } from '../../../src/model/path.ts';
import { makeTree } from '../temp-tree.ts';

const OPTIONS: DiscoverOptions = {
  include: ['**/*.{ts,json}'],
  exclude: [],
  fileSizeBytesMax: 100,
};
const FILES = {
  'a.ts': '1',
  'src/b.ts': '2',
  'src/deep/c.ts': '3',
  'package.json': '{}',
  'notes.txt': '',
  '.gitignore': '*.log\nout/\n',
};

/** A step after the project was listed, and what it is notified by. */
interface Step {
  readonly paths: readonly string[];
  readonly step: (root: string) => void;
}

/** As rediscovered, and as a walk finds it. */
async function afterStep(
  { paths, step }: Step,
  {
    files = FILES,
    ...options
  }: Partial<DiscoverOptions> & {
    readonly files?: Readonly<Record<string, string>>;
  } = {},
): Promise<readonly [Discovery | undefined, Discovery]> {
  const rules = { ...OPTIONS, ...options };
  const root = makeTree(files);
  const before = await discover(root, rules);
  step(root);
  return [await rediscover(root, before, paths, rules), await discover(root, rules)];
}

const write =
  (path: string, text = '') =>
  (root: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
const remove =
  (path: string) =>
  (root: string): void =>
    rmSync(join(root, path), { recursive: true });

describe('rediscover finds the same as a full walk', () => {
  const steps: readonly (readonly [string, Step])[] = [
    ['a file has other content', { paths: ['src/b.ts'], step: write('src/b.ts', '12345') }],
    ['a temporary file came and went', { paths: ['a.ts.tmp', 'a.ts'], step: () => undefined }],
    ['a file is new', { paths: ['src/new.ts'], step: write('src/new.ts') }],
    ['a file is gone', { paths: ['a.ts'], step: remove('a.ts') }],
    ['a folder is new', { paths: ['lib'], step: write('lib/in/it.ts') }],
    ['a file in a new folder is told of alone', { paths: ['lib/x.ts'], step: write('lib/x.ts') }],
    ['an ignored folder is new', { paths: ['out'], step: write('out/x.ts') }],
    ['an ignored file is new', { paths: ['src/x.log'], step: write('src/x.log') }],
    [
      'a config is another one',
      { paths: ['package.json'], step: write('package.json', '{"a":1}') },
    ],
    ['a config is new', { paths: ['src/package.json'], step: write('src/package.json', '{}') }],
    ['a file grew too large', { paths: ['a.ts'], step: write('a.ts', '1'.repeat(101)) }],
    [
      'a file became a link',
      {
        paths: ['a.ts'],
        step: (root) => {
          remove('a.ts')(root);
          symlinkSync('src/b.ts', join(root, 'a.ts'));
        },
      },
    ],
    [
      'a file became a folder',
      {
        paths: ['a.ts'],
        step: (root) => {
          remove('a.ts')(root);
          write('a.ts/b.ts')(root);
        },
      },
    ],
  ];

  it.each(steps)('when %s', async (_, step) => {
    const [quick, whole] = await afterStep(step);
    expect(quick).toEqual(whole);
  });

  it('when settings have grown into data', async () => {
    const step = { paths: ['a.json'], step: write('a.json', '1'.repeat(70_000)) };
    const options = { include: ['**/*'], fileSizeBytesMax: 100_000, files: { 'a.json': '1' } };
    const [quick, whole] = await afterStep(step, options);
    expect(quick).toEqual(whole);
    expect(quick?.skipped).toHaveLength(1);
  });

  it.each([
    ['has another', '#!/bin/bash\n', 1],
    ['has lost it', 'none\n', 0],
  ])('when a script without an extension %s first line', async (_, text, count) => {
    const step = { paths: ['bin/tool'], step: write('bin/tool', text) };
    const options = { include: ['**/*'], files: { 'bin/tool': '#!/bin/sh\n' } };
    const [quick, whole] = await afterStep(step, options);
    expect(quick).toEqual(whole);
    expect(quick?.files).toHaveLength(count);
  });

  it('when a link leads to a file that did not exist before', async () => {
    const root = makeTree(FILES);
    symlinkSync('../lib/x.ts', join(root, 'src/x.ts'));
    const before = await discover(root, OPTIONS);
    expect(before.skipped[0]?.detail).toMatch('leads nowhere');
    write('lib/x.ts')(root);
    const quick = await rediscover(root, before, ['lib'], OPTIONS);
    expect(quick).toEqual(await discover(root, OPTIONS));
    expect(quick?.skipped[0]?.detail).toMatch('leads to ../lib/x.ts');
  });

  it('when a link that was not reported as skipped disappears', async () => {
    const root = makeTree(FILES);
    symlinkSync('../notes.txt', join(root, 'src/notes.txt'));
    const before = await discover(root, OPTIONS);
    expect(before.skipped).toEqual([]);
    remove('src/notes.txt')(root);
    const quick = await rediscover(root, before, ['src/notes.txt'], OPTIONS);
    expect(quick).toEqual(await discover(root, OPTIONS));
  });

  it('when the ignored target of a link disappears', async () => {
    const root = makeTree({ ...FILES, 'out/x.ts': '' });
    symlinkSync('out/x.ts', join(root, 'x.ts'));
    const before = await discover(root, OPTIONS);
    remove('out')(root);
    const quick = await rediscover(root, before, ['out'], OPTIONS);
    expect(quick).toEqual(await discover(root, OPTIONS));
    expect(quick?.skipped[0]?.detail).toMatch('leads nowhere');
  });

  it('when a name contains a backslash, however often its folder is listed', async () => {
    const root = makeTree({ ...FILES, 'src\\b.ts': '' });
    let now = await discover(root, OPTIONS);
    expect(now.skipped).toHaveLength(1);
    for (const path of ['new.ts', 'src/new.ts', 'other.ts', 'src\\b.ts']) {
      if (path === 'src\\b.ts') remove(path)(root);
      else write(path)(root);
      now = (await rediscover(root, now, [path], OPTIONS)) ?? now;
      expect(now).toEqual(await discover(root, OPTIONS));
    }
    expect(now.skipped).toEqual([]);
  });

  it('and keeps the list of all paths if none was added or removed', async () => {
    const root = makeTree(FILES);
    const before = await discover(root, OPTIONS);
    const again = await rediscover(root, before, ['a.ts', 'a.ts~'], OPTIONS);
    expect(again?.allPaths).toBe(before.allPaths);
  });
});

describe('rediscover after any reported changes', () => {
  const names = ['a', 'b.ts', 'c.json', 'd.log', 'out', 'package.json', 'e'];
  const path = fc
    .array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'));
  const step = fc.oneof(
    fc.tuple(fc.constant('write' as const), path, path),
    fc.tuple(fc.constant('remove' as const), path, path),
    fc.tuple(fc.constant('move' as const), path, path),
    fc.tuple(fc.constant('link' as const), path, path),
  );

  /** The paths that a watcher tells of; a step that cannot be taken is none. */
  function taken(root: string, [kind, from, to]: readonly [string, string, string]): string[] {
    try {
      // Through a link to a file another one would be written, which we would not tell of.
      if (kind === 'write' && isLink(join(root, from))) return [];
      const reported = (kind === 'move' ? [from, to] : [from]).map((one) => whereItLies(root, one));
      const around = reported.flatMap((one) => [...foldersAround(one)]);
      const made = around.filter((folder) => !existsSync(join(root, folder)));
      if (kind === 'write') write(from, to)(root);
      else if (kind === 'remove') remove(from)(root);
      else if (kind === 'link') symlinkSync(join(root, to), join(root, from));
      else renameSync(join(root, from), join(root, to));
      return [...reported, ...made];
    } catch {
      return [];
    }
  }

  function isLink(absolute: string): boolean {
    return lstatSync(absolute, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  }

  /** Through the links on the way: a watcher knows no others. */
  function whereItLies(root: string, path: string): string {
    const folder = dirname(path);
    if (folder === '.') return path;
    const place = existsSync(join(root, folder))
      ? relative(realpathSync(root), realpathSync(join(root, folder)))
      : whereItLies(root, folder);
    return join(place, basename(path));
  }

  it('equals a full walk or requests one', async () => {
    const quickCount = { value: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(path, { maxLength: 8 }),
        fc.array(fc.tuple(path, path), { maxLength: 3 }),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        async (paths, links, steps) => {
          const root = makeTree({ '.gitignore': '*.log\nout/\n' });
          for (const one of paths) taken(root, ['write', one, '']);
          for (const [from, to] of links) taken(root, ['link', from, to]);
          const before = await discover(root, OPTIONS);
          const reported = steps.flatMap((one) => taken(root, one));
          const quick = await rediscover(root, before, reported, OPTIONS);
          if (quick === undefined) return;
          quickCount.value++;
          expect(quick).toEqual(await discover(root, OPTIONS));
        },
      ),
      { numRuns: 300 },
    );
    expect(quickCount.value).toBeGreaterThan(100);
  });
});

describe('rediscover requests a full walk', () => {
  const steps: readonly (readonly [string, Step])[] = [
    ['a removed folder', { paths: ['src'], step: remove('src') }],
    ['ignore rules', { paths: ['.gitignore'], step: write('.gitignore', 'a.ts') }],
    ["git's own folder", { paths: ['.git'], step: write('.git/HEAD') }],
    ["git's own folder that is gone", { paths: ['.git'], step: () => undefined }],
    [
      'a file that has other names as well',
      {
        paths: ['a.ts'],
        step: (root) => linkSync(join(root, 'a.ts'), join(root, 'src/other.ts')),
      },
    ],
    ['a notice without a name', { paths: [''], step: () => undefined }],
    ['a file of a folder that is gone', { paths: ['src/b.ts'], step: remove('src') }],
  ];

  it.each(steps)('for %s', async (_, step) => {
    expect((await afterStep(step))[0]).toBeUndefined();
  });

  it('for ignore rules that are themselves indexed', async () => {
    const step = { paths: ['.gitignore'], step: write('.gitignore', 'a.ts') };
    const options = { include: ['**/*', '**/.gitignore'] };
    expect((await afterStep(step, options))[0]).toBeUndefined();
  });
});
