import { expect, test } from 'vitest';
import { pathFilter } from '../../../src/files/discovery/path-filter.ts';

const PATHS = ['a.ts', 'src/a.ts', 'src/deep/b.ts'];

test.each<[readonly string[], readonly string[]]>([
  [['src/**'], ['src/a.ts', 'src/deep/b.ts']],
  [['./src/*'], ['src/a.ts']],
  [['src/deep/b.ts/'], ['src/deep/b.ts']],
  [['.'], PATHS],
  [['./'], PATHS],
  [['././'], PATHS],
  [[''], []],
  [['', 'a.ts'], ['a.ts']],
  [[], []],
])('the patterns %j match %j', (patterns, expected) => {
  expect(PATHS.filter(pathFilter(patterns))).toEqual(expected);
});
