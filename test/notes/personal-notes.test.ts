/** Notes in the user's own folder, outside of the project. */
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from '../tools/temp-context.ts';

const CART =
  'export function total(items: number[]): number {\n  return items.reduce((sum, cents) => sum + cents, 0);\n}\n';

let temp: TempProject;
let folder: string;
let caller: ToolCaller;

async function callerWith(memory: 'read-only' | 'read-write' | 'off' | undefined) {
  const config = { ...temp.config, personalNotes: folder, memory };
  const workspace = await Workspace.open({ projects: [config] }, { writer: testWriter() });
  return toolCaller({ temp, workspace });
}

beforeEach(async () => {
  temp = await tempProject({ 'src/cart.ts': CART });
  folder = join(temp.config.storeDir, '..', 'mine');
  caller = await callerWith(undefined);
});

async function write(input: Record<string, unknown>) {
  return (await caller.call('memory_write', input)).structured;
}

async function results(tool: string, input: Record<string, unknown>) {
  const { structured } = await caller.call(tool, input);
  return structured['results'] as Record<string, unknown>[];
}

it('are written into their folder, and not into the project', async () => {
  const written = await write({ title: 'Ask Kim', about: ['total'], personal: true });
  expect(written).toMatchObject({ id: 'ask-kim', outcome: 'created', notes: [] });
  expect(written['path']).toBe(join(folder, 'ask-kim.md'));
  expect(await readdir(folder)).toEqual(['ask-kim.md']);
  expect(await readdir(temp.config.root)).toEqual(['src']);
});

it('are listed with those of the team, marked as personal and bound to the code', async () => {
  await write({ title: 'Ask Kim', body: 'About rounding.', about: ['total'], personal: true });
  await write({ title: 'Use cents', kind: 'decision', about: ['total'] });
  const item = { id: 'ask-kim', personal: true, state: 'fresh', path: join(folder, 'ask-kim.md') };
  const listed = await results('memory_search', {});
  expect(listed).toMatchObject([{ id: 'use-cents' }, item]);
  expect(listed[0]).not.toHaveProperty('personal');
  expect(await results('memory_search', { query: 'rounding' })).toMatchObject([item]);
  expect(await results('memory_get', { id: 'ask-kim' })).toMatchObject([
    { ...item, body: 'About rounding.' },
  ]);
  await temp.write('src/cart.ts', CART.replace('sum + cents', 'cents + sum'));
  expect(await results('memory_get', { id: 'ask-kim' })).toMatchObject([{ state: 'changed' }]);
});

it('appear beside the code, but not in the graph', async () => {
  await write({ title: 'Ask Kim', about: ['total'], personal: true });
  const { structured } = await caller.call('code_get_symbol', { symbol: 'total' });
  expect(structured['memory']).toEqual([
    'personal note ask-kim "Ask Kim" [fresh] about src/cart.ts::total',
  ]);
  expect((await caller.call('explain', { about: ['total'] })).text).toContain('ask-kim "Ask Kim"');
  const { snapshot } = await caller.indexed();
  expect(snapshot.graph.paths()).toEqual(['src/cart.ts']);
});

it('are found again after an edit of their file by hand', async () => {
  await mkdir(folder);
  await writeFile(join(folder, 'mine.md'), '---\nabout: [src/cart.ts::total]\n---\n\n# First\n');
  expect(await results('memory_search', {})).toMatchObject([{ id: 'mine', title: 'First' }]);
  await writeFile(join(folder, 'mine.md'), '---\ntitle: Second one\n---\n\nText.\n');
  expect(await results('memory_search', {})).toMatchObject([{ id: 'mine', title: 'Second one' }]);
});

it('are updated where they are, under the optimistic lock', async () => {
  const { version } = await write({ title: 'Ask Kim', about: ['total'], personal: true });
  const update = { action: 'update', id: 'ask-kim', version };
  expect(await write({ ...update, body: 'New.' })).toMatchObject({ outcome: 'updated' });
  expect(await readFile(join(folder, 'ask-kim.md'), 'utf8')).toContain('New.');
  await expect(write({ ...update, body: 'Newer.' })).rejects.toMatchObject({
    code: 'GM_NOTE_CONFLICT',
  });
  expect(await write({ action: 'supersede', id: 'ask-kim', title: 'Ask Jo' })).toMatchObject({
    path: join(folder, 'ask-jo.md'),
  });
});

it('do not take the id of a note of the team, or replace one', async () => {
  await write({ title: 'Use cents', about: ['total'] });
  await expect(write({ title: 'Use cents', personal: true })).rejects.toMatchObject({
    code: 'GM_NOTE_CONFLICT',
  });
  await expect(
    write({ action: 'supersede', id: 'use-cents', title: 'Use euros', personal: true }),
  ).rejects.toMatchObject({ code: 'GM_USAGE' });
});

it('do not fail the check of the team, but are listed in it', async () => {
  await write({ title: 'Cents', kind: 'decision', about: ['total'], personal: true });
  await writeFile(join(folder, 'bad.md'), '---\nabout: [a\n---\n');
  await temp.write('src/cart.ts', CART.replace('sum + cents', 'cents + sum'));
  const { structured } = await caller.call('memory_review', {});
  expect(structured).toMatchObject({
    failing_count: 0,
    results: [
      { finding: 'broken', path: join(folder, 'bad.md'), fails: false },
      { finding: 'changed', note: 'cents', fails: false },
    ],
  });
});

it('are refused through links, without a configured folder, and if notes are read-only', async () => {
  const plain = await toolCaller({ temp });
  const input = { title: 'Ask Kim', personal: true };
  await expect(plain.call('memory_write', input)).rejects.toMatchObject({ code: 'GM_USAGE' });
  await mkdir(folder);
  await symlink(join(temp.config.root, 'src/cart.ts'), join(folder, 'ask-kim.md'));
  await expect(write(input)).rejects.toMatchObject({ code: 'GM_USAGE' });
  expect(await temp.read('src/cart.ts')).toBe(CART);
  const readOnly = await callerWith('read-only');
  await expect(readOnly.call('memory_write', { ...input, id: 'other' })).rejects.toMatchObject({
    code: 'GM_USAGE',
  });
});

it('are ignored if notes are off', async () => {
  await write({ title: 'Ask Kim', about: ['total'], personal: true });
  const { structured } = await (await callerWith('off')).call('memory_search', {});
  expect(structured['results']).toEqual([]);
});
