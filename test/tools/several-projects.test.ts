/** One question to several projects. */
import { rm } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { Workspace } from '../../src/project/workspace.ts';
import { type TempProject, tempProject, testWriter } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from './temp-context.ts';

interface Hit {
  readonly project?: string;
  readonly path: string;
  readonly symbol: string;
  readonly score: number;
}

const WEB = {
  'src/retry.ts': '/** Tries a request again. */\nexport function retryRequest() {}\n',
  'src/page.ts': 'export function renderPage() {}\n',
};
const API = {
  'retry.ts': '/** Tries a request again, for the server. */\nexport function retryRequest() {}\n',
  'tool.js': 'export function renderTool() {}\n',
};

async function several(
  ...given: readonly { readonly name: string; readonly files: Record<string, string> }[]
): Promise<ToolCaller> {
  const temps: TempProject[] = [];
  for (const { files } of given) temps.push(await tempProject(files));
  const projects = temps.map(({ config }, index) => ({
    ...config,
    name: given[index]?.name ?? '',
  }));
  const workspace = await Workspace.open({ projects }, { writer: testWriter() });
  const temp = temps[0];
  if (temp === undefined) throw new Error('no project');
  return toolCaller({ workspace, temp });
}

const two = () => several({ name: 'web', files: WEB }, { name: 'api', files: API });

async function ask(caller: ToolCaller, input: Record<string, unknown>) {
  const { structured, text } = await caller.call('code_search', input);
  const hits = structured['results'] as readonly Hit[];
  return { structured, text, places: hits.map(({ project, path }) => `${project} ${path}`), hits };
}

describe('a question to all projects', () => {
  it('gives one list, best first, each hit with its project', async () => {
    const { places, structured, text, hits } = await ask(await two(), {
      query: 'retryRequest',
      project: '*',
    });
    expect(places.slice(0, 2).sort()).toEqual(['api retry.ts', 'web src/retry.ts']);
    expect(hits.map(({ score }) => score)).toEqual(
      hits.map(({ score }) => score).toSorted((a, b) => b - a),
    );
    expect(structured).toMatchObject({
      project: 'web, api',
      index_generation: 2,
      indexes: [
        { project: 'web', index_generation: 1 },
        { project: 'api', index_generation: 1 },
      ],
    });
    expect(text).toContain('web: src/retry.ts:');
  });

  it('pages through the one list without repeating or skipping', async () => {
    const caller = await two();
    const all = await ask(caller, { query: 'render request', project: '*' });
    const paged: string[] = [];
    let cursor: unknown;
    do {
      const page = await ask(caller, {
        query: 'render request',
        project: '*',
        max_results: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      paged.push(...page.places);
      cursor = page.structured['next_cursor'];
    } while (cursor !== undefined);
    expect(all.places.length).toBeGreaterThan(2);
    expect(paged).toEqual(all.places);
  });

  it('leaves out projects without a language, and refuses one that none has', async () => {
    const caller = await two();
    const { places } = await ask(caller, { query: 'render', project: '*', lang: ['javascript'] });
    expect(places).toEqual(['api tool.js']);
    const unknown = ask(caller, { query: 'render', project: '*', lang: ['cobol'] });
    await expect(unknown).rejects.toMatchObject({ code: 'GM_USAGE' });
  });

  it('goes on without one that cannot be read, and says so', async () => {
    const caller = await several({ name: 'web', files: WEB }, { name: 'gone', files: API });
    const gone = caller.context.workspace.project('gone');
    await rm(gone.root, { recursive: true });
    const { structured, hits } = await ask(caller, { query: 'retryRequest', project: '*' });
    expect(structured['project']).toBe('web');
    expect(hits[0]?.path).toBe('src/retry.ts');
    expect(caller.notices).toContainEqual(expect.stringContaining('gone is left out'));
  });
});

describe('a question to some projects', () => {
  it('names them with commas between', async () => {
    const caller = await several(
      { name: 'web', files: WEB },
      { name: 'other', files: { 'retry.ts': 'export function retryRequest() {}\n' } },
      { name: 'api', files: API },
    );
    const { structured } = await ask(caller, { query: 'retryRequest', project: 'api, web' });
    expect(structured['project']).toBe('web, api');
  });

  it('refuses names that are not known, and hits of one do not name it', async () => {
    const caller = await two();
    await expect(ask(caller, { query: 'x', project: 'web,apo' })).rejects.toMatchObject({
      code: 'GM_PROJECT_NOT_FOUND',
    });
    const { hits } = await ask(caller, { query: 'retryRequest', project: 'web' });
    expect(hits[0]?.project).toBeUndefined();
  });
});
