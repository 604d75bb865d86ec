/** An installation without the packaged model. */
import { expect, it, vi } from 'vitest';
import { staticModel } from '../../src/embed/static-model.ts';
import { Project } from '../../src/project/project.ts';
import { encodeFacts } from '../../src/store/file-record.ts';
import { countOne } from '../../src/workers/extract-one.ts';
import { factsOf } from '../helpers/facts.ts';
import { tempProject, testWriter } from '../project/temp-project.ts';

vi.mock('node:fs', async (load) => {
  const original = await load<typeof import('node:fs')>();
  const readFileSync = ((...parameters: Parameters<typeof original.readFileSync>) => {
    if (String(parameters[0]).endsWith('static.bin')) throw new Error('ENOENT: no such file');
    return original.readFileSync(...parameters);
  }) as typeof original.readFileSync;
  return { ...original, readFileSync };
});

const TEXT = 'export function open(file) {}\n';

it('a missing packaged model is reported like a damaged one', () => {
  expect(staticModel).toThrow(
    expect.objectContaining({
      code: 'GM_INSTALLATION',
      message: expect.stringMatching(/word model cannot be loaded: ENOENT/),
      hint: expect.stringMatching(/install it again/),
    }),
  );
});

it('terms are counted without vectors if the packaged model is missing', () => {
  const facts = encodeFacts(factsOf('a.ts', TEXT));
  const counted = countOne({ facts, text: TEXT, place: { path: 'a.ts', sharedFolderDepth: 0 } });
  expect(counted.rows).toBeUndefined();
  expect(counted.terms.length).toBeGreaterThan(0);
});

it('indexing works without vectors and reports why', async () => {
  const temp = await tempProject({ 'a.ts': TEXT });
  const project = await Project.open(temp.config, { writer: testWriter() });
  await project.index({});
  expect(project.snapshot().graph.paths()).toEqual(['a.ts']);
  expect(project.status().vectors.problem).toMatch(/word model .*install it again/);
});
