import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

async function linesOf(input: Record<string, unknown>): Promise<string[]> {
  const { call } = await toolCaller();
  return (await call('graph_path', input)).text.split('\n');
}

describe('graph_path', () => {
  it('lists the shortest paths with the lines of each step', async () => {
    const lines = await linesOf({ from: 'sellOne', to: 'sumCents' });
    expect(lines.filter((line) => !/^ {7}\d+\|/.test(line))).toEqual([
      '2 paths from src/main.ts::sellOne to src/shared/money.ts::sumCents, the shortest of 2 steps',
      '1. src/main.ts::sellOne',
      '   → calls src/checkout/checkout.ts::Checkout::pay at src/main.ts:18',
      '   → calls src/shared/money.ts::sumCents at src/checkout/checkout.ts:18',
      '2. src/main.ts::sellOne',
      '   → calls src/checkout/checkout.ts::Checkout::pay at src/main.ts:18',
      '   → calls src/cart/cart.ts::Cart::total at src/checkout/checkout.ts:19',
      '   → calls src/shared/money.ts::sumCents at src/cart/cart.ts:33',
    ]);
  });

  it('returns the same paths as data', async () => {
    const { call } = await toolCaller();
    const { structured } = await call('graph_path', {
      from: 'sellOne',
      to: 'sumCents',
      max_results: 1,
    });
    expect(structured).toMatchObject({
      from: { id: 'src/main.ts::sellOne' },
      to: { id: 'src/shared/money.ts::sumCents' },
      paths: [
        {
          length: 2,
          hops: [
            {
              edge: 'calls',
              source: 'src/main.ts::sellOne',
              symbol: 'src/checkout/checkout.ts::Checkout::pay',
              at: 'src/main.ts:18',
              evidence: 'exact',
            },
            { symbol: 'src/shared/money.ts::sumCents', at: 'src/checkout/checkout.ts:18' },
          ],
        },
      ],
      returned_count: 1,
    });
  });

  describe('through members that override others', () => {
    const files = {
      'store.ts':
        'export interface Store { save(): void }\nexport class Disk implements Store { save() { this.write(); }\n write() {} }\nexport class Memory implements Store { save() {} }\n',
      'app.ts':
        "import type { Store } from './store.js';\nexport function run(store: Store) {\n  store.save();\n}\n",
    };

    it('goes on at the member that runs, and says that others may', async () => {
      const { call } = await toolCaller({ temp: await tempProject(files) });
      const { text, structured } = await call('graph_path', { from: 'run', to: 'Disk.write' });
      expect(text.split('\n')).toEqual([
        '1 path from app.ts::run to store.ts::Disk::write, the shortest of 2 steps',
        '1. app.ts::run',
        '   → calls store.ts::Store::save at app.ts:3',
        '       3|store.save();',
        '   which store.ts::Disk::save overrides, one of 2 that may run',
        '   → calls store.ts::Disk::write at store.ts:2',
        expect.stringContaining('2|export class Disk'),
      ]);
      const hops = [{ runs: 'store.ts::Disk::save', runs_one_of: 2 }, { edge: 'calls' }];
      expect(structured).toMatchObject({ paths: [{ length: 2, hops }] });
    });

    it('names the other members that lead to the next step', async () => {
      const both = {
        ...files,
        'store.ts':
          'export interface Store { save(): void }\nexport class Disk implements Store { save() { write(); } }\nexport class Memory implements Store { save() { write(); } }\nfunction write() {}\n',
      };
      const { call } = await toolCaller({ temp: await tempProject(both) });
      const { text, structured } = await call('graph_path', { from: 'run', to: 'write' });
      expect(text).toContain(
        'which store.ts::Disk::save overrides, one of 2 that may run; the next step is also in store.ts::Memory::save',
      );
      const hops = [{ runs_also: ['store.ts::Memory::save'] }, {}];
      expect(structured).toMatchObject({ paths: [{ hops }] });
    });

    it('ends at one, and begins with a member that is overridden', async () => {
      const { call } = await toolCaller({ temp: await tempProject(files) });
      const end = await call('graph_path', { from: 'run', to: 'Memory.save' });
      expect(end.text.split('\n').at(-1)).toBe(
        '   which store.ts::Memory::save overrides, one of 2 that may run',
      );
      const start = await call('graph_path', { from: 'Store.save', to: 'Disk.write' });
      expect(start.text).toContain(
        '1. store.ts::Store::save\n   which store.ts::Disk::save overrides, one of 2 that may run\n   → calls store.ts::Disk::write',
      );
    });

    it('does so only where nothing else leads there', async () => {
      const direct = {
        ...files,
        'both.ts':
          "import { Disk, type Store } from './store.js';\nexport function both(store: Store) {\n  store.save();\n  new Disk().save();\n}\n",
      };
      const { call } = await toolCaller({ temp: await tempProject(direct) });
      const { text } = await call('graph_path', { from: 'both', to: 'Disk.write' });
      expect(text).toContain('1 path from');
      expect(text).toContain('→ calls store.ts::Disk::save at both.ts:4');
      expect(text).not.toContain('overrides');
    });
  });

  it('chooses connected symbols among several of the same name', async () => {
    const temp = await tempProject({
      'a.ts': 'export function open() { return 1; }',
      'b.ts': 'export function open() { return close(); }\nfunction close() { return 2; }\n',
      'c.ts': "import { open } from './a.js';\nopen();\n",
    });
    const { call } = await toolCaller({ temp });
    const { text } = await call('graph_path', { from: 'open', to: 'close' });
    expect(text).toContain('1 path from b.ts::open to b.ts::close, the shortest of 1 step');
    expect(text).toContain(
      'note: "open" is ambiguous (2 matches); using b.ts::open. Others: a.ts::open',
    );
  });

  it('accepts paths that begin and end anywhere inside the named symbols', async () => {
    const lines = await linesOf({ from: 'Checkout', to: 'src/shared/money.ts', kinds: ['calls'] });
    expect(lines).toContain('1. src/checkout/checkout.ts::Checkout::pay');
    const files = await linesOf({ from: 'src/main.ts', to: 'money.ts', kinds: ['imports'] });
    expect(files[0]).toMatch(/^3 paths .* the shortest of 2 steps$/);
    expect(files[2]).toMatch(/ {3}→ imports src\/\S+ at src\/main\.ts:\d+/);
  });

  it('says when a step continues in the constructor of the preceding class', async () => {
    const temp = await tempProject({
      'a.ts':
        'export class Box { constructor() { helper(); } }\nfunction helper() {}\nfunction use() { new Box(); }\n',
    });
    const { call } = await toolCaller({ temp });
    const { text } = await call('graph_path', { from: 'use', to: 'helper' });
    expect(text.split('\n').slice(1)).toEqual([
      '1. a.ts::use',
      '   → calls a.ts::Box at a.ts:3',
      '       3|function use() { new Box(); }',
      '   (in a.ts::Box::constructor) → calls a.ts::helper at a.ts:1',
      '       1|export class Box { constructor() { helper(); } }',
    ]);
  });

  it('explains an empty answer by what was searched, and mentions a path in the other direction', async () => {
    const lines = await linesOf({ from: 'sumCents', to: 'sellOne' });
    expect(lines).toEqual([
      'no path from src/shared/money.ts::sumCents to src/main.ts::sellOne',
      'note: searched imports, extends, implements, calls, references, requests up to 8 steps, evidence scoped or stronger',
      'note: there is a path the other way round, of 2 steps',
      expect.stringMatching(/untyped receivers/),
    ]);
  });

  it('respects the depth limit', async () => {
    const lines = await linesOf({ from: 'sellOne', to: 'sumCents', depth: 1 });
    expect(lines[0]).toMatch(/^no path/);
    expect(lines).toContainEqual(expect.stringContaining('up to 1 step,'));
  });

  it('lists what leads to the end, outside of tests, if nothing connects it with the start', async () => {
    const { call } = await toolCaller({
      temp: await tempProject({
        'route.ts':
          "import { tell } from './mail.js';\nexport const route = () => bus.emit('sold');\n",
        'mail.ts': 'export function send() {}\nexport function tell() { send(); }\n',
        'start.ts':
          "import { tell } from './mail.js';\nexport function start() { bus.on('sold', tell); }\n",
        'mail.test.ts': "import { send } from './mail.js';\nexport function check() { send(); }\n",
      }),
    });
    const { text } = await call('graph_path', { from: 'route', to: 'send' });
    expect(text.split('\n').slice(0, 4)).toEqual([
      'no path from route.ts::route to mail.ts::send',
      'what leads to mail.ts::send:',
      '  mail.ts::send ← calls in mail.ts::tell at mail.ts:2',
      '  mail.ts::tell ← references in start.ts::start at start.ts:2',
    ]);
  });

  it('says when one end is part of the other', async () => {
    expect(await linesOf({ from: 'Cart.total', to: 'Cart' })).toContain(
      'note: src/cart/cart.ts::Cart::total is part of src/cart/cart.ts::Cart',
    );
  });

  it('says which of several symbols of one name it used', async () => {
    const lines = await linesOf({ from: 'discountFor', to: 'Cart.total' });
    expect(lines.at(-1)).toMatch(
      /"discountFor" is ambiguous \(2 matches\); using .*discountFor\. Others: .*discountFor$/,
    );
  });

  it('rejects an unknown symbol', async () => {
    await expect(linesOf({ from: 'sellOne', to: 'nowhere' })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
    });
  });
});
