/** The working tree's changes, as tools report them. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../git/temp-repository.ts';
import { type TempProject, tempShop } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

async function committedShop(): Promise<TempProject> {
  const temp = await tempShop();
  git(temp.config.root, 'init', '--initial-branch=main');
  await temp.write('src/old-name.ts', 'export function kept() {\n  return 1;\n}\n');
  commitAll(temp.config.root, 'first commit');
  return temp;
}

async function callOn(temp: TempProject, name: string, input: Record<string, unknown> = {}) {
  const { call } = await toolCaller({ temp });
  return call(name, { max_tokens: 20_000, ...input });
}

/** The reported files by path. */
function byPath(structured: Readonly<Record<string, unknown>>) {
  const items = structured['items'] as readonly Record<string, unknown>[];
  return new Map(items.map((item) => [item['path'], item]));
}

describe('git_summary', () => {
  it('names the branch, its upstream, the last commit and the counts of changed files', async () => {
    const temp = await committedShop();
    const { root } = temp.config;
    git(root, 'clone', '--bare', '.', join(temp.config.storeDir, '../origin.git'));
    git(root, 'remote', 'add', 'origin', join(temp.config.storeDir, '../origin.git'));
    git(root, 'fetch', 'origin');
    git(root, 'branch', '--set-upstream-to=origin/main');
    await temp.write('src/more.ts', 'export const more = 1;\n');
    commitAll(root, 'second commit');
    await temp.write('src/more.ts', 'export const more = 2;\n');
    await temp.write('src/new.ts', 'export const fresh = 1;\n');
    const { structured, text } = await callOn(temp, 'git_summary');
    expect(structured).toMatchObject({
      in_git_repo: true,
      source: 'git',
      branch: 'main',
      upstream: 'origin/main',
      ahead: 1,
      behind: 0,
      dirty: true,
      changed_file_count: 2,
      staged_count: 0,
      unstaged_count: 1,
      untracked_count: 1,
      conflicted_count: 0,
      last_commit: { subject: 'second commit', author: 'a' },
    });
    expect(text).toContain('branch main, upstream origin/main, ahead 1, behind 0');
  });

  it('reports a merge that waits for its conflicts to be solved', async () => {
    const temp = await committedShop();
    const { root } = temp.config;
    git(root, 'checkout', '-b', 'other');
    await temp.write('src/old-name.ts', 'export const theirs = 1;\n');
    commitAll(root, 'theirs');
    git(root, 'checkout', 'main');
    await temp.write('src/old-name.ts', 'export const ours = 1;\n');
    commitAll(root, 'ours');
    expect(() => git(root, 'merge', 'other')).toThrow();
    const { structured } = await callOn(temp, 'git_summary');
    expect(structured).toMatchObject({ operation: 'merge', conflicted_count: 1 });
    const files = byPath((await callOn(temp, 'git_changed_snippets')).structured);
    expect(files.get('src/old-name.ts')).toMatchObject({
      status: 'conflicted',
      snippet_omitted: 'conflicted',
    });
  });

  it('says that there is no repository, and reports changes since the last snapshot', async () => {
    const temp = await tempShop();
    const { call, context } = await toolCaller({ temp });
    await call('reindex', {});
    await temp.write('src/new.ts', 'export const fresh = 1;\n');
    await temp.write('src/main.ts', '// emptied\n');
    const { structured, text } = await call('git_summary', {});
    expect(structured).toMatchObject({
      in_git_repo: false,
      source: 'fingerprint',
      dirty: true,
      changed_file_count: 2,
    });
    expect(text).toMatch(/no git repository here; these are the changes since snapshot 1/);
    const listed = byPath((await call('git_changed_files', {})).structured);
    expect([...listed].map(([path, item]) => `${path} ${item['status']}`)).toEqual([
      'src/main.ts modified',
      'src/new.ts added',
    ]);
    await context.workspace.close();
  });
});

describe('git_changed_files', () => {
  it('tells renamed, staged, deleted and untracked files apart, and names touched symbols', async () => {
    const temp = await committedShop();
    const { root } = temp.config;
    git(root, 'mv', 'src/old-name.ts', 'src/new-name.ts');
    await temp.write('src/a/deep/untracked.ts', 'export const fresh = 1;\n');
    await temp.remove('src/main.ts');
    const cart = await temp.read('src/cart/cart.ts');
    const line = cart.split('\n').findIndex((one) => one.includes('add('));
    await temp.write(
      'src/cart/cart.ts',
      cart
        .split('\n')
        .toSpliced(line + 1, 0, '    // edited')
        .join('\n'),
    );
    const { structured } = await callOn(temp, 'git_changed_files');
    const files = byPath(structured);
    expect(files.get('src/new-name.ts')).toMatchObject({
      status: 'renamed',
      old_path: 'src/old-name.ts',
      staged: true,
      language: 'typescript',
    });
    expect(files.get('src/main.ts')).toMatchObject({ status: 'deleted', unstaged: true });
    expect(files.get('src/a/deep/untracked.ts')).toMatchObject({
      status: 'untracked',
      symbols: ['src/a/deep/untracked.ts::fresh'],
    });
    expect(files.get('src/cart/cart.ts')).toMatchObject({
      symbols: ['src/cart/cart.ts::Cart::add'],
    });
    expect(structured).toMatchObject({ returned_count: 4, total_count: 4, truncated: false });
    const few = await callOn(temp, 'git_changed_files', { limit: 1 });
    expect(few.structured).toMatchObject({ returned_count: 1, total_count: 4, truncated: true });
  });

  it('limits a project in a folder of the repository to that folder', async () => {
    const temp = await committedShop();
    await temp.write('src/main.ts', '// changed\n');
    await temp.write('other.ts', '// outside\n');
    const inner = { ...temp, config: { ...temp.config, root: join(temp.config.root, 'src') } };
    const { structured } = await callOn(inner, 'git_changed_snippets', { max_lines: 100 });
    expect([...byPath(structured).keys()]).toEqual(['main.ts']);
    expect(byPath(structured).get('main.ts')?.['snippet']).toContain('+// changed');
  });
});

describe('git_changed_snippets', () => {
  it('shows hunks with context, and why there is none', async () => {
    const temp = await committedShop();
    const { root } = temp.config;
    await temp.write('.env', 'PASSWORD=hunter2hunter2\n');
    await temp.write('logo.ts', Buffer.from([0, 1, 2]));
    commitAll(root, 'more');
    await temp.write('src/old-name.ts', 'export function kept() {\n  return 2;\n}\n');
    await temp.write('logo.ts', Buffer.from([0, 1, 3]));
    await temp.write('.env', 'PASSWORD=hunter3hunter3\n');
    await temp.remove('src/main.ts');
    const files = byPath((await callOn(temp, 'git_changed_snippets')).structured);
    expect(files.get('src/old-name.ts')?.['snippet']).toBe(
      '@@ -1,3 +1,3 @@\n export function kept() {\n-  return 1;\n+  return 2;\n }',
    );
    expect(files.get('.env')).toMatchObject({ snippet_omitted: 'sensitive' });
    expect(files.get('logo.ts')).toMatchObject({ snippet_omitted: 'binary' });
    expect(files.get('src/main.ts')).toMatchObject({ snippet_omitted: 'deleted' });
  });

  it('never shows the content of a secret file under its new name, nor a secret in a line', async () => {
    const temp = await committedShop();
    const { root } = temp.config;
    await temp.write('.env', 'PASSWORD=hunter2hunter2\nNAME=app\nMODE=dev\n');
    commitAll(root, 'more');
    git(root, 'mv', '.env', 'conf.txt');
    await temp.write('src/old-name.ts', "const apiKey = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';\n");
    const { structured, text } = await callOn(temp, 'git_changed_snippets');
    expect(byPath(structured).get('conf.txt')).toMatchObject({ snippet_omitted: 'sensitive' });
    for (const answer of [text, JSON.stringify(structured)]) {
      expect(answer).not.toContain('hunter2');
      expect(answer).not.toContain('4eC39HqLyjWDarjtT1zdp7dc');
    }
  });
});
