import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Discovery, discover } from '../../src/files/discover.ts';
import { rediscover } from '../../src/files/rediscover.ts';
import { makeTree } from './temp-tree.ts';

const OPTIONS = { include: ['**/*.{ts,json}'], exclude: [], fileSizeBytesMax: 100 };
const FILES = {
  'a.ts': '1',
  'src/b.ts': '2',
  'package.json': '{}',
  'notes.txt': '',
  '.gitignore': '',
};

interface Case {
  readonly root: string;
  readonly before: Discovery;
  /** As rediscovered, and as a walk finds it. */
  again(...paths: string[]): Promise<readonly [Discovery | undefined, Discovery]>;
}

async function listed(): Promise<Case> {
  const root = makeTree(FILES);
  const before = await discover(root, OPTIONS);
  return {
    root,
    before,
    again: async (...paths) => [
      rediscover(root, before, paths, OPTIONS),
      await discover(root, OPTIONS),
    ],
  };
}

describe('what a walk would find is found without one', () => {
  it('when files have other content', async () => {
    const { root, again } = await listed();
    await writeFile(join(root, 'a.ts'), '12345');
    await writeFile(join(root, 'src/b.ts'), '');
    const [quick, whole] = await again('a.ts', 'src/b.ts');
    expect(quick).toEqual(whole);
    expect(quick?.files.map(({ sizeBytes }) => sizeBytes)).toEqual([5, 2, 0]);
  });

  it('when a temporary file came and went', async () => {
    const { again } = await listed();
    const [quick, whole] = await again('a.ts.tmp', 'a.ts');
    expect(quick).toEqual(whole);
  });
});

it('walks where settings have grown into data', async () => {
  const options = { ...OPTIONS, include: ['**/*'], fileSizeBytesMax: 100_000 };
  const root = makeTree({ 'a.json': '1' });
  const before = await discover(root, options);
  await writeFile(join(root, 'a.json'), '1'.repeat(70_000));
  expect(before.files).toHaveLength(1);
  expect(rediscover(root, before, ['a.json'], options)).toBeUndefined();
});

it('walks where a script without an extension has lost its first line', async () => {
  const options = { ...OPTIONS, include: ['**/*'] };
  const root = makeTree({ 'bin/tool': '#!/bin/sh\n' });
  const before = await discover(root, options);
  expect(before.files).toHaveLength(1);
  await writeFile(join(root, 'bin/tool'), '#!/bin/bash\n');
  expect(rediscover(root, before, ['bin/tool'], options)?.files).toHaveLength(1);
  await writeFile(join(root, 'bin/tool'), 'none\n');
  expect(rediscover(root, before, ['bin/tool'], options)).toBeUndefined();
});

it('walks for ignore rules that are themselves indexed', async () => {
  const options = { ...OPTIONS, include: ['**/*', '**/.gitignore'] };
  const root = makeTree({ 'a.ts': '1', '.gitignore': 'b.ts\n' });
  const before = await discover(root, options);
  expect(before.files.map(({ path }) => path)).toEqual(['.gitignore', 'a.ts']);
  expect(rediscover(root, before, ['.gitignore'], options)).toBeUndefined();
});

describe('the project is walked', () => {
  const steps: readonly (readonly [string, string, (root: string) => Promise<unknown>])[] = [
    ['a new file', 'c.ts', (root) => writeFile(join(root, 'c.ts'), '')],
    ['a removed file', 'a.ts', (root) => rm(join(root, 'a.ts'))],
    ['a removed folder', 'src', (root) => rm(join(root, 'src'), { recursive: true })],
    ['a new folder', 'lib', (root) => mkdir(join(root, 'lib'))],
    ['a config', 'package.json', (root) => writeFile(join(root, 'package.json'), '{"a":1}')],
    ['ignore rules', '.gitignore', (root) => writeFile(join(root, '.gitignore'), 'a.ts')],
    [
      'a file that grows too large',
      'a.ts',
      (root) => writeFile(join(root, 'a.ts'), '1'.repeat(101)),
    ],
    [
      'a file that becomes a link',
      'a.ts',
      async (root) => {
        await rm(join(root, 'a.ts'));
        await symlink('src/b.ts', join(root, 'a.ts'));
      },
    ],
    ['a notice without a name', '', () => Promise.resolve()],
  ];

  it.each(steps)('for %s', async (_, path, step) => {
    const { root, again } = await listed();
    await step(root);
    expect((await again(path))[0]).toBeUndefined();
  });
});
