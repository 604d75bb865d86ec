import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headCommit } from '../../src/files/git-head.ts';
import { makeTree } from './temp-tree.ts';

const ONE = '1'.repeat(40);
const TWO = '2'.repeat(40);

test.each<[string, Record<string, string>, string | undefined]>([
  ['a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${ONE}\n` }, ONE],
  ['no branch', { '.git/HEAD': `${TWO}\n` }, TWO],
  [
    'a packed branch',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/packed-refs': `# pack-refs with: peeled\n${TWO} refs/heads/not-main\n${ONE} refs/heads/main\n^${TWO}\n`,
    },
    ONE,
  ],
  [
    'a newer branch than its packed form',
    {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/refs/heads/main': `${TWO}\n`,
      '.git/packed-refs': `${ONE} refs/heads/main\n`,
    },
    TWO,
  ],
  ['a branch without commits', { '.git/HEAD': 'ref: refs/heads/main\n' }, undefined],
  ['a head that is none', { '.git/HEAD': 'ref: ../../secret\n' }, undefined],
  ['an empty folder', { 'a.ts': '' }, undefined],
])('the head commit is read for %s', (_, files, commit) => {
  expect(headCommit(makeTree(files))).toBe(commit);
});

test('a worktree has its own head and shares its branches', () => {
  const root = makeTree({
    'main/.git/HEAD': 'ref: refs/heads/main\n',
    'main/.git/refs/heads/main': `${ONE}\n`,
    'main/.git/refs/heads/side': `${TWO}\n`,
    'main/.git/worktrees/side/HEAD': 'ref: refs/heads/side\n',
    'main/.git/worktrees/side/commondir': '../..\n',
    'side/.git': 'gitdir: ../main/.git/worktrees/side\n',
    'side/src/a.ts': '',
  });
  expect(headCommit(join(root, 'side/src'))).toBe(TWO);
  expect(headCommit(join(root, 'main'))).toBe(ONE);
});
