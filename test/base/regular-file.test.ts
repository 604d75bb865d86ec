import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, open, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  readLargeFile,
  readPart,
  readRegularFile,
  withRegularFile,
} from '../../src/base/regular-file.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

const BOUNDS = { bytesMax: 100 };
const hasPipes = process.platform !== 'win32';

let folder = '';
beforeEach(async () => {
  folder = await tempFolder();
});

async function file(bytes: string): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
}

describe('a regular file', () => {
  it('is read whole up to the bound', async () => {
    for (const length of [0, 1, 99, 100]) {
      const path = await file('x'.repeat(length));
      expect(readRegularFile(path, BOUNDS)).toMatchObject({
        bytes: Buffer.alloc(length, 'x'),
        before: { size: length },
        after: { size: length },
      });
      expect(await readLargeFile(path, BOUNDS)).toEqual(Buffer.alloc(length, 'x'));
    }
  });

  it('that is larger than the bound is not read', async () => {
    const path = await file('x'.repeat(101));
    const unread = { refusal: 'tooLarge', sizeBytes: 101 };
    expect(readRegularFile(path, BOUNDS)).toEqual(unread);
    expect(await readLargeFile(path, BOUNDS)).toEqual(unread);
  });

  it('is read in part from its start or its end', async () => {
    const path = await file('abcdef');
    expect(readPart(path, 1, 2)?.toString()).toBe('bc');
    expect(readPart(path, -2, 9)?.toString()).toBe('ef');
    expect(readPart(path, -9, 3)?.toString()).toBe('abc');
    expect(readPart(path, 6, 3)?.toString()).toBe('');
  });

  it('behind a link is read unless links are not to be followed', async () => {
    await file('x');
    await symlink('file', join(folder, 'link'));
    expect(readRegularFile(join(folder, 'link'), BOUNDS)).toHaveProperty('bytes');
    // Windows has no such flag.
    if (constants.O_NOFOLLOW === undefined) return;
    expect(() => readRegularFile(join(folder, 'link'), { ...BOUNDS, followLinks: false })).toThrow(
      /ELOOP/,
    );
  });
});

// Only Linux has /proc.
it.runIf(process.platform === 'linux')(
  'a file that hides its size is read up to the bound',
  async () => {
    const path = '/proc/self/status';
    expect(readRegularFile(path, { bytesMax: 100_000 })).toMatchObject({ before: { size: 0 } });
    expect(String((await readLargeFile(path, { bytesMax: 100_000 })) as Buffer)).toContain('Pid:');
    expect(readRegularFile(path, BOUNDS)).toMatchObject({ refusal: 'tooLarge' });
    expect(await readLargeFile(path, BOUNDS)).toMatchObject({ refusal: 'tooLarge' });
  },
);

describe.runIf(hasPipes)('what has no end', () => {
  async function expectUnread(path: string): Promise<void> {
    expect(readRegularFile(path, BOUNDS)).toEqual({ refusal: 'notAFile' });
    expect(await readLargeFile(path, BOUNDS)).toEqual({ refusal: 'notAFile' });
    expect(readPart(path, 0, 8)).toBeUndefined();
    expect(await withRegularFile(path, () => Promise.resolve(true))).toBeUndefined();
  }

  it('is not read: a pipe that nobody writes to', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    await expectUnread(path);
  });

  it('is not read: a pipe that somebody writes to', async () => {
    const path = join(folder, 'pipe');
    execFileSync('mkfifo', [path]);
    const writer = await open(path, constants.O_RDWR);
    await writer.write('never read');
    await expectUnread(path);
    await writer.close();
  });

  it('is not read: a device, be it behind a link', async () => {
    const path = join(folder, 'device');
    await symlink('/dev/zero', path);
    await expectUnread(path);
  });
});

it('a folder is refused, by the system where large files are read', async () => {
  const path = join(folder, 'inner');
  await mkdir(path);
  expect(readRegularFile(path, BOUNDS)).toEqual({ refusal: 'notAFile' });
  expect(readPart(path, 0, 8)).toBeUndefined();
  await expect(readLargeFile(path, BOUNDS)).rejects.toThrow(/EISDIR/);
});
