/** Trees that git does not make itself, and names that no project on disk has. */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { filesBetween, filesInIndex } from '../../src/git/changed-files.ts';
import { listIndex, listTree, resolveCommit } from '../../src/git/revisions.ts';
import { workingTree } from '../../src/git/working-tree.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { commitAll, git } from './temp-repository.ts';

let root = '';
let head = '';
let blob = '';

beforeEach(async () => {
  root = await tempFolder();
  git(root, 'init');
  await writeFile(join(root, 'a.ts'), 'export const a = 1;\n');
  commitAll(root, 'one');
  head = (await resolveCommit(root, 'HEAD')) ?? '';
  blob = written(Buffer.from('export const b = 2;\n'), 'blob');
});

function written(content: Buffer, type: string): string {
  const args = ['hash-object', '-w', '-t', type, '--literally', '--stdin'];
  return execFileSync('git', args, { cwd: root, input: content }).toString().trim();
}

/** Returns the hash of a tree with these names, in this order. */
function treeOf(names: readonly (string | Buffer)[]): string {
  const entries = names.flatMap((name) => [
    Buffer.from('100644 '),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(blob, 'hex'),
  ]);
  return written(Buffer.concat(entries), 'tree');
}

async function pathsOf(names: readonly (string | Buffer)[]): Promise<readonly string[]> {
  const tree = treeOf(names);
  const changed = (await filesBetween(root, head, tree))?.map(({ path }) => path) ?? [];
  const listed = (await listTree(root, tree))?.map(({ path }) => path) ?? [];
  expect(changed.filter((path) => !listed.includes(path) && path !== 'a.ts')).toEqual([]);
  return listed;
}

describe('a tree with names that no checkout has', () => {
  test.each([
    '..',
    '../../etc/passwd',
    'x/../../b.ts',
    '/etc/passwd',
    '.git/config',
    '.GIT',
    '..\\..\\b.ts',
    'x\\b.ts',
  ])('is listed without %s', async (name) => {
    expect(await pathsOf([name, 'b.ts'])).toEqual(['b.ts']);
  });

  test('lists one of several files with the same name', async () => {
    expect(await pathsOf(['b.ts', 'b.ts'])).toEqual(['b.ts']);
  });

  test('lists one of several names that are not UTF-8 and look alike', async () => {
    const name = (byte: number) => Buffer.from([0x62, byte, 0x2e, 0x74, 0x73]);
    expect(await pathsOf([name(0xfe), name(0xff)])).toEqual(['b\ufffd.ts']);
  });
});

test('a name with a backslash is no changed file, and breaks no answer', async () => {
  await writeFile(join(root, '..\\..\\b.ts'), 'export const b = 2;\n');
  expect((await workingTree(root))?.files).toEqual([]);
  git(root, 'add', '--all');
  expect((await workingTree(root))?.files).toEqual([]);
  expect(await filesInIndex(root, head)).toEqual([]);
  expect((await listIndex(root))?.map(({ path }) => path)).toEqual(['a.ts']);
});
