/** Paths of a project, whatever system they come from. */
import { describe, expect, test } from 'vitest';
import { joinRepoPath, toRepoPath } from '../../src/model/path.ts';

describe('toRepoPath', () => {
  test.each([
    ['src\\lib\\a.ts', 'src/lib/a.ts'],
    ['src/lib\\a.ts', 'src/lib/a.ts'],
    ['.\\src\\.\\a.ts', 'src/a.ts'],
    ['src\\\\a.ts\\', 'src/a.ts'],
    ['src\\lib\\..\\a.ts', 'src/a.ts'],
    ['', ''],
  ])('converts %j to %j', (path, repoPath) => {
    expect(toRepoPath(path)).toBe(repoPath);
  });

  test.each(['..\\a.ts', 'src\\..\\..\\a.ts'])('rejects %j', (path) => {
    expect(() => toRepoPath(path)).toThrow('path leaves the project');
  });
});

test('a path joined to a folder never leads out of the project', () => {
  expect(joinRepoPath('src/lib', '../a')).toBe('src/a');
  expect(joinRepoPath('src', '../../a')).toBeUndefined();
  expect(joinRepoPath('', '..')).toBeUndefined();
});
