import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { type PathsRequest, shortestPaths } from '../../src/graph/shortest-paths.ts';
import { callGraph, resolvedEdge } from '../helpers/graph-fixtures.ts';

/** Two ways of two edges and one of three from 1 to 4, a detour through a cycle, a dead end. */
const DIAMOND = callGraph(6, [
  [0, 2],
  [0, 1],
  [1, 3],
  [2, 3],
  [1, 2],
  [2, 0],
  [1, 4],
]);

function paths(given: Partial<PathsRequest>, extra: Parameters<typeof resolvedEdge>[0][] = []) {
  const graph = buildGraph(DIAMOND.files, [...DIAMOND.edges, ...extra.map(resolvedEdge)]);
  const request = { sources: [1], targets: [4], count: 9, depthMax: 8, ...given };
  return shortestPaths(graph, request).map((edges) => edges.map((edge) => edge.target).join(' '));
}

describe('shortest paths', () => {
  test.each<[string, Partial<PathsRequest>, string[]]>([
    ['come shortest first, equally long ones by node', {}, ['2 4', '3 4', '2 3 4']],
    ['are as many as wanted', { count: 2 }, ['2 4', '3 4']],
    ['are no longer than wanted', { depthMax: 2 }, ['2 4', '3 4']],
    ['follow the direction of the edges', { sources: [4], targets: [1] }, []],
    ['do not lead from a node to itself', { sources: [1], targets: [1] }, []],
    ['use the wanted kinds only', { kinds: ['contains'] }, []],
    ['go through what contains, too', { sources: [0], kinds: ['contains'] }, ['4']],
    [
      'begin and end at any of the nodes named',
      { sources: [1, 2], targets: [3, 4] },
      ['3', '3', '4'],
    ],
    ['may not exist', { targets: [6] }, []],
  ])('%s', (_, request, expected) => {
    expect(paths(request)).toEqual(expected);
  });

  test('exclude guesses unless requested', () => {
    const guess = [{ source: 0, target: 3, evidence: 'nameOnly' as const }];
    expect(paths({ count: 1 }, guess)).toEqual(['2 4']);
    expect(paths({ count: 1, evidenceMin: 'nameOnly' }, guess)).toEqual(['4']);
  });

  test('merge edges of several kinds between the same nodes', () => {
    const graph = buildGraph(DIAMOND.files, [
      resolvedEdge({ source: 0, target: 1, kind: 'references' }),
      resolvedEdge({ source: 0, target: 1, kind: 'extends' }),
    ]);
    const found = shortestPaths(graph, {
      sources: [1],
      targets: [2],
      count: 9,
      depthMax: 8,
    });
    expect(found.map((edges) => edges.map((edge) => edge.kind))).toEqual([['extends']]);
  });

  test.each([{ sources: [7] }, { targets: [-1] }, { count: 0 }, { depthMax: 0 }])(
    'cannot be requested with %j',
    (request) => {
      expect(() => paths(request)).toThrow('invariant broken');
    },
  );
});

test('shortest paths agree with listing every simple path', () => {
  const size = 7;
  const node = fc.nat({ max: size - 1 });
  const request = fc.record({
    source: node,
    target: node,
    count: fc.integer({ min: 1, max: 12 }),
    depthMax: fc.integer({ min: 1, max: size }),
  });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(node, node), { maxLength: 30, size: 'max' }),
      request,
      (calls, requested) => {
        const { files, edges } = callGraph(size, calls);
        const found = shortestPaths(buildGraph(files, edges), {
          ...requested,
          sources: [requested.source + 1],
          targets: [requested.target + 1],
          kinds: ['calls'],
        });
        const nodes = found.map((path) => [path[0]!.source, ...path.map((edge) => edge.target)]);
        expect(nodes.map((path) => path.map((n) => n - 1))).toEqual(everyPath(calls, requested));
        for (const path of found)
          for (const [place, edge] of path.slice(1).entries())
            expect(edge.source).toBe(path[place]!.target);
      },
    ),
    { numRuns: 300 },
  );
});

/** The oracle: depth first through everything, then sorted. */
function everyPath(
  calls: readonly (readonly [number, number])[],
  { source, target, count, depthMax }: Record<'source' | 'target' | 'count' | 'depthMax', number>,
): number[][] {
  const found: number[][] = [];
  const extend = (path: number[]): void => {
    const last = path.at(-1)!;
    if (last === target) found.push(path);
    else if (path.length <= depthMax)
      for (const next of new Set(calls.filter(([from]) => from === last).map(([, to]) => to)))
        if (!path.includes(next)) extend([...path, next]);
  };
  if (source !== target) extend([source]);
  const key = (path: number[]): string => `${path.length} ${path.join(' ')}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, count);
}
