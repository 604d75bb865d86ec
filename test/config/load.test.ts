import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { contentHash } from '../../src/base/hash.ts';
import { loadConfig, type ResolvedConfig, reachesOfConfig } from '../../src/config/load.ts';
import type { Problem } from '../../src/config/problem.ts';
import { writeConsents } from '../../src/config/trust.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/config');
const HOME = '/nowhere/home';

const DEFAULTS = {
  enabled: true,
  include: ['**/*'],
  exclude: [],
  fileSizeBytesMax: 2_097_152,
  parseMsMax: 3000,
  embedding: 'static',
  vectorIndex: 'auto',
};
const DOCS_DEFAULTS = {
  enabled: true,
  include: ['**/*'],
  exclude: [],
  about: [],
  driftExclude: [],
};

function load(configPath: string, homeDir = HOME): Promise<ResolvedConfig> {
  return loadConfig({ cwd: dirname(configPath), configPath, homeDir });
}

/** Loads a file of a user who allows whatever it reaches. */
async function loadTrusted(configPath: string, homeDir: string): Promise<ResolvedConfig> {
  const { config, reaches } = await reachesOfConfig({ cwd: '/', configPath, homeDir });
  await writeConsents(
    homeDir,
    reaches.map(({ reach }) => ({ config, reach })),
  );
  return load(configPath, homeDir);
}

function makeFolder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

function storeOf(name: string, root: string, home = HOME): string {
  return `${home}/.graph-memory/${name}-${contentHash(root).slice(0, 12)}`;
}

describe('a valid file', () => {
  const folder = join(FIXTURES, 'valid');

  test('needs only a folder', async () => {
    expect(await load(join(folder, 'minimal.yaml'))).toEqual({
      path: join(folder, 'minimal.yaml'),
      projects: [
        {
          name: 'my-app',
          root: folder,
          storeDir: storeOf('my-app', folder),
          code: DEFAULTS,
          docs: DOCS_DEFAULTS,
        },
      ],
      missing: [],
      notes: [],
    });
  });

  test('may set every key', async () => {
    const { projects } = await load(join(folder, 'complete.yaml'));
    expect(projects).toEqual([
      {
        name: 'my-app',
        root: folder,
        storeDir: join(folder, 'store'),
        code: {
          include: ['src/**/*.ts'],
          exclude: ['**/generated/**', '**/*.{spec,test}.ts'],
          enabled: true,
          fileSizeBytesMax: 1000,
          parseMsMax: 50,
          embedding: 'none',
          vectorIndex: 'exact',
        },
        docs: { ...DOCS_DEFAULTS, include: ['docs/**'], exclude: ['docs/archive/**'] },
      },
    ]);
  });

  test('may name models that run locally, in a folder or on a hub', async () => {
    const home = makeFolder();
    const { projects } = await loadTrusted(join(folder, 'models.yaml'), home);
    const decided = { dtype: 'auto', tokensMax: 512, batch: 8, passagePrefix: undefined };
    expect(projects.map(({ code }) => code.embeddingModel)).toEqual([
      {
        ...{ ...decided, name: 'small', folder: join(FIXTURES, 'models/small'), hub: undefined },
        ...{ pooling: 'cls', queryPrefix: undefined },
      },
      {
        ...{ ...decided, name: 'small-model', pooling: undefined, queryPrefix: 'query: ' },
        folder: join(home, '.graph-memory/models/owner/small-model/v1'),
        hub: { url: 'https://huggingface.co', model: 'owner/small-model', revision: 'v1' },
      },
    ]);
  });

  test('may contain several projects, also disabled ones, and share parts by alias', async () => {
    const home = makeFolder();
    const { projects } = await loadTrusted(join(folder, 'several.yaml'), home);
    expect(projects).toEqual([
      {
        name: 'server',
        root: FIXTURES,
        storeDir: storeOf('server', FIXTURES, home),
        code: { ...DEFAULTS, include: ['**/*.ts'] },
        docs: DOCS_DEFAULTS,
      },
      {
        name: 'client',
        root: folder,
        storeDir: storeOf('client', folder, home),
        code: { ...DEFAULTS, include: ['**/*.ts'] },
        docs: DOCS_DEFAULTS,
      },
      {
        name: 'old one, 🎉',
        root: folder,
        storeDir: storeOf('old-one-', folder, home),
        code: { ...DEFAULTS, enabled: false },
        docs: { ...DOCS_DEFAULTS, enabled: false },
      },
    ]);
  });

  test('may refer to the home folder', async () => {
    const home = makeFolder({ 'work/a.ts': '' });
    const { projects } = await loadTrusted(join(folder, 'home.yaml'), home);
    expect(projects.map(({ root }) => root)).toEqual([home, join(home, 'work')]);
    expect(projects[1]?.storeDir).toBe(join(home, 'stores/work'));
  });

  test('may begin with a byte order mark and use Windows line ends', async () => {
    const root = makeFolder({
      'graph-memory.yaml': '\ufeffprojects:\r\n  a:\r\n    projectDir: .\r\n',
    });
    expect((await load(join(root, 'graph-memory.yaml'))).projects[0]).toMatchObject({
      name: 'a',
      root,
    });
  });

  test('has the links in its roots resolved', async () => {
    const root = makeFolder({
      'real/a.ts': '',
      'graph-memory.yaml': 'projects: { a: { projectDir: link } }',
    });
    symlinkSync('real', join(root, 'link'));
    expect((await load(join(root, 'graph-memory.yaml'))).projects[0]?.root).toBe(
      join(root, 'real'),
    );
  });
});

describe('a project with a missing folder', () => {
  const yaml = `projects:
  here: { projectDir: here }
  gone: { projectDir: gone }
  pages:
    projectDir: here
    graphs: { docs: { about: [here, gone] } }
`;

  test('is skipped with a note and does not affect the others', async () => {
    const root = makeFolder({ 'graph-memory.yaml': yaml, 'here/a.ts': '' });
    const { projects, missing, notes } = await load(join(root, 'graph-memory.yaml'));
    expect(missing).toEqual([{ name: 'gone', path: join(root, 'gone') }]);
    expect(projects.map(({ name, docs }) => [name, docs.about])).toEqual([
      ['here', []],
      ['pages', ['here']],
    ]);
    expect(notes).toEqual([
      `project gone is left out: ${root}/graph-memory.yaml, line 3: its folder does not exist: ${root}/gone`,
    ]);
  });

  test.each([
    ['the only one', 'projects:\n  gone: { projectDir: gone }\n'],
    ['beside another problem', `${yaml}  odd: { projectDir: here, no: 1 }\n`],
  ])('is an error if it is %s', async (_, text) => {
    const root = makeFolder({ 'graph-memory.yaml': text, 'here/a.ts': '' });
    await expect(load(join(root, 'graph-memory.yaml'))).rejects.toMatchObject({
      code: 'GM_CONFIG_INVALID',
      message: expect.stringContaining(`does not exist: ${root}/gone`),
    });
  });
});

describe('an invalid file is rejected with all its problems', () => {
  const folder = join(FIXTURES, 'invalid');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));

  test.each(names)('in the case: %s', async (name) => {
    const error = await load(join(folder, name)).catch((caught: unknown) => caught);
    if (!isGraphMemoryError(error)) throw error;
    expect(error.code).toBe('GM_CONFIG_INVALID');
    expect(error.hint).not.toBe('');
    const { problems } = error.details as { problems?: readonly Problem[] };
    expect(error.message.split('\n  line ')).toHaveLength((problems?.length ?? 0) + 1);
    const text = `${error.message}\n`
      .replaceAll(folder, '<folder>')
      .replaceAll(FIXTURES, '<fixtures>');
    await expect(text).toMatchFileSnapshot(join(folder, name.replace(/yaml$/, 'txt')));
  });

  test('including two names for one folder, which would share a store', async () => {
    const root = makeFolder({
      'stores/x': '',
      'graph-memory.yaml':
        'projects: { a: { projectDir: ., storeDir: stores/new }, b: { projectDir: ., storeDir: link/new } }',
    });
    symlinkSync('stores', join(root, 'link'));
    await expect(load(join(root, 'graph-memory.yaml'))).rejects.toMatchObject({
      code: 'GM_CONFIG_INVALID',
      message: expect.stringContaining('is also the store of project "a"'),
    });
  });
});

describe('a store among the sources', () => {
  test.each([
    ['.', "is the project's own folder"],
    ['link', "is the project's own folder"],
    ['.git', 'lies in a .git folder'],
    ['sub/.git/store', 'lies in a .git folder'],
  ])('%s is refused', async (storeDir, message) => {
    const root = makeFolder({
      '.git/config': '',
      'sub/a.ts': '',
      'graph-memory.yaml': `projects: { a: { projectDir: ., storeDir: ${storeDir} } }`,
    });
    symlinkSync('.', join(root, 'link'));
    await expect(load(join(root, 'graph-memory.yaml'))).rejects.toMatchObject({
      code: 'GM_CONFIG_INVALID',
      message: expect.stringContaining(message),
    });
  });
});

describe('a file designed to keep the parser busy', () => {
  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join('\n');
  test.each([
    ['brackets', '['.repeat(10_000)],
    ['closed brackets', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['mappings', `${'{a: '.repeat(5000)}${'}'.repeat(5000)}`],
    ['lists in lists', `${'- '.repeat(5000)}x`],
    ['indentation', lines(300, (n) => `${' '.repeat(n)}a:`)],
    [
      'aliases',
      `a: &a [x,x]\n${lines(30, (n) => `b${n}: &b${n} [*b${n - 1},*b${n - 1}]`).replaceAll('b-1', 'a')}`,
    ],
    ['its own parts', 'projects: &a [*a]'],
    ['size', lines(20_000, (n) => `k${n}: 1`)],
  ])('is rejected if it uses %s', async (_, text) => {
    const root = makeFolder({ 'graph-memory.yaml': text });
    await expect(loadConfig({ cwd: root, homeDir: HOME })).rejects.toMatchObject({
      code: 'GM_CONFIG_INVALID',
    });
  });
});

describe('the configuration file in use', () => {
  const yaml = 'projects: { found: { projectDir: . } }';

  test('is the nearest one in the current folder or its parents', async () => {
    const root = makeFolder({
      'graph-memory.yaml': yaml,
      'a/graph-memory.yaml': yaml,
      'a/b/c/x.ts': '',
    });
    const { path, projects } = await loadConfig({ cwd: join(root, 'a/b/c'), homeDir: HOME });
    expect(path).toBe(join(root, 'a/graph-memory.yaml'));
    expect(projects[0]?.root).toBe(join(root, 'a'));
  });

  test.each([
    ['relative to the current folder', 'sub/my.yaml'],
    ['in the home folder', '~/my.yaml'],
  ])('can be a named one %s', async (_, configPath) => {
    const root = makeFolder({ 'sub/my.yaml': yaml, 'home/my.yaml': yaml });
    const { path } = await loadConfig({ cwd: root, configPath, homeDir: join(root, 'home') });
    expect(path).toBe(join(root, configPath.replace('~', 'home')));
  });

  test.each(['none.yaml', 'graph-memory.yaml/none.yaml'])(
    'causes an error if it is named but missing: %s',
    async (configPath) => {
      const root = makeFolder({ 'graph-memory.yaml': yaml });
      await expect(loadConfig({ cwd: root, configPath, homeDir: HOME })).rejects.toMatchObject({
        code: 'GM_CONFIG_NOT_FOUND',
        message: `no configuration file at ${join(root, configPath)}`,
      });
    },
  );

  test('is rejected if a folder is in its place', async () => {
    const root = makeFolder({ 'graph-memory.yaml/x': '' });
    await expect(loadConfig({ cwd: root, homeDir: HOME })).rejects.toMatchObject({
      code: 'GM_CONFIG_INVALID',
      message: expect.stringContaining('is not a file'),
    });
  });

  test('may be absent, so that the current folder is the project', async () => {
    const root = join(makeFolder({ 'my app! 🎉/x.ts': '' }), 'my app! 🎉');
    expect(await loadConfig({ cwd: root, homeDir: HOME })).toEqual({
      path: undefined,
      projects: [
        {
          name: 'my app! 🎉',
          root,
          storeDir: storeOf('my-app-', root),
          code: DEFAULTS,
          docs: DOCS_DEFAULTS,
        },
      ],
      missing: [],
      notes: [],
    });
  });

  test.each([
    ['the repository around it', { '.git/HEAD': '', 'p/package.json': '', 'p/src/x.ts': '' }, '.'],
    ['a worktree', { '.git': 'gitdir: /x/.git/worktrees/y', 'p/src/x.ts': '' }, '.'],
    [
      'a submodule',
      { '.git/HEAD': '', 'p/.git': 'gitdir: ../.git/modules/p', 'p/src/x.ts': '' },
      'p',
    ],
    [
      'the nearest package outside of any',
      { 'package.json': '', 'p/package.json': '', 'p/src/x.ts': '' },
      'p',
    ],
    ['the nearest package of any language', { 'p/go.mod': '', 'p/src/x.go': '' }, 'p'],
  ])('may be absent in a subfolder, so that the project is %s', async (_, files, expected) => {
    const top = makeFolder(files);
    const { projects, notes } = await loadConfig({ cwd: join(top, 'p/src'), homeDir: HOME });
    expect(projects[0]?.root).toBe(join(top, expected));
    expect(notes).toEqual([
      expect.stringContaining(`the project is ${join(top, expected)}, which`),
    ]);
  });

  test('may be absent in a home folder under version control, which is not the project', async () => {
    const home = makeFolder({ '.git/HEAD': '', 'package.json': '', 'notes/x.ts': '' });
    const { projects, notes } = await loadConfig({ cwd: join(home, 'notes'), homeDir: home });
    expect([projects[0]?.root, notes]).toEqual([join(home, 'notes'), []]);
  });
});

describe('a file above the repository', () => {
  const files = { 'a/.git/HEAD': '', 'a/src/x.ts': '', 'b/.git/HEAD': '', 'b/x.ts': '' };
  const inA = (top: string) => loadConfig({ cwd: join(top, 'a/src'), homeDir: HOME });

  test('counts if it names a project in the repository', async () => {
    const yaml = 'projects: { a: { projectDir: a }, b: { projectDir: b } }';
    const top = makeFolder({ ...files, 'graph-memory.yaml': yaml });
    const { path, projects, notes } = await inA(top);
    expect(path).toBe(join(top, 'graph-memory.yaml'));
    expect([projects.map(({ name }) => name), notes]).toEqual([['a', 'b'], []]);
  });

  test.each([
    ['is about the folder above', 'projects: { all: { projectDir: . } }'],
    ['is about another repository', 'projects: { b: { projectDir: b } }'],
    ['is broken', 'projects: ['],
  ])('is ignored with a note if it %s', async (_, yaml) => {
    const top = makeFolder({ ...files, 'graph-memory.yaml': yaml });
    const { path, projects, notes } = await inA(top);
    expect([path, projects[0]?.root]).toEqual([undefined, join(top, 'a')]);
    expect(notes[0]).toContain(`${join(top, 'graph-memory.yaml')} lies above this repository`);
  });

  test('counts for a submodule of its repository', async () => {
    const top = makeFolder({
      '.git/HEAD': '',
      'graph-memory.yaml': 'projects: { all: { projectDir: . } }',
      'sub/.git': 'gitdir: ../.git/modules/sub',
    });
    const { projects } = await loadConfig({ cwd: join(top, 'sub'), homeDir: HOME });
    expect(projects[0]?.root).toBe(top);
  });

  test('cannot replace a missing current folder, which is an error', async () => {
    const cwd = join(makeFolder(), 'gone');
    await expect(loadConfig({ cwd, homeDir: HOME })).rejects.toMatchObject({ code: 'GM_IO' });
  });
});

describe('a file that is another than it should be', () => {
  const SECRETS = {
    'a line of text': 'ghp_a1B2c3D4e5a1B2c3D4e5\n',
    'a list of variables': 'API_KEY=ghp_a1B2c3D4e5\0DB=postgres://u:hunter2@host\0',
    'a list of accounts': 'root:$6$hunter2:19000:0:::\nx:*:\n',
    'keys and values': 'hunter2: ghp_a1B2c3D4e5\n"ghp_a1B2c3D4e5": 1\n',
    'values in place of others':
      'projects:\n  app:\n    projectDir: [hunter2]\n    graphs: { code: { enabled: hunter2, parseMsMax: 98765432, embedding: hunter2, include: { a: hunter2 } }, docs: { about: hunter2 } }\n',
    'a broken quote': 'a: "hunter2',
    'a tag': 'a: !hunter2 x',
    'an alias': 'a: *hunter2',
    'an escape': 'a: "\\q hunter2"',
    'an unexpected token': 'a: [hunter2]]hunter2',
    'a bad directive': '%hunter2 x\n---\na: 1',
  };

  test.each(Object.entries(SECRETS))('is refused and not quoted: %s', async (_, text) => {
    const root = makeFolder({ 'graph-memory.yaml': text });
    const error = await load(join(root, 'graph-memory.yaml')).catch((thrown: unknown) => thrown);
    if (!isGraphMemoryError(error)) throw new Error('not refused', { cause: error });
    const said = JSON.stringify([error.message, error.hint, error.details]);
    expect(error.code).toBe('GM_CONFIG_INVALID');
    expect(said).not.toMatch(/hunter2|ghp_|98765432|\$6/);
    expect(error.message).toMatch(/line \d+, column \d+/);
  });

  test('is not read behind a link that leads out of its folder', async () => {
    const root = makeFolder({
      'secret.yaml': 'projects: { app: { projectDir: . } }',
      'p/a.ts': '',
    });
    const folder = join(root, 'p');
    symlinkSync('../secret.yaml', join(folder, 'graph-memory.yaml'));
    for (const configPath of [undefined, 'graph-memory.yaml'])
      await expect(loadConfig({ cwd: folder, configPath, homeDir: HOME })).rejects.toMatchObject({
        code: 'GM_CONFIG_INVALID',
        message: `${folder}/graph-memory.yaml is a link that leads out of its folder, so it is not read`,
        hint: expect.stringContaining('--config'),
      });
  });

  test('is read behind a link within its folder', async () => {
    const root = makeFolder({ 'etc/own.yaml': 'projects: { app: { projectDir: "." } }' });
    symlinkSync('etc/own.yaml', join(root, 'graph-memory.yaml'));
    const { projects } = await load(join(root, 'graph-memory.yaml'));
    expect(projects.map((project) => project.root)).toEqual([root]);
  });
});

describe.runIf(process.platform !== 'win32')('what is not a file', () => {
  test.each(['.git', 'graph-memory.yaml'])('is not waited for: a pipe called %s', async (name) => {
    const root = makeFolder();
    execFileSync('mkfifo', [join(root, name)]);
    const found = loadConfig({ cwd: root, homeDir: HOME });
    if (name === '.git') expect((await found).path).toBeUndefined();
    else await expect(found).rejects.toThrow('is not a file');
  });

  test('is not read: a device called .git', async () => {
    const root = makeFolder();
    symlinkSync('/dev/zero', join(root, '.git'));
    expect((await loadConfig({ cwd: root, homeDir: HOME })).projects).toHaveLength(1);
  });
});
