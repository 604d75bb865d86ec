import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { type ToolCaller, toolCaller } from './temp-context.ts';

interface Row {
  readonly symbol: string;
  readonly at: string;
  readonly kind: string;
  readonly evidence: string;
  readonly through?: string;
  readonly relation?: string;
}

async function rowsOf(
  { call }: Pick<ToolCaller, 'call'>,
  input: Record<string, unknown>,
): Promise<string[]> {
  const { structured } = await call('code_references', { max_tokens: 5000, ...input });
  return (structured['references'] as Row[]).map(({ symbol, at, kind, through, relation }) => {
    const way = through === undefined ? '' : ` through ${relation} ${through}`;
    return `${kind} ${at} ${symbol.replace(/^.*::/, '')}${way}`;
  });
}

/** A family of stores, overloads, merged interfaces, a barrel, and names nobody can bind. */
const FILES = {
  'src/store.ts': `
export interface Store { get(key: string): string }
export interface Store { size: number }
export class Memory implements Store {
  size = 0;
  constructor(readonly name: string) {}
  get(key: string): string { return key; }
}
export class Cached extends Memory {
  override get(key: string): string { return super.get(key); }
}
export function open(name: string): Memory;
export function open(): Memory;
export function open(name = ''): Memory { return new Memory(name); }
export interface Options { readonly a: number }
export interface Options { readonly b: number }
export const options: Options = { a: 1, b: 2 };
`,
  'src/index.ts': "export { open } from './store';\nexport * from './store';\n",
  'src/main.ts': `
import { open } from './index';
import { Memory, type Store } from './store';
export function first(store: Store): string { return store.get('a'); }
export function second(): string { return open('b').get('c') + open().get('d'); }
export function third(anything: any): number { return anything.get('e') + anything.size; }
export const memory = new Memory('f');
`,
  'src/alone.ts': 'export function alone(): void {}\nfunction hidden(): void {}\n',
  'src/broken.ts': 'export function ( {\n',
  'src/blob.ts': 'a\0b',
};

describe('code_references', () => {
  it('lists one line per use, grouped by kind with totals', async () => {
    const { call } = await toolCaller();
    const { structured, text } = await call('code_references', { symbol: 'sumCents' });
    expect(structured).toMatchObject({
      symbol: { id: 'src/shared/money.ts::sumCents' },
      references: [
        {
          symbol: 'src/cart/cart.ts::Cart::total',
          at: 'src/cart/cart.ts:33',
          kind: 'calls',
          evidence: 'exact',
        },
        { symbol: 'src/checkout/checkout.ts::Checkout::pay', kind: 'calls' },
        { symbol: 'src/cart/cart.ts', at: 'src/cart/cart.ts:3', kind: 'imports' },
        { symbol: 'src/checkout/checkout.ts', at: 'src/checkout/checkout.ts:2', kind: 'imports' },
      ],
      returned_count: 4,
      total_count: 4,
      truncated: false,
      by_kind: { calls: 2, imports: 2 },
    });
    expect(structured['next_offset']).toBeUndefined();
    expect(text).toMatch(/: 4 uses\ncalls \(2\):\n {2}src\/cart\/cart\.ts:33 Cart::total\n/);
    expect(text).toMatch(/\nimports \(2\):\n {2}src\/cart\/cart\.ts:3\n/);
  });

  it('lists tests last and marks constructor calls', async () => {
    const { call } = await toolCaller();
    const { text } = await call('code_references', { symbol: 'Cart', kinds: ['calls'] });
    expect(text.split('\n').slice(1, -1)).toEqual([
      'calls (2), all [new]:',
      '  src/main.ts:15 sellOne',
      '  test/cart.test.ts:3 cart',
    ]);
  });

  it('marks each line if not all of a kind have the mark, and all if a page has more', async () => {
    const files = {
      'a.ts': 'export class A {}\nexport class B extends A { constructor() { super(); } }\n',
      'b.ts':
        "import { A } from './a';\nexport const one = new A();\nexport const two = new A();\nexport const three = new A();\n",
    };
    const { call } = await toolCaller({ temp: await tempProject(files) });
    const request = { symbol: 'a.ts::A', kinds: ['calls'] };
    const whole = await call('code_references', request);
    expect(whole.text).toMatch(/calls \(4\):\n.* \[super\]\n {2}b\.ts\n {3}:2 one \[new\]\n/);
    const page = await call('code_references', { ...request, offset: 1, max_results: 2 });
    expect(page.text).toContain('calls (4), these [new]:\n  b.ts\n   :2 one\n   :3 two\n');
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    [
      'overloads are one symbol, and imports come through barrels',
      { symbol: 'src/store.ts::open' },
      [
        'calls src/main.ts:5 second',
        'imports src/index.ts:1 index.ts',
        'imports src/main.ts:2 main.ts through barrel src/index.ts',
      ],
    ],
    [
      'merged interfaces are one symbol',
      { symbol: 'src/store.ts::Options~2', kinds: ['references'] },
      ['references src/store.ts:17 options'],
    ],
    [
      'a class is one with its constructor',
      { symbol: 'Memory.constructor', kinds: ['calls', 'extends'] },
      ['calls src/main.ts:7 memory', 'calls src/store.ts:14 open', 'extends src/store.ts:9 Cached'],
    ],
    [
      'of a method only its own uses',
      { symbol: 'Memory.get' },
      ['calls src/main.ts:5 second', 'calls src/store.ts:10 get'],
    ],
    [
      'of a method, when asked, uses of what it implements and what overrides it, told apart',
      { symbol: 'Memory.get', overrides: true },
      [
        'calls src/main.ts:5 second',
        'calls src/store.ts:10 get',
        'calls src/main.ts:4 first through base src/store.ts::Store::get',
        'implements src/store.ts:10 get',
      ],
    ],
    [
      'of an interface method, when asked, the members that implement it',
      { symbol: 'Store.get', overrides: true, kinds: ['implements'] },
      ['implements src/store.ts:7 get', 'implements src/store.ts:10 get'],
    ],
    [
      'files are imported',
      { symbol: 'src/store.ts' },
      ['imports src/index.ts:1,2 index.ts', 'imports src/main.ts:3 main.ts'],
    ],
  ])('handles this case: %s', async (_, input, expected) => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    expect((await rowsOf(caller, input)).map((row) => row.replace('src/src/', 'src/'))).toEqual(
      expected.map((row) => row.replace(/ (\w+\.ts)(?= through|$)/, ' src/$1')),
    );
  });

  it('pages through the uses, and each page says where the next begins', async () => {
    const { call } = await toolCaller();
    const seen: string[] = [];
    let offset: unknown = 0;
    for (let page = 0; offset !== undefined; page++) {
      expect(page).toBeLessThan(5);
      const { structured, text } = await call('code_references', {
        symbol: 'Cart',
        offset,
        max_results: 4,
      });
      const rows = structured['references'] as Row[];
      expect(structured).toMatchObject({ total_count: 11, by_kind: { imports: 5 } });
      seen.push(...rows.map((row) => `${row.kind} ${row.at}`));
      offset = structured['next_offset'];
      if (offset !== undefined) expect(text).toContain(`more: offset ${String(offset)}`);
    }
    const { structured } = await call('code_references', { symbol: 'Cart', max_tokens: 5000 });
    const all = structured['references'] as Row[];
    expect(seen).toEqual(all.map((row) => `${row.kind} ${row.at}`));
  });

  it('answers within 1000 tokens of text, and as many of data, by default', async () => {
    const callers = Array.from({ length: 200 }, (_, i) => `export const f${i} = () => target();`);
    const temp = await tempProject({
      'a.ts': `export function target(): void {}\n${callers.join('\n')}\n`,
    });
    const { call } = await toolCaller({ temp });
    const { structured, text } = await call('code_references', { symbol: 'target' });
    expect(structured).toMatchObject({ total_count: 200, truncated: true });
    expect(structured['returned_count']).toBeGreaterThan(8);
    expect(text.length).toBeLessThanOrEqual(4000);
    expect(JSON.stringify(structured).length).toBeLessThanOrEqual(4000);
  });

  it('says that reads of a property make no edge, and lists all lines that may be some', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `o.size + ${index};`);
    const temp = await tempProject({
      'a.ts': `export interface Box {\n  size: number;\n}\nexport function sum(o: Box) {\n  ${names.join('\n  ')}\n}\n`,
    });
    const { call } = await toolCaller({ temp });
    const { text, structured } = await call('code_references', { symbol: 'Box.size' });
    expect(text).toContain(
      'Box::size (property, 2): no calls found; reads and writes make no edge',
    );
    expect(structured).toMatchObject({
      account: { lines: { open: 20 }, open_at: [expect.stringMatching(/^a\.ts:5,6,.*,24$/)] },
    });
    const impact = await call('impact', { symbol: 'Box.size' });
    expect(impact.text).toContain('no calls found; reads and writes make no edge');
  });

  it('explains an empty answer: what was searched and what could hide a use', async () => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const { structured, text } = await caller.call('code_references', { symbol: 'alone' });
    expect(structured).toMatchObject({ references: [], total_count: 0, by_kind: {} });
    expect(text).toContain('alone (function, 1): no uses found');
    expect(text).toContain('searched calls, extends, implements, references, imports in 5 files');
    expect(text).toContain('1 file skipped (binary 1)');
    expect(text).toContain('1 file with syntax problems');
    expect(text).toMatch(/\d+ references? could not be bound .*, none of them named alone/);
    expect(text).toContain('it is exported');
    const hidden = await caller.call('code_references', { symbol: 'hidden' });
    expect(hidden.text).not.toContain('it is exported');
  });

  it('shows uses of the name that could not be resolved as open lines of the account', async () => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const used = await caller.call('code_references', { symbol: 'Memory.get' });
    expect(used.text).toMatch(/^account of `get`: .* \+ 1 open:\n {2}\S+:\d+ /m);
    expect(used.text).not.toContain('could not be resolved');
    const unused = await caller.call('code_references', {
      symbol: 'Cached.get',
      kinds: ['extends'],
    });
    expect(unused.text).toContain('1 of them named get');
    expect(unused.text).toContain('untyped receivers');
  });

  it('mentions uses of overridden or overriding members that were not requested', async () => {
    const caller = await toolCaller({ temp: await tempProject(FILES) });
    const { text } = await caller.call('code_references', { symbol: 'Memory.get' });
    expect(text).toContain('1 use of overridden, implemented or overriding members');
  });

  it('includes Python imports through a module that re-exports the name', async () => {
    const files = {
      'shop/__init__.py': '',
      'shop/models/__init__.py': 'from .pages import Page\n',
      'shop/models/pages.py': 'class Page:\n    pass\n',
      'shop/views.py': 'from shop.models import Page\n\nnewest = Page()\n',
    };
    const temp = await tempProject(files, { include: ['**/*'] });
    const { call } = await toolCaller({ temp });
    const { text } = await call('code_references', { symbol: 'Page', kinds: ['imports'] });
    expect(text.split('\n').slice(1, -1)).toEqual([
      'imports (2):',
      '  shop/models/__init__.py:1',
      '  shop/views.py:1 [scoped, barrel shop/models/__init__.py]',
    ]);
  });

  it('lists the uses of a declaration for the function that implements it', async () => {
    const files = {
      'lib/load.js': 'function load(name) { return name; }\nmodule.exports = { load };\n',
      'lib/load.d.ts': 'export function load(name: string): string;\n',
      'src/main.ts': "import { load } from '../lib/load';\nexport const run = () => load('a');\n",
    };
    const temp = await tempProject(files, { include: ['**/*'] });
    const { call } = await toolCaller({ temp });
    for (const symbol of ['load', 'lib/load.js::load', 'lib/load.d.ts::load']) {
      const { text } = await call('code_references', { symbol, kinds: ['calls'] });
      expect(text).toContain('src/main.ts:2 run');
    }
    const { text } = await call('code_get_symbol', { symbol: 'load' });
    expect(text).toContain('← calls (1):\n  src/main.ts::run (function, 2) at line 2');
  });
});

it('lists the types below those that extend a type', async () => {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  const { text, structured } = await call('code_references', { symbol: 'Store' });
  expect(structured['indirect']).toMatchObject([{ id: 'src/store.ts::Cached' }]);
  expect(text).toMatch(/indirectly, through these \(1\):\n {2}src\/store\.ts:9 Cached/);
});

describe('a Go method in another file than its type', () => {
  const files = {
    'go.mod': 'module example.com/shop\n\ngo 1.22\n',
    'cart.go': 'package shop\n\ntype Cart struct{ n int }\n\nfunc (c *Cart) Clear() { c.n = 0 }\n',
    'add.go': 'package shop\n\nfunc (c *Cart) Add(n int) int { return c.n + n }\n',
    'use.go':
      'package shop\n\ntype Adder interface {\n\tAdd(n int) int\n\tClear()\n}\n\nfunc Use(a Adder) int { return a.Add(1) }\n',
  };

  it('is found by the name of its type, and used through the interfaces of that type', async () => {
    const caller = await toolCaller({ temp: await tempProject(files, { include: ['**/*'] }) });
    for (const symbol of ['Cart.Add', 'add.go::Cart::Add', 'add.go::Add'])
      expect(await rowsOf(caller, { symbol, overrides: true })).toEqual([
        'calls use.go:8 Use through base use.go::Adder::Add',
      ]);
    expect(await rowsOf(caller, { symbol: 'Adder.Add' })).toEqual(['calls use.go:8 Use']);
  });
});
