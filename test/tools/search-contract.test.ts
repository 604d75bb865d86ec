/** The contract of code_search, field by field. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from './temp-context.ts';

interface Result {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly line: number;
  readonly symbol: string;
  readonly symbol_lines?: readonly [number, number];
  readonly score: number;
  readonly reasons: readonly string[];
  readonly ref?: string;
  readonly snippet?: string;
  readonly signals?: readonly {
    contribution: number;
    rank: number;
    evidence: number;
    weight: number;
  }[];
}

async function searchFor(
  caller: ToolCaller,
  input: Record<string, unknown>,
): Promise<{ results: Result[]; structured: Record<string, unknown>; text: string }> {
  const { structured, text } = await caller.call('code_search', input);
  return { results: structured['results'] as Result[], structured, text };
}

/** Files whose names say nothing, with a word of each kind. */
const MANY = Object.fromEntries(
  Array.from({ length: 30 }, (_, i) => [
    `src/f${String(i).padStart(2, '0')}.ts`,
    `export const value${i} = alpha(${i}); // needle\n`,
  ]),
);

describe('a search result', () => {
  it('has a location, its symbol, a score in (0, 1] and reasons of known families', async () => {
    const caller = await toolCaller();
    const { results, structured } = await searchFor(caller, { query: 'total of the Cart' });
    expect(structured).toMatchObject({
      index_generation: 1,
      backend: 'lexical+path+symbol+dense+grep',
      fallback_grep_hits: expect.any(Number),
    });
    for (const result of results) {
      expect(result.score).toBeGreaterThan(0);
      expect(result.score).toBeLessThanOrEqual(1);
      expect(result.line).toBeGreaterThanOrEqual(1);
      for (const reason of result.reasons) {
        expect(reason).toMatch(/^(lexical|path|symbol|dense|grep|session) [+−][\d.]+: ./);
      }
    }
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('explains its score by signals whose contributions add up to it, unless it is the minimum', async () => {
    const caller = await toolCaller();
    const { results } = await searchFor(caller, { query: 'total of the Cart', explain: true });
    for (const { signals = [], score } of results) {
      expect(signals.length).toBeGreaterThan(0);
      const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
      if (score > 0.001) expect(Math.abs(sum - score)).toBeLessThan(0.001 * signals.length + 0.001);
      else expect(sum).toBeLessThan(0.001 * signals.length + 0.001);
      for (const { rank } of signals) expect(rank).toBeGreaterThanOrEqual(1);
    }
    expect(Math.min(...results[0]!.signals!.map(({ rank }) => rank))).toBe(1);
  });

  it('distinguishes lines inside a symbol from the symbol itself', async () => {
    const methods = Array.from(
      { length: 40 },
      (_, i) => `  method${i}(): number {\n    return ${i};\n  }\n`,
    );
    const text = `export class Big {\n${methods.join('\n')}\n  last(): string {\n    return 'the zephyr blows';\n  }\n}\n`;
    const caller = await toolCaller({ temp: await tempProject({ 'big.ts': text }) });
    const { results, text: said } = await searchFor(caller, { query: 'zephyr blows' });
    const [first] = results;
    const last = text.split('\n').length - 1;
    expect(first?.end_line).toBeLessThanOrEqual(last);
    if (first?.symbol === 'big.ts::Big') {
      expect(first.symbol_lines).toEqual([1, last]);
      expect(said).toMatch(/1\. big\.ts:\d+-\d+ in class Big \(1-\d+\)/);
    } else expect(first?.symbol).toMatch(/^big\.ts::Big::/);
    expect(text.split('\n')[(first?.line ?? 0) - 1]).toContain('zephyr');
  });

  it('has a score above 0 even if more speaks against its file, and never a higher score further down', async () => {
    const test = (name: string) => `test/legacy/examples/very/deep/${name}.test.ts`;
    const caller = await toolCaller({
      temp: await tempProject({
        'src/parse.ts': 'export function parseHeader(): void {}\n',
        [test('a')]: 'run(); // header\n',
        [test('b')]: 'run(); // nothing; parse\n',
      }),
    });
    const { results } = await searchFor(caller, { query: 'parse header', explain: true });
    expect(results.map(({ score }) => score)).toEqual([expect.any(Number), 0.001, 0.001]);
    expect(results[0]?.score).toBeGreaterThan(0.1);
    const last = results[2]?.signals?.reduce((sum, { contribution }) => sum + contribution, 0);
    expect(last).toBeLessThan(0);
  });

  it('repeats nothing: no path in its name, no name as its signature, no depth as a reason', async () => {
    const caller = await toolCaller({
      temp: await tempProject({ 'src/deep/color.ts': 'export enum Color {\n  RedShade,\n}\n' }),
    });
    const { results, text } = await searchFor(caller, { query: 'RedShade', kind: ['enumMember'] });
    expect(results).toMatchObject([{ symbol: 'src/deep/color.ts::Color::RedShade' }]);
    expect(results[0]).not.toHaveProperty('signature');
    expect(results[0]?.reasons.join()).not.toContain('deep');
    expect(text).toContain('1. src/deep/color.ts:2 enumMember Color::RedShade - ');
  });

  it('has a reference that other tools accept', async () => {
    const caller = await toolCaller();
    const { results } = await searchFor(caller, { query: 'chargeWithRetry' });
    expect(results[0]?.ref).toMatch(/^src\/checkout\/payment\.ts@[0-9a-f]{8}#chargeWithRetry$/);
    const { structured } = await caller.call('code_get_symbol', { symbol: results[0]?.ref });
    expect(structured['symbol']).toMatchObject({ id: results[0]?.symbol });
  });
});

describe('paging', () => {
  it('returns every result once, in the order of one long page, until there is no cursor', async () => {
    const caller = await toolCaller({ temp: await tempProject(MANY) });
    const whole = await searchFor(caller, { query: 'alpha', max_results: 100, max_tokens: 40_000 });
    const seen: string[] = [];
    let cursor: unknown;
    do {
      const page = await searchFor(caller, {
        query: 'alpha',
        max_results: 7,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.results.map(({ path }) => path));
      expect(page.structured['total_count']).toBe(30);
      cursor = page.structured['next_cursor'];
      if (cursor !== undefined) expect(page.text).toContain(`cursor ${String(cursor)}`);
    } while (cursor !== undefined && seen.length < 100);
    expect(seen).toEqual(whole.results.map(({ path }) => path));
    expect(seen).toHaveLength(30);
  });

  it('rejects a cursor of another request or generation, and an invalid one', async () => {
    const caller = await toolCaller({ temp: await tempProject(MANY) });
    const { structured } = await searchFor(caller, { query: 'alpha', max_results: 3 });
    const cursor = structured['next_cursor'];
    const ask = (input: Record<string, unknown>) => caller.call('code_search', input);
    await expect(ask({ query: 'beta', cursor })).rejects.toMatchObject({
      code: 'GM_USAGE',
      message: expect.stringContaining('belongs to another request'),
    });
    await expect(ask({ query: 'alpha', cursor: 'x' })).rejects.toMatchObject({ code: 'GM_USAGE' });
    await caller.temp.write('src/new.ts', 'export const alpha = 1;\n');
    await expect(ask({ query: 'alpha', cursor })).rejects.toMatchObject({
      message: expect.stringContaining('the files have changed since'),
      hint: expect.stringContaining('without cursor'),
    });
  });
});

describe('text that grep finds', () => {
  const FILES = {
    ...MANY,
    'src/odd.ts': "const s = 'a=>b'; // 支払いの認証を行う\nexport const autoretryLimit = s;\n",
    'src/long.ts': `export const blob = '${'Ab'.repeat(300)}needleInHaystack';\n`,
  };

  it.each([
    ['a part of a word', 'toretryLim', ['src/odd.ts']],
    ['punctuation', "'a=>b'", ['src/odd.ts']],
    ['Japanese inside of a longer run', 'いの認', ['src/odd.ts']],
    ['two words and what is between', '// 支払いの', ['src/odd.ts']],
    ['a part of a very long word', 'bAbneedleInHay', ['src/long.ts']],
  ])('is found by code_search too: %s', async (_, query, paths) => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const { results, structured } = await searchFor(caller, { query, explain: true });
    expect(structured['fallback_grep_hits']).toBe(paths.length);
    expect(results.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    const first = results.find(({ path }) => path === paths[0]);
    expect(first?.reasons.join()).toMatch(/grep \+[\d.]+: exact text at line \d+/);
    const lines = FILES[first?.path as 'src/odd.ts'].split('\n');
    expect(lines[(first?.line ?? 0) - 1]).toContain(query);
  });

  it('is counted correctly, also beyond the page', async () => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const { structured } = await searchFor(caller, { query: 'eedl', max_results: 2 });
    expect(structured).toMatchObject({
      fallback_grep_hits: 31,
      total_count: 31,
      returned_count: 2,
      truncated: true,
    });
  });

  it('is found by code_search for 200 parts of the texts', async () => {
    const caller = await toolCaller();
    const { snapshot, texts } = await caller.indexed();
    const all = [...texts.values()].join('\n');
    for (let sample = 0; sample < 200; sample++) {
      // Spread over all texts, of 1 to 23 characters; queries are trimmed.
      const start = Math.floor((all.length * sample) / 200);
      const query = all.slice(start, start + 1 + (sample % 23)).trim();
      if (query === '') continue;
      const holding = [...texts].filter(([, text]) => text.includes(query)).map(([path]) => path);
      const { results, structured } = await searchFor(caller, {
        query,
        max_results: 100,
        max_tokens: 40_000,
        detail: 'locations',
      });
      const found = results.map(({ path }) => path);
      expect(found, query).toEqual(expect.arrayContaining(holding));
      expect(structured['total_count']).toBeGreaterThanOrEqual(holding.length);
    }
    expect(snapshot.generation).toBe(1);
  }, 60_000);
});

describe('tests in search results', () => {
  const FILES = {
    'src/parser.ts': 'export function parse(text: string): string { return text; }\n',
    'test/parser.test.ts':
      "import { parse } from '../src/parser.ts';\nit('parses', () => parse('x'));\n",
  };

  it('come last, unless the query is about them', async () => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const pathsOf = async (input: Record<string, unknown>) =>
      (await searchFor(caller, input)).results.map(({ path }) => path);
    expect(await pathsOf({ query: 'parser' })).toEqual(['src/parser.ts', 'test/parser.test.ts']);
    const requested = await searchFor(caller, { query: 'how is the parser tested' });
    expect(requested.text).toContain('tests are not ranked down');
    expect(requested.results.flatMap(({ reasons }) => reasons).join()).not.toContain(
      'path −0.1: path: test',
    );
    expect(await pathsOf({ query: 'parser', include_tests: 'only' })).toEqual([
      'test/parser.test.ts',
    ]);
    expect(await pathsOf({ query: 'parser', include_tests: 'no' })).toEqual(['src/parser.ts']);
  });
});

it('code_search names docs_search when asked for a language of pages', async () => {
  const temp = await tempProject({ 'docs/a.md': '# Alpha\n\nneedle\n', 'a.ts': 'needle();\n' });
  const caller = await toolCaller({ temp });
  const { structured } = await searchFor(caller, { query: 'needle', lang: ['md'] });
  expect(structured['results']).toEqual([]);
  expect(structured['notes']).toContain('pages are found by docs_search, not here');
});
