import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadTypeScript } from '../../src/verify/load-typescript.ts';

/** A folder with a package "typescript" of the given text, or without one. */
async function folderWith(main?: string, packageJson = '{"main":"main.cjs"}'): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'graph-memory-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  if (main === undefined) return folder;
  const home = join(folder, 'node_modules/typescript');
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), packageJson);
  await writeFile(join(home, 'main.cjs'), main);
  return folder;
}

function module(version: string, more = 'createProgram() {}'): string {
  return `module.exports = { version: '${version}', ${more} };`;
}

const urlIn = (folder: string) => pathToFileURL(join(folder, 'own.js')).href;

describe('loadTypeScript', () => {
  it('prefers the TypeScript of the project', async () => {
    const [project, own] = [await folderWith(module('5.4.2')), await folderWith(module('6.0.1'))];
    expect(loadTypeScript(project, urlIn(own))).toMatchObject({
      version: '5.4.2',
      path: join(project, 'node_modules/typescript/main.cjs'),
    });
  });

  it.each([
    ['is not there', undefined],
    ['has no API', "module.exports = { version: '7.0.2' };"],
    ['is too old', module('4.9.5')],
  ])("falls back to its own TypeScript when the project's %s", async (_, main) => {
    const [project, own] = [await folderWith(main), await folderWith(module('6.0.1'))];
    expect(loadTypeScript(project, urlIn(own)).version).toBe('6.0.1');
  });

  it('reports a missing TypeScript and how to install it', async () => {
    const folder = await folderWith();
    expect(() => loadTypeScript(folder, urlIn(folder))).toThrowError(
      expect.objectContaining({
        code: 'GM_VERIFY',
        message: `no TypeScript to compare with in ${folder}`,
        hint: expect.stringContaining('npm install --save-dev typescript@6'),
      }),
    );
  });

  it.each([
    ['7.0.2', "module.exports = { version: '7.0.2' };"],
    ['7.1.0', module('7.1.0')],
    ['4.9.5', module('4.9.5')],
  ])('reports that version %s is not supported', async (version, main) => {
    const folder = await folderWith(main);
    expect(() => loadTypeScript(folder, urlIn(folder))).toThrowError(
      expect.objectContaining({
        code: 'GM_VERIFY',
        message: `TypeScript ${version} has no API that verify can use`,
        hint: expect.stringContaining('typescript@6'),
      }),
    );
  });

  it('ignores a package without an entry point', async () => {
    const folder = await folderWith('', '{"exports":{"./other":"./main.cjs"}}');
    expect(() => loadTypeScript(folder, urlIn(folder))).toThrowError(
      /no TypeScript to compare with/,
    );
  });

  it('finds the TypeScript of its own development dependencies', async () => {
    const { api, version } = loadTypeScript(await folderWith());
    expect(version).toMatch(/^[56]\./);
    expect(api.version).toBe(version);
  });
});
