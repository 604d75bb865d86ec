/** One question about code and documentation: which of the two is shown, and what is said of the other. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/router.ts':
    '/** Chooses the handler of a request by its path. */\nexport function chooseHandler(path: string) { return path; }\n',
  'src/retry.ts':
    '/** Repeats a request with growing delays. */\nexport function retryRequest(times: number) { return times; }\n',
  'MIGRATION.md':
    '# Migration\n\n## From version 3\n\nReplace getRouterName by chooseHandler.\n\n## Licences\n\nKeys are issued by the sales desk.\n',
  'docs/retry.md': '# Retries\n\nHow a request is repeated.\n',
  'notes.txt': 'the zebra protocol was dropped\n',
  'tools/plan.cob': 'DISPLAY "walrus mode is planned".\n',
};

interface Item {
  readonly path: string;
  readonly kind: string;
  readonly symbol: string;
  readonly scope?: string;
  readonly snippet?: string;
}

const SHOP = {
  'src/shop.ts':
    'export class Shop {\n  constructor() {\n    this.door = door;\n  }\n  open() {\n    this.door.open();\n  }\n}\n',
  'src/start.ts': 'import { shop } from "./the-shop";\nshop.door.open();\n',
  'docs/shop.md':
    '# Shop\n\nHow the door opens.\n\n```ts\nconst shop = new Shop();\nshop.open(door);\n```\n',
  'docs/door.md': '# Door\n\nThe door of the shop opens.\n',
};

async function ask(request: Record<string, unknown>, files: Record<string, string> = FILES) {
  const { call } = await toolCaller({ temp: await tempProject(files, { include: ['**/*'] }) });
  const { structured, text } = await call('code_search', request);
  return { text, structured, results: structured['results'] as Item[] };
}

describe('code_search › scope', () => {
  it('shows a page first, and labels it, if only a page has the exact text', async () => {
    const { results, text, structured } = await ask({ query: 'getRouterName' });
    expect(results[0]).toMatchObject({
      path: 'MIGRATION.md',
      kind: 'section',
      scope: 'docs',
      symbol: 'MIGRATION.md::Migration::From version 3',
    });
    expect(results[0]?.snippet).toContain('Replace getRouterName');
    expect(text).toContain('MIGRATION.md:');
    expect(structured['fallback_grep_hits']).toBe(1);
    expect(structured['confidence']).toBe('high');
  });

  it('shows code before pages if code answers', async () => {
    const { results } = await ask({ query: 'retryRequest' });
    expect(results[0]).toMatchObject({ path: 'src/retry.ts' });
    expect(results[0]).not.toHaveProperty('scope');
  });

  it('shows only code on request, and says which pages match', async () => {
    const { results, text } = await ask({ query: 'getRouterName', scope: 'code' });
    expect(results.map(({ path }) => path)).not.toContain('MIGRATION.md');
    expect(text).toContain(
      'also in documentation (scope docs): MIGRATION.md::Migration::From version 3',
    );
  });

  it('shows only pages on request, and says which code matches', async () => {
    const { results, text } = await ask({ query: 'retryRequest', scope: 'docs' });
    expect(results.map(({ scope }) => scope)).not.toContain(undefined);
    expect(text).toContain('also in code (scope code): src/retry.ts::retryRequest');
  });

  it.each([
    ['a plain text file', 'zebra protocol', 'notes.txt'],
    ['a file whose language is only known by name', 'walrus mode is planned', 'tools/plan.cob'],
  ])('finds the exact text of %s', async (_, query, path) => {
    const { results } = await ask({ query });
    expect(results[0]?.path).toBe(path);
  });

  it.each([
    [{ lang: ['md'] }, ['docs/retry.md', 'MIGRATION.md']],
    [{ kind: ['doc'] }, ['docs/retry.md', 'MIGRATION.md']],
    [{ lang: ['ts'] }, ['src/retry.ts', 'src/router.ts']],
    [{ kind: ['function'] }, ['src/retry.ts', 'src/router.ts']],
  ])('keeps to pages or code if the filter %o says so', async (filter, allowed) => {
    const { results } = await ask({ query: 'request handler by chooseHandler', ...filter });
    expect(results.length).toBeGreaterThan(0);
    for (const { path } of results) expect(allowed).toContain(path);
  });

  it('lists every candidate once over all pages of results', async () => {
    const { call } = await toolCaller({ temp: await tempProject(FILES, { include: ['**/*'] }) });
    const query = 'how is a request repeated';
    const whole = (await call('code_search', { query, detail: 'locations' })).structured;
    const paths = (whole['results'] as Item[]).map(({ path }) => path);
    expect(paths).toHaveLength(whole['total_count'] as number);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const request = { query, detail: 'locations', max_results: 1, ...(cursor ? { cursor } : {}) };
      const { structured } = await call('code_search', request);
      paged.push(...(structured['results'] as Item[]).map(({ path }) => path));
      cursor = structured['next_cursor'] as string | undefined;
    } while (cursor !== undefined);
    expect(paged).toEqual(paths);
  });

  it.each([
    ['constructor', { symbol: 'src/shop.ts::Shop::constructor', start_line: 2, end_line: 4 }],
    ['method', { symbol: 'src/shop.ts::Shop::open', start_line: 5, end_line: 7 }],
    ['class', { symbol: 'src/shop.ts::Shop', start_line: 1 }],
  ])('shows the lines of a %s if that kind is requested', async (kind, place) => {
    const { results } = await ask({ query: 'opens the door of the shop', kind: [kind] }, SHOP);
    expect(results.map((one) => one.kind)).toEqual([kind]);
    expect(results[0]).toMatchObject(place);
  });

  it('shows code blocks of pages and code outside of declarations as blocks', async () => {
    const { results } = await ask({ query: 'opens the door of the shop', kind: ['block'] }, SHOP);
    expect(results.map(({ kind }) => kind)).toEqual(['block', 'block']);
    expect(results[0]).toMatchObject({ path: 'src/start.ts', start_line: 1 });
    expect(results[1]).toMatchObject({ path: 'docs/shop.md', start_line: 6, end_line: 7 });
    const pages = await ask({ query: 'door of the shop', kind: ['block'], scope: 'docs' }, SHOP);
    expect(pages.results.map(({ path }) => path)).toEqual(['docs/shop.md']);
  });
});
