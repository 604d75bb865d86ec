/** A disk that refuses the store costs the next start, never the answer. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { statusLines } from '../../src/tools/index-status.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

const HELLO = { 'a.ts': 'export function hello() {}\n' };
const BYE = 'export function bye() {}\n';

/** Puts a file where the store's folder should be, which refuses root as well as everybody else. */
async function blockStore(temp: TempProject): Promise<void> {
  await rm(temp.config.storeDir, { recursive: true, force: true });
  await writeFile(temp.config.storeDir, '');
}

async function prepared(project: Project): Promise<string[]> {
  const notices: string[] = [];
  await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
  return notices;
}

const names = (project: Project): string[] => [...project.snapshot().graph.names()];

it('answers from memory with one notice when the store is not writable', async () => {
  const temp = await tempProject(HELLO);
  await blockStore(temp);
  const notices: string[] = [];
  const project = await temp.open(notices);
  notices.push(...(await prepared(project)));
  expect(names(project)).toEqual(['hello']);
  expect(notices).toEqual([
    expect.stringMatching(
      /^the store of shop cannot be read: .*store is a file, not a folder\. Move .*store away/,
    ),
    // What to do has been said.
    expect.stringMatching(/^the index of shop cannot be saved .*; answering from memory\.$/),
    expect.stringMatching(/^indexed 1 files in/),
  ]);
});

it('sees edits while the store is not writable, and reports the problem once', async () => {
  const temp = await tempProject(HELLO);
  const project = await temp.open();
  await prepared(project);
  await blockStore(temp);
  await temp.write('a.ts', BYE);
  const first = await prepared(project);
  await temp.write('b.ts', HELLO['a.ts']);
  const second = await prepared(project);
  expect(names(project)).toEqual(['bye', 'hello']);
  expect(first.filter((line) => line.includes('cannot be saved'))).toHaveLength(1);
  expect(second).toEqual([expect.stringMatching(/^index updated: 1 added/)]);
  expect(statusLines(project.status()).join('\n')).toMatch(
    /store: .*; this index is in memory only: .*store is a file, not a folder/,
  );
});

it('reports an explicit reindex that could not be saved, and saves once the disk is writable', async () => {
  const temp = await tempProject(HELLO);
  await blockStore(temp);
  const project = await temp.open([]);
  await expect(project.index({})).rejects.toMatchObject({ code: 'GM_IO' });
  expect(names(project)).toEqual(['hello']);
  expect(project.status().storeProblem).toMatch(/not a folder/);
  await rm(temp.config.storeDir);
  await project.index({});
  expect(project.status().storeProblem).toBe('');
  const notices: string[] = [];
  expect(names(await temp.open(notices))).toEqual(['hello']);
  expect(notices).toEqual([]);
});

it('a store folder that holds files of the user is left as it is, and questions are answered', async () => {
  const temp = await tempProject({
    ...HELLO,
    'src/snapshot.gm': 'my own',
    'src/repository.txt': 'x',
  });
  const config = { ...temp.config, storeDir: join(temp.config.root, 'src') };
  const project = new Project(config, { writer: testWriter() });
  const notices = await prepared(project);
  expect(names(project)).toEqual(['hello']);
  expect(notices.join('\n')).toMatch(
    /the index of shop cannot be saved .*snapshot\.gm there is not a file of graph-memory.*answering from memory/,
  );
  await expect(project.index({})).rejects.toMatchObject({ code: 'GM_IO' });
  await project.close();
  expect((await readdir(config.storeDir)).sort()).toEqual(['repository.txt', 'snapshot.gm']);
  expect(await temp.read('src/snapshot.gm')).toBe('my own');
});
