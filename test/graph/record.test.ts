import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { fromRecord, type GraphRecord, toRecord } from '../../src/graph/record.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { anyGraphInput, callGraph, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

/** Everything a graph says, through its public face. */
function everything(graph: SymbolGraph): unknown {
  const nodes = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index));
  return {
    nodes,
    paths: graph.paths(),
    counts: graph.countByKind(),
    edges: nodes.map(({ index }) => [graph.outgoing(index), graph.incoming(index)]),
    found: nodes.map(({ id }) => graph.find(id)),
    named: [...graph.names()].map((name) => [name, graph.byName(name)]),
  };
}

test('a graph equals the one restored from its record', () => {
  fc.assert(
    fc.property(anyGraphInput, ({ files, edges }) => {
      const graph = buildGraph(files, edges);
      const copy = fromRecord(structuredClone(toRecord(graph)));
      expect(everything(copy)).toEqual(everything(graph));
    }),
  );
});

describe('a broken record', () => {
  const { files, edges } = callGraph(3, [
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  const names = resolvedEdge({
    source: -1,
    targetFile: 1,
    target: -1,
    kind: 'imports',
    names: ['n'],
  });
  const record = toRecord(buildGraph([...files, graphFile('g.ts')], [...edges, names]));
  const with32 = (name: keyof GraphRecord, change: (column: number[]) => void): GraphRecord => {
    const column = record[name] as Uint32Array;
    const values = Array.from(column);
    change(values);
    const Column = column.constructor as Uint32ArrayConstructor;
    return { ...record, [name]: Column.from(values) };
  };

  test('is derived from a valid record', () => {
    expect(fromRecord(record).nodeCount).toBe(5);
  });

  test.each<[string, GraphRecord]>([
    ['strings', { ...record, strings: [1] as never }],
    ['strings', { ...record, strings: undefined as never }],
    ['nodeKind is not a Uint8Array', { ...record, nodeKind: new Uint32Array(5) as never }],
    ['edgeTarget is not a Uint32Array', { ...record, edgeTarget: [1] as never }],
    ['nodeEnd has 4 entries, not 5', { ...record, nodeEnd: new Uint32Array(4) }],
    ['fileNode has 4 entries, not 3', { ...record, fileNode: new Uint32Array(4) }],
    ['nodeName holds', with32('nodeName', (c) => c.fill(999))],
    ['nodeId holds', with32('nodeId', (c) => c.fill(-999))],
    ['nodeId holds', with32('nodeId', (c) => c.fill(999))],
    ['nodeKind holds 16', with32('nodeKind', (c) => c.fill(16))],
    ['nodeFlags holds 6', with32('nodeFlags', (c) => c.fill(6))],
    ['edgeTarget holds 5', with32('edgeTarget', (c) => c.fill(5))],
    ['edgeEvidence holds 3', with32('edgeEvidence', (c) => c.fill(3))],
    ['outStart descends', with32('outStart', (c) => c.reverse())],
    ['outStart does not run', with32('outStart', (c) => c.fill(0))],
    ['lineStart descends', with32('lineStart', (c) => c.splice(0, 1, 1))],
    ['nameStart does not run', with32('nameStart', (c) => c.fill(0))],
    ['file 0 has no node', with32('nodeParent', (c) => c.splice(0, 1, 0))],
    ['file 0 has no node', with32('nodeId', (c) => c.splice(0, 1, 0))],
    ['file 1 has no node', with32('fileNode', (c) => c.splice(1, 1, 3))],
    ['nodeParent of 2', with32('nodeParent', (c) => c.splice(2, 1, 2))],
    ['nodeParent of 1', with32('nodeParent', (c) => c.splice(1, 1, -1))],
    ['not sorted', with32('nodeId', (c) => c.splice(4, 1, c[0]!))],
    ['out of order', with32('edgeTarget', (c) => c.reverse())],
    ['out of order', with32('edgeKind', (c) => c.reverse())],
  ])('is refused with a message that names the problem: %s', (message, broken) => {
    expect(() => fromRecord(broken)).toThrow(message);
  });

  test('is either refused or gives a graph that can be queried', () => {
    const columns = Object.keys(record).filter((name) => name !== 'strings');
    const change = fc.tuple(
      fc.constantFrom(...(columns as (keyof GraphRecord)[])),
      fc.nat(),
      fc.oneof(fc.integer({ min: -3, max: 20 }), fc.integer()),
    );
    let accepted = 0;
    fc.assert(
      fc.property(change, ([name, place, value]) => {
        const broken = with32(name, (column) => {
          column[place % column.length] = value;
        });
        let graph: SymbolGraph;
        try {
          graph = fromRecord(broken);
        } catch (error) {
          expect((error as Error).message).toContain('graph record');
          return;
        }
        accepted++;
        expect(() => everything(graph)).not.toThrow();
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
