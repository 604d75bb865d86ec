import { describe, expect, it } from 'vitest';
import { tempProject } from '../project/temp-project.ts';
import { toolCaller } from './temp-context.ts';

describe('graph_match', () => {
  it('finds chains of kinds and edges, with the lines of each edge', async () => {
    const { call } = await toolCaller();
    const pattern = 'class:Bulk* -contains-> method -calls-> method:total';
    const { structured, text } = await call('graph_match', { pattern });
    expect(structured).toMatchObject({
      total_count: 1,
      chains: [
        {
          symbols: [
            'src/checkout/discount.ts::BulkDiscount',
            'src/checkout/discount.ts::BulkDiscount::discountFor',
            'src/cart/cart.ts::Cart::total',
          ],
        },
      ],
    });
    expect(text).toContain('1 chain match');
  });

  it('follows edges backwards, and counts chains that are not shown', async () => {
    const { call } = await toolCaller();
    const pattern = 'function:sumCents <-calls- method';
    const { structured } = await call('graph_match', { pattern, max_results: 1 });
    expect(structured).toMatchObject({ total_count: 2, returned_count: 1 });
  });

  it('begins or ends with entry points, found by their route', async () => {
    const temp = await tempProject({
      'app.js': `const express = require('express');
const app = express();
app.get('/users/:id', show);
app.post('/users', create);
app.get('/health', () => 1);
function show() { load(); }
function create() { load(); }
function load() {}
`,
    });
    const { call } = await toolCaller({ temp });
    const chainsOf = async (pattern: string, input = {}): Promise<unknown> => {
      const { structured } = await call('graph_match', { pattern, ...input });
      return structured['chains'];
    };
    expect(await chainsOf('entrypoint:GET /users/** -handles-> function -calls-> *:load')).toEqual([
      {
        symbols: ['app.js::GET /users/:id', 'app.js::show', 'app.js::load'],
        at: ['app.js:3', 'app.js:6'],
      },
    ]);
    expect(await chainsOf('function:load <-calls- function <-handles- entrypoint')).toHaveLength(2);
    expect(await chainsOf('function:create <-handles- entrypoint:/users')).toEqual([
      { symbols: ['app.js::create', 'app.js::POST /users'], at: ['app.js:4'] },
    ]);
    expect(await chainsOf('entrypoint -handles-> *', { paths: ['lib/**'] })).toEqual([]);
  });

  it('refuses what is no pattern, and unknown kinds', async () => {
    const { call } = await toolCaller();
    for (const pattern of ['class', 'entrypoint', 'class -calls-> entrypoint -handles-> *'])
      await expect(call('graph_match', { pattern })).rejects.toThrow(/not a pattern/);
  });
});

describe('graph_traverse with bounds of its own', () => {
  const CHAIN = {
    'a.ts': `
import { b } from './b';
import { x } from './x';
export function a() { b(); x(); }
`,
    'b.ts': "import { c } from './c';\nexport function b() { c(); }\n",
    'c.ts': 'export function c() { d(); }\nexport function d() {}\n',
    'x.ts': 'export function x() { y(); }\nexport function y() {}\n',
    'test/a.test.ts': "import { c } from '../c';\nexport function check() { c(); }\n",
  };
  const walk = async (input: Record<string, unknown>): Promise<unknown> => {
    const { call } = await toolCaller({ temp: await tempProject(CHAIN) });
    const base = { symbol: 'a', direction: 'out', depth: 5, kinds: ['calls'] };
    const { structured } = await call('graph_traverse', { ...base, ...input });
    return (structured['steps'] as { symbol: string }[]).map(({ symbol }) => symbol);
  };

  it('ends branches where it is told to', async () => {
    const symbols = await walk({ stop_at: ['b'] });
    expect(symbols).toEqual(['b.ts::b', 'x.ts::x', 'x.ts::y']);
    expect(await walk({ stop_at: ['b.*'] })).toEqual(symbols);
  });

  it('keeps only what is on the way to other symbols', async () => {
    expect(await walk({ to: ['c'] })).toEqual(['b.ts::b', 'c.ts::c']);
    expect(await walk({ to: ['c', 'y'] })).toEqual(['b.ts::b', 'c.ts::c', 'x.ts::x', 'x.ts::y']);
  });

  it('follows one branch to its end before the next one in order dfs', async () => {
    expect(await walk({ max_results: 2 })).toEqual(['b.ts::b', 'x.ts::x']);
    expect(await walk({ max_results: 2, order: 'dfs' })).toEqual(['b.ts::b', 'c.ts::c']);
  });

  it('leaves tests out, or shows nothing else', async () => {
    const users = { symbol: 'c', direction: 'in', depth: 1 };
    expect(await walk({ ...users, tests: 'no' })).toEqual(['b.ts::b']);
    expect(await walk({ ...users, tests: 'only' })).toEqual(['test/a.test.ts::check']);
  });
});
