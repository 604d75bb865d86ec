/** A project with a sparse model: its rows are stored, updated and searched. */
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { scopeOf } from '../../src/query/scope.ts';
import { SETTINGS, tinyBertWith } from '../embed/tiny-bert.ts';
import { toolCaller } from '../tools/temp-context.ts';
import { tempProject, testWriter } from './temp-project.ts';

const FILES = {
  'src/hash.ts': 'export function hash(pass) { return pass; }\n',
  'src/cart.ts': 'export function add(number) { return number; }\n',
};

async function withModel(folder = tinyBertWith('words')) {
  const { name, dtype, tokensMax, batch } = SETTINGS;
  const sparseModel = { name, dtype, tokensMax, batch, folder, hub: undefined };
  return tempProject(FILES, { sparseModel });
}

async function opened(temp: Awaited<ReturnType<typeof withModel>>): Promise<Project> {
  const project = await Project.open(temp.config, { writer: testWriter() });
  onTestFinished(() => project.close());
  await project.index({});
  await project.sparse.settle();
  return project;
}

async function relatedOf(project: Project) {
  const index = project.snapshot().text;
  const inScope = scopeOf(index, { languages: [], kinds: [], includeTests: 'allow' });
  const related = await project.sparse.related(index, 'put number to basket', inScope);
  return index.data.paths.map((path, file) => [path, related?.values[file]] as const);
}

test('rows are stored, and an update gives the rows of a new index', async () => {
  const temp = await withModel();
  const project = await opened(temp);
  expect(project.status().sparse).toMatchObject({ chunks: 2, missing: 0, problem: '' });
  expect(await temp.storeFiles()).toContain('sparse.gm');
  await temp.write('src/cart.ts', 'export function put(file) { return file; }\n');
  await temp.write('src/open.ts', 'export function open(file) { return file; }\n');
  await project.index({});
  await project.sparse.settle();
  const updated = await relatedOf(project);
  expect(updated.map(([path]) => path)).toEqual(['src/cart.ts', 'src/hash.ts', 'src/open.ts']);
  expect(updated.some(([, value]) => value === 1)).toBe(true);
  await project.close();
  const again = await opened(temp);
  expect(await relatedOf(again)).toEqual(updated);
  await again.index({ full: true });
  await again.sparse.settle();
  expect(await relatedOf(again)).toEqual(updated);
});

test('code_search gives the chunk with related terms as a reason', async () => {
  const temp = await withModel();
  await opened(temp);
  const { call } = await toolCaller({ temp });
  const { structured } = await call('code_search', { query: 'add number', explain: true });
  const [first] = structured['results'] as readonly { readonly reasons: readonly string[] }[];
  expect(first?.reasons.join('\n')).toMatch(/sparse \+\d\.\d+.*related terms in lines 1–1/);
  expect(structured['backend']).toContain('sparse');
  expect(structured).not.toHaveProperty('degraded');
  const status = await call('index_status', {});
  expect(status.structured['sparse']).toMatchObject({ chunks: 2, missing: 0 });
  expect(status.text).toMatch(/sparse: 2 chunks by tiny-[0-9a-f]{12}/);
});

test('code_search without the model answers, and says what to do', async () => {
  const temp = await withModel('/nowhere/models');
  await opened(temp);
  const { call } = await toolCaller({ temp });
  const { structured } = await call('code_search', { query: 'add number' });
  expect(structured['degraded']).toEqual(['sparse']);
  await call('index_status', {});
  const status = await call('index_status', {});
  expect(status.text).toContain('there is no model in /nowhere/models. It should hold');
});
