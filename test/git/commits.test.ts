import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { recentCommits } from '../../src/git/commits.ts';
import { fileHistory } from '../../src/git/history.ts';
import { tempProject } from '../project/temp-project.ts';
import { commitAll, git } from './temp-repository.ts';

test('recentCommits lists the newest commits first, with their files relative to the folder', async () => {
  const { config, write } = await tempProject({ 'package/a.ts': '1', 'other.ts': '1' });
  const { root } = config;
  git(root, 'init');
  commitAll(root, 'first\n\nwith a body');
  await write('other.ts', '2');
  commitAll(root, 'outside');
  await write('package/ö "b".ts', '1');
  await write('package/a.ts', '2');
  commitAll(root, 'second: "quoted"');
  const commits = await recentCommits(`${root}/package`, 10);
  expect(commits?.map(({ subject, paths }) => ({ subject, paths }))).toEqual([
    { subject: 'second: "quoted"', paths: ['a.ts', 'ö "b".ts'] },
    { subject: 'first', paths: ['a.ts'] },
  ]);
  expect(commits?.[0]?.hash).toMatch(/^[0-9a-f]{40}$/);
  expect(await recentCommits(root, 1)).toHaveLength(1);
});

test('a subject or an author cannot pretend to be another commit', async () => {
  const { config } = await tempProject({ 'a.ts': '1' });
  git(config.root, 'init');
  const forged = `one \u0001${'ab'.repeat(20)} 1 two`;
  commitAll(config.root, forged);
  const author = '--author=x \u00011 someone <a@example.org>';
  git(config.root, 'commit', '--amend', '--no-edit', author);
  const commits = await recentCommits(config.root, 5);
  expect(commits?.map(({ subject }) => subject)).toEqual([forged]);
  const history = await fileHistory(config.root, 'HEAD', 5);
  expect(history?.map(({ author: name }) => name)).toEqual(['x \u00011 someone']);
});

test('a repository cannot make git run programs', async () => {
  const { config } = await tempProject({ 'a.ts': '1' });
  git(config.root, 'init');
  commitAll(config.root, 'one');
  git(config.root, 'config', 'log.showSignature', 'true');
  git(config.root, 'config', 'gpg.program', 'touch ran');
  git(config.root, 'config', 'core.fsmonitor', 'touch ran');
  git(config.root, 'config', 'core.pager', 'touch ran');
  expect(await recentCommits(config.root, 5)).toHaveLength(1);
  expect(await readdir(config.root)).toEqual(['.git', 'a.ts']);
});

test('recentCommits returns undefined outside of a repository', async () => {
  const { config } = await tempProject({ 'a.ts': '1' });
  expect(await recentCommits(config.root, 5)).toBeUndefined();
});

test('recentCommits returns undefined for a repository without commits', async () => {
  const { config } = await tempProject({ 'a.ts': '1' });
  git(config.root, 'init');
  expect(await recentCommits(config.root, 5)).toBeUndefined();
});
