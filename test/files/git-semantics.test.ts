import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, type TestContext, test } from 'vitest';
import { discover } from '../../src/files/discovery/discover.ts';
import { makeTree, writeTree } from './temp-tree.ts';

// The oracle is git itself: what it would list is what we must list.

const PLAIN_GIT = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, {
    cwd: folder,
    env: PLAIN_GIT,
    encoding: 'utf8',
  });
  if (error) throw error;
  expect(status, stderr).toBe(0);
  return stdout;
}

function needGit(context: TestContext): void {
  if (spawnSync('git', ['--version']).error)
    context.skip('git is not installed, and it is the oracle of this test');
}

function listedByGit(folder: string): string[] {
  const output = git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard');
  return output
    .split('\0')
    .filter((path) => path !== '')
    .sort();
}

/** Whether a folder, or one above it, is ignored as a whole. */
function isIgnoredByGit(folder: string): boolean {
  const { status } = spawnSync('git', ['check-ignore', '-q', '.'], { cwd: folder, env: PLAIN_GIT });
  return status === 0;
}

async function listedByUs(root: string): Promise<readonly string[]> {
  const options = { include: ['**'], exclude: [], fileSizeBytesMax: 1e6 };
  return (await discover(root, options)).allPaths;
}

/** Few names, so that patterns meet files often; none that our own defaults leave out. */
const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'a.ts') },
  fc.constantFrom('ab', '.h', 'a b', '[a]', 'A', '#a', '!a', 'é🎉'),
);
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));

const segment = fc.oneof(
  { weight: 3, arbitrary: name },
  fc.constantFrom(
    '*',
    '**',
    '?',
    'a*',
    '*.ts',
    '[ab]',
    '[!a]',
    '[[:upper:]]',
    '\\[a\\]',
    'a\\ b',
    '.*',
    '?b',
  ),
);
const pattern = fc
  .record({
    mark: fc.constantFrom('', '', '', '!', '!', '\\!', '\\#'),
    start: fc.constantFrom('', '', '/', '**/'),
    segments: fc.array(segment, { minLength: 1, maxLength: 2 }),
    end: fc.constantFrom('', '', '/', '/*', '/**', '  ', '\r'),
  })
  .map(({ mark, start, segments, end }) => `${mark}${start}${segments.join('/')}${end}`);
const patterns = fc
  .array(fc.oneof({ weight: 8, arbitrary: pattern }, fc.constantFrom('# comment', '', '!', '/')), {
    minLength: 1,
    maxLength: 5,
  })
  .map((lines) => `${lines.join('\n')}\n`);

const tree = fc.record({
  paths: fc.uniqueArray(path, { minLength: 5, maxLength: 20 }),
  ignoreFiles: fc.dictionary(fc.constantFrom('.', 'a', 'b', '[a]', 'a/b', 'a/a'), patterns, {
    minKeys: 2,
  }),
  excludes: fc.oneof(fc.constant(''), patterns),
});

/** Files whose parents are files themselves cannot be made; the first come wins. */
function possiblePaths(paths: readonly string[]): string[] {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const candidate of paths) {
    const parts = candidate.split('/');
    const parents = parts.map((_, depth) => parts.slice(0, depth).join('/')).slice(1);
    if (folders.has(candidate) || parents.some((parent) => files.has(parent))) continue;
    files.add(candidate);
    for (const parent of parents) folders.add(parent);
  }
  return [...files];
}

function fill(
  root: string,
  paths: readonly string[],
  ignoreFiles: Readonly<Record<string, string>>,
): void {
  for (const entry of readdirSync(root))
    if (entry !== '.git') rmSync(join(root, entry), { recursive: true, force: true });
  const files = possiblePaths([
    ...Object.keys(ignoreFiles).map((folder) =>
      folder === '.' ? '.gitignore' : `${folder}/.gitignore`,
    ),
    ...paths,
  ]);
  const textOf = (file: string) =>
    ignoreFiles[file === '.gitignore' ? '.' : file.replace(/\/\.gitignore$/, '')];
  writeTree(root, Object.fromEntries(files.map((file) => [file, textOf(file) ?? ''])));
}

const RUNS = 120;

describe('git semantics', () => {
  test('discovery lists the same files as git, whatever the patterns', async (context) => {
    needGit(context);
    const root = makeTree();
    git(root, 'init', '-q');
    await fc.assert(
      fc.asyncProperty(tree, async ({ paths, ignoreFiles, excludes }) => {
        fill(root, paths, ignoreFiles);
        writeTree(root, { '.git/info/exclude': excludes });
        expect(await listedByUs(root)).toEqual(listedByGit(root));
      }),
      { numRuns: RUNS },
    );
  });

  test('a project in a folder of a repository applies the ignore files above it', async (context) => {
    needGit(context);
    const top = makeTree();
    git(top, 'init', '-q');
    const checked = { count: 0 };
    await fc.assert(
      fc.asyncProperty(tree, name, name, async ({ paths, ignoreFiles, excludes }, outer, inner) => {
        fill(top, [...paths, `${outer}/${inner}/a`, `${outer}/${inner}/b/a.ts`], ignoreFiles);
        writeTree(top, { '.git/info/exclude': excludes });
        const root = join(top, outer, inner);
        if (!existsSync(root) || !statSync(root).isDirectory() || isIgnoredByGit(root)) return;
        checked.count++;
        expect(await listedByUs(root)).toEqual(listedByGit(root));
      }),
      { numRuns: RUNS },
    );
    expect(checked.count).toBeGreaterThan(RUNS / 4);
  });

  test('letter case matters unless the repository ignores it, as on macOS', async (context) => {
    needGit(context);
    const root = makeTree({
      '.gitignore': 'Build/\n*.LOG\n',
      'build/a.ts': '',
      'b.log': '',
      'c.ts': '',
    });
    git(root, 'init', '-q');
    expect(await listedByUs(root)).toEqual(['.gitignore', 'b.log', 'build/a.ts', 'c.ts']);
    git(root, 'config', 'core.ignorecase', 'true');
    expect(await listedByUs(root)).toEqual(['.gitignore', 'c.ts']);
    expect(listedByGit(root)).toEqual(['.gitignore', 'c.ts']);
  });

  test('a worktree applies the info/exclude of its main repository', async (context) => {
    needGit(context);
    const main = makeTree({ 'a.ts': '' });
    git(main, 'init', '-q');
    git(main, 'add', '.');
    git(main, '-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'first');
    writeTree(main, { '.git/info/exclude': 'notes/\n' });
    const worktree = join(makeTree(), 'other');
    git(main, 'worktree', 'add', '-q', worktree);
    writeTree(worktree, { 'notes/n.ts': '', 'b.ts': '' });
    expect(await listedByUs(worktree)).toEqual(['a.ts', 'b.ts']);
    expect(listedByGit(worktree)).toEqual(['a.ts', 'b.ts']);
  });
});
