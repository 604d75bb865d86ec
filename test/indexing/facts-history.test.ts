/** A branch that is switched back to: what its files held before is not parsed again. */
import { expect, it } from 'vitest';
import { FactsHistory } from '../../src/indexing/facts-history.ts';
import type { RepoPath } from '../../src/model/path.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { Facts } from '../../src/store/facts-file.ts';
import { graphLines } from '../../src/tools/graph-lines.ts';
import { tempProject } from '../project/temp-project.ts';

const MAIN = {
  'a.ts': 'export function a() {}',
  'b.ts': "import { a } from './a';\na();",
  'only-main.ts': "import { a } from './a';\nexport const one = a();",
};
const OTHER = {
  'a.ts': 'export function a() {}\nexport function other() {}',
  'b.ts': "import { other } from './a';\nother();",
  'only-other.ts': 'export const two = 2;',
};

it('reuses the facts of a branch that is checked out again', async () => {
  const temp = await tempProject(MAIN);
  const project = await temp.indexed();
  const main = [...graphLines(project.snapshot().graph)];
  const switchTo = async (now: Record<string, string>, before: Record<string, string>) => {
    for (const path of Object.keys(before)) if (!(path in now)) await temp.remove(path);
    for (const [path, text] of Object.entries(now)) await temp.write(path, text);
    return project.index({});
  };
  expect(await switchTo(OTHER, MAIN)).toMatchObject({ changed: 2, removed: 1, parsed: 3 });
  const other = [...graphLines(project.snapshot().graph)];
  expect(await switchTo(MAIN, OTHER)).toMatchObject({ added: 1, changed: 2, parsed: 0 });
  expect([...graphLines(project.snapshot().graph)]).toEqual(main);
  expect(await switchTo(OTHER, MAIN)).toMatchObject({ added: 1, changed: 2, parsed: 0 });
  expect([...graphLines(project.snapshot().graph)]).toEqual(other);
  // What was taken over is stored, like what was parsed.
  const again = await temp.open();
  expect(await again.index({})).toMatchObject({ changedAnything: false, parsed: 0 });
  expect([...graphLines(again.snapshot().graph)]).toEqual(other);
});

it('parses every file again on a full reindex, even if its facts are known', async () => {
  const temp = await tempProject(MAIN);
  const project = await temp.indexed();
  await temp.write('a.ts', OTHER['a.ts']);
  await project.index({});
  await temp.write('a.ts', MAIN['a.ts']);
  expect(await project.index({ full: true })).toMatchObject({ parsed: 3 });
});

it('keeps one content per file and drops the oldest beyond the limit', () => {
  const paths = ['a', 'b', 'c'].map(toRepoPath);
  const facts = (mark: string): Facts => ({
    generation: 1,
    cacheKey: '',
    paths,
    hashOf: (path: RepoPath) => `${mark} of ${path}`,
    get: () => undefined,
    bytesOf: () => new Uint8Array(40),
  });
  const retired = new FactsHistory(100);
  const changes = { changed: new Map(), removed: new Set(paths) };
  retired.add(facts('first'), changes);
  expect(paths.map((path) => retired.hashOf(path))).toEqual([
    undefined,
    'first of b',
    'first of c',
  ]);
  retired.add(facts('second'), { ...changes, removed: new Set([toRepoPath('b')]) });
  expect(paths.map((path) => retired.hashOf(path))).toEqual([
    undefined,
    'second of b',
    'first of c',
  ]);
});
