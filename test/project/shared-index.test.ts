/** An index that one machine shares, and clones on other machines that begin with it. */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openShared } from '../../src/database/shared/open-shared.ts';
import { Project } from '../../src/project/project.ts';
import { FolderBlobs } from '../../src/store/folder-blobs.ts';
import type { SharedBlobs } from '../../src/store/shared-blobs.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { s3Server, TEST_KEY } from '../store/s3-server.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

const FILES = Object.fromEntries(
  Array.from({ length: 60 }, (_, number) => [
    `src/f${number}.ts`,
    `import { f${(number + 1) % 60} } from './f${(number + 1) % 60}';\nexport function f${number}() { return f${(number + 1) % 60}(); }\n`,
  ]),
);

function open(temp: TempProject, shared: SharedBlobs): Project {
  const project = new Project(temp.config, { writer: testWriter(), shared });
  onTestFinished(() => project.close());
  return project;
}

/** A project that has been indexed and shared, and the folder of what it shared. */
async function sharedProject(hasGit: boolean, place?: SharedBlobs) {
  const folder = join(await tempFolder(), 'facts');
  const shared = place ?? new FolderBlobs(folder, 'test-1');
  const temp = await tempProject(FILES);
  if (hasGit) {
    git(temp.config.root, 'init', '--initial-branch=main');
    commitAll(temp.config.root, 'first');
  }
  const project = open(temp, shared);
  await project.load(() => undefined);
  expect(await project.index({})).toMatchObject({ parsed: 60 });
  await project.vectors.settle(undefined);
  expect(await project.share()).toEqual({ files: 60, filesWritten: 60 });
  return { temp, folder, shared, project };
}

/** A copy of the working tree with a store of its own, as on another machine. */
async function cloneOf(temp: TempProject): Promise<TempProject> {
  const clone = await tempProject({});
  await cp(temp.config.root, clone.config.root, { recursive: true });
  return clone;
}

/** Indexes a clone. Returns what the run did and the lines for people. */
async function indexed(temp: TempProject, shared: SharedBlobs) {
  const notices: string[] = [];
  const project = open(temp, shared);
  await project.load((line) => notices.push(line));
  const run = await project.index({ notice: (line) => notices.push(line) });
  return { project, run, notices };
}

async function expectSameAsAlone(project: Project, temp: TempProject): Promise<void> {
  const alone = new Project(
    { ...temp.config, storeDir: `${temp.config.storeDir}-alone` },
    { writer: testWriter() },
  );
  onTestFinished(() => alone.close());
  await alone.index({});
  const [own, other] = [project.snapshot(), alone.snapshot()];
  expect([...graphLines(own.graph)]).toEqual([...graphLines(other.graph)]);
  expect(own.text.data).toEqual(other.text.data);
}

it('continues from the shared state of the commit, and parses nothing', async () => {
  const { temp, shared } = await sharedProject(true);
  const clone = await cloneOf(temp);
  const { project, run, notices } = await indexed(clone, shared);
  expect(run).toMatchObject({ added: 0, changed: 0, parsed: 0 });
  expect(notices).toEqual([]);
  expect(project.vectors.status()).toMatchObject({ chunks: 60 });
  await expectSameAsAlone(project, clone);
});

it('parses only what changed since the newest commit that was shared', async () => {
  const { temp, shared } = await sharedProject(true);
  const clone = await cloneOf(temp);
  await clone.write('src/f3.ts', 'export function f3() { return 3; }\n');
  commitAll(clone.config.root, 'second');
  await clone.write('src/f4.ts', 'export function f4() { return 4; }\n');
  const { project, run } = await indexed(clone, shared);
  expect(run).toMatchObject({ changed: 2, parsed: 2, unchanged: 58 });
  await expectSameAsAlone(project, clone);
});

it('updates from the facts that it took over when a file is edited later', async () => {
  const { temp, shared } = await sharedProject(true);
  const clone = await cloneOf(temp);
  await indexed(clone, shared);
  await clone.write('src/f5.ts', 'export function renamed() {}\n');
  const project = await clone.open();
  expect(await project.index({})).toMatchObject({ changed: 1, parsed: 1 });
  await expectSameAsAlone(project, clone);
});

it('takes the facts of equal files outside of git', async () => {
  const { temp, shared } = await sharedProject(false);
  const clone = await cloneOf(temp);
  await clone.write('src/f3.ts', 'export function f3() { return 3; }\n');
  const { project, run } = await indexed(clone, shared);
  expect(run).toMatchObject({ added: 60, parsed: 1 });
  await expectSameAsAlone(project, clone);
});

it('uses no state of other settings', async () => {
  const { temp, shared } = await sharedProject(true);
  const clone = await cloneOf(temp);
  const code = { ...clone.config.code, parseMsMax: 4999 };
  const other = { ...clone, config: { ...clone.config, code } };
  expect((await indexed(other, shared)).run).toMatchObject({ added: 60, parsed: 60 });
});

it('shares what is new, and nothing twice', async () => {
  const { temp, shared, project } = await sharedProject(true);
  await temp.write('src/f3.ts', 'export function f3() { return 3; }\n');
  commitAll(temp.config.root, 'second');
  await project.index({});
  expect(await project.share()).toEqual({ files: 60, filesWritten: 1 });
  const clone = await cloneOf(temp);
  const { run } = await indexed(clone, shared);
  expect(run).toMatchObject({ added: 0, changed: 0, parsed: 0 });
});

it('parses again what is damaged', async () => {
  const { temp, folder, shared } = await sharedProject(true);
  for (const path of await readdir(folder, { recursive: true })) {
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    if (bytes === undefined) continue;
    bytes[bytes.length - 1] = 255 - (bytes.at(-1) ?? 0);
    await writeFile(join(folder, path), bytes);
  }
  const clone = await cloneOf(temp);
  const { project, run } = await indexed(clone, shared);
  expect(run).toMatchObject({ added: 60, parsed: 60 });
  await expectSameAsAlone(project, clone);
});

it('says once that a folder cannot be read, and parses', async () => {
  const clone = await tempProject({ ...FILES, 'file.txt': '' });
  git(clone.config.root, 'init', '--initial-branch=main');
  commitAll(clone.config.root, 'first');
  const shared = new FolderBlobs(join(clone.config.root, 'file.txt'), 'test-1');
  const { run, notices } = await indexed(clone, shared);
  expect(run).toMatchObject({ parsed: 60 });
  expect(notices).toEqual([expect.stringMatching(/^shared facts are not used: cannot read /)]);
});

it('continues from a state in a bucket, and parses when the bucket no longer answers', async () => {
  const server = await s3Server('facts');
  const surroundings = {
    environment: (name: string) => {
      const variables: Readonly<Record<string, string>> = {
        AWS_ACCESS_KEY_ID: TEST_KEY.id,
        AWS_SECRET_ACCESS_KEY: TEST_KEY.secret,
        TEAM_FACTS: `s3://facts/team?endpoint=${server.endpoint}`,
      };
      return variables[name];
    },
    homeDir: await tempFolder(),
    writer: testWriter(),
    now: () => Date.now(),
  };
  const shared = openShared('$TEAM_FACTS', surroundings);
  const { temp } = await sharedProject(true, shared);
  const { run, notices } = await indexed(await cloneOf(temp), shared);
  expect(run).toMatchObject({ added: 0, changed: 0, parsed: 0 });
  expect(notices).toEqual([]);
  server.interfere = (_, response) => {
    response.writeHead(503).end();
    return true;
  };
  const alone = await indexed(await cloneOf(temp), openShared('$TEAM_FACTS', surroundings));
  expect(alone.run).toMatchObject({ parsed: 60 });
  expect(alone.notices).toEqual([
    `shared facts are not used: s3://facts/team at ${server.endpoint} answers with an error: status 503`,
  ]);
});

it('has nowhere to share to without a place', async () => {
  const temp = await tempProject({ 'a.ts': 'export const a = 1;\n' });
  const project = await temp.indexed();
  await expect(project.share()).rejects.toMatchObject({
    code: 'GM_USAGE',
    hint: expect.stringContaining('sharedFacts'),
  });
});
