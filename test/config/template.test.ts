import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { configTemplate, writeTemplate } from '../../src/config/template.ts';
import { writeConsents } from '../../src/config/trust.ts';

const HOME = '/nowhere/home';

function makeFolder(name: string): string {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  mkdirSync(join(parent, name));
  return join(parent, name);
}

describe('the file that init writes', () => {
  test.each([
    'my-app',
    'with space',
    'a: b',
    '#1',
    '123',
    'true',
    '🎉',
    "it's",
    '"quoted"',
    '- dash',
    'many words '.repeat(20).trim(),
  ])('is equivalent to no file, for a folder called %j', async (name) => {
    const folder = makeFolder(name);
    const { projects: without } = await loadConfig({ cwd: folder, homeDir: HOME });
    const path = await writeTemplate(folder);
    const written = await loadConfig({ cwd: folder, homeDir: HOME });
    expect(written).toEqual({ path, projects: without, missing: [], notes: [] });
  });

  test('stays equivalent except for the store if its comments are removed', async () => {
    const folder = makeFolder('app');
    const home = makeFolder('home');
    const { projects: without } = await loadConfig({ cwd: folder, homeDir: HOME });
    const uncommented = configTemplate('app').replace(/^( +)# (\w+: )/gm, '$1$2');
    expect(uncommented).toContain('\n        parseMsMax: 3000\n');
    writeFileSync(join(folder, 'graph-memory.yaml'), uncommented);
    const reach = `${home}/.graph-memory/my-store`;
    await writeConsents(home, [{ config: join(folder, 'graph-memory.yaml'), reach }]);
    const { projects } = await loadConfig({ cwd: folder, homeDir: home });
    expect(projects).toEqual([
      {
        ...without[0],
        storeDir: reach,
        code: { ...without[0]?.code, exclude: ['**/generated/**'] },
        docs: {
          ...without[0]?.docs,
          exclude: ['docs/archive/**'],
          driftExclude: ['docs/adr/**'],
        },
      },
    ]);
  });

  test.each([
    ['two\nlines', 'two-lines'],
    ['back\\slash', 'back-slash'],
    ['\u001b[31mred', '-[31mred'],
  ])('contains a valid project name, for a folder called %j', async (name, expected) => {
    const folder = makeFolder(name);
    await writeTemplate(folder);
    const { projects } = await loadConfig({ cwd: folder, homeDir: HOME });
    expect(projects.map((project) => project.name)).toEqual([expected]);
  });

  test('never replaces an existing file', async () => {
    const folder = makeFolder('app');
    writeFileSync(join(folder, 'graph-memory.yaml'), 'mine');
    await expect(writeTemplate(folder)).rejects.toMatchObject({ code: 'GM_USAGE' });
    expect(readFileSync(join(folder, 'graph-memory.yaml'), 'utf8')).toBe('mine');
  });

  test('is not written if the folder is missing, which is an error', async () => {
    const folder = join(makeFolder('app'), 'gone');
    await expect(writeTemplate(folder)).rejects.toMatchObject({
      code: 'GM_IO',
      cause: { code: 'ENOENT' },
    });
  });
});
