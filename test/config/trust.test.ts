import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigSource } from '../../src/config/config-source.ts';
import { loadConfig, reachesOfConfig } from '../../src/config/load.ts';
import { listPath, readConsents, writeConsents } from '../../src/config/trust.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

let top = '';
let project = '';
let home = '';

beforeEach(async () => {
  top = await tempFolder();
  project = join(top, 'project');
  home = join(top, 'home');
  for (const folder of [project, home, join(project, 'inner'), join(top, 'outside')])
    await mkdir(folder);
});

const configPath = (): string => join(project, 'graph-memory.yaml');
const request = () => ({ cwd: project, homeDir: home });

async function configure(entry: string): Promise<void> {
  await writeFile(configPath(), `projects: { app: ${entry} }`);
}

async function consent(): Promise<void> {
  const { config, reaches } = await reachesOfConfig(request());
  await writeConsents(
    home,
    reaches.map(({ reach }) => ({ config, reach })),
  );
}

describe('a configuration', () => {
  it.each([
    ['its own folder', '{ projectDir: . }'],
    ['a folder in it, and a store there', '{ projectDir: inner, storeDir: ./store }'],
    ['a folder in it by an absolute path', '{ projectDir: "<project>/inner" }'],
  ])('needs no consent for %s', async (_, entry) => {
    await configure(entry.replace('<project>', project));
    expect((await loadConfig(request())).projects).toHaveLength(1);
  });

  it.each([
    ['projectDir', '{ projectDir: ../outside }', 'outside'],
    ['projectDir', '{ projectDir: .. }', ''],
    ['projectDir', '{ projectDir: "~" }', 'home'],
    ['projectDir', '{ projectDir: link }', 'outside'],
    ['projectDir', '{ projectDir: link/../outside }', 'outside'],
    ['storeDir', '{ projectDir: ., storeDir: ../outside/new }', 'outside/new'],
    ['storeDir', '{ projectDir: ., storeDir: link/new }', 'outside/new'],
    ['storeDir', '{ projectDir: ., storeDir: nowhere }', 'outside/missing'],
    ['storeDir', '{ projectDir: ., storeDir: ~/.graph-memory/other }', 'home/.graph-memory/other'],
    ['personalNotes', '{ projectDir: ., personalNotes: ~/notes }', 'home/notes'],
    [
      'graphs.code.embeddingModel.folder',
      '{ projectDir: ., graphs: { code: { embeddingModel: { folder: link } } } }',
      'outside',
    ],
    [
      'graphs.code.sparseModel.folder',
      '{ projectDir: ., graphs: { code: { sparseModel: { folder: link } } } }',
      'outside',
    ],
    [
      'graphs.code.rerankModel.folder',
      '{ projectDir: ., graphs: { code: { rerankModel: { folder: link } } } }',
      'outside',
    ],
  ])('needs consent for a folder outside of its own: %s of %s', async (key, entry, folder) => {
    await symlink('../outside', join(project, 'link'));
    await symlink('../outside/missing', join(project, 'nowhere'));
    await configure(entry.replace('link/../outside', '../outside'));
    const reach = join(top, folder);
    await expect(loadConfig(request())).rejects.toMatchObject({
      code: 'GM_UNTRUSTED',
      message: expect.stringMatching(
        new RegExp(`line 1, column \\d+: projects.app.${key}: ${reach}$`),
      ),
      hint: expect.stringContaining(`graph-memory trust ${configPath()}`),
      details: { path: configPath(), reaches: [reach] },
    });
    await consent();
    expect((await loadConfig(request())).projects).toHaveLength(1);
  });

  it.each([
    ['postgres://db.example.com/code', 'postgres://db.example.com/code'],
    ['$TEAM_FACTS', '$TEAM_FACTS'],
    [
      's3://facts/team?endpoint=https://s3.example.com',
      's3://facts/team?endpoint=https://s3.example.com',
    ],
    ['../outside/facts', 'outside/facts'],
    ['link/facts', 'outside/facts'],
  ])('needs consent for shared facts at %s', async (place, reach) => {
    await symlink('../outside', join(project, 'link'));
    await writeFile(configPath(), `projects: { app: { projectDir: . } }\nsharedFacts: ${place}\n`);
    const full = reach === place ? reach : join(top, reach);
    await expect(loadConfig(request())).rejects.toMatchObject({
      code: 'GM_UNTRUSTED',
      details: { reaches: [full] },
    });
    await consent();
    expect((await loadConfig(request())).sharedFacts).toBe(full);
  });

  it.each([
    'postgres://me:secret@db/code',
    'postgres://db/code?password=secret',
    's3://me:secret@facts',
    's3://facts?endpoint=https://me:secret@host',
  ])('may not have a password for shared facts: %s', async (place) => {
    const text = `projects: { app: { projectDir: . } }\nsharedFacts: ${place}\n`;
    await writeFile(configPath(), text);
    const failure = await loadConfig(request()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'GM_CONFIG_INVALID' });
    expect(String(failure)).not.toContain('secret');
  });

  it('needs no consent for shared facts in its own folder, except in .git', async () => {
    const shared = (place: string) =>
      writeFile(configPath(), `projects: { app: { projectDir: . } }\nsharedFacts: ${place}\n`);
    await shared('./facts');
    expect((await loadConfig(request())).sharedFacts).toBe(join(project, 'facts'));
    await shared('./.git/facts');
    await expect(loadConfig(request())).rejects.toMatchObject({ code: 'GM_CONFIG_INVALID' });
  });

  it('needs consent for a server, and for the key that is sent there', async () => {
    const server = (more: string) =>
      `{ projectDir: ., graphs: { code: { embedding: remote, embeddingServer: { url: "http://localhost:1/v1", model: m, dimensions: 8${more} } } } }`;
    await configure(server(''));
    await expect(loadConfig(request())).rejects.toMatchObject({
      code: 'GM_UNTRUSTED',
      details: { reaches: ['http://localhost:1/v1'] },
    });
    await consent();
    expect((await loadConfig(request())).projects).toHaveLength(1);
    await configure(server(', keyVariable: TOKEN'));
    await expect(loadConfig(request())).rejects.toMatchObject({
      details: { reaches: ['http://localhost:1/v1 with $TOKEN'] },
    });
  });

  it('needs consent for another hub of models than the usual one', async () => {
    const hub = (key: string, more: string) =>
      `{ projectDir: ., graphs: { code: { ${key}: { hub: a/b${more} } } } }`;
    for (const key of ['embeddingModel', 'sparseModel', 'rerankModel']) {
      await configure(hub(key, ', hubUrl: "http://192.168.0.1/restart?x="'));
      await expect(loadConfig(request())).rejects.toMatchObject({
        code: 'GM_UNTRUSTED',
        details: { reaches: ['http://192.168.0.1/restart?x='] },
      });
      await configure(hub(key, ''));
      expect((await loadConfig(request())).projects).toHaveLength(1);
    }
  });

  it('needs consent also when it is named on the command line', async () => {
    await configure('{ projectDir: ../outside }');
    const named = { cwd: top, homeDir: home, configPath: 'project/graph-memory.yaml' };
    await expect(loadConfig(named)).rejects.toMatchObject({ code: 'GM_UNTRUSTED' });
  });
});

describe('consent', () => {
  it('is for one configuration and what it named, not for what it names later', async () => {
    await configure('{ projectDir: ../outside }');
    await consent();
    await mkdir(join(top, 'other'));
    await configure('{ projectDir: ../other }');
    await expect(loadConfig(request())).rejects.toMatchObject({
      details: { reaches: [join(top, 'other')] },
    });
    const copy = join(project, 'inner/graph-memory.yaml');
    await writeFile(copy, 'projects: { app: { projectDir: ../../outside } }');
    await expect(loadConfig({ ...request(), configPath: copy })).rejects.toMatchObject({
      code: 'GM_UNTRUSTED',
    });
  });

  it('does not follow a link that leads elsewhere by now', async () => {
    await symlink('../outside', join(project, 'link'));
    await configure('{ projectDir: link }');
    await consent();
    await rm(join(project, 'link'));
    await symlink(home, join(project, 'link'));
    await expect(loadConfig(request())).rejects.toMatchObject({ details: { reaches: [home] } });
  });

  it('is the same by whatever link the configuration is reached', async () => {
    await configure('{ projectDir: ../outside }');
    await consent();
    await symlink(project, join(top, 'alias'));
    expect((await loadConfig({ cwd: join(top, 'alias'), homeDir: home })).projects).toHaveLength(1);
  });

  it('quotes the path in its hint so that a name cannot become a command', async () => {
    project = join(top, "a'; touch ran; '");
    await mkdir(project);
    await configure('{ projectDir: ../outside }');
    await expect(loadConfig(request())).rejects.toMatchObject({
      hint: expect.stringContaining(`trust '${top}/a'\\''; touch ran; '\\''/graph-memory.yaml'`),
    });
  });

  it('is noticed by a server whose configuration waits for it', async () => {
    await configure('{ projectDir: . }');
    const { source } = await ConfigSource.open(request());
    await configure('{ projectDir: ../outside }');
    const problem = expect.stringContaining('graph-memory trust ');
    expect(await source.news()).toEqual({ problem });
    expect(await source.news()).toEqual({ problem });
    await consent();
    expect((await source.news()).config?.projects[0]?.root).toBe(join(top, 'outside'));
  });
});

describe('the list', () => {
  it('is empty where there is none', () => {
    expect(readConsents(home)).toEqual([]);
  });

  // Windows keeps rights elsewhere.
  it.runIf(process.platform !== 'win32')(
    'is for its owner alone, whatever it was before',
    async () => {
      await writeConsents(home, []);
      await chmod(listPath(home), 0o666);
      await writeConsents(home, [{ config: '/a', reach: '/b' }]);
      expect((await stat(listPath(home))).mode & 0o777).toBe(0o600);
      expect(readConsents(home)).toEqual([{ config: '/a', reach: '/b' }]);
    },
  );

  it.each(['[', '{}', '[1]', '[{"config":"/a"}]', 'null'])(
    'that is damaged is an error that names it: %s',
    async (text) => {
      await writeConsents(home, []);
      await writeFile(listPath(home), text);
      expect(() => readConsents(home)).toThrow(
        `${listPath(home)} is not a valid list of trusted configurations`,
      );
      expect(await readFile(listPath(home), 'utf8')).toBe(text);
    },
  );
});
