/**
 * Everything of git's configuration that names a command, set to one that leaves a file behind, and
 * everything of ours that starts git. The first test of each group starts git without care, so that the
 * others cannot pass because the repository is harmless.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { endlessGitFile } from '../../src/files/git-files.ts';
import { filesBetween, filesInIndex } from '../../src/git/changed-files.ts';
import { recentCommits } from '../../src/git/commits.ts';
import { commitHead } from '../../src/git/last-commit.ts';
import { lineAges } from '../../src/git/line-ages.ts';
import { lineHistory } from '../../src/git/line-history.ts';
import { replacedLines } from '../../src/git/replaced-lines.ts';
import { listTree, mergeBase, readBlobs, resolveCommit } from '../../src/git/revisions.ts';
import { workingTree } from '../../src/git/working-tree.ts';
import { makeSandbox } from '../e2e/program.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { commitAll, git } from './temp-repository.ts';

/** Git itself is stopped later. */
const TOO_LONG_MS = 15_000;

let folder = '';
/** Where each command leaves a file of its own. */
let markers = '';

beforeEach(async () => {
  folder = await tempFolder();
  markers = join(folder, 'markers');
  await mkdir(markers);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

/** A command line that leaves a file, and fails so that git does not wait for more. */
function leaving(name: string): string {
  return `touch '${join(markers, name.replaceAll(/[^\w.-]/g, '-'))}'; false #`;
}

function ran(): Promise<string[]> {
  return readdir(markers);
}

/** A repository with two commits of one file. */
async function repositoryOf(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  git(path, 'init');
  await writeFile(join(path, 'a.py'), 'def old_name(): return 1\n');
  await writeFile(join(path, '.gitattributes'), '*.py diff=d filter=f merge=m\n');
  commitAll(path, 'one');
  await writeFile(join(path, 'a.py'), 'def new_name(): return 1\n');
  commitAll(path, 'two');
  return path;
}

/** A clone that lacks what it would fetch by its own command. */
async function partialClone(): Promise<string> {
  const source = await repositoryOf(join(folder, 'source'));
  git(source, 'config', 'uploadpack.allowFilter', 'true');
  git(folder, 'clone', '--filter=tree:0', '--no-checkout', `file://${source}`, 'partial');
  const clone = join(folder, 'partial');
  git(clone, 'config', 'remote.origin.url', source);
  git(clone, 'config', 'remote.origin.uploadpack', leaving('uploadpack'));
  return clone;
}

/** Everything of ours that starts git. */
async function queryAll(root: string) {
  return {
    commits: await recentCommits(root, 10),
    ages: await lineAges(root, 'a.py'),
    lines: await lineHistory(
      root,
      'HEAD',
      { path: 'a.py', start: 1, end: 1 },
      { commitsMax: 10, timeoutMs: 10_000 },
    ),
    replaced: await replacedLines(root, ['old_name'], 10),
  };
}

/** Everything that reads other revisions, or the working tree. */
async function compareAll(root: string) {
  const [head, first] = [await resolveCommit(root, 'HEAD'), await resolveCommit(root, 'HEAD~1')];
  if (head === undefined || first === undefined) return undefined;
  const files = (await listTree(root, head)) ?? [];
  const contents = await readBlobs(root, files);
  return {
    base: await mergeBase(root, head, first),
    between: await filesBetween(root, first, head),
    inIndex: await filesInIndex(root, first),
    texts: files.map(({ oid }) => Buffer.from(contents?.get(oid) ?? []).toString()),
    last: await commitHead(root),
    tree: await workingTree(root),
  };
}

/** Git as a program starts it that does not care; its exit status is of no interest. */
function carelessly(root: string, ...args: string[]): void {
  try {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', args, { cwd: root, env, stdio: 'ignore' });
  } catch {
    // The commands that are planted fail on purpose.
  }
}

/** Keys that name a command, by what the command is for. */
const COMMANDS = [
  'alias.blame',
  'alias.log',
  'alias.rev-list',
  'browser.x.cmd',
  'core.alternateRefsCommand',
  'core.askPass',
  'core.editor',
  'core.fsmonitor',
  'core.gitProxy',
  'core.pager',
  'core.sshCommand',
  'credential.helper',
  'diff.d.command',
  'diff.d.textconv',
  'diff.external',
  'difftool.x.cmd',
  'filter.f.clean',
  'filter.f.process',
  'filter.f.smudge',
  'gpg.openpgp.program',
  'gpg.program',
  'gpg.ssh.defaultKeyCommand',
  'gpg.ssh.program',
  'gpg.x509.program',
  'guitool.x.cmd',
  'imap.tunnel',
  'interactive.diffFilter',
  'man.x.cmd',
  'merge.m.driver',
  'mergetool.x.cmd',
  'pager.blame',
  'pager.log',
  'pager.rev-list',
  'remote.origin.receivepack',
  'remote.origin.uploadpack',
  'sendemail.toCmd',
  'sequence.editor',
  'submodule.x.update',
  'trailer.x.cmd',
  'trailer.x.command',
  'uploadpack.packObjectsHook',
] as const;

const HOOKS = ['fsmonitor-watchman', 'post-checkout', 'post-index-change', 'reference-transaction'];

/** Sets all of it, some in the repository's own file and the rest in one that it includes. */
async function plantAll(root: string, gitFolder: string): Promise<void> {
  const included = join(gitFolder, 'more');
  for (const [index, key] of COMMANDS.entries()) {
    const shell = /^(?:alias|credential|submodule)\./.test(key) ? '!' : '';
    const file = join(gitFolder, index % 2 === 0 ? 'config' : 'more');
    git(root, 'config', '--file', file, key, `${shell}${leaving(key)}`);
  }
  const hooks = join(gitFolder, 'own-hooks');
  await mkdir(hooks);
  for (const name of HOOKS) {
    const hook = `#!/bin/sh\n${leaving(`hook-${name}`)}\n`;
    await writeFile(join(hooks, name), hook, { mode: 0o755 });
  }
  const settings: readonly (readonly [string, string])[] = [
    ['include.path', included],
    ['core.hooksPath', hooks],
    ['blame.ignoreRevsFile', '/dev/null'],
    ['log.showSignature', 'true'],
    ['protocol.allow', 'always'],
    ['protocol.ext.allow', 'always'],
    ['diff.submodule', 'diff'],
    ['remote.origin.vcs', 'ext'],
    ['remote.origin.proxy', 'http://127.0.0.1:1'],
    ['remote.origin.promisor', 'true'],
  ];
  for (const [key, value] of settings)
    git(root, 'config', '--file', join(gitFolder, 'config'), key, value);
}

describe('a repository that configures commands', () => {
  test('would run some where git is started without care', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    await plantAll(root, join(root, '.git'));
    carelessly(root, 'status');
    // A filter that fails would be the last thing that runs.
    git(root, 'config', '--file', '.git/config', '--unset', 'include.path');
    git(root, 'config', '--file', '.git/config', '--remove-section', 'filter.f');
    for (const key of ['command', 'textconv'])
      git(root, 'config', `diff.d.${key}`, leaving(`diff.d.${key}`));
    carelessly(root, 'log', '--patch', '--ext-diff');
    git(root, 'config', '--unset', 'diff.d.command');
    carelessly(root, 'log', '--patch', '--textconv');
    const planted = ['core.fsmonitor', 'diff.d.command', 'diff.d.textconv', 'filter.f.process'];
    expect(await ran()).toEqual(planted);
  });

  test('runs none when asked for its history', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    await plantAll(root, join(root, '.git'));
    const { commits, ages, lines, replaced } = await queryAll(root);
    expect(await ran()).toEqual([]);
    expect(lines?.commits.map(({ subject }) => subject)).toEqual(['two', 'one']);
    expect(commits?.map(({ subject }) => subject)).toEqual(['two', 'one']);
    expect(ages?.map(({ subject }) => subject)).toEqual(['two']);
    expect(replaced?.map(({ removed }) => removed)).toEqual([['def old_name(): return 1']]);
  });
});

describe('a repository with changed files that configures commands', () => {
  test('runs none when asked for its changes', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    await plantAll(root, join(root, '.git'));
    // Of the same size, so that git has to compare the content.
    await writeFile(join(root, 'a.py'), 'def now_name(): return 2\n');
    const found = await compareAll(root);
    expect(await ran()).toEqual([]);
    expect(found?.between).toMatchObject([{ status: 'modified', path: 'a.py' }]);
    expect(found?.inIndex).toMatchObject([{ status: 'modified', path: 'a.py' }]);
    expect(found?.texts).toContain('def new_name(): return 1\n');
    expect(found?.last).toMatchObject({ subject: 'two' });
    expect(found?.tree).toMatchObject({ files: [{ status: 'modified', path: 'a.py' }] });
    expect(found?.base).toHaveLength(40);
  });

  test('has no state when the name of a filter cannot be overridden', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    git(root, 'config', 'filter.a=b.clean', leaving('filter'));
    await writeFile(join(root, '.gitattributes'), '*.py filter=a=b\n');
    await writeFile(join(root, 'a.py'), 'def now_name(): return 2\n');
    expect(await workingTree(root)).toBeUndefined();
    expect(await ran()).toEqual([]);
  });
});

describe('a repository with settings that change what git prints', () => {
  test('has no state if its working tree is another folder', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'private.txt'), '');
    git(root, 'config', 'core.worktree', other);
    expect(await workingTree(root)).toBeUndefined();
    git(root, 'config', 'core.worktree', folder);
    expect(await workingTree(root)).toBeUndefined();
    git(root, 'config', 'core.worktree', root);
    expect((await workingTree(root))?.files).toEqual([]);
  });

  test.each([
    ['i18n.logOutputEncoding', 'UTF-16'],
    ['i18n.commitEncoding', 'UTF-16'],
    ['log.showRoot', 'false'],
    ['diff.noprefix', 'true'],
    ['color.ui', 'always'],
  ])('answers as without %s', async (key, value) => {
    const root = await repositoryOf(join(folder, 'own'));
    const [queried, compared] = [await queryAll(root), await compareAll(root)];
    git(root, 'config', key, value);
    expect(await queryAll(root)).toEqual(queried);
    expect(await compareAll(root)).toEqual(compared);
  });
});

describe('a repository with files that have no end', () => {
  const NAMES = ['HEAD', 'config', 'index', 'info/attributes', 'objects/info/alternates'];

  test.each([...NAMES, 'packed-refs', 'refs/heads/other', 'refs/heads/main'])(
    'has no history instead of waiting for %s',
    async (name) => {
      const root = await repositoryOf(join(folder, 'own'));
      git(root, 'checkout', '-B', 'main');
      const path = join(root, '.git', name);
      await rm(path, { force: true });
      execFileSync('mkfifo', [path]);
      expect(endlessGitFile(root)).toBe(path);
      expect((await queryAll(root)).commits).toBeUndefined();
    },
    TOO_LONG_MS,
  );

  test('has no history if a file of its own is far too large', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    const path = join(root, '.git/info/attributes');
    await writeFile(path, '');
    await truncate(path, 2 ** 33);
    expect(endlessGitFile(root)).toBe(path);
    expect(await workingTree(root)).toBeUndefined();
  });

  test(
    'is not read in the order that a pipe would give',
    async () => {
      const root = await repositoryOf(join(folder, 'own'));
      execFileSync('mkfifo', [join(root, '.git/order')]);
      git(root, 'config', 'diff.orderFile', join(root, '.git/order'));
      expect((await queryAll(root)).commits).toHaveLength(2);
      expect((await compareAll(root))?.tree?.files).toEqual([]);
    },
    TOO_LONG_MS,
  );

  test('is asked as before when refs and folders are links', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    await rename(join(root, '.git/refs'), join(folder, 'refs'));
    await symlink(join(folder, 'refs'), join(root, '.git/refs'));
    expect(endlessGitFile(root)).toBeUndefined();
    expect((await queryAll(root)).commits).toHaveLength(2);
  });
});

describe('a partial clone whose remote is a command', () => {
  test('runs it where git is started without care', async () => {
    const root = await partialClone();
    carelessly(root, 'log', '--name-only');
    expect(await ran()).toEqual(['uploadpack']);
  });

  test('does not run it, and has no history for what was not fetched', async () => {
    const root = await partialClone();
    expect(await queryAll(root)).toEqual({
      commits: undefined,
      ages: undefined,
      lines: undefined,
      replaced: undefined,
    });
    expect(await ran()).toEqual([]);
  });

  test('runs nothing with all other commands set as well', async () => {
    const root = await partialClone();
    await plantAll(root, join(root, '.git'));
    await queryAll(root);
    await compareAll(root);
    expect(await ran()).toEqual([]);
  });

  test('does not run what a remote helper runs', async () => {
    const root = await partialClone();
    git(root, 'config', 'remote.origin.url', `ext::touch ${join(markers, 'ext')}`);
    git(root, 'config', 'protocol.ext.allow', 'always');
    carelessly(root, 'log', '--name-only');
    expect(await ran()).toEqual(['ext']);
    vi.stubEnv('GIT_ALLOW_PROTOCOL', 'ext:file');
    git(root, 'config', 'remote.origin.url', `ext::touch ${join(markers, 'ext-again')}`);
    await queryAll(root);
    expect(await ran()).toEqual(['ext']);
  });
});

describe('a bare repository that lies in a project as ordinary files', () => {
  async function planted(): Promise<string> {
    const outer = join(folder, 'outer');
    const sub = join(outer, 'sub');
    await cp(join(await partialClone(), '.git'), sub, { recursive: true });
    git(sub, 'config', '--file', join(sub, 'config'), 'core.bare', 'true');
    git(outer, 'init');
    return sub;
  }

  test('runs its command where git is started without care', async () => {
    carelessly(await planted(), 'log', '--name-only');
    expect(await ran()).toEqual(['uploadpack']);
  });

  test('is no repository of its own', async () => {
    expect((await queryAll(await planted())).commits).toBeUndefined();
    expect(await ran()).toEqual([]);
  });

  test('runs nothing for commands that ask for history', async () => {
    const sandbox = await makeSandbox();
    onTestFinished(() => sandbox.remove());
    const sub = join(sandbox.project, 'sub');
    await cp(await planted(), sub, { recursive: true });
    await writeFile(join(sub, 'a.py'), 'def helper(): return 1\n');
    await writeFile(join(sub, 'README.md'), '# E\n\nUse `helper()` from [a](a.py).\n');
    const config = 'projects: { app: { projectDir: ./sub } }\n';
    await writeFile(join(sandbox.project, 'graph-memory.yaml'), config);
    const checked = await sandbox.run(['docs', 'check', '--kinds', 'olderThanCode']);
    const measured = await sandbox.run(['eval', '--self']);
    expect(await ran()).toEqual([]);
    expect(checked.status, checked.stderr).toBe(0);
    expect([0, 2], measured.stderr).toContain(measured.status);
  });
});

describe('the environment', () => {
  test('leads git to no other repository', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    const other = await repositoryOf(join(folder, 'other'));
    await writeFile(join(other, 'b.py'), '');
    commitAll(other, 'of another repository');
    vi.stubEnv('GIT_DIR', join(other, '.git'));
    vi.stubEnv('GIT_WORK_TREE', other);
    vi.stubEnv('GIT_OBJECT_DIRECTORY', join(other, '.git/objects'));
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'log.showSignature=true'");
    vi.stubEnv('GIT_EXTERNAL_DIFF', leaving('external'));
    vi.stubEnv('GIT_TRACE', join(markers, 'trace'));
    const { commits } = await queryAll(root);
    expect(commits?.map(({ subject }) => subject)).toEqual(['two', 'one']);
    expect(await ran()).toEqual([]);
  });

  test('finds no program called git in the project', async () => {
    const root = await repositoryOf(join(folder, 'own'));
    await writeFile(join(root, 'git'), `#!/bin/sh\n${leaving('own-git')}\n`, { mode: 0o755 });
    vi.stubEnv('PATH', `.:${process.env['PATH'] ?? dirname(process.execPath)}`);
    carelessly(root, 'log');
    expect(await ran()).toEqual(['own-git']);
    await writeFile(join(root, 'git'), `#!/bin/sh\n${leaving('own-git-again')}\n`, { mode: 0o755 });
    expect((await queryAll(root)).commits).toHaveLength(2);
    expect(await ran()).toEqual(['own-git']);
  });
});
