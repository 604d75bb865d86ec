import { expect, test } from 'vitest';
import { pathWords, sharedFolderDepth } from '../../src/index/path-words.ts';

test.each([
  [[], 0],
  [['a.ts'], 0],
  [['src/a.ts'], 1],
  [['src/x/a.ts', 'src/y/b.ts'], 1],
  [['src/x/a.ts', 'src/x.ts'], 1],
  [['a/b/c.ts', 'a/b/d.ts', 'a.ts'], 0],
  [['packages/core/src/a.ts', 'packages/core/src/b/c.ts'], 3],
])('the files %j share %i folders', (paths, depth) => {
  expect(sharedFolderDepth(paths)).toBe(depth);
});

test.each([
  ['src/http/retry-client.ts', 1, 'retry-client', ['http']],
  ['types/index.d.ts', 0, 'index', ['types']],
  ['a.d.mts', 0, 'a', []],
  ['user.test.ts', 0, 'user.test', []],
  ['.eslintrc', 0, '.eslintrc', []],
  ['Makefile', 0, 'Makefile', []],
])('the path %s is split into words below folder depth %i', (path, depth, stem, folders) => {
  expect(pathWords(path, depth)).toEqual({ stem, folders });
});
