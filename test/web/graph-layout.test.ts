import { describe, expect, it } from 'vitest';
import { layoutOf, layoutOfImpact, layoutOfPaths, mermaidOf } from '../../src/web/graph-layout.ts';
import type { Step } from '../../src/web/shapes.ts';

const symbol = { id: 'a.ts::a', kind: 'function', path: 'a.ts', start_line: 1, end_line: 2 };

function step(depth: number, direction: 'in' | 'out', id: string): Step {
  return { depth, direction, edge: 'calls', symbol: id, kind: 'function' };
}

describe('the layout of a neighbourhood', () => {
  const steps = [step(1, 'in', 'b.ts::b'), step(2, 'in', 'c.ts::c'), step(1, 'out', 'd.ts::d')];

  it('puts users to the left and what is used to the right, by distance', () => {
    const { nodes } = layoutOf({ symbol, steps });
    const byColumn = nodes.toSorted((a, b) => a.x - b.x).map(({ id, column }) => [id, column]);
    expect(byColumn).toEqual([
      ['c.ts::c', -2],
      ['b.ts::b', -1],
      ['a.ts::a', 0],
      ['d.ts::d', 1],
    ]);
  });

  it('draws each edge from the user to the used', () => {
    const edges = layoutOf({ symbol, steps }).edges.map(({ from, to }) => `${from} → ${to}`);
    expect(edges).toEqual(['b.ts::b → a.ts::a', 'c.ts::c → b.ts::b', 'a.ts::a → d.ts::d']);
  });

  it('places a symbol that is reached twice once', () => {
    const twice = [...steps, step(2, 'out', 'c.ts::c')];
    const { nodes, edges } = layoutOf({ symbol, steps: twice });
    expect(nodes.filter(({ id }) => id === 'c.ts::c')).toHaveLength(1);
    expect(edges).toHaveLength(4);
  });

  it('keeps nodes of a column apart', () => {
    const many = Array.from({ length: 30 }, (_, index) => step(1, 'in', `f.ts::f${index}`));
    const { nodes, height } = layoutOf({ symbol, steps: many });
    const ys = nodes.filter(({ column }) => column === -1).map(({ y }) => y);
    expect(new Set(ys).size).toBe(30);
    expect(Math.max(...ys)).toBeLessThan(height);
  });
});

it('the layout of paths puts each symbol at its distance from the start', () => {
  const hop = (source: string, target: string) => ({ edge: 'calls', source, symbol: target });
  const { nodes, edges } = layoutOfPaths({
    from: symbol,
    paths: [
      { hops: [hop('a.ts::a', 'b.ts::b'), hop('b.ts::b', 'd.ts::d')] },
      { hops: [hop('a.ts::a', 'c.ts::c'), hop('c.ts::c', 'd.ts::d')] },
    ],
  });
  expect(nodes.map(({ id, column }) => [id, column])).toEqual([
    ['a.ts::a', 0],
    ['b.ts::b', 1],
    ['c.ts::c', 1],
    ['d.ts::d', 2],
  ]);
  expect(edges).toHaveLength(4);
});

it('the layout of an impact puts users left of the declarations that change', () => {
  const use = (id: string, target: string, distance: number) => ({
    symbol: id,
    target,
    distance,
    kind: 'calls',
  });
  const items = [use('b.ts::b', 'a.ts::a', 1), use('c.ts::c', 'b.ts::b', 2)];
  const { nodes } = layoutOfImpact({
    declarations: [symbol, { id: 'a.ts::base', kind: 'method' }],
    uses: { items, total_count: 2 },
  });
  expect(nodes.map(({ id, column }) => [id, column])).toEqual([
    ['a.ts::a', 0],
    ['a.ts::base', 0],
    ['b.ts::b', -1],
    ['c.ts::c', -2],
  ]);
});

it('Mermaid text escapes what could end a label', () => {
  const layout = layoutOf({ symbol: { ...symbol, id: 'a.ts::say("x")#1' }, steps: [] });
  expect(mermaidOf(layout)).toBe('flowchart LR\n  n0["say(#34;x#34;)#35;1"]');
});
