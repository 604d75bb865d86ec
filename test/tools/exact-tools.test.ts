import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutToBytes } from '../../src/tools/answer/cut-bytes.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

interface TextResult {
  readonly path: string;
  readonly match_count: number;
  readonly lines: readonly { line: number; text: string; context?: true }[];
}

describe('codebase_search_text', () => {
  const FILES = {
    'src/a.ts':
      "export const total = 1;\nconst subtotal = total + 1;\n// TOTAL: 合計を出す\nfoo(a.b, 'x');\n",
    'src/b.ts': 'export const other = 2;\n',
    'test/a.test.ts': 'total;\ntotal;\ntotal;\n',
    'README.md': 'The total of it.\n',
    'data.json': '{"total": 1}\n',
    '.env': 'TOTAL_SECRET=total\n',
    'logo.png': 'a\0total',
  };

  async function grep(input: Record<string, unknown>) {
    const { call } = await toolCaller({ temp: await tempProject(FILES) });
    const { structured, text } = await call('codebase_search_text', input);
    const results = structured['results'] as TextResult[];
    return {
      structured,
      text,
      results,
      counts: Object.fromEntries(results.map((r) => [r.path, r.match_count])),
    };
  }

  it.each([
    [
      'text',
      { query: 'total' },
      { 'src/a.ts': 2, 'README.md': 1, 'data.json': 1, 'test/a.test.ts': 3 },
    ],
    [
      'text in any case',
      { query: 'TOTAL', ignore_case: true, path_glob: 'src' },
      { 'src/a.ts': 3 },
    ],
    ['a whole word', { query: 'total', whole_word: true, path_glob: 'src' }, { 'src/a.ts': 2 }],
    ['a part of a word', { query: 'ubtot' }, { 'src/a.ts': 1 }],
    ['punctuation', { query: "a.b, '" }, { 'src/a.ts': 1 }],
    ['an expression', { query: 'sub\\w+ = t', regex: true }, { 'src/a.ts': 1 }],
    ['an expression that escapes too much', { query: 'a\\.b\\,', regex: true }, { 'src/a.ts': 1 }],
    [
      'alternatives',
      { query: '^(export|foo)', regex: true, path_glob: 'src' },
      { 'src/a.ts': 2, 'src/b.ts': 1 },
    ],
    ['Japanese', { query: '計を' }, { 'src/a.ts': 1 }],
    [
      'without a folder',
      { query: 'total', path_glob: ['!test', '!*.md', '!*.json'] },
      { 'src/a.ts': 2 },
    ],
    ['nothing', { query: 'absent' }, {}],
  ])('finds %s, with correct totals', async (_, input, counts) => {
    const { structured, counts: found } = await grep(input);
    expect(found).toEqual(counts);
    const all = Object.values(counts).reduce((sum: number, count) => sum + (count ?? 0), 0);
    expect(structured).toMatchObject({
      match_count: all,
      total_count: Object.keys(counts).length,
      truncated: false,
    });
  });

  it('shows the lines, their context on request, and sources before tests', async () => {
    const { results, text } = await grep({ query: 'subtotal', context_lines: 1 });
    expect(results[0]?.lines).toEqual([
      { line: 1, text: 'export const total = 1;', context: true },
      { line: 2, text: 'const subtotal = total + 1;' },
      { line: 3, text: '// TOTAL: 合計を出す', context: true },
    ]);
    expect(text).toMatch(/^src\/a\.ts:2 \(1 line\)\n {2}1- export .*\n {2}2: const subtotal/m);
    expect((await grep({ query: 'total' })).results.at(-1)?.path).toBe('test/a.test.ts');
  });

  it('reports which files were not searched', async () => {
    const { structured, text } = await grep({ query: 'total' });
    expect(structured['skipped']).toEqual({ binary: 1, secret: 1 });
    expect(text).toContain('not searched: binary 1, secret 1');
  });

  it('rejects an invalid regular expression', async () => {
    await expect(grep({ query: '(', regex: true })).rejects.toMatchObject({ code: 'GM_USAGE' });
  });

  it('counts no line after the last line break, and escapes invisible characters', async () => {
    const temp = await tempProject({ 'a.ts': 'let a;\n\nlet b; // \u202e\n' });
    const { call } = await toolCaller({ temp });
    const { structured } = await call('codebase_search_text', { query: '^$', regex: true });
    expect(structured['match_count']).toBe(1);
    const marked = await call('codebase_search_text', { query: 'let b' });
    expect(JSON.stringify(marked.structured)).not.toContain('\u202e');
  });

  it('stops an expression that backtracks endlessly, and says where', async () => {
    const temp = await tempProject({
      'a.ts': `export const a = 1; // ${'a'.repeat(40)}!\n`,
      'b.ts': 'export const b = 2;\n',
    });
    const { call } = await toolCaller({ temp });
    const { structured, text } = await call('codebase_search_text', {
      query: '(a+)+$',
      regex: true,
    });
    expect(structured).toMatchObject({ total_is_lower_bound: true });
    expect(text).toMatch(/took over 1 s at a\.ts; totals are lower bounds/);
  }, 30_000);

  it('finds the same lines as a scan of the text', async () => {
    const line = fc
      .array(fc.constantFrom('ab', 'Ab', 'b ', '.', '認', '_'), { maxLength: 6 })
      .map((p) => p.join(''));
    const texts = fc.array(fc.array(line, { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 3,
    });
    const query = fc.constantFrom('ab', 'b ', 'b.', 'bA', '認', '_', 'Ab_');
    await fc.assert(
      fc.asyncProperty(texts, query, async (files, sought) => {
        const temp = await tempProject(
          Object.fromEntries(files.map((lines, at) => [`f${at}.ts`, lines.join('\n')])),
        );
        const { call } = await toolCaller({ temp });
        const { structured } = await call('codebase_search_text', { query: sought });
        const found = structured['results'] as TextResult[];
        const counts = files.map((lines) => lines.filter((own) => own.includes(sought)).length);
        for (const [at, count] of counts.entries()) {
          const own = found.find(({ path }) => path === `f${at}.ts`);
          expect(own?.match_count ?? 0).toBe(count);
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

describe('codebase_search_symbol', () => {
  async function find(input: Record<string, unknown>) {
    const { call } = await toolCaller();
    const { structured, text } = await call('codebase_search_symbol', input);
    const results = structured['results'] as { symbol: string; fit: string }[];
    return {
      structured,
      text,
      results,
      rows: results.map(({ symbol, fit }) => `${fit} ${symbol}`),
    };
  }

  it.each([
    ['exactly', { symbol: 'sumCents', match: 'exact' }, ['exact src/shared/money.ts::sumCents']],
    ['in another case', { symbol: 'sumcents' }, ['case src/shared/money.ts::sumCents']],
    [
      'by its beginning',
      { symbol: 'chargeW' },
      ['prefix src/checkout/payment.ts::chargeWithRetry'],
    ],
    ['by a part', { symbol: 'WithRet' }, ['part src/checkout/payment.ts::chargeWithRetry']],
    ['with its owner', { symbol: 'Cart.total' }, ['exact src/cart/cart.ts::Cart::total']],
    ['with its file', { symbol: 'cart.ts::Cart::add' }, ['exact src/cart/cart.ts::Cart::add']],
    [
      'of a kind',
      { symbol: 'Cart', match: 'exact', kind: 'struct' },
      ['exact src/cart/cart.ts::Cart'],
    ],
    [
      'when misspelt',
      { symbol: 'chargeWithRetri' },
      ['fuzzy src/checkout/payment.ts::chargeWithRetry'],
    ],
    ['never by another owner', { symbol: 'Checkout.total' }, []],
  ])('finds a symbol %s', async (_, input, rows) => {
    expect((await find(input)).rows).toEqual(rows);
  });

  it('counts all matches, pages through them, and returns no bodies', async () => {
    const { structured, text } = await find({ symbol: 'a', max_results: 3 });
    expect(structured['total_count']).toBeGreaterThan(10);
    expect(structured['next_cursor']).toBeDefined();
    expect(text).not.toMatch(/\{\n|return /);
  });

  it('says so if only similar names exist, or none', async () => {
    expect((await find({ symbol: 'chargeWithRetri' })).text).toContain('these resemble it');
    expect((await find({ symbol: 'zzzzzz' })).structured).toMatchObject({ total_count: 0 });
  });
});

describe('codebase_read', () => {
  const TEXT = 'one\ntwo\nthree\nfour\n';

  async function reader(files: Record<string, string> = {}) {
    const temp = await tempProject({
      'src/a.ts': `// head\nexport function alpha(): number {\n  return 1;\n}\n`,
      'notes.txt': TEXT,
      ...files,
    });
    const caller = await toolCaller({ temp, refresh: false });
    await caller.call('code_search', { query: 'alpha' });
    const read = async (input: Record<string, unknown>) =>
      (await caller.call('codebase_read', input)).structured;
    return { ...caller, read };
  }

  it.each([
    ['a file', { path: 'src/a.ts' }, { start_line: 1, end_line: 4, line_count: 4, state: 'same' }],
    [
      'a file of another kind',
      { path: 'notes.txt' },
      { text: 'one\ntwo\nthree\nfour', state: 'not_indexed' },
    ],
    [
      'lines',
      { path: 'notes.txt', start_line: 2, end_line: 3 },
      { text: 'two\nthree', next_line: 4 },
    ],
    ['lines named with the path', { path: 'notes.txt:2-3' }, { text: 'two\nthree' }],
    ['the end of a path', { path: 'a.ts:2' }, { path: 'src/a.ts', start_line: 2, end_line: 2 }],
    [
      'a symbol by id',
      { path: 'src/a.ts::alpha' },
      { symbol: 'src/a.ts::alpha', start_line: 2, end_line: 4 },
    ],
    ['a symbol by name', { symbol: 'alpha' }, { start_line: 2, end_line: 4 }],
    ['lines past the end', { path: 'notes.txt', start_line: 99 }, { text: '', line_count: 4 }],
  ])('reads %s', async (_, input, expected) => {
    const { read } = await reader();
    expect(await read(input)).toMatchObject(expected);
  });

  it('finds a symbol again after its file changed, and says so', async () => {
    const { read, temp } = await reader();
    const { ref } = await read({ symbol: 'alpha' });
    await temp.write('src/a.ts', `// new\n// lines\n${await temp.read('src/a.ts')}`);
    expect(await read({ symbol: ref })).toMatchObject({
      state: 'moved',
      start_line: 4,
      end_line: 6,
      text: 'export function alpha(): number {\n  return 1;\n}',
    });
    await temp.write('src/a.ts', 'nothing();\n');
    await expect(read({ path: ref })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
      message: expect.stringContaining('no longer exists'),
    });
    // Text that the parser gives up.
    await temp.write('src/a.ts', '[/'.repeat(10_000));
    await expect(read({ path: ref })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
      message: expect.stringContaining('and cannot be parsed'),
    });
    expect(await read({ path: 'src/a.ts' })).toMatchObject({ state: 'changed' });
  });

  it('masks secrets, and rejects secret, ignored, outside and missing files', async () => {
    const key = `AKIA${'Q7WERTYUIOPASDFG'}`;
    const { read, temp } = await reader({
      'config.ts': `export const id = '${key}';\n`,
      '.env': 'TOKEN=abc\n',
      '.gitignore': 'hidden.txt\n',
      'hidden.txt': 'x\n',
    });
    expect(JSON.stringify(await read({ path: 'config.ts' }))).not.toContain(key);
    await expect(read({ path: '.env' })).rejects.toMatchObject({
      code: 'GM_FILE_WITHHELD',
      message: expect.stringContaining('.env is withheld as secret'),
      hint: expect.not.stringContaining('moved'),
    });
    for (const path of ['hidden.txt', '../outside', '/etc/passwd', 'no.ts']) {
      await expect(read({ path })).rejects.toMatchObject({ code: 'GM_FILE_NOT_FOUND' });
    }
    await temp.link('link.txt', '/etc/passwd');
    await expect(read({ path: 'link.txt' })).rejects.toMatchObject({ code: 'GM_FILE_NOT_FOUND' });
  });

  it('requires either a path or a symbol, but not both', async () => {
    const { read } = await reader();
    await expect(read({})).rejects.toMatchObject({ code: 'GM_USAGE' });
    await expect(read({ path: 'src/a.ts', symbol: 'alpha' })).rejects.toMatchObject({
      code: 'GM_USAGE',
    });
  });

  it('continues where the previous read ended', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `line ${i + 1} of the long file`);
    const { read } = await reader({ 'long.txt': lines.join('\n') });
    const seen: string[] = [];
    let next: unknown = 1;
    while (next !== undefined) {
      const part = await read({ path: 'long.txt', start_line: next, max_tokens: 2000 });
      seen.push(...String(part['text']).split('\n'));
      next = part['next_line'];
    }
    expect(seen).toEqual(lines);
  });
});

it('cutToBytes never cuts inside a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(60), (text, bytesMax) => {
      const cut = cutToBytes(text, bytesMax);
      expect(text.startsWith(cut)).toBe(true);
      expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(bytesMax);
      const next = [...text.slice(cut.length)][0];
      if (next !== undefined) expect(Buffer.byteLength(cut + next)).toBeGreaterThan(bytesMax);
    }),
  );
});
