import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { updateGraph } from '../../src/graph/update.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { declaration, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

const FILES = [
  graphFile('a.ts', [
    declaration('a.ts::run'),
    declaration('a.ts::Run', { kind: 'class' }),
    declaration('a.ts::Run::run', { kind: 'method', parent: 1 }),
  ]),
  graphFile('b.ts', [declaration('b.ts::run'), declaration('b.ts::a.ts')]),
  graphFile('empty.ts'),
];
const EDGES = [
  resolvedEdge({ source: 0, target: 2, kind: 'references', line: 4 }),
  resolvedEdge({ source: 0, target: 2, kind: 'calls', line: 5, form: 'new' }),
  resolvedEdge({ source: 0, targetFile: 1, target: 0, kind: 'calls', line: 6 }),
  resolvedEdge({ sourceFile: 1, source: 0, target: 2, kind: 'calls', line: 7 }),
  resolvedEdge({ source: -1, targetFile: 1, target: -1, kind: 'imports', names: ['run'] }),
];
const graph = buildGraph(FILES, EDGES);

test.each([
  ['a.ts', 0],
  ['a.ts::Run::run', 3],
  ['b.ts', 4],
  ['b.ts::a.ts', 6],
  ['a.ts::', undefined],
  ['run', undefined],
  ['', undefined],
])('finds the id %j at node %j', (id, node) => {
  expect(graph.find(id)).toBe(node);
});

test('finds the same ids before and after it builds the id table, also where paths contain the id separator', () => {
  const odd = buildGraph(
    [
      graphFile('a', [declaration('a::b'), declaration('a::b::c', { parent: 0 })]),
      graphFile('a::b', [declaration('a::b::c'), declaration('a::b::d')]),
    ],
    [],
  );
  const ids = ['a', 'a::b', 'a::b::c', 'a::b::d', 'a::b::e', 'a::c'];
  const found = [0, 1, 2, 5, undefined, undefined];
  for (let time = 0; time < 3; time++) expect(ids.map((id) => odd.find(id))).toEqual(found);
});

test.each([
  ['run', [1, 3, 5]],
  ['Run', [2]],
  ['RUN', []],
  ['a.ts', [6]],
  ['empty.ts', []],
  ['constructor', []],
])('finds the symbols named %j: %j', (name, nodes) => {
  expect(graph.byName(name)).toEqual(nodes);
});

test('lists every symbol name once, and no file names', () => {
  expect([...graph.names()]).toEqual(['run', 'Run', 'a.ts']);
});

test.each([
  ['a.ts', 0, [1, 2, 3]],
  ['b.ts', 4, [5, 6]],
  ['empty.ts', 7, []],
  ['a', undefined, []],
  ['zz.ts', undefined, []],
])('finds file %j at node %j with symbols %j', (path, node, symbols) => {
  expect(graph.fileNode(path)).toBe(node);
  expect(graph.symbolsOf(path)).toEqual(symbols);
});

test('lists the files in sorted order', () => {
  expect(graph.paths()).toEqual(['a.ts', 'b.ts', 'empty.ts']);
});

describe('edges', () => {
  const short = (edges: readonly { kind: string; source: number; target: number }[]): string[] =>
    edges.map(({ kind, source, target }) => `${source} ${kind} ${target}`);

  test('are listed by kind, then target, when outgoing', () => {
    expect(short(graph.outgoing(1))).toEqual(['1 calls 3', '1 calls 5', '1 references 3']);
  });

  test('are listed by kind, then source, when incoming, searched for or derived', () => {
    const searched = buildGraph(FILES, EDGES);
    const derived = buildGraph(FILES, EDGES);
    expect(derived.incomingLinks.inStart.at(-1)).toBe(derived.edgeCount);
    for (const one of [searched, derived])
      expect(short(one.incoming(3))).toEqual([
        '2 contains 3',
        '1 calls 3',
        '5 calls 3',
        '1 references 3',
      ]);
  });

  test.each([
    [['calls'], ['1 calls 3', '5 calls 3']],
    [
      ['references', 'contains'],
      ['2 contains 3', '1 references 3'],
    ],
    [['extends'], []],
    [[], []],
  ] as const)('are filtered by kind: %j', (kinds, expected) => {
    expect(short(graph.incoming(3, kinds))).toEqual(expected);
  });

  test('have a form, lines and names', () => {
    expect(graph.outgoing(1, ['calls'])[0]).toMatchObject({ form: 'new', lines: [5] });
    expect(graph.outgoing(0, ['imports'])).toMatchObject([{ target: 4, names: ['run'] }]);
  });

  test('are found by number', () => {
    const all = Array.from({ length: graph.edgeCount }, (_, edge) => graph.edge(edge));
    const nodes = Array.from({ length: graph.nodeCount }, (_, node) => node);
    expect(all).toEqual(nodes.flatMap((node) => graph.outgoing(node)));
  });
});

test('counts every kind, including absent ones', () => {
  const { nodes, edges } = graph.countByKind();
  expect(nodes).toMatchObject({ file: 3, function: 3, class: 1, method: 1, enum: 0 });
  expect(edges).toEqual({
    contains: 5,
    imports: 1,
    links: 0,
    mentions: 0,
    demonstrates: 0,
    about: 0,
    supersedes: 0,
    extends: 0,
    implements: 0,
    calls: 3,
    references: 1,
    requests: 0,
  });
});

test.each([-1, 8, 0.5, Number.NaN])('refuses the node number %d', (index) => {
  expect(() => graph.node(index)).toThrow('invariant broken');
  expect(() => graph.outgoing(index)).toThrow('invariant broken');
  expect(() => graph.incoming(index)).toThrow('invariant broken');
});

test('an empty graph is valid', () => {
  const empty = buildGraph([], []);
  expect([empty.nodeCount, empty.edgeCount, empty.paths(), empty.find('')]).toEqual([
    0,
    0,
    [],
    undefined,
  ]);
});

test('finds the same symbols of a name before and after it builds the name table', () => {
  const file = (path: string) =>
    graphFile(path, [declaration(`${path}::one`), declaration(`${path}::two`)]);
  // An update adds its strings without looking for them among those before.
  const own = updateGraph(buildGraph([file('a.ts')], []), {
    paths: ['a.ts', 'b.ts'].map(toRepoPath),
    files: new Map([[toRepoPath('b.ts'), file('b.ts')]]),
    edges: new Map([[toRepoPath('b.ts'), []]]),
    renumbered: new Map(),
  });
  for (let time = 0; time < 20; time++) {
    expect(own.byName('one')).toEqual([1, 4]);
    expect(own.byName('a.ts')).toEqual([]);
  }
});
