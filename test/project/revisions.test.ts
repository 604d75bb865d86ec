/** A project at other revisions, compared with an index of a checkout of each. */
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RepoPath } from '../../src/model/path.ts';
import { Project } from '../../src/project/project.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempShop, testWriter } from './temp-project.ts';

/** The shop with a history: edits, a rename, a removed file, paths of modules, a page. */
async function shopWithHistory(): Promise<TempProject> {
  const temp = await tempShop();
  const { root } = temp.config;
  git(root, 'init', '--initial-branch=main');
  commitAll(root, 'first');
  git(root, 'tag', 'first');
  await temp.write(
    'src/extra.ts',
    "import { Cart } from '@shop/cart';\nexport const one = new Cart();\n",
  );
  await temp.write(
    'tsconfig.json',
    '{ "compilerOptions": { "paths": { "@shop/cart": ["./src/cart/cart.ts"] } } }\n',
  );
  await temp.write(
    'docs/cart.md',
    '# Cart\n\nUse `Cart.add` of [the cart](../src/cart/cart.ts).\n',
  );
  commitAll(root, 'second');
  await temp.write(
    'src/cart/cart.ts',
    (await temp.read('src/cart/cart.ts')).replace(/\badd\b/g, 'put'),
  );
  await temp.write('.gitignore', 'ignored/\n');
  commitAll(root, 'third');
  await temp.remove('src/extra.ts');
  await temp.write('run', '#!/usr/bin/env node\nexport function start() {}\n');
  commitAll(root, 'fourth');
  return temp;
}

/** The graph that a fresh index of a checkout has. */
async function graphOfCheckout(temp: TempProject, commit: string): Promise<string[]> {
  const folder = join(temp.config.storeDir, '..', `at-${commit.replace(/\W/g, '-')}`);
  await mkdir(folder);
  git(temp.config.root, 'worktree', 'add', '--detach', folder, commit);
  const config = { ...temp.config, root: folder, storeDir: `${folder}-store` };
  const project = await Project.open(config, { writer: testWriter() });
  await project.index({});
  return [...graphLines(project.snapshot().graph)];
}

async function indexed(temp: TempProject) {
  const project = await temp.open();
  await project.prepare({ refresh: true, notice: () => undefined });
  return project;
}

describe('a project at a revision', () => {
  it.each(['first', 'HEAD~2', 'main~1', 'HEAD'])(
    'has the graph of a checkout of %s, also with uncommitted changes',
    async (name) => {
      const temp = await shopWithHistory();
      const expected = await graphOfCheckout(temp, name);
      await temp.write('src/cart/cart.ts', 'export const changed = 1;\n');
      await temp.write('src/untracked.ts', 'export const untracked = 1;\n');
      await temp.remove('src/main.ts');
      const project = await indexed(temp);
      const { snapshot } = await project.revisions.open(name);
      expect([...graphLines(snapshot.graph)]).toEqual(expected);
      expect(project.snapshot().graph.fileNode('src/untracked.ts')).toBeDefined();
    },
  );

  it('has the graph of its checkout when it is made from a nearer revision', async () => {
    const temp = await shopWithHistory();
    const names = ['HEAD~2', 'first'];
    const expected = new Map<string, string[]>();
    for (const name of names) expected.set(name, await graphOfCheckout(temp, name));
    const { revisions } = await indexed(temp);
    await revisions.open('HEAD~1', { mayLackText: true });
    await revisions.open('HEAD~2', { mayLackText: true, mayLackPageEdges: true });
    for (const name of names) {
      const { snapshot } = await revisions.open(name, { mayLackText: true });
      expect([...graphLines(snapshot.graph)]).toEqual(expected.get(name));
      const { text } = (await revisions.open(name)).snapshot;
      expect(text.fileNumber('src/extra.ts') >= 0).toBe(name === 'HEAD~2');
    }
  });

  it('has its own text also after its graph alone was asked for', async () => {
    const temp = await shopWithHistory();
    const { revisions } = await indexed(temp);
    const graphOnly = await revisions.open('HEAD~1', { mayLackText: true });
    const whole = await revisions.open('HEAD~1');
    expect(whole.snapshot.text.fileNumber('src/extra.ts')).toBeGreaterThanOrEqual(0);
    expect([...graphLines(graphOnly.snapshot.graph)]).toEqual([
      ...graphLines(whole.snapshot.graph),
    ]);
    expect(await revisions.open('HEAD~1', { mayLackText: true })).toBe(whole);
  });

  it('is not that of a file that changed after it was indexed', async () => {
    const temp = await shopWithHistory();
    const expected = await graphOfCheckout(temp, 'HEAD');
    const original = await temp.read('src/main.ts');
    await temp.write('src/main.ts', 'export const changed = 1;\n');
    const project = await indexed(temp);
    await temp.write('src/main.ts', original);
    const { snapshot } = await project.revisions.open('HEAD');
    expect([...graphLines(snapshot.graph)]).toEqual(expected);
  });

  it('shows files of that revision with secrets masked', async () => {
    const temp = await shopWithHistory();
    const { root } = temp.config;
    await temp.write('src/key.ts', "export const apiKey = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';\n");
    await temp.write('.env', 'A=1\n');
    commitAll(root, 'a secret');
    await temp.remove('src/key.ts');
    commitAll(root, 'without it');
    const revision = await (await indexed(temp)).revisions.open('HEAD~1');
    const paths = ['src/key.ts', '.env', 'src/none.ts'] as RepoPath[];
    const texts = await revision.readTexts(paths);
    expect([...texts.keys()]).toEqual(['src/key.ts']);
    expect(texts.get('src/key.ts' as RepoPath)).toMatch(/apiKey = '\*+'/);
  });

  it('keeps the facts of its files for other processes and working trees', async () => {
    const temp = await shopWithHistory();
    const { root, storeDir } = temp.config;
    const revisionFiles = async (folder: string) =>
      (await readdir(folder)).filter((name) => name.startsWith('revision-'));
    const { snapshot } = await (await indexed(temp)).revisions.open('first');
    expect(await revisionFiles(storeDir)).toEqual(['revision-1.gm']);
    const again = await (await indexed(temp)).revisions.open('first');
    expect([...graphLines(again.snapshot.graph)]).toEqual([...graphLines(snapshot.graph)]);
    expect(await revisionFiles(storeDir)).toEqual(['revision-1.gm']);
    const other = join(storeDir, '..', 'other');
    git(root, 'worktree', 'add', '--detach', other, 'HEAD');
    const config = { ...temp.config, root: other, storeDir: `${other}-store` };
    const project = await Project.open(config, { writer: testWriter() });
    await project.index({});
    await project.revisions.open('first');
    expect(await revisionFiles(config.storeDir)).toEqual([]);
  });

  it('replaces stored facts that are damaged', async () => {
    const temp = await shopWithHistory();
    const { snapshot } = await (await indexed(temp)).revisions.open('first');
    await temp.damage('revision-1.gm', (bytes) => bytes.fill(1, 200));
    const again = await (await indexed(temp)).revisions.open('first');
    expect([...graphLines(again.snapshot.graph)]).toEqual([...graphLines(snapshot.graph)]);
    expect(await temp.storeFiles()).toContain('revision-2.gm');
    expect(await temp.storeFiles()).not.toContain('revision-1.gm');
  });

  it('is refused when there is no such revision, or a text is not a name', async () => {
    const project = await indexed(await shopWithHistory());
    for (const name of ['none', '--all', 'HEAD main', '']) {
      await expect(project.revisions.open(name)).rejects.toMatchObject({ code: 'GM_REVISION' });
    }
    const outside = await indexed(await tempShop());
    await expect(outside.revisions.open('HEAD')).rejects.toMatchObject({
      code: 'GM_REVISION',
      message: expect.stringContaining('no git repository'),
    });
  });
});
