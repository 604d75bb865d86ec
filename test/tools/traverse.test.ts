import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

async function linesOf(input: Record<string, unknown>): Promise<string[]> {
  const { call } = await toolCaller();
  return (await call('graph_traverse', input)).text.split('\n');
}

/** Without the head line. */
async function treeOf(input: Record<string, unknown>): Promise<string[]> {
  return (await linesOf(input)).slice(1).filter((line) => !line.startsWith('note: '));
}

const TOTAL = 'src/cart/cart.ts::Cart::total (method) at line 33';
const DISCOUNT = 'src/checkout/discount.ts::BulkDiscount::discountFor (method) at line 18';

describe('graph_traverse', () => {
  it('shows the users of a symbol as a tree, depth first, with lines and ends', async () => {
    expect(await linesOf({ symbol: 'sumCents', depth: 4 })).toEqual([
      'src/shared/money.ts::sumCents (function, src/shared/money.ts:5-7), in: 6 of 6 symbols within 4 steps',
      `  ← calls ${TOTAL}`,
      `    ← calls ${DISCOUNT} ⋯ seen`,
      '    ← calls src/ui/cart-view.tsx::CartView (function) at line 17 ⋯ end',
      '    ← calls test/cart.test.ts (file) at line 5 ⋯ end',
      '  ← calls src/checkout/checkout.ts::Checkout::pay (method) at line 18',
      '    ← calls src/main.ts::sellOne (function) at line 18 ⋯ end',
    ]);
  });

  it('returns the same tree as data', async () => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_traverse', { symbol: 'sumCents', depth: 1 });
    expect(structured['steps']).toEqual([
      {
        depth: 1,
        direction: 'in',
        edge: 'calls',
        symbol: 'src/cart/cart.ts::Cart::total',
        kind: 'method',
        at: 'src/cart/cart.ts:33',
        evidence: 'exact',
        end: 'depth',
        unshown: 3,
      },
      expect.objectContaining({ symbol: 'src/checkout/checkout.ts::Checkout::pay', end: 'depth' }),
    ]);
  });

  it('includes edges of everything inside the start', async () => {
    const tree = await treeOf({ symbol: 'Cart', direction: 'out', kinds: ['calls'], depth: 1 });
    expect(tree).toEqual([
      '  → calls src/shared/event-emitter.ts::EventEmitter::emit (method) at line 22 from src/cart/cart.ts::Cart::add ⋯ depth, 1 more',
      '  → calls src/shared/money.ts::sumCents (function) at line 33 from src/cart/cart.ts::Cart::total ⋯ end',
    ]);
  });

  it.each<[string, Record<string, unknown>, RegExp, number]>([
    ['edge kinds', { kinds: ['imports'], direction: 'out', symbol: 'src/main.ts' }, /imports/, 10],
    ['symbol kinds', { symbol_kinds: ['method'] }, /\(method\)/, 3],
    ['paths', { paths: ['src/checkout'] }, /src\/checkout\//, 1],
    ['negated paths', { paths: ['!test/**', '!src/ui/**'] }, /src\/(?!ui)/, 4],
    ['languages', { languages: ['TSX'], symbol: 'Cart.total' }, /cart-view\.tsx/, 1],
  ])('filters by %s', async (_, input, row, count) => {
    const tree = await treeOf({ symbol: 'sumCents', depth: 8, ...input });
    expect(tree).toHaveLength(count);
    for (const line of tree) expect(line).toMatch(row);
  });

  it('says whether a filter, a cycle or the limit ended a branch', async () => {
    const tree = await treeOf({ symbol: 'sumCents', depth: 8, paths: ['src/cart'] });
    expect(tree).toEqual([`  ← calls ${TOTAL} ⋯ filter, 4 more`]);
    const calls = { direction: 'out', kinds: ['calls'], depth: 8 };
    expect(await treeOf({ symbol: 'chargeWithRetry', ...calls, direction: 'both' })).toContainEqual(
      expect.stringMatching(/ ⋯ seen$/),
    );
    const lines = await linesOf({ symbol: 'sumCents', depth: 8, max_results: 1 });
    expect(lines.slice(1)).toEqual([
      `  ← calls ${TOTAL} ⋯ limit, 4 more`,
      'note: cut to max_results 1: the nearest 1 of 6. Raise max_results for more.',
    ]);
  });

  it('drops the farthest symbols to fit max_tokens, and says so', async () => {
    const callers = Array.from({ length: 60 }, (_, i) => `export const f${i} = () => target();`);
    const far = 'export const far = () => f0();';
    const temp = await tempProject({
      'a.ts': `export function target(): void {}\n${callers.join('\n')}\n${far}\n`,
    });
    const { call } = await toolCaller({ temp });
    const { structured, text } = await call('graph_traverse', {
      symbol: 'target',
      max_tokens: 600,
      max_results: 500,
    });
    expect(structured).toMatchObject({ total_count: 61, truncated: true });
    expect(text).toMatch(/cut to max_tokens 600: the nearest \d+ of 61 fit/);
    expect(text).not.toContain('::far');
    expect(text).toContain('⋯ limit, 1 more');
  });

  it('continues from a class in its constructor, and from an overload in its implementation', async () => {
    const temp = await tempProject({
      'a.ts': `
export class Box { constructor() { helper(); } }
export function helper(): void {}
export function make(size: number): Box;
export function make(): Box { return new Box(); }
export function use(): void { make(); }
`,
    });
    const { call } = await toolCaller({ temp });
    const out = await call('graph_traverse', {
      symbol: 'use',
      direction: 'out',
      kinds: ['calls'],
      depth: 8,
    });
    expect(out.text.split('\n').slice(1)).toEqual([
      '  → calls a.ts::make (function) at line 6',
      '    → calls a.ts::Box (class) at line 5',
      '      → calls a.ts::helper (function) at line 2 ⋯ end',
    ]);
    const into = await call('graph_traverse', { symbol: 'helper', kinds: ['calls'], depth: 8 });
    expect(into.text).toContain('      ← calls a.ts::use (function) at line 6 ⋯ end');
  });

  it('names a member that several rows go through once', async () => {
    const calls = ['a', 'b', 'c'].map((name) => `export function ${name}(s: Store) { s.save(); }`);
    const temp = await tempProject({
      'store.ts':
        'export interface Store { save(): void }\nexport class Disk implements Store {\n  save() {}\n}\n',
      'app.ts': `import type { Store } from './store.js';\n${calls.join('\n')}\n`,
    });
    const { call } = await toolCaller({ temp });
    const { text } = await call('graph_traverse', { symbol: 'Disk.save', kinds: ['calls'] });
    expect(text.match(/through store\S+/g)).toEqual(['through store.ts::Store::save']);
    expect(text.match(/through the same/g)).toHaveLength(2);
  });

  it('goes through members without a body to what implements them, and back', async () => {
    const temp = await tempProject({
      'store.ts':
        'export interface Store { save(): void }\nexport class Disk implements Store {\n  save() { write(); }\n}\nfunction write() {}\n',
      'app.ts':
        "import type { Store } from './store.js';\nexport function run(store: Store) {\n  store.save();\n}\n",
      'base.ts': 'class Base { run() {} }\nclass Sub extends Base { run() {} }\n',
    });
    const { call } = await toolCaller({ temp });
    const walk = { kinds: ['calls'], depth: 4 };
    const into = await call('graph_traverse', { symbol: 'write', ...walk });
    expect(into.text.split('\n').slice(1)).toEqual([
      '  ← calls store.ts::Disk::save (method) at line 3',
      '    ← calls app.ts::run (function) at line 3 through store.ts::Store::save ⋯ end',
    ]);
    const out = await call('graph_traverse', { symbol: 'run', direction: 'out', ...walk });
    expect(out.text.split('\n').slice(1, 3)).toEqual([
      '  → calls store.ts::Store::save (method) at line 3',
      '    → calls store.ts::write (function) at line 3 through store.ts::Disk::save ⋯ end',
    ]);
    expect(out.structured['steps']).toMatchObject([{}, { through: 'store.ts::Disk::save' }]);
    const onTheWay = { symbol: 'run', to: ['write'], direction: 'out', ...walk };
    expect((await call('graph_traverse', onTheWay)).text).toBe(out.text);
    const back = { symbol: 'write', to: ['run'], depth: 3 };
    expect((await call('graph_traverse', back)).text).toContain('← calls app.ts::run (function)');
    const sub = await call('graph_traverse', { symbol: 'Sub.run' });
    expect(sub.text).toContain('it may be called through base.ts::Base::run; query those');
  });

  it('explains an empty answer: what was searched and what could hide an edge', async () => {
    const lines = await linesOf({ symbol: 'CartView' });
    expect(lines[0]).toMatch(/, in: nothing reached$/);
    expect(lines.slice(1)).toEqual([
      'note: searched imports, extends, implements, calls, references, requests (in) in 14 files',
      'note: 1 import could not be resolved, so edges may be missing',
      expect.stringMatching(/could not be bound .* none of them named CartView/),
      expect.stringMatching(/untyped receivers/),
    ]);
    const filtered = await linesOf({ symbol: 'sumCents', languages: ['javascript'] });
    expect(filtered.join('\n')).toContain('2 neighbours left out by languages');
    const away = await linesOf({ symbol: 'sumCents', to: ['sellOne'], direction: 'out' });
    expect(away.join('\n')).toContain('note: direction in leads there');
    const near = await linesOf({ symbol: 'sumCents', to: ['sellOne'], depth: 1 });
    expect(near.join('\n')).toContain('2 neighbours left out by to');
  });

  it('clamps the depth and rejects unknown values', async () => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_traverse', { symbol: 'sumCents', depth: 99 });
    expect(structured['notes']).toContain('depth 99 is outside of 1 to 8; used 8');
    await expect(
      call('graph_traverse', { symbol: 'sumCents', languages: ['cobol'] }),
    ).rejects.toMatchObject({ code: 'GM_USAGE' });
  });
});
