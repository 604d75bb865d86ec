import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { resolveInside } from '../../src/files/containment.ts';
import { makeTree } from './temp-tree.ts';

describe('resolveInside', () => {
  test.each([
    'a.ts',
    './a.ts',
    'src//b.ts',
    'src/./b.ts',
    'src',
    '..a/...ts',
    'C:x.ts',
    'x::y.ts',
    'two\nlines "and\' 🎉.ts',
  ])('returns the real path of %j within the project', async (path) => {
    const root = makeTree({
      'a.ts': '',
      'src/b.ts': '',
      '..a/...ts': '',
      'C:x.ts': '',
      'x::y.ts': '',
      'two\nlines "and\' 🎉.ts': '',
    });
    expect(join(root, resolveInside(root, path))).toBe(join(root, path));
  });

  test('follows links within the project', async () => {
    const root = makeTree({ 'src/b.ts': '', link: { link: 'src' } });
    expect(resolveInside(root, 'link/b.ts')).toBe('src/b.ts');
  });

  test('accepts a root that is itself a link', async () => {
    const root = makeTree({ 'project/a.ts': '', link: { link: 'project' } });
    expect(resolveInside(join(root, 'link'), 'a.ts')).toBe('a.ts');
  });

  test.each([
    ['', 'is empty'],
    ['../a.ts', 'holds ".."'],
    ['src/../../a.ts', 'holds ".."'],
    ['src/../a.ts', 'holds ".."'],
    ['..', 'holds ".."'],
    ['/etc/passwd', 'is absolute'],
    ['C:/Windows', 'is absolute'],
    ['c:\\Windows', 'holds a backslash'],
    ['..\\a.ts', 'holds a backslash'],
    ['\\\\server\\share', 'holds a backslash'],
    ['a.ts\0.md', 'holds a NUL character'],
  ])('rejects %j', async (path, why) => {
    expect(() => resolveInside(makeTree({ 'a.ts': '' }), path)).toThrow(
      expect.objectContaining({ code: 'GM_USAGE', message: expect.stringContaining(why) }),
    );
  });

  test('rejects links that lead outside, also to a neighbour with the same name prefix', async () => {
    const parent = makeTree({
      'app/a.ts': '',
      'app-secret/b.ts': '',
      'app/near': { link: '../app-secret' },
    });
    const root = makeTree({ etc: { link: '/etc' }, up: { link: '..' } });
    expect(() => resolveInside(root, 'etc/passwd')).toThrow(
      expect.objectContaining({ code: 'GM_USAGE' }),
    );
    expect(() => resolveInside(root, 'up')).toThrow(expect.objectContaining({ code: 'GM_USAGE' }));
    expect(() => resolveInside(join(parent, 'app'), 'near/b.ts')).toThrow(
      expect.objectContaining({ code: 'GM_USAGE' }),
    );
  });

  test.each(['gone.ts', 'a.ts/b.ts', 'broken', 'circle', 'x'.repeat(5000)])(
    'finds nothing at %.20s',
    async (path) => {
      const root = makeTree({
        'a.ts': '',
        broken: { link: 'nowhere' },
        circle: { link: 'circle' },
      });
      expect(() => resolveInside(root, path)).toThrow(
        expect.objectContaining({ code: 'GM_FILE_NOT_FOUND' }),
      );
    },
  );
});
