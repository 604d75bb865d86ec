/** Everything that has to change when a symbol changes. */
import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/store.ts': `export interface Store { get(key: string): string }
export class Memory implements Store {
  constructor(readonly name: string) {}
  get(key: string): string { return key; }
}
export class Cached extends Memory {
  override get(key: string): string { return super.get(key); }
}
export type Getter = typeof Memory.prototype.get;
`,
  'src/index.ts': "export { Memory } from './store';\n",
  'src/main.ts': `import { Memory } from './index';
import { Cached, type Store } from './store';
export function first(store: Store): string { return store.get('a'); }
export function second(): string { return new Memory('b').get('c'); }
export function third(): string { return second() + new Cached('d').get('e'); }
export const kept: Memory[] = [];
export { Cached };
`,
  'test/store.test.ts': "import { Memory } from '../src/store';\nnew Memory('t').get('u');\n",
  'docs/store.md': '# Stores\n\n`Memory` keeps everything in memory.\n',
};

interface Use {
  readonly group: string;
  readonly path: string;
  readonly lines: readonly number[];
  readonly kind: string;
  readonly distance: number;
}

async function impactOf(input: Record<string, unknown>) {
  const { call } = await toolCaller({ temp: await tempProject(FILES) });
  const { structured, text } = await call('impact', { max_tokens: 8000, ...input });
  const uses = (structured['uses'] as { items: Use[] }).items.map(
    ({ group, path, lines, kind, distance }) =>
      `${group} ${path}:${lines.join()} ${kind}${distance === 1 ? '' : ` ${distance} steps`}`,
  );
  const declarations = (structured['declarations'] as { id: string; relation: string }[]).map(
    ({ id, relation }) => `${relation} ${id.replace(/^.*?::/, '')}`,
  );
  return { structured, text, uses, declarations };
}

describe('impact', () => {
  it('names the members above and below a method, and every call of each', async () => {
    const { declarations, uses, text } = await impactOf({ symbols: 'Cached.get' });
    expect(declarations).toEqual(['itself Cached::get', 'base Memory::get', 'base Store::get']);
    expect(uses).toEqual([
      'uses src/store.ts:7 calls',
      'uses src/store.ts:9 references',
      'uses src/main.ts:3 calls',
      'uses src/main.ts:4 calls',
      'uses src/main.ts:5 calls',
      'tests test/store.test.ts:2 calls',
    ]);
    expect(text).toContain('    3|export function first(store: Store): string');
    expect(text).toContain('src/main.ts:3 first [of Store]');
    expect(text).toContain('account of `get`: ');
    const above = await impactOf({ symbols: 'Store.get' });
    expect(above.text).toContain(' 1 implements, 1 reference, 1 declaration (listed) + 0 open');
  });

  it('names for a constructor the creations of the class and of subclasses without their own', async () => {
    const { declarations, uses } = await impactOf({ symbols: 'Memory' });
    expect(declarations).toEqual([
      'itself Memory',
      'overload Memory::constructor',
      'inherits Cached',
    ]);
    expect(uses).toEqual([
      'uses src/main.ts:4 calls',
      'uses src/main.ts:5 calls',
      'tests test/store.test.ts:2 calls',
    ]);
  });

  it('adds types, heritage, imports and open lines when a name changes', async () => {
    const { uses, structured, text } = await impactOf({ symbols: 'Cached', change: 'rename' });
    expect(uses).toEqual(['uses src/main.ts:5 calls', 'imports src/main.ts:2 imports']);
    expect(structured['accounts']).toMatchObject([
      { lines: { open: 1 }, open_at: ['src/main.ts:7'] },
    ]);
    expect(text).toContain('impact of renaming src/store.ts::Cached');
    const memory = await impactOf({ symbols: 'Memory', change: 'remove' });
    expect(memory.uses).toEqual(
      expect.arrayContaining([
        'uses src/store.ts:6 extends',
        'uses src/main.ts:6 references',
        'imports src/index.ts:1 imports',
        'tests test/store.test.ts:1 imports',
      ]),
    );
    expect(memory.structured['documentation']).toEqual(['docs/store.md:3 Stores']);
  });

  it('lists tests and names of a type by file, without code, after what extends the type', async () => {
    const files = {
      'src/a.ts': [
        'export interface Shape { area(): number }',
        'export function first(shape: Shape) { return shape.area(); }',
        'export function second(shape: Shape) { return shape.area(); }',
        'export class Circle implements Shape { area() { return 1; } }',
        '',
      ].join('\n'),
      'test/a.test.ts': [
        "import { first, type Shape } from '../src/a';",
        'function one(shape: Shape) { first(shape); }',
        'function two(shape: Shape) { first(shape); }',
        '',
      ].join('\n'),
    };
    const { call } = await toolCaller({ temp: await tempProject(files), channel: 'text' });
    const shape = await call('impact', { symbols: 'Shape' });
    expect(shape.text).toContain(
      [
        '  src/a.ts:4 Circle [implements]',
        '    4|export class Circle implements Shape { area() { return 1; } }',
        '  named as a type:',
        '  src/a.ts',
        '   :2 first',
        '   :3 second',
      ].join('\n'),
    );
    const first = await call('impact', { symbols: 'first' });
    expect(first.text).toContain('  test/a.test.ts\n   :2 one\n   :3 two');
  });

  it('names only the lines of imports that import the symbol', async () => {
    const files = {
      'base.py': 'class Plugin:\n    pass\n\nclass Other:\n    pass\n',
      'use.py': 'from base import Other\nfrom base import Plugin\n\nx = [Other, Plugin]\n',
    };
    const temp = await tempProject(files, { include: ['**/*'] });
    const { call } = await toolCaller({ temp, channel: 'text' });
    const { text } = await call('impact', { symbols: 'Plugin', change: 'rename' });
    expect(text).toContain('imports (1 place):\n  use.py:2\n    2|from base import Plugin');
    const uses = await call('code_references', { symbol: 'Plugin' });
    expect(uses.text).toContain('imports (1):\n  use.py:2\n');
  });

  it('follows callers of callers for a changed behaviour, nearest first', async () => {
    const { uses } = await impactOf({ symbols: 'second', change: 'behaviour', depth: 2 });
    expect(uses).toEqual(['uses src/main.ts:5 calls']);
    const deep = await impactOf({ symbols: 'Memory.get', change: 'behaviour', depth: 2 });
    expect(deep.uses).toContain('uses src/main.ts:5 calls');
  });

  it('lists all types below a class whose behaviour changes, and unit tests of Rust as tests', async () => {
    const { call } = await toolCaller({
      temp: await tempProject(
        {
          'a.ts':
            'export class A {}\nexport class B extends A { constructor() { super(); } }\nexport class C extends B {}\n',
          'Cargo.toml': '[package]\nname = "a"\n',
          'src/lib.rs':
            'pub fn size() -> u8 { 1 }\npub fn used() -> u8 { size() }\n#[cfg(test)]\nmod tests {\n    use super::*;\n    fn works() { size(); }\n}\n',
        },
        { include: ['**/*'] },
      ),
    });
    const below = await call('impact', { symbols: ['a.ts::A'], change: 'behaviour' });
    expect(below.text).toContain('a.ts:2 B [extends]');
    expect(below.text).toContain('a.ts:3 C [extends, of B, 2 steps]');
    const { structured } = await call('impact', { symbols: ['src/lib.rs::size'] });
    expect(structured['by_group']).toEqual({ uses: 1, tests: 1 });
  });

  it('answers for several symbols at once, and one unknown name does not fail the others', async () => {
    const { structured, text } = await impactOf({ symbols: ['first', 'nothing', 'second'] });
    expect(structured['symbols']).toMatchObject([
      { id: 'src/main.ts::first' },
      { id: 'src/main.ts::second' },
    ]);
    expect(structured['failed']).toMatchObject([
      { requested: 'nothing', code: 'GM_SYMBOL_NOT_FOUND' },
    ]);
    expect(text).toContain('note: no symbol "nothing" in the index');
    await expect(impactOf({ symbols: ['nothing'] })).rejects.toMatchObject({
      code: 'GM_SYMBOL_NOT_FOUND',
    });
  });

  it('drops code before places when the answer is too long', async () => {
    const { structured, text } = await impactOf({
      symbols: 'Memory',
      change: 'rename',
      max_tokens: 300,
    });
    expect(structured['uses']).toMatchObject({ truncated: true });
    expect(text).toContain('cut to max_tokens 300');
  });
});
