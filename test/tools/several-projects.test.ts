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
  'README.md': '# Web\n\n## Retrying requests\n\nA request is tried again three times.\n',
};
const API = {
  'retry.ts': '/** Tries a request again, for the server. */\nexport function retryRequest() {}\n',
  'tool.js': 'export function renderTool() {}\n',
  'docs/limits.md': '# Limits\n\nRequests beyond the rate are refused; retrying requests helps.\n',
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

describe('a search in all projects', () => {
  it('returns one list, best first, each hit with its project', async () => {
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

  it('pages through the list without repeating or skipping hits', async () => {
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

  it('leaves out projects without the language, and rejects a language that none has', async () => {
    const caller = await two();
    const { places } = await ask(caller, { query: 'render', project: '*', lang: ['javascript'] });
    expect(places).toEqual(['api tool.js']);
    const unknown = ask(caller, { query: 'render', project: '*', lang: ['cobol'] });
    await expect(unknown).rejects.toMatchObject({ code: 'GM_USAGE' });
  });

  it('continues without a project that cannot be read, and says so', async () => {
    const caller = await several({ name: 'web', files: WEB }, { name: 'gone', files: API });
    const removed = caller.context.workspace.project('gone');
    await rm(removed.root, { recursive: true });
    const { structured, hits } = await ask(caller, { query: 'retryRequest', project: '*' });
    expect(structured['project']).toBe('web');
    expect(hits[0]?.path).toBe('src/retry.ts');
    expect(caller.notices).toContainEqual(expect.stringContaining('gone is left out'));
  });

  it('names projects whose folder is missing, as list_projects does', async () => {
    const caller = await several({ name: 'web', files: WEB }, { name: 'gone', files: API });
    const { workspace } = caller.context;
    const { root } = workspace.project('gone');
    const note = (name: string, path: string) =>
      `project "${name}" is configured, but its folder is missing: ${path}; it is indexed once that exists`;
    const notes = async () => (await caller.call('list_projects', {})).structured['notes'];
    expect(await notes()).toEqual([]);
    await rm(root, { recursive: true });
    expect(await notes()).toEqual([note('gone', root)]);
    const status = await caller.call('index_status', { project: 'gone' });
    expect(status.text).toContain(`its folder is missing: ${root}`);
    await workspace.adopt({
      projects: [(await tempProject(WEB)).config],
      missing: [{ name: 'late', path: '/mnt/late' }],
    });
    expect(await notes()).toEqual([note('late', '/mnt/late')]);
    await ask(caller, { query: 'retryRequest', project: '*' });
    expect(caller.notices).toContainEqual('late is left out: its folder is missing: /mnt/late');
  });
});

describe('a search in some projects', () => {
  it('accepts a comma-separated list of names', async () => {
    const caller = await several(
      { name: 'web', files: WEB },
      { name: 'other', files: { 'retry.ts': 'export function retryRequest() {}\n' } },
      { name: 'api', files: API },
    );
    const { structured } = await ask(caller, { query: 'retryRequest', project: 'api, web' });
    expect(structured['project']).toBe('web, api');
  });

  it('rejects unknown names, and omits the project from hits if only one is searched', async () => {
    const caller = await two();
    await expect(ask(caller, { query: 'x', project: 'web,apo' })).rejects.toMatchObject({
      code: 'GM_PROJECT_NOT_FOUND',
    });
    const { hits } = await ask(caller, { query: 'retryRequest', project: 'web' });
    expect(hits[0]?.project).toBeUndefined();
  });
});

describe('every search tool in all projects', () => {
  const searches = [
    ['code_search', { query: 'retryRequest' }, 'src/retry.ts', 'retry.ts'],
    ['codebase_search_symbol', { symbol: 'retryRequest' }, 'src/retry.ts', 'retry.ts'],
    ['codebase_search_text', { query: 'Tries a request again' }, 'src/retry.ts', 'retry.ts'],
    ['docs_search', { query: 'retrying requests' }, 'README.md', 'docs/limits.md'],
  ] as const;

  it.each(searches)('%s prefixes each result with its project', async (name, input, web, api) => {
    const caller = await two();
    const { structured, text } = await caller.call(name, { ...input, project: '*' });
    const hits = structured['results'] as readonly Hit[];
    const places = hits.map(({ project, path }) => `${project} ${path}`);
    expect(places).toEqual(expect.arrayContaining([`web ${web}`, `api ${api}`]));
    expect(structured).toMatchObject({ project: 'web, api', index_generation: 2 });
    expect(text).toContain(`web: ${web}:`);
    expect(text).toContain(`api: ${api}:`);
    const own = await caller.call(name, { ...input, project: 'web' });
    expect(own.structured['indexes']).toBeUndefined();
    expect(own.structured['results']).not.toContainEqual(
      expect.objectContaining({ project: 'web' }),
    );
  });

  it.each(searches)('%s pages through one list', async (name, input) => {
    const caller = await two();
    const included = { ...input, project: '*' };
    const whole = await caller.call(name, included);
    const paged: unknown[] = [];
    let cursor: unknown;
    do {
      const page = { ...included, max_results: 1, ...(cursor === undefined ? {} : { cursor }) };
      const { structured } = await caller.call(name, page);
      paged.push(...(structured['results'] as readonly unknown[]));
      cursor = structured['next_cursor'];
    } while (cursor !== undefined);
    expect(paged).toHaveLength(whole.structured['total_count'] as number);
    expect(paths(paged)).toEqual(paths(whole.structured['results']));
    expect(paged.length).toBeGreaterThan(1);
  });

  const paths = (results: unknown) =>
    (results as readonly Hit[]).map(({ project, path }) => `${project} ${path}`);

  it('orders symbols across projects by how well they match', async () => {
    const caller = await several(
      { name: 'web', files: { 'a.ts': 'export function retryRequests() {}\n' } },
      { name: 'api', files: { 'b.ts': 'export function retryRequest() {}\n' } },
    );
    const { structured } = await caller.call('codebase_search_symbol', {
      symbol: 'retryRequest',
      project: '*',
    });
    expect(paths(structured['results'])).toEqual(['api b.ts', 'web a.ts']);
  });

  it('looks for similar names only if no project has the name', async () => {
    const caller = await several(
      { name: 'web', files: { 'a.ts': 'export function retryRequost() {}\n' } },
      { name: 'api', files: { 'b.ts': 'export function retryRequest() {}\n' } },
    );
    const { structured } = await caller.call('codebase_search_symbol', {
      symbol: 'retryRequest',
      project: '*',
    });
    expect(paths(structured['results'])).toEqual(['api b.ts']);
  });

  it('adds up the lines that contain a text, and the files that were not searched', async () => {
    const caller = await several(
      { name: 'web', files: { 'a.ts': '// needle\n// needle\n', 'z.bin': 'needle \0' } },
      { name: 'api', files: { 'b.ts': '// needle\n', 'y.bin': 'needle \0' } },
    );
    const { structured } = await caller.call('codebase_search_text', {
      query: 'needle',
      project: '*',
    });
    expect(structured).toMatchObject({ match_count: 3, total_count: 2, skipped: { binary: 2 } });
    expect(paths(structured['results'])).toEqual(['web a.ts', 'api b.ts']);
  });
});
