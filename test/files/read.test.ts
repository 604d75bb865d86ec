import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentHash } from '../../src/base/hash.ts';
import { readSourceFile } from '../../src/files/read.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { makeTree } from './temp-tree.ts';

const LIMITS = { fileSizeBytesMax: 100_000 };

function read(root: string, path: string) {
  return readSourceFile(root, { path: toRepoPath(path) }, LIMITS);
}

async function textOf(bytes: Uint8Array | string): Promise<string | undefined> {
  const file = await read(makeTree({ 'a.ts': bytes }), 'a.ts');
  return 'text' in file ? file.text : undefined;
}

async function reasonOf(root: string, path: string): Promise<string> {
  const file = await read(root, path);
  return 'reason' in file ? `${file.reason}: ${file.detail}` : 'was read';
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('reading a source file', () => {
  test.each<[string, Uint8Array | string, string]>([
    ['UTF-8', 'const é = "🎉";\n', 'const é = "🎉";\n'],
    ['an empty file', '', ''],
    ['UTF-8 with a byte order mark', '\ufefflet a', 'let a'],
    ['UTF-16 little-endian', Buffer.from('\ufefflet é', 'utf16le'), 'let é'],
    ['UTF-16 big-endian', utf16be('\ufefflet é'), 'let é'],
    ['bytes that are not UTF-8, with replacement', Buffer.from([0x61, 0xe9, 0x62]), 'a\ufffdb'],
    ['Windows line ends, as they are', 'a\r\nb\r\n', 'a\r\nb\r\n'],
    [
      'a NUL far down, beyond what git looks at',
      `${'a\n'.repeat(5000)}\0`,
      `${'a\n'.repeat(5000)}\0`,
    ],
  ])('that is %s', async (_, bytes, text) => {
    expect(await textOf(bytes)).toBe(text);
  });

  test('returns the hash of its bytes and its current size and times', async () => {
    const root = makeTree({ 'src/a.ts': '\ufefflet a' });
    const { mtimeMs, ctimeMs } = statSync(join(root, 'src/a.ts'));
    expect(await read(root, 'src/a.ts')).toEqual({
      path: 'src/a.ts',
      text: 'let a',
      hash: contentHash(Buffer.from('\ufefflet a')),
      sizeBytes: 8,
      mtimeMs,
      ctimeMs,
    });
  });
});

describe('reading skips a file', () => {
  test.each<[string, string, Uint8Array | string, string]>([
    ['binary', 'a.ts', 'MZ\0\0', 'binary: holds NUL bytes'],
    ['UTF-16 without a mark', 'a.ts', Buffer.from('let a', 'utf16le'), 'binary: holds NUL bytes'],
    ['UTF-32', 'a.ts', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]), 'binary: holds NUL bytes'],
    ['minified', 'a.js', 'a=b(c,d);'.repeat(1000), 'minified: long lines without spaces'],
    ['secret by name', 'conf/.env.js', 'a', 'secret: its name suggests that it holds secrets'],
    [
      'grown too large',
      'a.ts',
      'x'.repeat(100_001),
      'oversized: 100001 bytes, over the 100000 of fileSizeBytesMax',
    ],
  ])('that is %s', async (_, path, bytes, reason) => {
    expect(await reasonOf(makeTree({ [path]: bytes }), path)).toBe(reason);
  });

  test('that disappeared since it was listed', async () => {
    expect(await reasonOf(makeTree(), 'a.ts')).toBe('unreadable: cannot be read (ENOENT)');
    expect(await reasonOf(makeTree({ 'a.ts': '' }), 'a.ts/b.ts')).toBe(
      'unreadable: cannot be read (ENOTDIR)',
    );
  });

  test('that was replaced by something that is no regular file', async () => {
    const root = makeTree({ 'folder.ts/': '' });
    expect(spawnSync('sh', ['-c', 'mkfifo pipe.ts'], { cwd: root }).status).toBe(0);
    expect(await reasonOf(root, 'pipe.ts')).toBe('notAFile: is no longer a regular file');
    expect(await reasonOf(root, 'folder.ts')).toBe('notAFile: is no longer a regular file');
  });

  test('that was replaced by a link, itself or one of its folders', async () => {
    const outside = makeTree({ 'a.ts': 'let secret' });
    const root = makeTree({
      'b.ts': '',
      'in.ts': { link: 'b.ts' },
      'out.ts': { link: join(outside, 'a.ts') },
    });
    symlinkSync(outside, join(root, 'folder'));
    expect(await reasonOf(root, 'in.ts')).toBe('symlink: has become a symbolic link');
    expect(await reasonOf(root, 'out.ts')).toMatch(/^symlink: .* leads out of the project/);
    expect(await reasonOf(root, 'folder/a.ts')).toMatch(/^symlink: .* leads out of the project/);
  });

  test('that never stops changing: more bytes than the system reports', async (context) => {
    if (!existsSync('/proc/self/status'))
      context.skip('needs a file system that reports such sizes');
    const root = realpathSync('/proc/self');
    expect(await reasonOf(root, 'status')).toBe(
      'unreadable: kept changing while it was read 3 times',
    );
  });
});
