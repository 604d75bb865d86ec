/** Several symbols or places in one call, and the neighbours that a symbol brings along. */
import { describe, expect, it } from 'vitest';
import { fairShares } from '../../src/tools/answer/several.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const LONG = Array.from({ length: 300 }, (_, line) => `  step(${line});`).join('\n');
const FILES = {
  'money.ts':
    'export interface Money { cents: number }\nexport function zero(): Money {\n  return { cents: 0 };\n}\n',
  'cart.ts': [
    "import { type Money, zero } from './money';",
    'export function total(): Money {',
    '  return zero();',
    '}',
    '',
  ].join('\n'),
  'shop.ts':
    "import { total } from './cart';\nexport function checkout() {\n  return total();\n}\n",
  'long.ts': `function step(n: number) {}\nexport function long() {\n${LONG}\n}\n`,
  'cart.test.ts': "import { total } from './cart';\nit('adds', () => {\n  total();\n});\n",
  'README.md': '# Shop\n\n## `total()`\n\n`total()` adds up the cart.\n',
};

async function caller() {
  return toolCaller({ temp: await tempProject(FILES) });
}

interface Group {
  readonly group: string;
  readonly items: readonly { readonly id: string; readonly body?: { readonly text: string } }[];
}

describe('code_get_symbol for several symbols', () => {
  it('answers each, and says with code and hint which one is unknown', async () => {
    const { call } = await caller();
    const { structured, text } = await call('code_get_symbol', {
      symbols: ['total', 'noSuchName', 'checkout'],
    });
    expect(structured).toMatchObject({
      symbol: { id: 'cart.ts::total' },
      more: [{ symbol: { id: 'shop.ts::checkout' } }],
      failed: [{ requested: 'noSuchName', code: 'GM_SYMBOL_NOT_FOUND' }],
    });
    expect(text).toContain('return zero();');
    expect(text).toContain('return total();');
    expect(text).toContain('note: no symbol "noSuchName" in the index');
  });

  it('shows a short symbol whole beside a long one that is cut', async () => {
    const { call } = await caller();
    const { structured } = await call('code_get_symbol', {
      symbols: ['long', 'total'],
      max_tokens: 1500,
    });
    expect(structured).toMatchObject({
      symbol: { id: 'long.ts::long' },
      body: { truncated: true },
      more: [{ body: { truncated: false } }],
    });
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(1500 * 4);
  });

  it('accepts one symbol under the old parameter', async () => {
    const { call } = await caller();
    const one = await call('code_get_symbol', { symbol: 'total' });
    const list = await call('code_get_symbol', { symbols: ['total'] });
    expect(list).toEqual(one);
    expect(one.structured).not.toHaveProperty('more');
    await expect(call('code_get_symbol', {})).rejects.toMatchObject({ code: 'GM_USAGE' });
  });
});

describe('code_get_symbol with neighbours', () => {
  it('brings the requested groups along, with bodies, and lists them once', async () => {
    const { call } = await caller();
    const { structured, text } = await call('code_get_symbol', {
      symbol: 'total',
      with: ['callers', 'callees', 'tests', 'docs', 'types', 'implementers'],
    });
    const groups = structured['neighbours'] as Group[];
    expect(groups.map(({ group, items }) => [group, items.map(({ id }) => id)])).toEqual([
      ['callers', ['shop.ts::checkout']],
      ['callees', ['money.ts::zero']],
      ['implementers', []],
      ['tests', ['cart.test.ts']],
      ['docs', ['README.md::Shop::total()']],
      ['types', ['money.ts::Money']],
    ]);
    expect(groups[0]?.items[0]?.body?.text).toContain('return total();');
    expect(groups[4]?.items[0]?.body?.text).toContain('adds up the cart.');
    expect(text).toContain('implementers: none found');
    const edges = structured['edges'] as { items: { symbol: string }[] };
    expect(edges.items.map(({ symbol }) => symbol)).not.toContain('shop.ts::checkout');
  });

  it('names all of them before it shows the body of one', async () => {
    const callers = Array.from(
      { length: 12 },
      (_, index) => `export function user${index}() {\n${'  void 0;\n'.repeat(30)}  busy();\n}\n`,
    ).join('');
    const temp = await tempProject({ 'busy.ts': `export function busy() {}\n${callers}` });
    const { call } = await toolCaller({ temp });
    const { structured } = await call('code_get_symbol', {
      symbol: 'busy',
      with: ['callers'],
      max_tokens: 1500,
    });
    const [{ items } = { items: [] }] = structured['neighbours'] as Group[];
    expect(items).toHaveLength(12);
    const bodies = items.filter(({ body }) => body !== undefined).length;
    expect(bodies).toBeGreaterThan(0);
    expect(bodies).toBeLessThan(12);
  });
});

describe('the account in code_get_symbol', () => {
  it('covers every line that holds the name, as that of code_references', async () => {
    const { call } = await caller();
    const symbol = await call('code_get_symbol', { symbol: 'total' });
    const references = await call('code_references', { symbol: 'total' });
    expect(symbol.structured['account']).toEqual(references.structured['account']);
    expect(symbol.text).toContain('account of `total`:');
  });
});

describe('codebase_read for several places', () => {
  it('reads lines, symbols and files, and answers what it can', async () => {
    const { call } = await caller();
    const { structured, text } = await call('codebase_read', {
      paths: ['cart.ts:2-4', 'money.ts::zero', 'missing.ts', 'shop.ts'],
    });
    expect(structured).toMatchObject({
      path: 'cart.ts',
      start_line: 2,
      more: [{ symbol: 'money.ts::zero' }, { path: 'shop.ts', start_line: 1 }],
      failed: [{ requested: 'missing.ts', code: 'GM_FILE_NOT_FOUND' }],
    });
    expect(text).toContain('return { cents: 0 };');
  });

  it('gives a short file all its lines and a long one what is left', async () => {
    const { call } = await caller();
    const { structured } = await call('codebase_read', {
      paths: ['long.ts', 'shop.ts'],
      max_tokens: 1000,
    });
    expect(structured).toMatchObject({ truncated: true, more: [{ truncated: false }] });
    expect(structured['next_line']).toBeGreaterThan(50);
  });

  it('needs a path, a symbol or a list', async () => {
    const { call } = await caller();
    for (const given of [{}, { path: 'shop.ts', symbol: 'total' }])
      await expect(call('codebase_read', given)).rejects.toMatchObject({ code: 'GM_USAGE' });
  });
});

describe('a shared budget', () => {
  it('gives each what it needs if that is little, and the rest in equal parts', () => {
    expect(fairShares([1000, 50, 900], 650)).toEqual([300, 50, 300]);
    expect(fairShares([100, 50], 650)).toEqual([100, 50]);
    expect(fairShares([], 650)).toEqual([]);
  });
});
