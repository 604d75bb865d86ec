import { expect, test } from 'vitest';
import { commitWordsOf } from '../../src/index/commit-words.ts';
import { pathsOf, searchIn } from '../helpers/check-search.ts';

const FILES = {
  'src/first.ts': 'export function holdRequest() {}\n',
  'src/second.ts': 'export function keepRequest() {}\n',
};

test('a word that only commit messages use ranks the file that these commits changed', () => {
  const commits = commitWordsOf([
    { subject: 'Throttle noisy clients', paths: ['src/second.ts', 'gone.ts'] },
    { subject: 'Fix a typo', paths: ['src/first.ts'] },
  ]);
  const question = 'where is a request throttled';
  expect(pathsOf(searchIn(FILES, question))[0]).toBe('src/first.ts');
  const answer = searchIn(FILES, question, { commits });
  expect(pathsOf(answer)).toEqual(['src/second.ts', 'src/first.ts']);
  expect(answer.signals).toContain('commits');
  expect(answer.hits[0]?.reasons).toContainEqual(
    expect.objectContaining({ signal: 'commits', detail: 'commit messages: throttled' }),
  );
  expect(answer.hits[1]?.reasons.map(({ signal }) => signal)).not.toContain('commits');
});

test('commit messages alone make no file a result, and do not change the confidence', () => {
  const commits = commitWordsOf([{ subject: 'Throttle clients', paths: ['src/second.ts'] }]);
  expect(pathsOf(searchIn(FILES, 'throttle', { commits }))).toEqual([]);
  const question = 'where is a request throttled';
  const { confidence, match } = searchIn(FILES, question);
  expect(searchIn(FILES, question, { commits })).toMatchObject({ confidence, match });
});

test('messages that hold little of a question move a file little', () => {
  const commits = commitWordsOf([
    { subject: 'Throttle noisy clients', paths: ['src/second.ts'] },
    { subject: 'Fix a typo', paths: ['src/first.ts'] },
  ]);
  const scoreOfMessages = (question: string) => {
    const { hits } = searchIn(FILES, question, { commits });
    const reasons = hits.find(({ path }) => path === 'src/second.ts')?.reasons ?? [];
    return reasons.find(({ signal }) => signal === 'commits')?.contribution ?? 0;
  };
  const whole = scoreOfMessages('throttle noisy clients keep');
  const part = scoreOfMessages('throttle everything that is slow before we keep');
  expect(part).toBeGreaterThan(0);
  expect(part).toBeLessThan(whole / 2);
});

test('a commit gives each of its files a share of its words, and one of very many files none', () => {
  const many = Array.from({ length: 21 }, (_, number) => `src/${number}.ts`);
  const { paths, filesOf, lengths } = commitWordsOf([
    { subject: 'Throttle clients', paths: ['a.ts', 'b.ts'] },
    { subject: 'Throttled', paths: ['b.ts'] },
    { subject: 'Throttle everything', paths: many },
  ]);
  expect(paths).toEqual(['a.ts', 'b.ts']);
  expect(filesOf.get('throttl')).toEqual({ paths: [0, 1], counts: [0.5, 1.5] });
  expect([...lengths]).toEqual([1, 2]);
});
