import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { parseInput } from '../../src/tools/input/parse-input.ts';
import { defineTool } from '../../src/tools/tool.ts';

const tool = defineTool({
  name: 'sample',
  title: 'Sample',
  description: '',
  input: z.strictObject({
    query: z.string().trim().min(1, 'is empty'),
    kinds: z.array(z.string()).default([]),
    max_results: z.number().default(10),
    full: z.boolean().default(false),
  }),
  output: z.strictObject({ notes: z.array(z.string()) }),
  bounds: { max_results: { min: 1, max: 100 } },
  annotations: { readOnly: true, idempotent: true },
  run: async () => ({ structured: { notes: [] }, text: '' }),
});

function refusal(raw: unknown): { message: string; hint: string } {
  try {
    parseInput(tool, raw);
  } catch (error) {
    if (isGraphMemoryError(error) && error.code === 'GM_USAGE') return error;
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(raw)}`);
}

describe('parseInput accepts', () => {
  const defaults = { query: 'x', kinds: [], max_results: 10, full: false };
  it.each([
    ['only what is required', { query: 'x' }, defaults],
    ['null as absent', { query: 'x', kinds: null, max_results: null }, defaults],
    ['one value for a list', { query: 'x', kinds: 'class' }, { ...defaults, kinds: ['class'] }],
    [
      'words between commas',
      { query: 'x,y', kinds: 'class,fn' },
      { ...defaults, query: 'x,y', kinds: ['class', 'fn'] },
    ],
    ["another tool's word", { query: 'x', limit: 3 }, { ...defaults, max_results: 3 }],
    ['an alias of a list', { query: 'x', kind: 'fn' }, { ...defaults, kinds: ['fn'] }],
    ['space around text', { query: '  x ' }, defaults],
  ])('%s', (_, raw, input) => {
    expect(parseInput(tool, raw)).toEqual({ input, notes: [] });
  });
});

describe('parseInput clamps numbers and says so', () => {
  it.each([
    [0, 1],
    [-1, 1],
    [1e9, 100],
    [2.7, 2],
  ])('max_results %d becomes %d', (given, used) => {
    const { input, notes } = parseInput(tool, { query: 'x', max_results: given });
    expect(input['max_results']).toBe(used);
    expect(notes).toEqual([expect.stringContaining(`used ${used}`)]);
  });

  it('leaves numbers within bounds alone', () => {
    expect(parseInput(tool, { query: 'x', max_results: 100 }).notes).toEqual([]);
  });
});

describe('parseInput rejects', () => {
  it.each([
    ['a missing parameter', {}, /query/],
    ['nothing at all', undefined, /query/],
    ['an empty query', { query: '   ' }, /query: is empty/],
    ['a wrong type', { query: 3 }, /query: .*expected string/],
    ['a number that is none', { query: 'x', max_results: Number.NaN }, /max_results/],
    ['a list', ['x'], /not an object/],
    ['text', 'x', /not an object/],
    ['a near miss', { query: 'x', max_result: 3 }, /unknown parameter "max_result"/],
    ['an alias beside the real name', { query: 'x', limit: 1, max_results: 2 }, /"limit"/],
    ['a name of every object', { query: 'x', constructor: 1 }, /"constructor"/],
    ['a text without end', { query: 'a::'.repeat(2000) }, /query .* has 6000 characters; at most/],
    ['a list without end', { query: 'x', kinds: Array(101).fill('class') }, /101 items; at most/],
    ['a list of any length', { query: 'x', kinds: Array(300_000).fill('x') }, /300000 items/],
    ['a long text in a list', { query: 'x', kinds: ['x'.repeat(5000)] }, /5000 characters/],
  ])('%s', (_, raw, message) => {
    expect(refusal(raw).message).toMatch(message);
  });

  it('an unknown parameter, listing the known ones with the nearest first', () => {
    expect(refusal({ query: 'x', max_result: 3 }).hint).toBe(
      'Did you mean max_results? Parameters of sample: query (required), kinds, max_results, full.',
    );
  });

  it('several problems with a message that names each of them', () => {
    const { message } = refusal({ query: 3, full: 'yes' });
    expect(message).toContain('query');
    expect(message).toContain('full');
  });
});
