/** Which symbol an answer is about, where the words of the question fit several, or a place beside one. */
import { describe, expect, it, test } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

const FILES = {
  'src/a.ts': `export class Store {
  /**
   * Opens the store.
   * Fails when it is locked.
   */
  open(): void {}
}
export function openAll(store: Store): void { store.open(); }
export function openTwice(store: Store): void { store.open(); store.open(); }
`,
  'src/b.ts': `export class Door {
  open(): void {}
}
export function enter(door: Door): void { door.open(); }
`,
  'src/c.ts':
    'export function parse(text: string): void;\nexport function parse(): void;\nexport function parse(): void {}\n',
  'test/c.test.ts': 'export function parse(): void {}\n',
};

async function caller(files: Readonly<Record<string, string>> = FILES) {
  return toolCaller({ temp: await tempProject(files, { include: ['**/*'] }) });
}

describe('a start that matches several symbols', () => {
  it.each(['graph_traverse', 'graph_neighbors'])(
    'is not guessed by %s, which lists the candidates',
    async (name) => {
      const { call } = await caller();
      const { structured, text } = await call(name, { symbol: 'open' });
      expect(structured).toMatchObject({
        candidates: {
          items: [
            { id: 'src/a.ts::Store::open', path: 'src/a.ts' },
            { id: 'src/b.ts::Door::open' },
          ],
          total_count: 2,
        },
        returned_count: 0,
      });
      expect(structured).not.toHaveProperty('symbol');
      expect(text).toContain('"open" is ambiguous (2 matches)');
      expect(text).toContain('src/b.ts:2 method Door::open');
      const again = await call(name, { symbol: 'src/b.ts::Door::open' });
      expect(again.structured['total_count']).toBeGreaterThan(0);
    },
  );

  it('is resolved with a note if a rule decides: overloads count as one, tests come last', async () => {
    const { call } = await caller();
    const { structured } = await call('graph_traverse', { symbol: 'parse' });
    expect(structured).toMatchObject({
      symbol: { id: expect.stringMatching(/^src\/c\.ts::parse/) },
      notes: expect.arrayContaining(['same name: test/c.test.ts::parse']),
    });
  });
});

it.each(['code_references', 'code_get_symbol', 'docs_cross_references'])(
  '%s says which of several matching symbols it used, and lists the others',
  async (name) => {
    const { call } = await caller();
    const { text } = await call(name, { symbol: 'open' });
    expect(text).toContain(
      '"open" is ambiguous (2 matches); using src/a.ts::Store::open. Others: src/b.ts::Door::open',
    );
  },
);

it('graph_path says which of several matching symbols it used, or that it tried them', async () => {
  const { call } = await caller();
  const { text } = await call('graph_path', { from: 'enter', to: 'open' });
  expect(text).toMatch(/1 path from src\/b\.ts::enter to src\/b\.ts::Door::open/);
  expect(text).toContain(
    '"open" is ambiguous (2 matches); using src/b.ts::Door::open. Others: src/a.ts::Store::open',
  );
  const none = await call('graph_path', { from: 'parse', to: 'open' });
  expect(none.text).toContain('"open" is ambiguous (2 matches); tried 2');
});

test.each([
  ['src/a.ts:3', 'src/a.ts::Store::open', 'inside of the comment'],
  ['src/a.ts:2-5', 'src/a.ts::Store::open', 'its lines'],
  ['src/a.ts:1', 'src/a.ts::Store', 'a line of the symbol itself'],
  ['lib.rs:1', 'lib.rs::Config', 'above attributes'],
  ['lib.rs:6', 'lib.rs', 'a comment that nothing follows'],
  ['lib.py:1', 'lib.py::Job', 'above decorators'],
])('the location %s resolves to %s: %s', async (symbol, id) => {
  const { call } = await caller({
    ...FILES,
    'lib.rs':
      '/// How it is set up.\n#[derive(Debug)]\n#[non_exhaustive]\npub struct Config {}\n\n// The end.\n',
    'lib.py': '# Does one thing.\n@dataclass\n@final\nclass Job:\n    pass\n',
  });
  const { structured } = await call('code_get_symbol', { symbol });
  expect(structured['symbol']).toMatchObject({ id });
  const read = await call('code_references', { symbol });
  expect(read.structured['symbol']).toMatchObject({ id });
});

describe('if a filter by kinds leaves nothing,', () => {
  it.each([
    [
      'code_references',
      { kinds: ['extends'] },
      'uses of other kinds, left out by kinds: calls 2, imports 1',
    ],
    [
      'graph_neighbors',
      { kinds: ['extends'] },
      'edges of other kinds, left out by kinds: in.calls 2',
    ],
    [
      'graph_traverse',
      { kinds: ['extends'] },
      'edges of other kinds, left out by kinds: in.calls 2',
    ],
  ])('%s counts the edges of other kinds', async (name, input, note) => {
    const { call } = await caller({
      'a.ts': 'export function used(): void {}\nexport const one = () => used();\n',
      'b.ts': "import { used } from './a.ts';\nexport const two = () => used();\n",
    });
    const { structured } = await call(name, { symbol: 'used', ...input });
    expect(JSON.stringify(structured['notes'])).toContain(note);
    const { structured: all } = await call(name, { symbol: 'used' });
    expect(JSON.stringify(all['notes'])).not.toContain('left out by kinds');
  });
});
