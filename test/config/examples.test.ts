/** Each example is loaded as a user's file would be, beside the folders that it names. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, type ProjectConfig } from '../../src/config/load.ts';

const EXAMPLES = join(import.meta.dirname, '../../config/examples');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'graph-memory-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function load(name: string): Promise<readonly ProjectConfig[]> {
  const text = readFileSync(join(EXAMPLES, name), 'utf8');
  for (const [, path = ''] of text.matchAll(/projectDir: "([^"]*)"/g)) {
    mkdirSync(join(folder, path), { recursive: true });
  }
  writeFileSync(join(folder, 'graph-memory.yaml'), text);
  const { projects, missing, notes } = await loadConfig({ cwd: folder, homeDir: '/nowhere/home' });
  expect([...missing, ...notes]).toEqual([]);
  return projects;
}

describe('config/examples', () => {
  it.each([
    ['documentation-elsewhere.yaml', ['api', 'handbook']],
    ['monorepo.yaml', ['shop']],
    ['several-projects.yaml', ['web', 'api', 'legacy']],
    ['single-project.yaml', ['my-app']],
  ])('%s names the projects %j', async (name, names) => {
    expect((await load(name)).map((project) => project.name)).toEqual(names);
  });

  it('holds no example that is not loaded here', () => {
    expect(readdirSync(EXAMPLES)).toHaveLength(4);
  });

  it('ties documentation to the code that it describes', async () => {
    const [, handbook] = await load('documentation-elsewhere.yaml');
    expect(handbook?.code.enabled).toBe(false);
    expect(handbook?.docs).toMatchObject({ enabled: true, about: ['api'], include: ['docs/**'] });
  });
});
