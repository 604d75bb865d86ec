/** Stores that earlier versions wrote are refused with one line, and made again. */
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FORMAT_VERSION } from '../../src/store/versions.ts';
import { tempProject } from './temp-project.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/store', import.meta.url));
const folders = await readdir(FIXTURES);

it('keeps a fixture of every earlier store format', () => {
  const previous = Array.from({ length: FORMAT_VERSION - 1 }, (_, index) => `format-v${index + 1}`);
  expect(folders.toSorted()).toEqual(previous.toSorted());
});

it.each(folders)('rebuilds a store of %s and says so', async (folder) => {
  const temp = await tempProject({ 'a.ts': 'export function now() {}\n' });
  await cp(join(FIXTURES, folder), temp.config.storeDir, { recursive: true });
  const notices: string[] = [];
  const project = await temp.open(notices);
  const version = folder.replace('format-v', '');
  expect(notices).toEqual([expect.stringContaining(`has format ${version}, this program reads`)]);
  await project.index({});
  const again: string[] = [];
  expect([...(await temp.open(again)).snapshot().graph.names()]).toEqual(['now']);
  expect(again).toEqual([]);
});
