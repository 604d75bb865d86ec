/** Who asks while an index is made: answered from the last complete snapshot, and told so. */
import { rm } from 'node:fs/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Project } from '../../src/project/project.ts';
import { type TempProject, tempProject, testWriter } from './temp-project.ts';

const A = { 'a.ts': 'export function a() {}' };

interface Served {
  readonly files: TempProject;
  readonly project: Project;
  /** The ids that a question is answered from. */
  symbols(): string[];
  /** Prepares a question; what is said beside the answer. */
  query(): Promise<string[]>;
}

async function served(answerWaitMs: number): Promise<Served> {
  const files = await tempProject(A);
  const project = new Project(files.config, { writer: testWriter(), answerWaitMs });
  onTestFinished(() => project.close());
  return {
    files,
    project,
    symbols: () => {
      const { graph } = project.snapshot();
      const symbols = graph.paths().flatMap((path) => graph.symbolsOf(path));
      return symbols.map((node) => graph.node(node).id);
    },
    query: async () => {
      const notices: string[] = [];
      await project.prepare({ refresh: true, notice: (line) => notices.push(line) });
      return notices;
    },
  };
}

const LATE = [expect.stringContaining('changes are being indexed')];

it('waits for the first index, however long it takes', async () => {
  const { symbols, query } = await served(0);
  await query();
  expect(symbols()).toEqual(['a.ts::a']);
});

it('answers from the existing snapshot during a full reindex', async () => {
  const { files, project, symbols, query } = await served(0);
  await project.index({});
  await files.write('a.ts', 'export function b() {}');
  let hasEnded = false;
  const run = project.index({ full: true }).then(() => {
    hasEnded = true;
  });
  expect([await query(), symbols(), hasEnded]).toEqual([LATE, ['a.ts::a'], false]);
  await run;
  expect(symbols()).toEqual(['a.ts::b']);
});

it('waits for a quick update', async () => {
  const { files, symbols, query } = await served(60_000);
  await query();
  await files.write('a.ts', 'export function b() {}');
  expect([await query(), symbols()]).toEqual([[expect.stringContaining('1 changed')], ['a.ts::b']]);
});

it('ignores a run that fails after the answer', async () => {
  const { files, project, symbols, query } = await served(0);
  await project.index({});
  await rm(files.config.root, { recursive: true });
  expect([await query(), symbols()]).toEqual([LATE, ['a.ts::a']]);
  await expect(project.index({})).rejects.toMatchObject({ code: 'GM_IO' });
});
