/** Working trees of one repository, each with a store of its own: what is equal in both is read once. */
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';

const FILES = {
  'a.ts': 'export function a() {}',
  'b.ts': "import { a } from './a';\na();",
};
const config = (url: string) => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`;
const OURS = { '.git/config': config('https://example.org/ours.git') };

/** A store in the folder where `first` has its own. */
function beside(first: TempProject, second: TempProject): Project {
  const storeDir = join(first.config.storeDir, '..', 'second');
  return new Project({ ...second.config, storeDir }, { writer: testWriter() });
}

async function indexed(files: Record<string, string>): Promise<TempProject> {
  const temp = await tempProject(files);
  await (await temp.open()).index({});
  return temp;
}

it('parses only the differences in a second working tree', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS, 'a.ts': 'export class a {}' });
  const project = beside(first, second);
  expect(await project.index({})).toMatchObject({ added: 2, parsed: 1 });
  const alone = await second.open();
  await alone.index({});
  expect([...graphLines(project.snapshot().graph)]).toEqual([
    ...graphLines(alone.snapshot().graph),
  ]);
});

it('stores all facts itself afterwards', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS });
  await beside(first, second).index({});
  await first.damage('facts.gm', () => Buffer.alloc(0));
  const project = beside(first, second);
  await project.load(() => undefined);
  await second.write('a.ts', 'export function a() { return 1; }');
  expect(await project.index({})).toMatchObject({ changed: 1, parsed: 1 });
});

it.each([
  ['of another repository', { '.git/config': config('https://example.org/theirs.git') }],
  ['outside of git', {}],
])('reuses no facts for a project %s', async (_, git) => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...git });
  expect(await beside(first, second).index({})).toMatchObject({ parsed: 2 });
});

it('reuses no facts on a full reindex', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS });
  expect(await beside(first, second).index({ full: true })).toMatchObject({ parsed: 2 });
});

it('ignores a damaged sibling store', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  await first.damage('facts.gm', (bytes) => bytes.subarray(0, 60));
  const second = await tempProject({ ...FILES, ...OURS });
  expect(await beside(first, second).index({})).toMatchObject({ parsed: 2 });
});

it('a file of the user under the name of the mark is kept', async () => {
  const temp = await tempProject({ ...FILES, ...OURS, 'own/repository.txt': 'my own list' });
  const config = { ...temp.config, storeDir: join(temp.config.root, 'own') };
  const project = new Project(config, { writer: testWriter() });
  await project.index({});
  await project.close();
  expect(await temp.read('own/repository.txt')).toBe('my own list');
});

it('a link in the store under the name of that word is replaced, not followed', async () => {
  const temp = await tempProject({ ...FILES, ...OURS });
  const other = join(temp.config.storeDir, '..', 'other.txt');
  await mkdir(temp.config.storeDir, { recursive: true });
  await writeFile(other, 'f'.repeat(32));
  const link = join(temp.config.storeDir, 'repository.txt');
  await symlink(other, link);
  await (await temp.open()).index({});
  expect(await readFile(other, 'utf8')).toBe('f'.repeat(32));
  expect((await lstat(link)).isFile()).toBe(true);
});
