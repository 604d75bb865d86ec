/** Which way the nearest chunks are found, over time: built, asked, kept, damaged. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { scopeOf } from '../../src/query/scope.ts';
import { loadHnsw } from '../../src/vector/hnsw.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';

const why = await loadHnsw().then(
  () => '',
  (error: unknown) => String(error),
);
const COUNT = 520;
const WORDS = [
  'open',
  'close',
  'read',
  'write',
  'hash',
  'sort',
  'parse',
  'print',
  'merge',
  'split',
];
const word = (n: number): string => WORDS[Math.floor(n) % WORDS.length] ?? '';

/** Enough chunks that the graph is written. */
const fileOf = (n: number): string =>
  `export function ${word(n)}_${word(n / 10)}_${word(n / 100)}_${n}(${word(n / 7)}) { return ${word(n / 3)}; }\n`;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, n) => [`src/${word(n / 10)}/f${n}.ts`, fileOf(n)]),
);

async function open(temp: TempProject, vectorIndex: 'exact' | 'hnsw'): Promise<Project> {
  const config = { ...temp.config, code: { ...temp.config.code, vectorIndex } };
  const project = await Project.open(config, { writer: testWriter() });
  onTestFinished(() => project.close());
  return project;
}

async function indexed(temp: TempProject, vectorIndex: 'exact' | 'hnsw'): Promise<Project> {
  const project = await open(temp, vectorIndex);
  await project.index({});
  await project.vectors.settle();
  return project;
}

async function nearestFiles(project: Project, question: string, only = ''): Promise<string[]> {
  const index = project.snapshot().text;
  const pathFilter = (path: string): boolean => path.includes(only);
  const inScope = scopeOf(index, { languages: [], kinds: [], includeTests: 'allow', pathFilter });
  const meaning = await project.vectors.meaning(index, question, inScope);
  return [...(meaning?.values ?? [])]
    .map((value, file) => ({ value, path: index.data.paths[file] ?? '' }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.path < b.path ? -1 : 1))
    .slice(0, 10)
    .map(({ path }) => path);
}

const share = (found: readonly string[], wanted: readonly string[]): number =>
  found.filter((path) => wanted.includes(path)).length / wanted.length;

test('the status names the search method in use', async () => {
  const temp = await tempProject(FILES);
  const project = await indexed(temp, 'hnsw');
  const expected = why === '' ? 'hnsw' : /^exact; hnsw cannot be used: /;
  expect(project.status().vectors.search).toMatch(expected);
  const exact = await indexed(await tempProject(FILES), 'exact');
  expect(exact.status().vectors.search).toBe('exact');
  for (const [question, only] of [
    ['hash and sort', ''],
    ['merge and split', 'src/merge'],
    ['print and parse', 'f1'],
  ] as const) {
    const wanted = await nearestFiles(exact, question, only);
    expect(wanted.length).toBeGreaterThan(0);
    expect(share(await nearestFiles(project, question, only), wanted)).toBeGreaterThanOrEqual(0.9);
  }
});

describe('a neighbour graph', () => {
  test('follows edits', async () => {
    const temp = await tempProject(FILES);
    const project = await indexed(temp, 'hnsw');
    const [nearest = ''] = await nearestFiles(project, 'print and parse and merge');
    await temp.remove(nearest);
    await temp.write(
      'src/new.ts',
      'export function printParseMerge(parse, print) { return merge; }\n',
    );
    await project.index({});
    await project.vectors.settle();
    const found = await nearestFiles(project, 'print and parse and merge');
    expect(found).not.toContain(nearest);
    expect(found).toContain('src/new.ts');
  });

  test.each([
    ['as it was written', 'graph.bin', (bytes: Buffer) => bytes],
    ['damaged', 'graph.bin', (bytes: Buffer) => bytes.fill(7, 500, 600)],
    ['cut off', 'graph.bin', (bytes: Buffer) => bytes.subarray(0, 1000)],
    ['without its record', 'graph.gm', () => Buffer.alloc(0)],
  ])('that is loaded %s gives the same answers', async (_, name, change) => {
    const temp = await tempProject(FILES);
    const project = await indexed(temp, 'hnsw');
    const found = await nearestFiles(project, 'hash and sort');
    if (why === '') await temp.damage(name, change);
    const again = await indexed(temp, 'hnsw');
    expect(share(await nearestFiles(again, 'hash and sort'), found)).toBeGreaterThanOrEqual(0.9);
    expect(again.status().vectors.search).toBe(project.status().vectors.search);
  });
});
