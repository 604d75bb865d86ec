import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ConfigSource } from '../../src/config/config-source.ts';

const GOOD = 'projects: { one: { projectDir: . } }';
const BETTER = 'projects: { two: { projectDir: . } }';

async function opened(text: string | undefined, given: { readonly configPath?: string } = {}) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'graph-memory-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (content: string) => writeFileSync(join(folder, 'graph-memory.yaml'), content);
  if (text !== undefined) write(text);
  const request = { cwd: folder, homeDir: '/nowhere/home', ...given };
  const { source, config } = await ConfigSource.open(request);
  const names = async () => (await source.news()).config?.projects.map(({ name }) => name);
  return { folder, write, source, config, names };
}

it('has no news while the file is the same', async () => {
  const { source, write } = await opened(GOOD);
  expect(await source.news()).toEqual({});
  write(GOOD);
  expect(await source.news()).toEqual({});
});

it('tells a changed file once', async () => {
  const { source, write, names } = await opened(GOOD);
  write(BETTER);
  expect(await names()).toEqual(['two']);
  expect(await source.news()).toEqual({});
});

it('says that a file is broken for as long as it is, and then has the corrected one', async () => {
  const { source, write, names } = await opened(GOOD);
  write('projects: [');
  const problem = expect.stringContaining('graph-memory.yaml has');
  expect(await source.news()).toEqual({ problem });
  expect(await source.news()).toEqual({ problem });
  write(BETTER);
  expect(await names()).toEqual(['two']);
});

it('sees a file that appears, and one that goes away', async () => {
  const { folder, write, names } = await opened(undefined);
  write(GOOD);
  expect(await names()).toEqual(['one']);
  rmSync(join(folder, 'graph-memory.yaml'));
  expect(await names()).toHaveLength(1);
});

it('keeps to the last good one when a named file is removed', async () => {
  const { folder, source } = await opened(GOOD, { configPath: 'graph-memory.yaml' });
  rmSync(join(folder, 'graph-memory.yaml'));
  expect(await source.news()).toEqual({
    problem: expect.stringContaining('no configuration file'),
  });
});

it('forgets what was wrong once the file can be read again, with the text it had', async () => {
  const { folder, source, write, names } = await opened(GOOD);
  rmSync(join(folder, 'graph-memory.yaml'));
  mkdirSync(join(folder, 'graph-memory.yaml'));
  expect(await source.news()).toEqual({ problem: expect.stringContaining('is not a file') });
  rmSync(join(folder, 'graph-memory.yaml'), { recursive: true });
  write(GOOD);
  expect(await names()).toEqual(['one']);
  expect(await source.news()).toEqual({});
});

const TWO = 'projects: { one: { projectDir: . }, late: { projectDir: late } }';

it('has the project of a folder that was missing once that is there, and tells it once', async () => {
  const { folder, source, config } = await opened(TWO);
  const path = join(folder, 'late');
  expect(config.missing).toEqual([{ name: 'late', path }]);
  writeFileSync(path, 'no folder yet');
  expect(await source.news()).toEqual({});
  rmSync(path);
  mkdirSync(path);
  expect(await source.news()).toMatchObject({
    config: { projects: [{ name: 'one' }, { name: 'late' }], missing: [] },
    appeared: [path],
  });
  expect(await source.news()).toEqual({});
});

it('has a file that was refused for its missing folders alone once one of them is there', async () => {
  const { folder, source, write, names } = await opened(GOOD);
  write('projects: { late: { projectDir: late }, later: { projectDir: later } }');
  expect(await source.news()).toEqual({ problem: expect.stringContaining('does not exist') });
  mkdirSync(join(folder, 'late'));
  expect(await names()).toEqual(['late']);
  mkdirSync(join(folder, 'later'));
  expect(await names()).toEqual(['late', 'later']);
});

it('goes on with the current folder as the project when that was away', async () => {
  const { folder, source, write, names } = await opened(GOOD);
  rmSync(folder, { recursive: true });
  expect(await source.news()).toEqual({ problem: expect.stringContaining('does not exist') });
  mkdirSync(folder);
  expect(await names()).toHaveLength(1);
  write(GOOD);
  expect(await names()).toEqual(['one']);
});
