import { expect, test } from 'vitest';
import { commitQuestions } from '../../src/eval/commit-questions.ts';

const isTarget = (path: string): boolean => path.startsWith('src/');
const ask = (subject: string, ...paths: string[]) =>
  commitQuestions([{ hash: 'abc', timeS: 0, subject, paths }], isTarget, 10);

test('a commit becomes a question whose targets are the indexed files it changed', () => {
  expect(
    ask('fix(http): retry requests that were cut off (#12)', 'src/http.ts', 'README.md'),
  ).toEqual([
    {
      id: 'abc',
      query: 'retry requests that were cut off',
      category: 'commit',
      targets: [{ path: 'src/http.ts', lines: undefined }],
    },
  ]);
});

test.each([
  ['a chore', 'chore(deps): bump all the small packages', ['src/a.ts']],
  ['a release', 'v1.2.3 with all the new things', ['src/a.ts']],
  ['a revert', 'Revert "retry requests that were cut off"', ['src/a.ts']],
  ['too few words', 'fix: small bug', ['src/a.ts']],
  ['nothing indexed', 'retry requests that were cut off', ['docs/a.md']],
  [
    'too many files',
    'rename one thing to another everywhere',
    ['src/a', 'src/b', 'src/c', 'src/d'],
  ],
])('%s does not become a question', (_, subject, paths) => {
  expect(ask(subject, ...paths)).toEqual([]);
});

test('commits with the same words become one question, and the newest commits come first', () => {
  const commit = (hash: string, subject: string) => ({
    hash,
    timeS: 0,
    subject,
    paths: ['src/a.ts'],
  });
  const commits = [
    commit('3', 'read the third file again'),
    commit('2', 'read the second file again'),
    commit('1', 'read the third file again'),
  ];
  expect(commitQuestions(commits, isTarget, 10).map(({ id }) => id)).toEqual(['3', '2']);
  expect(commitQuestions(commits, isTarget, 1).map(({ id }) => id)).toEqual(['3']);
});
