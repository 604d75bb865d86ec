import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { EDGE_FORMS, EDGE_KINDS, type Edge, EVIDENCE } from '../../src/model/edge.ts';
import {
  anyGraphInput,
  declaration,
  type GraphInput,
  graphFile,
  resolvedEdge,
} from '../helpers/graph-fixtures.ts';

const SHOP = [
  graphFile('shop/cart.ts', [
    declaration('shop/cart.ts::Cart', { kind: 'class', exported: true }),
    declaration('shop/cart.ts::Cart::add', { kind: 'method', parent: 0, visibility: 'protected' }),
    declaration('shop/cart.ts::total'),
  ]),
  graphFile('shop/main.ts', [declaration('shop/main.ts::main')]),
];

describe('nodes', () => {
  const graph = buildGraph(SHOP, []);

  test('are numbered file by file, each file before its declarations', () => {
    const ids = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index).id);
    expect(ids).toEqual([
      'shop/cart.ts',
      'shop/cart.ts::Cart',
      'shop/cart.ts::Cart::add',
      'shop/cart.ts::total',
      'shop/main.ts',
      'shop/main.ts::main',
    ]);
  });

  test('have the path for files, and the declared properties for symbols', () => {
    expect(graph.node(0)).toEqual({
      index: 0,
      id: 'shop/cart.ts',
      kind: 'file',
      name: 'cart.ts',
      path: 'shop/cart.ts',
      language: 'typescript',
      parent: -1,
      signature: 'shop/cart.ts',
      doc: '',
      start: 0,
      end: 0,
      bodyStart: 0,
      startLine: 1,
      endLine: 50,
      exported: false,
      visibility: 'public',
      modifiers: 0,
    });
    expect(graph.node(2)).toMatchObject({ kind: 'method', parent: 1, visibility: 'protected' });
    expect(graph.node(1)).toMatchObject({ kind: 'class', parent: 0, exported: true });
  });

  test('are connected by contains edges without lines', () => {
    expect(graph.edgeCount).toBe(4);
    expect(graph.outgoing(1)).toEqual([
      {
        source: 1,
        target: 2,
        kind: 'contains',
        evidence: 'exact',
        form: 'plain',
        lines: [],
        names: [],
      },
    ]);
  });
});

describe('several occurrences of one edge', () => {
  const merged = (...occurrences: Parameters<typeof resolvedEdge>[0][]): readonly Edge[] => {
    const graph = buildGraph(
      SHOP,
      occurrences.map((given) => resolvedEdge({ source: 2, ...given })),
    );
    return graph.outgoing(3);
  };

  test('merge into one edge with all lines, all names and the strongest evidence', () => {
    expect(
      merged(
        { line: 9, names: ['b'], evidence: 'nameOnly' },
        { line: 3, names: ['c', 'a'], evidence: 'exact' },
        { line: 9, names: ['a'], evidence: 'scoped' },
      ),
    ).toEqual([
      expect.objectContaining({ lines: [3, 9], names: ['a', 'b', 'c'], evidence: 'exact' }),
    ]);
  });

  test('take the form of the first line, not of the first occurrence', () => {
    const [edge] = merged({ line: 9, form: 'plain' }, { line: 3, form: 'new' });
    expect(edge?.form).toBe('new');
  });

  test('stay separate edges when their kinds differ', () => {
    expect(merged({ kind: 'references' }, { kind: 'calls' }).map((edge) => edge.kind)).toEqual([
      'calls',
      'references',
    ]);
  });

  test('from a symbol to itself count for calls only', () => {
    const loops = merged({ target: 2, kind: 'references' }, { target: 2, kind: 'calls' });
    expect(loops.map((edge) => [edge.kind, edge.target])).toEqual([['calls', 3]]);
  });
});

test.each([
  ['files out of order', [...SHOP].reverse(), []],
  ['the same file twice', [SHOP[0]!, SHOP[0]!], []],
  ['a parent after its child', [graphFile('a.ts', [declaration('a.ts::x', { parent: 0 })])], []],
  ['an edge to no file', SHOP, [resolvedEdge({ targetFile: 2 })]],
  ['an edge to no declaration', SHOP, [resolvedEdge({ target: 3 })]],
  ['an edge from no declaration', SHOP, [resolvedEdge({ source: -2 })]],
  ['a contains edge', SHOP, [resolvedEdge({ kind: 'contains', target: 1 })]],
  ['a line before the first', SHOP, [resolvedEdge({ line: 0 })]],
])('buildGraph refuses %s', (_, files, edges) => {
  expect(() => buildGraph(files, edges)).toThrow('invariant broken');
});

test('buildGraph gives the edges of a plain table, whatever their order', () => {
  fc.assert(
    fc.property(anyGraphInput, fc.nat(), (input, turn) => {
      const graph = buildGraph(input.files, input.edges);
      const expected = edgesByHand(input);
      expect(allEdges(graph)).toEqual(expected);
      expect(incomingEdges(graph)).toEqual(
        [...expected].sort(by((edge) => [edge.target, kindOf(edge), edge.source])),
      );

      const cut = turn % (input.edges.length + 1);
      const turned = [...input.edges.slice(cut), ...input.edges.slice(0, cut)];
      expect(buildGraph(input.files, turned).columns).toEqual(graph.columns);
    }),
  );
});

test('the graph returns every declaration unchanged', () => {
  fc.assert(
    fc.property(anyGraphInput, ({ files }) => {
      const graph = buildGraph(files, []);
      for (const { path, language, declarations } of files) {
        const file = graph.fileNode(path)!;
        expect(graph.symbolsOf(path)).toEqual(declarations.map((_, place) => file + 1 + place));
        for (const [place, { parent, ...rest }] of declarations.entries()) {
          const index = file + 1 + place;
          expect(graph.node(index)).toEqual({
            ...rest,
            index,
            path,
            language,
            parent: file + 1 + parent,
          });
          expect(graph.find(rest.id)).toBe(index);
        }
      }
    }),
  );
});

const kindOf = (edge: Edge): number => EDGE_KINDS.indexOf(edge.kind);

function by(keys: (edge: Edge) => number[]): (a: Edge, b: Edge) => number {
  return (a, b) => {
    const right = keys(b);
    return keys(a)
      .map((key, place) => key - (right[place] ?? 0))
      .find((distance) => distance !== 0)!;
  };
}

function allEdges(graph: SymbolGraph): Edge[] {
  return Array.from({ length: graph.nodeCount }, (_, node) => graph.outgoing(node)).flat();
}

function incomingEdges(graph: SymbolGraph): Edge[] {
  return Array.from({ length: graph.nodeCount }, (_, node) => graph.incoming(node)).flat();
}

/** The oracle: a Map from "source target kind" to everything seen of it. */
function edgesByHand({ files, edges }: GraphInput): Edge[] {
  const first = files.map((_, file) =>
    files.slice(0, file).reduce((sum, before) => sum + 1 + before.declarations.length, 0),
  );
  const found: Edge[] = files.flatMap((file, index) =>
    file.declarations.map(({ parent }, place) => ({
      source: first[index]! + 1 + parent,
      target: first[index]! + 1 + place,
      kind: 'contains',
      evidence: 'exact',
      form: 'plain',
      lines: [],
      names: [],
    })),
  );
  const groups = new Map<string, GraphInput['edges'][number][]>();
  for (const edge of edges) groups.set(keyOf(edge), [...(groups.get(keyOf(edge)) ?? []), edge]);
  for (const group of groups.values()) {
    const source = first[group[0]!.sourceFile]! + 1 + group[0]!.source;
    const target = first[group[0]!.targetFile]! + 1 + group[0]!.target;
    if (source === target && group[0]!.kind !== 'calls') continue;
    const lines = [...new Set(group.map((edge) => edge.line))].sort((a, b) => a - b);
    const forms = group.filter((edge) => edge.line === lines[0]).map((edge) => edge.form);
    found.push({
      source,
      target,
      kind: group[0]!.kind,
      evidence: EVIDENCE.find((level) => group.some((edge) => edge.evidence === level))!,
      form: EDGE_FORMS.find((form) => forms.includes(form))!,
      lines,
      names: [...new Set(group.flatMap((edge) => edge.names))].sort(),
    });
  }
  return found.sort(by((edge) => [edge.source, kindOf(edge), edge.target]));
}

function keyOf(edge: GraphInput['edges'][number]): string {
  return [edge.sourceFile, edge.source, edge.targetFile, edge.target, edge.kind].join(' ');
}
