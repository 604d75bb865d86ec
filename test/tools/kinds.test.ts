import { describe, expect, it } from 'vitest';
import { edgeKinds, symbolKinds } from '../../src/tools/input/kinds.ts';

describe('symbolKinds', () => {
  it.each([
    [['function'], ['function']],
    [['fn'], ['function']],
    [['DEF', ' func '], ['function']],
    [['struct'], ['class']],
    [['trait'], ['interface']],
    [['typealias'], ['typeAlias']],
    [['constructor'], ['constructor']],
    [
      ['method', 'class'],
      ['class', 'method'],
    ],
    [[], []],
  ])('maps the word %j to %j', (words, kinds) => {
    expect(symbolKinds(words)).toEqual(kinds);
  });

  it.each(['klass', 'toString', ''])('rejects "%s" and lists the known kinds', (word) => {
    expect(() => symbolKinds([word])).toThrow(
      expect.objectContaining({
        code: 'GM_USAGE',
        hint: expect.stringContaining('interface, typeAlias'),
      }),
    );
  });
});

it.each([
  [['call'], ['calls']],
  [['usage'], ['calls', 'references']],
  [
    ['imports', 'contains'],
    ['contains', 'imports'],
  ],
])('edge kinds %j are read as %j', (words, kinds) => {
  expect(edgeKinds(words)).toEqual(kinds);
});
