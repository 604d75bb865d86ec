/** Working trees of one repository, each with a store of its own: what is equal in both is read once. */
import { writeFileSync } from 'node:fs';
import { lstat, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { DiskDirectory } from '../../src/store/disk-directory.ts';
import { linkStoreFiles } from '../../src/store/link-files.ts';
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
  await temp.indexed();
  return temp;
}

it('parses only the differences in a second working tree', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS, 'a.ts': 'export class a {}' });
  const project = beside(first, second);
  expect(await project.index({})).toMatchObject({ changed: 1, parsed: 1 });
  const alone = await second.indexed();
  expect([...graphLines(project.snapshot().graph)]).toEqual([
    ...graphLines(alone.snapshot().graph),
  ]);
});

it('needs the other store no longer afterwards', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS });
  await beside(first, second).index({});
  await rm(first.config.storeDir, { recursive: true });
  const project = beside(first, second);
  await project.load(() => undefined);
  await second.write('a.ts', 'export function a() { return 1; }');
  expect(await project.index({})).toMatchObject({ changed: 1, parsed: 1 });
});

/** Writes both until the file system gives them the same times. */
async function writtenAtOnce(first: string, second: string): Promise<void> {
  await expect
    .poll(async () => {
      writeFileSync(first, 'export const one = 1;');
      writeFileSync(second, 'export const two = 2;');
      const [a, b] = await Promise.all([first, second].map((path) => stat(path)));
      return a?.ctimeMs === b?.ctimeMs && a?.mtimeMs === b?.mtimeMs;
    })
    .toBe(true);
}

it('reads a file that both working trees changed at the same time', async () => {
  const first = await tempProject({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS });
  await writtenAtOnce(join(first.config.root, 'a.ts'), join(second.config.root, 'a.ts'));
  await (await first.open([], { now: () => Date.now() + 60_000 })).index({});
  const project = beside(first, second);
  await project.index({});
  await project.close();
  expect(project.snapshot().graph.byName('two')).toHaveLength(1);
});

it('trusts no times of the other working tree after a restart', async () => {
  const first = await tempProject({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS });
  const later = { now: () => Date.now() + 60_000 };
  await writtenAtOnce(join(first.config.root, 'a.ts'), join(second.config.root, 'b.ts'));
  await first.write('b.ts', await second.read('b.ts'));
  await second.write('a.ts', await first.read('a.ts'));
  await (await first.open([], later)).index({});
  const project = beside(first, second);
  await project.index({});
  await project.close();
  const again = beside(first, second);
  await again.load(() => undefined);
  const { manifest } = again.snapshot();
  for (const [path, { ctimeMs }] of manifest) {
    const other = await stat(join(first.config.root, path));
    expect(ctimeMs).not.toBe(other.ctimeMs);
  }
});

describe('a second working tree of many files', () => {
  const many = Object.fromEntries(
    Array.from({ length: 210 }, (_, file) => [`f${file}.ts`, `export const f${file} = 1;`]),
  );
  const sizeOf = async (folder: string, name: string) => (await stat(join(folder, name))).size;

  it('shares the files of the first one, and adds its own timestamps', async () => {
    const first = await indexed({ ...many, ...OURS });
    const second = await tempProject({ ...many, ...OURS });
    const project = beside(first, second);
    expect(await project.index({})).toMatchObject({ unchanged: 210, parsed: 0 });
    await project.close();
    const [one, other] = [first.config.storeDir, join(first.config.storeDir, '..', 'second')];
    for (const name of ['facts.gm', 'snapshot.gm', 'vectors.gm']) {
      const [a, b] = await Promise.all([one, other].map((folder) => stat(join(folder, name))));
      expect(a?.ino).toBe(b?.ino);
    }
    const delta = await sizeOf(other, 'delta-2.gm');
    expect(delta).toBeLessThan((await sizeOf(one, 'snapshot.gm')) / 2);
  });

  it('reads no file again at the next start', async () => {
    const first = await indexed({ ...many, ...OURS });
    const second = await tempProject({ ...many, ...OURS });
    await beside(first, second).index({});
    const again = beside(first, second);
    await again.load(() => undefined);
    const { manifest } = again.snapshot();
    const times = await Promise.all(
      [...manifest].map(async ([path, { mtimeMs }]) => {
        const { mtimeMs: now } = await stat(join(second.config.root, path));
        return mtimeMs === now || mtimeMs < 0;
      }),
    );
    expect(times.every((isSame) => isSame)).toBe(true);
    expect(again.snapshot().generation).toBe(2);
  });

  it('leaves the store of the first one as it is', async () => {
    const first = await indexed({ ...many, ...OURS });
    const second = await tempProject({ ...many, ...OURS });
    const before = await readFile(join(first.config.storeDir, 'snapshot.gm'));
    const project = beside(first, second);
    await project.index({});
    await second.write('f0.ts', 'export function changed() {}');
    await project.index({ full: true });
    expect(await readFile(join(first.config.storeDir, 'snapshot.gm'))).toEqual(before);
    expect((await first.open()).snapshot().graph.byName('f0')).toHaveLength(1);
  });
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

it('builds an index of its own if the snapshot of the sibling store is damaged', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  await first.damage('snapshot.gm', (bytes) => bytes.subarray(0, 60));
  const second = await tempProject({ ...FILES, ...OURS });
  const project = beside(first, second);
  await project.index({});
  const alone = await second.open();
  await alone.index({ full: true });
  expect(graphLines(project.snapshot().graph)).toEqual(graphLines(alone.snapshot().graph));
});

it('a file of the user under the name of the mark is kept', async () => {
  const temp = await tempProject({ ...FILES, ...OURS, 'own/repository.txt': 'my own list' });
  const config = { ...temp.config, storeDir: join(temp.config.root, 'own') };
  const project = new Project(config, { writer: testWriter() });
  await project.index({});
  await project.close();
  expect(await temp.read('own/repository.txt')).toBe('my own list');
});

/** A store in which something happens after so many of its files were linked. */
class DirectoryWith extends DiskDirectory {
  readonly #after: number;
  readonly #event: () => Promise<unknown>;
  #links = 0;

  constructor(location: string, after: number, event: () => Promise<unknown>) {
    super(location);
    this.#after = after;
    this.#event = event;
  }

  override async readHead(name: string, byteCount: number) {
    const head = await super.readHead(name, byteCount);
    if (name.endsWith('.tmp') && ++this.#links === this.#after) await this.#event();
    return head;
  }
}

describe.each([
  ['whole', true],
  ['as a delta', false],
])('a store that is saved %s while it is taken over', (_, full) => {
  it.each([1, 2, 3, 4])('is brought up to date after %i links', async (links) => {
    const first = await indexed({ ...FILES, ...OURS });
    const writing = await first.open();
    await first.write('b.ts', "import { a } from './a';\na();\na();");
    await writing.index({});
    const second = await tempProject({ ...FILES, ...OURS, 'a.ts': 'export class a {}' });
    const location = join(first.config.storeDir, '..', 'second');
    await mkdir(location);
    const store = new DirectoryWith(location, links, async () => {
      await first.write('a.ts', 'export const renamed = 1;');
      await writing.index({ full });
    });
    await linkStoreFiles(new DiskDirectory(first.config.storeDir), store).catch((error) => {
      expect(error).toMatchObject({ code: 'GM_IO' });
    });
    const project = beside(first, second);
    const notices: string[] = [];
    await project.load((line) => notices.push(line));
    await project.index({});
    await project.close();
    const alone = await second.indexed();
    expect(notices).toEqual([]);
    expect([...graphLines(project.snapshot().graph)]).toEqual([
      ...graphLines(alone.snapshot().graph),
    ]);
  });
});

it('takes over no store into a folder with a file of the user under the name of the record', async () => {
  const first = await indexed({ ...FILES, ...OURS });
  const second = await tempProject({ ...FILES, ...OURS });
  const storeDir = join(first.config.storeDir, '..', 'second');
  await mkdir(storeDir);
  await writeFile(join(storeDir, 'borrowed.txt'), 'my own list');
  const project = beside(first, second);
  await project.index({});
  await project.close();
  expect(await readFile(join(storeDir, 'borrowed.txt'), 'utf8')).toBe('my own list');
  expect(project.snapshot().graph.byName('a')).toHaveLength(1);
});

it('loads a store whose record of files of others cannot be read', async () => {
  const temp = await indexed({ ...FILES, ...OURS });
  const record = join(temp.config.storeDir, 'borrowed.txt');
  await symlink(record, record);
  const notices: string[] = [];
  const project = await temp.open(notices);
  expect(await project.index({})).toMatchObject({ unchanged: 2, parsed: 0 });
  expect(notices).toEqual([]);
});

it('a link in the store under the name of that word is replaced, not followed', async () => {
  const temp = await tempProject({ ...FILES, ...OURS });
  const other = join(temp.config.storeDir, '..', 'other.txt');
  await mkdir(temp.config.storeDir, { recursive: true });
  await writeFile(other, 'f'.repeat(32));
  const link = join(temp.config.storeDir, 'repository.txt');
  await symlink(other, link);
  await temp.indexed();
  expect(await readFile(other, 'utf8')).toBe('f'.repeat(32));
  expect((await lstat(link)).isFile()).toBe(true);
});
