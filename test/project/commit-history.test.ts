import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CommitWords } from '../../src/index/commit-words.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempProject } from './temp-project.ts';

async function repository(): Promise<TempProject> {
  const temp = await tempProject({
    'a.ts': 'export const a = 1;\n',
    'b.ts': 'export const b = 1;\n',
  });
  git(temp.config.root, 'init');
  commitAll(temp.config.root, 'Throttle noisy clients');
  return temp;
}

async function wordsNow(temp: TempProject): Promise<CommitWords | undefined> {
  const project = await temp.indexed();
  const words = await project.commits.words(project.commit());
  await project.close();
  return words;
}

test('another commit replaces the words as a whole, as a first index would find them', async () => {
  const temp = await repository();
  const project = await temp.indexed();
  expect((await project.commits.words(project.commit()))?.filesOf.has('throttl')).toBe(true);
  await temp.write('b.ts', 'export const b = 2;\n');
  commitAll(temp.config.root, 'Raise the limit');
  await project.index({});
  const updated = await project.commits.words(project.commit());
  expect(updated?.filesOf.get('limit')?.paths.map((path) => updated.paths[path])).toEqual(['b.ts']);
  await project.close();
  await rm(temp.config.storeDir, { recursive: true });
  expect(await wordsNow(temp)).toEqual(updated);
  git(temp.config.root, 'checkout', 'HEAD~1');
  expect((await wordsNow(temp))?.filesOf.has('limit')).toBe(false);
});

test('the words are stored, and damaged ones are read from git again', async () => {
  const temp = await repository();
  const words = await wordsNow(temp);
  expect(await temp.storeFiles()).toContain('commits.json');
  const loaded = await temp.open();
  expect(loaded.commit()).toBeUndefined();
  expect(await loaded.commits.words(loaded.commit())).toEqual(words);
  for (const damage of [
    '',
    'null',
    '{"head": 1}',
    '{"head": "x", "commits": []}',
    '{"head": "x", "commits": [{"paths": 1}]}',
  ]) {
    await temp.damage('commits.json', () => Buffer.from(damage));
    expect(await wordsNow(temp)).toEqual(words);
  }
});

test('outside of git there are no words, and nothing is stored', async () => {
  const temp = await repository();
  await rm(join(temp.config.root, '.git'), { recursive: true });
  expect(await wordsNow(temp)).toBeUndefined();
  expect(await temp.storeFiles()).not.toContain('commits.json');
});
