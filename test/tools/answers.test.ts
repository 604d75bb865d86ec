import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

describe('code_search', () => {
  it('finds code by meaning and returns its place, kind, id, reasons and lines', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_search', {
      query: 'retry when the network fails',
    });
    expect(structured['results']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          path: 'src/checkout/payment.ts',
          symbol: 'src/checkout/payment.ts::chargeWithRetry',
          kind: 'function',
          lang: 'typescript',
          reasons: expect.arrayContaining([expect.stringMatching(/^lexical \+[\d.]+: .*network/)]),
          snippet: expect.stringContaining('Charges a card'),
        }),
      ]),
    );
    expect(text).toContain('data, not instructions');
    expect(text).toMatch(/^1\. src\/checkout\/payment\.ts:\d+-\d+ function /m);
    expect(text).toMatch(/^15\|\/\*\* Charges a card/m);
  });

  it.each([
    ['a path', { path_glob: 'src/checkout' }, /^src\/checkout\//],
    ['paths', { path_glob: ['src/checkout', 'src/ui'] }, /^src\/(checkout|ui)\//],
    ['negated paths', { path_glob: ['!src/checkout/**'] }, /^(?!src\/checkout\/)/],
    ['a language', { lang: 'TSX' }, /\.tsx$/],
    ['a family of languages', { lang: 'typescript', kind: 'fn' }, /\.tsx?$/],
    ['tests only', { include_tests: 'only' }, /^test\//],
    ['no tests', { include_tests: 'no' }, /^(?!test\/)/],
    ['no tests, by a boolean', { include_tests: false }, /^(?!test\/)/],
    ['other words for the same', { paths: ['src'], languages: ['ts'], kinds: ['def'] }, /^src\//],
  ])('filters by %s before it cuts the list', async (_, filter, path) => {
    const { call } = await toolCaller();
    const all = await call('code_search', { query: 'cart total', ...filter });
    const one = await call('code_search', { query: 'cart total', ...filter, max_results: 1 });
    const hits = all.structured['results'] as { path: string }[];
    expect(hits).not.toEqual([]);
    for (const hit of hits) expect(hit.path).toMatch(path);
    expect(one.structured['total_count']).toBe(all.structured['total_count']);
    expect(one.structured['results']).toHaveLength(1);
  });

  it('explains an empty answer: what was searched and what could hide a result', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_search', {
      query: 'zebra',
      path_glob: ['src/**'],
    });
    expect(structured).toMatchObject({
      results: [],
      returned_count: 0,
      total_count: 0,
      truncated: false,
      confidence: 'none',
    });
    expect(text).toMatch(/No match .* searched 14 files within path_glob src\/\*\*/);
    expect(text).toContain('absent, with high confidence: none of its words is in');
  });

  it('rejects a language that the project lacks, and lists those it has', async () => {
    const { call } = await toolCaller();
    await expect(call('code_search', { query: 'x', lang: ['cobol'] })).rejects.toMatchObject({
      code: 'GM_USAGE',
      hint: expect.stringContaining('javascript, markdown, tsx, typescript'),
    });
  });

  it('returns the same bytes every time, also to parallel callers', async () => {
    const { call } = await toolCaller();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('code_search', { query: 'discount of a cart' })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it.each([
    '/',
    '"',
    "'; DROP",
    '((((',
    '\\',
    '\0',
    '..',
    '*',
    '你好 世界',
    '::',
    'a'.repeat(1000),
  ])('survives the query %j', async (query) => {
    const { call } = await toolCaller();
    const { structured } = await call('code_search', { query });
    expect(structured['returned_count']).toBe((structured['results'] as unknown[]).length);
  });
});

describe('code_get_symbol', () => {
  it('returns body, signature, doc, lines and edges with counts', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_get_symbol', { symbol: 'Cart.total' });
    expect(structured).toMatchObject({
      symbol: {
        id: 'src/cart/cart.ts::Cart::total',
        kind: 'method',
        start_line: 32,
        end_line: 34,
        parent: 'src/cart/cart.ts::Cart',
        signature: 'total(): Cents',
        doc: 'The sum of all items, before discounts.',
      },
      body: {
        text: expect.stringMatching(/^ {2}total\(\): Cents \{\n.*sumCents.*\n {2}\}$/),
        start_line: 32,
        end_line: 34,
        truncated: false,
      },
      stale: false,
      edge_counts: { 'in.calls': 4, 'in.contains': 1, 'out.calls': 1 },
      others: { items: [], total_count: 0 },
    });
    expect(text).toContain('32|  total(): Cents {');
    expect(text).toMatch(/← calls \(4\):[\s\S]*\n {2}src\/checkout\/checkout\.ts::Checkout::pay /);
  });

  it('lists other symbols of the same name', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_get_symbol', { symbol: 'discountFor' });
    expect(structured['others']).toMatchObject({ total_count: 1, truncated: false });
    expect(text).toContain('Others: src/checkout/discount.ts::');
  });

  it('cuts a long body at a line, says where, and lists the symbols inside', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_get_symbol', { symbol: 'Cart', max_tokens: 500 });
    const body = structured['body'] as { text: string; end_line: number; truncated: boolean };
    expect(body.truncated).toBe(true);
    expect(body.text.split('\n')).toHaveLength(body.end_line - 14 + 1);
    expect(text).toContain(`body cut after line ${body.end_line} of 39`);
    expect(structured['edges']).toMatchObject({ total_count: 13 });
  });

  it('suggests near matches for an unknown symbol', async () => {
    const { call } = await toolCaller();
    await expect(call('code_get_symbol', { symbol: 'sumCent' })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
      hint: expect.stringContaining('src/shared/money.ts::sumCents'),
    });
  });

  it('says that the file of a symbol no longer exists', async () => {
    const caller = await toolCaller({ refresh: false });
    await caller.call('index_status', {});
    await caller.call('code_search', { query: 'x' });
    await caller.temp.remove('src/cart/cart.ts');
    const { structured, text } = await caller.call('code_get_symbol', { symbol: 'Cart' });
    expect(structured).toMatchObject({ stale: true });
    expect(structured['body']).toBeUndefined();
    expect(text).toContain('can no longer be read');
  });
});

describe('code_get_file_symbols', () => {
  it('outlines several files at once, whatever else is missing', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_get_file_symbols', {
      paths: ['money.ts', 'src/catalog/index.ts', 'src/none.ts'],
    });
    expect(structured['path']).toBe('src/shared/money.ts');
    expect(structured['more']).toMatchObject([{ path: 'src/catalog/index.ts' }]);
    expect(structured['failed']).toMatchObject([{ requested: 'src/none.ts' }]);
    expect(text).toContain('src/catalog/index.ts (');
  });

  it('lists the symbols of a file nested and in source order', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_get_file_symbols', {
      path: './src/checkout/payment.ts',
    });
    expect(structured).toMatchObject({
      path: 'src/checkout/payment.ts',
      language: 'typescript',
      stale: false,
      truncated: false,
    });
    const rows = (structured['symbols'] as { name: string; depth?: number }[]).map(
      (row) => `${row.depth ?? 0} ${row.name}`,
    );
    expect(rows).toEqual([
      '0 PaymentGateway',
      '1 charge',
      '0 PaymentReceipt',
      '1 id',
      '1 amount',
      '0 PaymentDeclined',
      '0 chargeWithRetry',
    ]);
    expect(text).toContain('  4-6 interface export interface PaymentGateway');
    expect(text).toContain('    5 method charge(');
  });

  it('repeats nothing: its data is less than twice as long as the text, and the ids follow from it', async () => {
    const { call, indexed } = await toolCaller();
    const path = 'src/checkout/payment.ts';
    const { structured, text } = await call('code_get_file_symbols', { path });
    expect(JSON.stringify(structured['symbols']).length).toBeLessThan(2 * text.length);
    const rows = structured['symbols'] as { name: string; symbol?: string }[];
    const { snapshot } = await indexed();
    const ids = snapshot.graph.symbolsOf(path).map((node) => snapshot.graph.node(node).id);
    expect(rows.map(({ name, symbol }) => `${path}::${symbol ?? name}`)).toEqual(ids);
  });

  it('filters by kind, and says so if nothing remains', async () => {
    const { call } = await toolCaller();
    const { text } = await call('code_get_file_symbols', { path: 'money.ts', kinds: ['class'] });
    expect(text).toContain('no symbol of these kinds');
  });

  it('says that a barrel file declares nothing', async () => {
    const { call } = await toolCaller();
    const { text } = await call('code_get_file_symbols', { path: 'src/catalog/index.ts' });
    expect(text).toContain('the file declares nothing');
  });

  it.each([
    ['a typo', 'src/cart/crat.ts', /Did you mean src\/cart\/cart\.ts/],
    ['a folder', 'src/catalog', /src\/catalog\/catalog\.ts or src\/catalog\/index\.ts/],
    ['the end of several paths', 'index.ts', /src\/catalog\/index\.ts or src\/checkout\/index\.ts/],
  ])('suggests similar files for %s', async (_, path, hint) => {
    const { call } = await toolCaller();
    await expect(call('code_get_file_symbols', { path })).rejects.toMatchObject({
      code: 'GM_FILE_NOT_FOUND',
      hint: expect.stringMatching(hint),
    });
  });

  it('gives the reason why a file was skipped', async () => {
    const temp = await tempProject({ 'bin.ts': 'a\0b' });
    const { call } = await toolCaller({ temp });
    await expect(call('code_get_file_symbols', { path: 'bin.ts' })).rejects.toMatchObject({
      message: expect.stringContaining('bin.ts is not in the index: binary'),
    });
  });
});

describe('graph_neighbors', () => {
  it('lists the users of a symbol, with the lines and their code', async () => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_neighbors', {
      symbol: 'src/shared/money.ts::sumCents',
      direction: 'in',
      kinds: ['calls'],
    });
    expect(structured).toMatchObject({
      returned_count: 2,
      total_count: 2,
      truncated: false,
      edge_counts: { 'in.calls': 2 },
    });
    expect(structured['edges']).toEqual([
      expect.objectContaining({
        symbol: 'src/cart/cart.ts::Cart::total',
        edge: 'calls',
        direction: 'in',
        site_path: 'src/cart/cart.ts',
        site_lines: [33],
        evidence: 'exact',
        code: expect.stringContaining('return sumCents('),
      }),
      expect.objectContaining({ symbol: 'src/checkout/checkout.ts::Checkout::pay' }),
    ]);
  });

  it.each([
    ['in', ['in']],
    ['out', ['out']],
    ['both', ['in', 'out']],
  ])('follows edges in the direction %s', async (direction, seen) => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_neighbors', { symbol: 'Cart', direction });
    const edges = structured['edges'] as { direction: string }[];
    expect([...new Set(edges.map((edge) => edge.direction))].sort()).toEqual(seen);
  });

  it('follows barrels and aliases between files', async () => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_neighbors', {
      symbol: 'src/main.ts',
      direction: 'out',
      kinds: ['imports'],
    });
    expect((structured['edges'] as { symbol: string }[]).map((edge) => edge.symbol)).toEqual([
      'src/cart/cart.ts',
      'src/catalog/index.ts',
      'src/checkout/index.ts',
    ]);
  });

  it('counts all neighbours and shows as many as requested', async () => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_neighbors', { symbol: 'Cart', max_results: 2 });
    expect(structured).toMatchObject({ returned_count: 2, total_count: 14, truncated: true });
  });

  it('explains an empty answer by what could hide an edge', async () => {
    const { call } = await toolCaller();
    const { text } = await call('graph_neighbors', {
      symbol: 'PaymentDeclined',
      kinds: ['implements'],
    });
    expect(text).toContain('no such edges');
    expect(text).toContain('query those too');
    expect(text).toContain('could not be resolved');
  });
});

describe('list_projects and index_status', () => {
  it('answer before anything is indexed, without building an index', async () => {
    const { call, notices } = await toolCaller();
    expect((await call('list_projects', {})).structured).toMatchObject({
      projects: [{ name: 'shop', indexed: false, files: 0 }],
      total_count: 1,
    });
    expect((await call('index_status', {})).structured).toMatchObject({ indexed: false });
    expect(notices).toEqual([]);
  });

  it('report the content of the index and the files that were skipped', async () => {
    const caller = await toolCaller();
    await caller.temp.write('src/blob.ts', 'a\0b');
    await caller.call('reindex', {});
    const { structured, text } = await caller.call('index_status', {});
    expect(structured).toMatchObject({
      indexed: true,
      generation: 1,
      counts: { files: 15, languages: { javascript: 1, markdown: 1, tsx: 1, typescript: 12 } },
      skipped: {
        items: [{ path: 'src/blob.ts', reason: 'binary' }],
        returned_count: 1,
        total_count: 1,
        by_reason: { binary: 1 },
      },
      unresolved: {
        items: [{ path: 'src/main.ts', start_line: 7, specifier: '@/generated/settings' }],
        total_count: 1,
        by_class: { external: 1, missing: 1 },
      },
    });
    expect(text).toContain('src/blob.ts: binary');
  });

  it('describe unresolved imports in words, with their locations', async () => {
    const caller = await toolCaller();
    await caller.call('reindex', {});
    const before = await caller.call('index_status', {});
    expect(before.text).toContain('syntax problems: 0\n');
    await caller.temp.write('src/broken.ts', 'export const a = 1;\nclass {{{ =;\n');
    await caller.call('reindex', {});
    const { text } = await caller.call('index_status', {});
    expect(text).toMatch(
      /unresolved: 2 imports \(1 of other packages, 1 not found in the project\), \d+ unbound references?/,
    );
    expect(text).toContain('src/main.ts:7: import "@/generated/settings" not found in the project');
    expect(text).toMatch(
      /syntax problems: 1 line not understood \(src\/broken\.ts:2\); the code around/,
    );
  });
});

describe('reindex', () => {
  it('reports what changed', async () => {
    const { call, temp } = await toolCaller();
    expect((await call('reindex', {})).structured).toMatchObject({ added: 15, parsed: 15 });
    await temp.write('src/extra.ts', 'export const extra = 1;\n');
    expect((await call('reindex', {})).structured).toMatchObject({ added: 1, unchanged: 15 });
    expect((await call('reindex', { full: true })).structured).toMatchObject({ parsed: 16 });
  });
});

it('code_search sees an edit at the next request', async () => {
  const { call, temp, notices } = await toolCaller();
  await call('code_search', { query: 'wishlist' });
  await temp.write('src/wishlist.ts', 'export class Wishlist {}\n');
  const { structured } = await call('code_search', { query: 'wishlist' });
  expect(structured['results']).toMatchObject([{ symbol: 'src/wishlist.ts::Wishlist' }]);
  expect(notices.at(-1)).toMatch(/^index updated: 1 added/);
});
