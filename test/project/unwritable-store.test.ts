/** A disk that refuses the store costs the next start, never the answer. */
import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Project } from '../../src/project/project.ts';
import { statusLines } from '../../src/tools/index-status.ts';
import { type TempProject, tempProject } from './temp-project.ts';

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

it('a question is answered from memory when nothing can be stored, with one notice', async () => {
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

it('edits are seen while the store refuses, and the refusal is told once', async () => {
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
    /store: .*; this index is in memory alone: .*store is a file, not a folder/,
  );
});

it('who asks to index is told that it was not saved, and saves when the disk gives way', async () => {
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
