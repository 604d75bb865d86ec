/** A project whose vectors a sentence model makes: from a folder, from a hub, and from neither. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { LocalModel } from '../../src/config/embedding.ts';
import { Project } from '../../src/project/project.ts';
import { scopeOf } from '../../src/query/scope.ts';
import { hubServer } from '../embed/hub-server.ts';
import { SETTINGS } from '../embed/tiny-bert.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

const FILES = {
  'src/hash.ts': 'export function hash(pass) { return pass; }\n',
  'src/cart.ts': 'export function add(number) { return number; }\n',
};

async function opened(
  given: Partial<LocalModel>,
): Promise<{ readonly project: Project; readonly temp: TempProject }> {
  const embeddingModel = { ...SETTINGS, hub: undefined, ...given };
  const temp = await tempProject(FILES, { embedding: 'transformers', embeddingModel });
  const project = await Project.open(temp.config, { writer: testWriter() });
  onTestFinished(() => project.close());
  return { project, temp };
}

/** Paths, nearest first, with their cosines. */
async function meaningOf(project: Project, question: string) {
  const index = project.snapshot().text;
  const inScope = scopeOf(index, { languages: [], kinds: [], includeTests: 'allow' });
  const meaning = await project.vectors.meaning(index, question, inScope);
  return meaning && index.data.paths.map((path, file) => [path, meaning.cosines[file]] as const);
}

test('vectors of a local model are made in the background, stored, and loaded by the next process', async () => {
  const { project, temp } = await opened({});
  await project.index({});
  await project.vectors.settle();
  const status = project.status().vectors;
  expect(status).toMatchObject({ chunks: 2, missing: 0, problem: '' });
  expect(status.model).toMatch(/^tiny-[0-9a-f]{12}$/);
  const found = await meaningOf(project, 'hash pass');
  expect(found?.map(([path]) => path)).toEqual(['src/cart.ts', 'src/hash.ts']);
  await project.close();
  const again = await Project.open(temp.config, { writer: testWriter() });
  onTestFinished(() => again.close());
  expect(await meaningOf(again, 'hash pass')).toEqual(found);
});

test('a model from the hub makes the same vectors as one from a folder', async () => {
  const { url } = await hubServer();
  const hub = { url, model: 'tiny/bert', revision: 'main' };
  const folder = join((await tempProject({})).config.storeDir, 'model');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const fetched = await opened({ hub, folder });
  await fetched.project.index({});
  await fetched.project.vectors.settle();
  const { project } = await opened({});
  await project.index({});
  await project.vectors.settle();
  expect(fetched.project.status().vectors).toEqual(project.status().vectors);
  expect(await meaningOf(fetched.project, 'add')).toEqual(await meaningOf(project, 'add'));
});

test('an unreachable hub costs no answer, and the status says what to do', async () => {
  const hub = { url: 'http://127.0.0.1:9', model: 'tiny/bert', revision: 'main' };
  const { project } = await opened({ hub, folder: '/nowhere/models' });
  await project.index({});
  await project.vectors.settle();
  expect(await meaningOf(project, 'hash')).toBeUndefined();
  expect(project.status().vectors.problem).toMatch(
    /^tiny\/bert cannot be fetched from .*: it cannot be reached\. .*with folder instead of hub/,
  );
});

test('the reason of a failed download survives until the model can be had', async () => {
  const folder = join(await tempFolder(), 'models');
  const hub = { url: 'http://127.0.0.1:9', model: 'tiny/bert', revision: 'main' };
  const { project, temp } = await opened({ hub, folder });
  await project.index({});
  await project.vectors.settle();
  await project.close();
  const again = await Project.open(temp.config, { writer: testWriter() });
  onTestFinished(() => again.close());
  expect(again.status().vectors.problem).toMatch(/^tiny\/bert cannot be fetched from /);
  const { url } = await hubServer();
  const embeddingModel = { ...SETTINGS, hub: { ...hub, url }, folder };
  const config = { ...temp.config, code: { ...temp.config.code, embeddingModel } };
  const other = await Project.open(config, { writer: testWriter() });
  onTestFinished(() => other.close());
  expect(other.status().vectors.problem).toBe('');
  await other.index({});
  await other.vectors.settle();
  await other.close();
  expect(await temp.storeFiles()).not.toContain('vectors-problem.json');
});

test('a folder without a model costs no answer', async () => {
  const { project } = await opened({ folder: '/nowhere/models' });
  await project.index({});
  await project.vectors.settle();
  expect(await meaningOf(project, 'hash')).toBeUndefined();
  expect(project.status().vectors.problem).toContain('there is no model in /nowhere/models');
});
