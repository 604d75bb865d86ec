import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DiskDirectory } from '../../src/store/disk-directory.ts';
import { ioError } from '../../src/store/io-error.ts';
import { describeDirectory } from './directory-conformance.ts';

let root = '';
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'graph-memory-store-'));
});
afterAll(() => rm(root, { recursive: true }));

const freshFolder = (): string => join(root, 'deep', `store-${count++}`);

describeDirectory('disk', async () => new DiskDirectory(freshFolder()));

test('reading a folder does not create it', async () => {
  const folder = freshFolder();
  const directory = new DiskDirectory(folder);
  await directory.read('a');
  await directory.list();
  await directory.remove('a');
  expect(existsSync(folder)).toBe(false);
});

test('subfolders are not listed as files', async () => {
  const folder = freshFolder();
  await mkdir(join(folder, 'inner'), { recursive: true });
  expect(await new DiskDirectory(folder).list()).toEqual([]);
});

test.each(['../a', 'a/b', '..', '.', '', 'a\0'])('%j is rejected as a file name', async (name) => {
  const directory = new DiskDirectory(freshFolder());
  const bytes = Buffer.from('x');
  for (const attempt of [
    directory.read(name),
    directory.write(name, bytes),
    directory.syncFile(name),
    directory.rename('a', name),
    directory.createExclusive(name, bytes),
    directory.remove(name),
  ])
    await expect(attempt).rejects.toThrow(/^invariant broken: not a file name/);
});

// Windows keeps rights elsewhere.
test.runIf(process.platform !== 'win32')(
  'created folders are accessible to their owner only',
  async () => {
    const folder = freshFolder();
    await new DiskDirectory(folder).write('a', Buffer.from('x'));
    expect((await stat(folder)).mode & 0o077).toBe(0);
  },
);

test.runIf(process.platform !== 'win32')(
  'the files it makes in a folder that was there are for their owner alone',
  async () => {
    const folder = freshFolder();
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const directory = new DiskDirectory(folder);
    await directory.write('a', Buffer.from('x'));
    await directory.createExclusive('b', Buffer.from('x'));
    for (const name of ['a', 'b'])
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  },
);

describe('a system error becomes GM_IO, names the folder and keeps the cause', () => {
  const refusal = (folder: string, code: string): unknown =>
    expect.objectContaining({
      code: 'GM_IO',
      message: expect.stringContaining(`in ${folder}: ${code}`),
      hint: expect.stringContaining(folder),
      cause: expect.objectContaining({ code }),
    });

  // Node's own way of making folders goes on for ever there. Only Linux has such a place for sure.
  test.runIf(existsSync('/proc/self'))('if the folder cannot be created', async () => {
    const folder = '/proc/nothing/deep/store';
    const attempt = new DiskDirectory(folder).write('a', Buffer.from('x'));
    await expect(attempt).rejects.toEqual(refusal(folder, 'ENOENT'));
  });

  test.each([
    ['the folder', 'file'],
    ['the folder above it', 'file/store'],
    ['one further above', 'file/deep/store'],
  ])('if %s is a file, which the message names', async (_, path) => {
    const file = join(root, 'file');
    const folder = join(root, path);
    await writeFile(file, '');
    const directory = new DiskDirectory(folder);
    const expected = expect.objectContaining({
      code: 'GM_IO',
      message: expect.stringMatching(/^cannot .* is a file, not a folder$/),
      hint: expect.stringContaining(`Move ${file} away`),
      details: expect.objectContaining({ folder, file }),
    });
    await expect(directory.read('a')).rejects.toEqual(expected);
    await expect(directory.list()).rejects.toEqual(expected);
    await expect(directory.write('a', Buffer.from('x'))).rejects.toEqual(expected);
    await expect(directory.createExclusive('a', Buffer.from('x'))).rejects.toEqual(expected);
    await expect(directory.rename('a', 'b')).rejects.toEqual(expected);
    if (folder !== file) await expect(directory.syncFolder()).rejects.toEqual(expected);
  });

  test('if a store file is a folder', async () => {
    const folder = freshFolder();
    await mkdir(join(folder, 'a'), { recursive: true });
    const directory = new DiskDirectory(folder);
    await expect(directory.read('a')).rejects.toEqual(refusal(folder, 'EISDIR'));
    await expect(directory.write('a', Buffer.from('x'))).rejects.toEqual(refusal(folder, 'EISDIR'));
    await expect(directory.syncFile('a')).rejects.toEqual(refusal(folder, 'EISDIR'));
  });

  test('if there is no file to sync', async () => {
    const folder = freshFolder();
    const directory = new DiskDirectory(folder);
    await expect(directory.syncFile('a')).rejects.toEqual(refusal(folder, 'ENOENT'));
    await expect(directory.syncFolder()).rejects.toEqual(refusal(folder, 'ENOENT'));
  });

  // Linux has a device that is always full; elsewhere the table below has to do.
  test.runIf(existsSync('/dev/full'))('if the disk is full', async () => {
    const folder = freshFolder();
    await mkdir(folder, { recursive: true });
    await symlink('/dev/full', join(folder, 'a'));
    const directory = new DiskDirectory(folder);
    const attempt = directory.write('a', Buffer.from('x'));
    await expect(attempt).rejects.toEqual(refusal(folder, 'ENOSPC'));
  });
});

test.each([
  ['EACCES', 'Allow reading and writing in /store'],
  ['EPERM', 'Allow reading and writing in /store'],
  ['EROFS', 'Allow reading and writing in /store'],
  ['ENOSPC', 'Free some space'],
  ['EDQUOT', 'Your quota'],
  ['ENOTDIR', 'is a file'],
  ['EISDIR', 'Move away the folder'],
  ['EIO', 'Check the folder /store'],
  [undefined, 'Check the folder /store'],
])('the error %s has the hint "%s"', (code, advice) => {
  const cause = Object.assign(new Error('refused'), code && { code });
  const error = ioError('/store', 'write snapshot.gm', cause);
  expect(error).toMatchObject({ code: 'GM_IO', cause, details: { folder: '/store', code } });
  expect(error.hint).toContain(advice);
  expect(error.hint).toContain('/store');
  expect(error.message).toBe(`cannot write snapshot.gm in /store: ${code ?? 'Error: refused'}`);
});

test('an exclusive file is removed if its content cannot be written', async () => {
  const folder = freshFolder();
  const directory = new DiskDirectory(folder);
  await expect(directory.createExclusive('a', 'no bytes' as never)).resolves.toBe(true);
  await expect(directory.createExclusive('b', Symbol('x') as never)).rejects.toMatchObject({
    code: 'GM_IO',
  });
  expect(await readdir(folder)).toEqual(['a']);
});
