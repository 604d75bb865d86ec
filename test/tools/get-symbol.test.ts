/** What one symbol is told with: its edges share the space, and what is unresolved is named. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '../../src/tools/answer/budget.ts';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

interface Edge {
  readonly direction: string;
  readonly edge: string;
  readonly symbol: string;
}

const CALLERS = Array.from(
  { length: 150 },
  (_, index) => `export function caller${index}() {\n  new Shop().sell();\n}\n`,
).join('');
const BUSY = {
  'base.ts': 'export class Base {}\nexport interface Seller { sell(): void }\n',
  'parts.ts': 'export function weigh() {}\nexport function pack() {}\nexport interface Box {}\n',
  'shop.ts': [
    "import { Base, type Seller } from './base';",
    "import { type Box, pack, weigh } from './parts';",
    'export class Shop extends Base implements Seller {',
    '  box?: Box;',
    '  sell(): void {',
    '    weigh();',
    '    pack();',
    '  }',
    '}',
    '',
  ].join('\n'),
  'callers.ts': `import { Shop } from './shop';\n${CALLERS}`,
};

async function symbolIn(
  files: Readonly<Record<string, string>>,
  symbol: string,
  given: { readonly channel?: Channel; readonly max_tokens?: number } = {},
) {
  const { channel = 'both', ...request } = given;
  const { call } = await toolCaller({ channel, temp: await tempProject(files) });
  const answer = await call('code_get_symbol', { symbol, ...request });
  const edges = answer.structured['edges'] as { items: Edge[]; total_count: number };
  return { ...answer, edges };
}

describe('the edges of code_get_symbol', () => {
  it('begin with bases and leave room for callees, however many callers there are', async () => {
    const shop = (await symbolIn(BUSY, 'Shop', { max_tokens: 1500 })).edges.items;
    expect(shop.slice(0, 2).map(({ edge, symbol }) => `${edge} ${symbol}`)).toEqual([
      'extends base.ts::Base',
      'implements base.ts::Seller',
    ]);
    expect(shop.filter(({ direction }) => direction === 'in').length).toBeGreaterThan(0);
    const sell = (await symbolIn(BUSY, 'Shop.sell', { max_tokens: 1500 })).edges.items;
    expect(sell.slice(0, 2).map(({ symbol }) => symbol)).toEqual([
      'parts.ts::weigh',
      'parts.ts::pack',
    ]);
    expect(sell.length).toBeGreaterThan(4);
  });

  it('use the space that a short body leaves', async () => {
    const { edges } = await symbolIn(BUSY, 'Shop.sell', { max_tokens: 30_000 });
    expect(edges.items.length).toBe(edges.total_count);
    expect(edges.total_count).toBeGreaterThan(150);
  });

  it.each([500, 1500, 4000])(
    'are the same for every transport at a budget of %i tokens',
    async (max_tokens) => {
      const [mcp, terminal, json] = await Promise.all(
        (['both', 'text', 'data'] as const).map((channel) =>
          symbolIn(BUSY, 'Shop', { channel, max_tokens }),
        ),
      );
      expect(terminal?.edges).toEqual(mcp?.edges);
      expect(json?.edges).toEqual(mcp?.edges);
    },
  );

  it('list tests after other callers', async () => {
    const { edges } = await symbolIn(
      {
        'a.test.ts': 'import { f } from "./f";\nf();\n',
        'f.ts': 'export function f() {}\n',
        'z.ts': 'import { f } from "./f";\nexport function g() {\n  f();\n}\n',
      },
      'f',
    );
    expect(edges.items.map(({ symbol }) => symbol)).toEqual(['z.ts::g', 'a.test.ts']);
  });
});

it('code_get_symbol names the members that a member overrides and is overridden by', async () => {
  const files = {
    'a.ts': [
      'export interface Seller { sell(): void }',
      'export class Shop implements Seller { sell() {} }',
      'export class Kiosk extends Shop { sell() {} }',
      '',
    ].join('\n'),
  };
  const { structured, text } = await symbolIn(files, 'Shop.sell');
  expect(structured['overrides']).toMatchObject({ items: ['a.ts::Seller::sell'] });
  expect(structured['overridden_by']).toMatchObject({ items: ['a.ts::Kiosk::sell'] });
  expect(text).toContain('overrides (1 of 1): a.ts::Seller::sell');
});

describe('the unresolved uses of a symbol', () => {
  const FILES = {
    'own.ts': 'export class Own {}\nexport function known() {}\n',
    'a.ts': [
      "import { Outer, run as go } from 'outer';",
      "import { Gone, type Missing } from './gone';",
      "import { known, Own } from './own';",
      'export class A extends Outer implements Gone {}',
      'export class B extends Own {}',
      'export function use(given: Missing): Own {',
      '  known();',
      '  go();',
      '  nowhere(known());',
      '  go();',
      '  return new Own();',
      '}',
      'export class C extends B implements Gone {}',
      '',
    ].join('\n'),
  };

  it('are its bases, with the module they come from', async () => {
    const { structured, text } = await symbolIn(FILES, 'A');
    expect(structured['unresolved']).toEqual({
      items: [
        { kind: 'base', name: 'Outer', from: 'outer', lines: [4] },
        { kind: 'base', name: 'Gone', from: './gone', lines: [4] },
      ],
      returned_count: 2,
      total_count: 2,
      truncated: false,
    });
    expect(text).toMatch(
      /unresolved in this project \(2 of 2\): base Outer from outer at 4; base Gone/,
    );
  });

  it('do not include a base in the same file', async () => {
    expect((await symbolIn(FILES, 'C')).structured['unresolved']).toMatchObject({
      items: [{ kind: 'base', name: 'Gone', from: './gone', lines: [13] }],
    });
  });

  it('are absent if all it uses is in the project', async () => {
    expect((await symbolIn(FILES, 'B')).structured).not.toHaveProperty('unresolved');
  });

  it('are its types and calls with their lines, without those that are resolved', async () => {
    const { structured } = await symbolIn(FILES, 'use');
    expect(structured['unresolved']).toMatchObject({
      items: [
        { kind: 'type', name: 'Missing', from: './gone', lines: [6] },
        { kind: 'call', name: 'run', from: 'outer', lines: [8, 10] },
        { kind: 'call', name: 'nowhere', lines: [9] },
      ],
    });
  });

  it('tell apart uses of one name of which some are resolved', async () => {
    const files = {
      'a.ts': [
        'export class Own { go() {} }',
        'export function one(own: Own, other: any) {',
        '  own.go();',
        '  other.go();',
        '}',
        '',
      ].join('\n'),
    };
    const { structured } = await symbolIn(files, 'one');
    expect(structured['unresolved']).toMatchObject({
      items: [{ kind: 'call', name: 'go', lines: [4] }],
    });
  });

  it('are listed up to a bound, with their total', async () => {
    const calls = Array.from({ length: 40 }, (_, index) => `  outer${index}();`);
    const text = ['export function many() {', ...calls, '}', ''].join('\n');
    const { structured } = await symbolIn({ 'a.ts': text }, 'many');
    expect(structured['unresolved']).toMatchObject({ returned_count: 10, total_count: 40 });
  });
});

describe('a long symbol', () => {
  const BODY = Array.from({ length: 100 }, (_, index) => `  step${index % 2}(${index});`);
  const FILES = {
    'long.ts': [
      'export function step0(_: number) {}',
      'export function step1(_: number) {}',
      'export function long() {',
      ...BODY,
      '}',
      'export class Short {}',
      '',
    ].join('\n'),
  };

  it.each([
    ['a line inside it', 'long.ts:50', [35, 65]],
    ['lines inside it', 'long.ts:50-60', [35, 75]],
    ['one of its last lines', 'long.ts:100', [85, 104]],
    ['its first line', 'long.ts:3', [3, 104]],
    ['its id', 'long.ts::long', [3, 104]],
  ])('named by %s shows the lines around', async (_, words, lines) => {
    const { structured, text, edges } = await symbolIn(FILES, words);
    const body = structured['body'] as { start_line: number; end_line: number };
    expect([body.start_line, body.end_line]).toEqual(lines);
    const isPart = lines[0] !== 3;
    expect(text.includes('ask for long.ts::long to see all of it')).toBe(isPart);
    expect(edges.items.map(({ symbol }) => symbol)).toContain('long.ts::step0');
  });
});
