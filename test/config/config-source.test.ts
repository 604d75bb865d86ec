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

it('reports no news while the file is unchanged', async () => {
  const { source, write } = await opened(GOOD);
  expect(await source.news()).toEqual({});
  write(GOOD);
  expect(await source.news()).toEqual({});
});

it('reports a changed file once', async () => {
  const { source, write, names } = await opened(GOOD);
  write(BETTER);
  expect(await names()).toEqual(['two']);
  expect(await source.news()).toEqual({});
});

it('reports an invalid file until it is corrected, and then loads it', async () => {
  const { source, write, names } = await opened(GOOD);
  write('projects: [');
  const problem = expect.stringContaining('graph-memory.yaml has');
  expect(await source.news()).toEqual({ problem });
  expect(await source.news()).toEqual({ problem });
  write(BETTER);
  expect(await names()).toEqual(['two']);
});

it('detects a file that is created or deleted', async () => {
  const { folder, write, names } = await opened(undefined);
  write(GOOD);
  expect(await names()).toEqual(['one']);
  rmSync(join(folder, 'graph-memory.yaml'));
  expect(await names()).toHaveLength(1);
});

it('keeps the last valid configuration when a named file is removed', async () => {
  const { folder, source } = await opened(GOOD, { configPath: 'graph-memory.yaml' });
  rmSync(join(folder, 'graph-memory.yaml'));
  expect(await source.news()).toEqual({
    problem: expect.stringContaining('no configuration file'),
  });
});

it('clears the problem once the file is readable again with the same text', async () => {
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

it('adds the project of a missing folder once the folder exists, and reports it once', async () => {
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

it('loads a file rejected only for missing folders once one of them exists', async () => {
  const { folder, source, write, names } = await opened(GOOD);
  write('projects: { late: { projectDir: late }, later: { projectDir: later } }');
  expect(await source.news()).toEqual({ problem: expect.stringContaining('does not exist') });
  mkdirSync(join(folder, 'late'));
  expect(await names()).toEqual(['late']);
  mkdirSync(join(folder, 'later'));
  expect(await names()).toEqual(['late', 'later']);
});

it('continues with the current folder as the project after the folder was missing', async () => {
  const { folder, source, write, names } = await opened(GOOD);
  rmSync(folder, { recursive: true });
  expect(await source.news()).toEqual({ problem: expect.stringContaining('does not exist') });
  mkdirSync(folder);
  expect(await names()).toHaveLength(1);
  write(GOOD);
  expect(await names()).toEqual(['one']);
});
