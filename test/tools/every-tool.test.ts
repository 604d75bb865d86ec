import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { findTool, TOOLS, UNLISTED_TOOLS } from '../../src/tools/registry.ts';
import { shopFor, type ToolCaller, toolCaller } from './temp-context.ts';

const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  code_search: { query: 'the total of a cart' },
  explain: { about: ['how is a cart totalled'] },
  code_get_symbol: { symbol: 'Cart' },
  code_get_file_symbols: { path: 'src/cart/cart.ts' },
  code_references: { symbol: 'Cart' },
  impact: { symbols: ['Cart', 'sumCents'], change: 'rename' },
  docs_cross_references: { symbol: 'Cart' },
  graph_traverse: { symbol: 'Cart', direction: 'both', depth: 3 },
  tool_search: { query: 'what a diff breaks' },
  graph_path: { from: 'src/main.ts', to: 'sumCents' },
  graph_match: { pattern: 'class -contains-> method' },
  overview: {},
  entrypoints: {},
  project_map: {},
  retrieve: { query: 'the total of a cart' },
  changes: {},
  git_summary: {},
  git_changed_files: {},
  git_changed_snippets: {},
  graph_diff: { from: 'HEAD' },
  docs_search: { query: 'how a cart is filled' },
  docs_get_section: { section: 'Totals' },
  docs_get_toc: {},
  docs_drift: {},
  codebase_search_text: { query: 'total', context_lines: 1 },
  codebase_search_symbol: { symbol: 'total' },
  codebase_read: { path: 'src/cart/cart.ts' },
  memory_search: { query: 'cents' },
  memory_get: { about: 'Cart' },
  memory_write: { title: 'Money is in cents', about: ['Cart'] },
  memory_review: {},
  list_projects: {},
  index_status: {},
  reindex: {},
  graph_neighbors: { symbol: 'Cart' },
  codebase_search: { query: 'the total of a cart' },
};

const ALL_TOOLS = [...TOOLS, ...UNLISTED_TOOLS];

it('the tests in this file cover every tool', () => {
  expect(Object.keys(INPUTS)).toEqual(ALL_TOOLS.map((tool) => tool.name));
});

/** Every object of an answer that has a list's counts, with the list itself. */
function* listsIn(
  value: unknown,
): Generator<{ counts: Record<string, unknown>; items: unknown[] }> {
  if (typeof value !== 'object' || value === null) return;
  const record = value as Record<string, unknown>;
  if ('total_count' in record) {
    const names = [
      'items',
      'results',
      'symbols',
      'edges',
      'references',
      'steps',
      'paths',
      'projects',
      'entrypoints',
      'folders',
      'chains',
    ];
    const name = names.find((candidate) => Array.isArray(record[candidate])) ?? '';
    yield { counts: record, items: record[name] as unknown[] };
  }
  for (const inner of Object.values(record)) yield* listsIn(inner);
}

/** Every object that names a path. */
function* placesIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  const record = value as Record<string, unknown>;
  if ('path' in record && 'start_line' in record) yield record;
  for (const inner of Object.values(record)) yield* placesIn(inner);
}

describe.each(ALL_TOOLS.map((tool) => tool.name))('%s', (name) => {
  const input = INPUTS[name] ?? {};

  it('returns correct list counts, and path and lines for every place', async () => {
    const { call } = await toolCaller({ temp: await shopFor(name) });
    const { structured, text } = await call(name, input);
    for (const { counts, items } of listsIn(structured)) {
      expect(counts['returned_count']).toBe(items.length);
      expect(counts['truncated']).toBe(items.length < (counts['total_count'] as number));
    }
    for (const place of placesIn(structured)) {
      expect(place).toMatchObject({ start_line: expect.any(Number), end_line: expect.any(Number) });
    }
    expect(text.trim()).not.toBe('');
    expect(text).not.toMatch(/\[object|NaN/);
    for (const note of structured['notes'] as string[]) expect(text.split(note)).toHaveLength(2);
  });

  it('rejects an unknown parameter', async () => {
    const { call } = await toolCaller();
    await expect(call(name, { ...input, frobnicate: 1 })).rejects.toMatchObject({
      code: 'GM_USAGE',
      hint: expect.stringContaining(`Parameters of ${name}`),
    });
  });

  it('answers any input, or rejects it with a defined error', async () => {
    const caller = await toolCaller({ temp: await shopFor(name) });
    const anything = fc.dictionary(
      fc.constantFrom(...Object.keys(findTool(name)?.input.shape ?? {}), 'other'),
      fc.anything(),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (raw) => {
        try {
          await caller.call(name, raw);
        } catch (error) {
          if (!isGraphMemoryError(error)) throw error;
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('max_tokens', () => {
  const tools = ALL_TOOLS.filter((tool) => 'max_tokens' in tool.input.shape);
  const budgets = [500, 1000, 4000];
  it.each(tools.flatMap((tool) => budgets.map((budget) => [tool.name, budget] as const)))(
    'limits %s to %d tokens, counting what a client reads: text or data',
    async (name, max_tokens) => {
      const temp = await shopFor(name);
      for (const channel of ['text', 'data', 'both'] as const) {
        const { call } = await toolCaller({ temp, channel });
        const { structured, text } = await call(name, { ...INPUTS[name], max_tokens });
        const data = JSON.stringify(structured).length;
        const sent = { text: text.length, data, both: Math.max(text.length, data) };
        expect(sent[channel]).toBeLessThanOrEqual(max_tokens * 4);
      }
    },
  );

  it('returns more when it is higher', async () => {
    const { call } = await toolCaller();
    const sizes: number[] = [];
    for (const max_tokens of [300, 600, 1200, 2400]) {
      const input = { ...INPUTS['code_search'], detail: 'full', max_tokens };
      sizes.push((await call('code_search', input)).text.length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBeGreaterThan(2);
  });

  async function notesOf(caller: ToolCaller, max_tokens: number): Promise<string> {
    const { structured } = await caller.call('code_search', {
      ...INPUTS['code_search'],
      max_tokens,
    });
    return (structured['notes'] as string[]).join('\n');
  }

  it('never cuts an answer without a note', async () => {
    const caller = await toolCaller();
    expect(await notesOf(caller, 300)).toMatch(/cut to max_tokens 300/);
    expect(await notesOf(caller, 40_000)).not.toMatch(/cut/);
    expect(await notesOf(caller, 1)).toMatch(/max_tokens 1 is outside of 200 to 40000/);
  });
});
