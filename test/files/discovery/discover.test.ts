import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type DiscoverOptions, discover } from '../../../src/files/discovery/discover.ts';
import { makeTree } from '../temp-tree.ts';

const OPTIONS: DiscoverOptions = { include: ['**/*.ts'], exclude: [], fileSizeBytesMax: 100 };

async function filesOf(root: string, options: Partial<DiscoverOptions> = {}): Promise<string[]> {
  const { files } = await discover(root, { ...OPTIONS, ...options });
  return files.map((file) => file.path);
}

async function skippedOf(root: string): Promise<string[]> {
  const { skipped } = await discover(root, OPTIONS);
  return skipped.map(({ path, reason, detail }) => `${path} ${reason}: ${detail}`);
}

describe('discovery of files', () => {
  const tree = {
    'a.ts': 'let a',
    'b.js': '',
    'README.md': '',
    '.hidden/c.ts': '',
    'src/d.ts': '',
    'src/gen/e.ts': '',
    'src/gen/deep/f.ts': '',
    'lib/g.ts': '',
  };
  const everything = [
    '.hidden/c.ts',
    'a.ts',
    'lib/g.ts',
    'src/d.ts',
    'src/gen/deep/f.ts',
    'src/gen/e.ts',
  ];
  const without = (...prefixes: string[]) =>
    everything.filter((path) => !prefixes.some((prefix) => path.startsWith(prefix)));

  test.each<[string, Partial<DiscoverOptions>, string[]]>([
    ['all that match, sorted', {}, everything],
    ['several patterns', { include: ['src/*.ts', '*.js'] }, ['b.js', 'src/d.ts']],
    ['a pattern that starts with ./', { include: ['./src/*.ts'] }, ['src/d.ts']],
    ['everything in known languages', { include: ['**'] }, [...everything, 'b.js'].sort()],
    ['what a pattern names, whatever it is', { include: ['*.md'] }, ['README.md']],
    ['but not below an excluded folder', { exclude: ['**/gen/**'] }, without('src/gen')],
    ['nor below one excluded by its bare name', { exclude: ['src'] }, without('src')],
    ['nor below one excluded with a slash', { exclude: ['src/gen/'] }, without('src/gen')],
    ['nor below one matched by a star', { exclude: ['src/*'] }, without('src')],
    ['nor excluded files', { exclude: ['**/{a,g}.ts'] }, without('a.ts', 'lib')],
  ])('treats these correctly: %s', async (_, options, expected) => {
    expect(await filesOf(makeTree(tree), options)).toEqual(expected);
  });

  test.each<[string, string, string[]]>([
    ['a name after a path', '!src/d.ts\nd.ts', ['src/gen/e.ts']],
    ['a path after a name', 'd.ts\n!src/d.ts', ['src/d.ts', 'src/gen/e.ts']],
    ['a name after a path after a name', 'd.ts\n!src/d.ts\nd.ts', ['src/gen/e.ts']],
    ['a folder by its name, all below it', 'gen/\n!src/gen/e.ts', ['src/d.ts']],
    ['a folder that comes back', 'gen/\n!src/gen/', ['src/d.ts', 'src/gen/e.ts']],
    ['a folder by its path, and no file of it', 'src/d.ts/\n# gen\n', ['src/d.ts', 'src/gen/e.ts']],
  ])('lets the last pattern decide: %s', async (_, patterns, expected) => {
    const root = makeTree({ '.gitignore': patterns, 'src/d.ts': '', 'src/gen/e.ts': '' });
    expect(await filesOf(root)).toEqual(expected);
  });

  test('recognizes a script without an extension by the interpreter in its first line', async () => {
    const root = makeTree({
      'bin/run': '#!/usr/bin/env -S python3 -u\nprint(1)\n',
      'bin/tool': '#!/bin/sh\n',
      'bin/data': 'python3\n',
      LICENSE: 'text',
      'Dockerfile.dev': 'FROM scratch\n',
      'Gemfile.lock': '',
    });
    expect(await filesOf(root, { include: ['**/*'] })).toEqual([
      'Dockerfile.dev',
      'bin/run',
      'bin/tool',
    ]);
  });

  test('skips settings that are large or among fixtures, unless a pattern names them', async () => {
    const root = makeTree({
      'package.json': '{}',
      'large.json': ' '.repeat(65_537),
      'large.yaml': ' '.repeat(65_537),
      'test/fixtures/a.json': '{}',
      'test/fixtures/a.ts': '',
      'test/setup.toml': '',
    });
    const open = { include: ['**/*'], exclude: [], fileSizeBytesMax: 1_000_000 };
    const { files, skipped } = await discover(root, open);
    const wanted = ['large.yaml', 'package.json', 'test/fixtures/a.ts', 'test/setup.toml'];
    expect(files.map(({ path }) => path)).toEqual(wanted);
    expect(skipped.map(({ path, detail }) => `${path}: ${detail}`)).toEqual([
      'large.json: 65537 bytes, over the 65536 of settings that no include pattern names',
    ]);
    expect(await filesOf(root, { ...open, include: ['**/*', '**/*.json'] })).toEqual(
      [...wanted, 'large.json', 'test/fixtures/a.json'].sort(),
    );
  });

  test('records the size and times of the file', async () => {
    const { files } = await discover(makeTree({ 'a.ts': 'let é' }), OPTIONS);
    const times = { mtimeMs: expect.any(Number), ctimeMs: expect.any(Number) };
    expect(files).toEqual([{ path: 'a.ts', sizeBytes: 6, ...times }]);
    expect(Math.abs((files[0]?.mtimeMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test('keeps file names unchanged, however hostile', async () => {
    const names = [
      'a b.ts',
      "it's.ts",
      'say "hi".ts',
      'two\nlines.ts',
      '🎉.ts',
      'x::y.ts',
      '-rf.ts',
      '$HOME.ts',
      '%20.ts',
      '..a.ts',
      '[id].ts',
      '(app)/{x}.ts',
      'dir\nectory/a\nb.ts',
      '\u202egnp.ts',
      '#a.ts',
      '!b.ts',
    ];
    const root = makeTree(Object.fromEntries(names.map((name) => [name, ''])));
    expect(await filesOf(root)).toEqual([...names].sort());
  });

  test('what is named like a token is not met, and is named without it', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const root = await makeTree({ 'a.ts': '', [`src/x${token}.ts`]: '', [`${token}/b.ts`]: '' });
    const { files, allPaths, folders, skipped } = await discover(root, OPTIONS);
    expect(files.map(({ path }) => path)).toEqual(['a.ts']);
    expect(JSON.stringify({ allPaths, folders, skipped })).not.toContain(token);
    expect(skipped).toEqual([
      { path: '*'.repeat(40), reason: 'secret', detail: 'is named like a token' },
      { path: `src/x${'*'.repeat(40)}.ts`, reason: 'secret', detail: 'is named like a token' },
    ]);
  });

  test('rejects a name with a backslash, which would be read as "/"', async () => {
    expect(await skippedOf(makeTree({ 'a\\b.ts': '' }))).toEqual([
      'a\\b.ts unreadable: a name with a backslash is not supported',
    ]);
  });

  test('lists resolution files and all paths in addition to the files to index', async () => {
    const root = makeTree({
      'package.json': '{}',
      'pnpm-workspace.yaml': '',
      'tsconfig.json': '{}',
      'packages/a/tsconfig.build.json': '{}',
      'packages/a/jsconfig.json': '{}',
      'packages/a/logo.svg': '',
      'packages/a/mytsconfig.json': '',
      'packages/a/main.ts': '',
      'ignored/package.json': '{}',
      'node_modules/x/package.json': '{}',
      '.gitignore': 'ignored',
    });
    const { files, resolutionFiles, allPaths } = await discover(root, OPTIONS);
    expect(files.map((file) => file.path)).toEqual(['packages/a/main.ts']);
    expect(resolutionFiles.map((file) => file.path)).toEqual([
      'package.json',
      'packages/a/jsconfig.json',
      'packages/a/tsconfig.build.json',
      'pnpm-workspace.yaml',
      'tsconfig.json',
    ]);
    expect(allPaths).toEqual([
      '.gitignore',
      'package.json',
      'packages/a/jsconfig.json',
      'packages/a/logo.svg',
      'packages/a/main.ts',
      'packages/a/mytsconfig.json',
      'packages/a/tsconfig.build.json',
      'pnpm-workspace.yaml',
      'tsconfig.json',
    ]);
  });

  test('keeps a resolution file that git ignores, but not one that the options exclude', async () => {
    const root = makeTree({
      '.gitignore': '*.json\nout/',
      'package.json': '{}',
      'other.json': '{}',
      'a/tsconfig.json': '{}',
      'a/jsconfig.json': '{}',
      'b/package.json': '{}',
      'out/package.json': '{}',
      'node_modules/x/package.json': '{}',
      '.graphmemoryignore': 'a/jsconfig.json',
    });
    const found = await discover(root, { ...OPTIONS, exclude: ['b/package.json'] });
    const expected = ['a/tsconfig.json', 'package.json'];
    expect(found.resolutionFiles.map((file) => file.path)).toEqual(expected);
    expect(found.allPaths).toEqual(['.gitignore', '.graphmemoryignore', ...expected]);
    expect(found.files).toEqual([]);
  });
});

describe('exclusion of files', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'dependencies and reports',
      { 'node_modules/x/a.ts': '', 'coverage/a.ts': '', 'p/node_modules/b.ts': '' },
      [],
    ],
    ['but not sources about coverage', { 'p/src/coverage/a.ts': '' }, ['p/src/coverage/a.ts']],
    [
      'and what Cargo, Maven and Xcode build, but not a folder that is called target',
      {
        'target/debug/build/a.ts': '',
        'p/target/classes/a.ts': '',
        'DerivedData/x/a.ts': '',
        'discovery/target/a.ts': '',
      },
      ['discovery/target/a.ts'],
    ],
    [
      'nor folders called build or dist',
      { 'build/a.ts': '', 'dist/a.ts': '' },
      ['build/a.ts', 'dist/a.ts'],
    ],
    ['unless git ignores them', { 'build/a.ts': '', '.gitignore': 'build/' }, []],
    ["and never what is git's", { '.git/a.ts': '', 'sub/.git/b.ts': '' }, []],
    [
      'a deeper file wins',
      { '.gitignore': '*.ts', 'p/.gitignore': '!a.ts', 'p/a.ts': '', 'b.ts': '' },
      ['p/a.ts'],
    ],
    [
      'nothing comes back below an ignored folder',
      { '.gitignore': 'p/\n!p/a.ts', 'p/a.ts': '' },
      [],
    ],
    [
      "our own ignore file wins over git's",
      {
        '.gitignore': 'gen/\na.ts',
        '.graphmemoryignore': '!gen/\n!a.ts\nb.ts',
        'gen/x.ts': '',
        'a.ts': '',
        'b.ts': '',
      },
      ['a.ts', 'gen/x.ts'],
    ],
    [
      'a higher own file wins over a deeper one of git',
      { '.graphmemoryignore': '!*.ts', 'p/.gitignore': '*', 'p/a.ts': '' },
      ['p/a.ts'],
    ],
    [
      'our own ignore file brings defaults back, but .gitignore does not',
      {
        '.graphmemoryignore': '!node_modules/',
        '.gitignore': '!coverage/',
        'node_modules/a.ts': '',
        'coverage/b.ts': '',
      },
      ['node_modules/a.ts'],
    ],
    [
      'a repository within the project is a folder like others',
      { 'sub/.git/HEAD': '', 'sub/.gitignore': 'b.ts', 'sub/a.ts': '', 'sub/b.ts': '' },
      ['sub/a.ts'],
    ],
    ['an ignore file that is a folder does nothing', { '.gitignore/x': '', 'a.ts': '' }, ['a.ts']],
    [
      'a byte order mark and Windows line ends do not matter',
      { '.gitignore': '\ufeffa.ts\r\nb.ts\r\n', 'a.ts': '', 'b.ts': '' },
      [],
    ],
  ])('treats these correctly: %s', async (_, tree, expected) => {
    expect(await filesOf(makeTree(tree))).toEqual(expected);
  });

  test('disables a default exclude that an include pattern names', async () => {
    const root = makeTree({
      'node_modules/x/a.ts': '',
      'coverage/b.ts': '',
      'target/debug/c.ts': '',
      'v.min.js': '',
    });
    const include = ['node_modules/x/**/*.ts', 'target/debug/*.ts', '*.min.js'];
    expect(await filesOf(root, { include })).toEqual([
      'node_modules/x/a.ts',
      'target/debug/c.ts',
      'v.min.js',
    ]);
  });

  test('lets exclude override everything', async () => {
    const root = makeTree({ '.graphmemoryignore': '!a.ts', 'a.ts': '', 'b.ts': '' });
    expect(await filesOf(root, { exclude: ['a.ts'] })).toEqual(['b.ts']);
  });

  test('indexes a project that its repository ignores', async () => {
    const top = makeTree({
      '.git/HEAD': '',
      '.gitignore': 'b*\n*.x.ts',
      'bench/repo/[v]/a.ts': '',
      'bench/repo/[v]/b.ts': '',
      'bench/repo/[v]/c.x.ts': '',
    });
    expect(await filesOf(join(top, 'bench/repo/[v]'))).toEqual(['a.ts']);
  });

  test('disregards ignore files above the top of the repository', async () => {
    const above = makeTree({ '.gitignore': '*.ts', 'repo/.git/HEAD': '', 'repo/a.ts': '' });
    expect(await filesOf(join(above, 'repo'))).toEqual(['a.ts']);
  });

  test("applies the info/exclude of a submodule's own git folder", async () => {
    const top = makeTree({
      '.git/modules/sub/info/exclude': 'b.ts',
      'sub/.git': 'gitdir: ../.git/modules/sub\n',
      'sub/a.ts': '',
      'sub/b.ts': '',
    });
    expect(await filesOf(join(top, 'sub'))).toEqual(['a.ts']);
  });
});

describe('skipped entries are reported with a reason', () => {
  test('for links, which are never followed', async () => {
    const outside = makeTree({ 'secret.ts': '' });
    const root = makeTree({
      'src/real.ts': '',
      'docs/page.md': '',
      'alias.ts': { link: 'src/real.ts' },
      'page.md': { link: 'docs/page.md' },
      folder: { link: 'src' },
      loop: { link: '.' },
      'out.ts': { link: join(outside, 'secret.ts') },
      'out-folder': { link: outside },
      broken: { link: 'nowhere' },
      'circle.ts': { link: 'circle.ts' },
    });
    expect(await filesOf(root)).toEqual(['src/real.ts']);
    expect(await skippedOf(root)).toEqual([
      'alias.ts symlink: leads to src/real.ts, which is indexed where it lies',
      'broken symlink: leads nowhere (ENOENT)',
      'circle.ts symlink: leads nowhere (ELOOP)',
      'folder symlink: leads to src, which is indexed where it lies',
      'loop symlink: leads to ., which is indexed where it lies',
      `out-folder symlink: leads outside of the project: ${outside}`,
      `out.ts symlink: leads outside of the project: ${outside}/secret.ts`,
    ]);
  });

  test('for large files', async () => {
    const root = makeTree({
      'a.ts': 'x'.repeat(100),
      'b.ts': 'x'.repeat(101),
      'b.txt': 'x'.repeat(101),
    });
    expect(await filesOf(root)).toEqual(['a.ts']);
    expect(await skippedOf(root)).toEqual([
      'b.ts oversized: 101 bytes, over the 100 of fileSizeBytesMax',
    ]);
  });

  test('for pipes and sockets', async () => {
    const root = makeTree();
    expect(spawnSync('sh', ['-c', 'mkfifo pipe.ts pipe.md'], { cwd: root }).status).toBe(0);
    const server = createServer().listen(join(root, 'socket.ts'));
    onTestFinished(() => new Promise<void>((done) => server.close(() => done())));
    await new Promise((listening) => server.once('listening', listening));
    expect(await skippedOf(root)).toEqual([
      'pipe.ts notAFile: a named pipe',
      'socket.ts notAFile: a socket',
    ]);
  });

  test('for a name that is not valid UTF-8', async () => {
    const root = makeTree({ 'a.ts': '' });
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff]), Buffer.from('.ts')]),
      '',
    );
    mkdirSync(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xfe])]));
    expect(await filesOf(root)).toEqual(['a.ts']);
    expect(await skippedOf(root)).toEqual([
      '\ufffd unreadable: cannot be read (ENOENT)',
      '\ufffd.ts unreadable: cannot be read (ENOENT)',
    ]);
  });

  test('for a folder that is too deep for the system', async () => {
    const root = makeTree({ 'a.ts': '' });
    const name = 'd'.repeat(250);
    const script = `for (let i = 0; i < 20; i++) { fs.mkdirSync('${name}'); process.chdir('${name}'); }`;
    expect(spawnSync(process.execPath, ['-e', script], { cwd: root }).status).toBe(0);
    // Node cannot remove what it cannot name; rm walks down step by step.
    onTestFinished(() => void spawnSync('rm', ['-rf', root]));
    expect(await filesOf(root)).toEqual(['a.ts']);
    expect(await skippedOf(root)).toEqual([
      expect.stringMatching(/^(d{250}\/)+d{250} unreadable: cannot be read \(ENAMETOOLONG\)$/),
    ]);
  });

  test('for folders and ignore files without permission', async (context) => {
    if (process.getuid?.() === 0) context.skip('root may read everything');
    const root = makeTree({ 'a.ts': '', 'closed/b.ts': '', 'p/.gitignore': 'c.ts', 'p/c.ts': '' });
    chmodSync(join(root, 'closed'), 0);
    chmodSync(join(root, 'p/.gitignore'), 0);
    onTestFinished(() => chmodSync(join(root, 'closed'), 0o700));
    expect(await filesOf(root)).toEqual(['a.ts', 'p/c.ts']);
    expect(await skippedOf(root)).toEqual([
      'closed unreadable: cannot be read (EACCES)',
      'p/.gitignore unreadable: cannot be read (EACCES)',
    ]);
  });
});

describe('the walk', () => {
  test('reports an error if the root is missing, instead of an empty project', async () => {
    const root = join(makeTree(), 'gone');
    await expect(discover(root, OPTIONS)).rejects.toMatchObject({
      code: 'GM_IO',
      cause: { code: 'ENOENT' },
    });
  });

  test('stops when it is aborted, before or during the walk', async () => {
    const root = makeTree({ 'a.ts': '' });
    appendFileSync(join(root, '.gitignore'), '');
    await expect(discover(root, OPTIONS, AbortSignal.abort())).rejects.toMatchObject({
      code: 'GM_CANCELLED',
    });
    for (let index = 0; index < 2500; index++) writeFileSync(join(root, `${index}.ts`), '');
    const controller = new AbortController();
    const walk = discover(root, OPTIONS, controller.signal);
    controller.abort();
    await expect(walk).rejects.toMatchObject({ code: 'GM_CANCELLED' });
  });
});

describe('expensive input to a walk', () => {
  test('disregards and reports patterns that backtrack', async () => {
    const root = makeTree({
      '.gitignore': `${'*a'.repeat(40)}b\nkept-out.ts\n${'**/a/'.repeat(30)}b\n`,
      'kept-out.ts': '',
      [`${'a'.repeat(250)}.ts`]: '',
    });
    expect(await filesOf(root)).toEqual([`${'a'.repeat(250)}.ts`]);
    expect(await skippedOf(root)).toEqual([
      '.gitignore unreadable: line 3 is not applied: it has over 3 "**"',
    ]);
  });

  test('applies patterns with many wildcards in a name quickly', async () => {
    const root = makeTree({
      '.gitignore': 'report.[0-9]*.[0-9]*.[0-9]*.[0-9]*.json\n*a*a*a*a*a*b\n',
      'report.20261122.1.2.3.json': '{}',
      [`${'a'.repeat(240)}.ts`]: '',
    });
    expect(await filesOf(root)).toEqual([`${'a'.repeat(240)}.ts`]);
    expect(await skippedOf(root)).toEqual([]);
  });

  test('disregards an ignore file that is too large', async () => {
    const root = makeTree({ '.gitignore': 'x/*.y\n'.repeat(100_000), 'a.ts': '' });
    expect(await skippedOf(root)).toEqual([
      '.gitignore unreadable: is not applied: over 262144 bytes',
    ]);
  });

  test('stops at a maximum depth in endlessly nested folders', async () => {
    const root = makeTree({ [`${'d/'.repeat(100)}in.ts`]: '', [`${'d/'.repeat(101)}out.ts`]: '' });
    expect(await filesOf(root)).toEqual([`${'d/'.repeat(100)}in.ts`]);
    expect(await skippedOf(root)).toEqual([
      `${'d/'.repeat(100)}d unreadable: over 100 folders deep`,
    ]);
  });
});
