import { describe, expect, it } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { buildGraph } from '../../src/graph/build.ts';
import { findSymbol } from '../../src/tools/input/find-symbol.ts';
import { declaration, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

/** Two files with a class each, an overloaded name, and one function that is called. */
const graph = buildGraph(
  [
    graphFile('src/cart.ts', [
      declaration('src/cart.ts::Cart', { kind: 'class', startLine: 1, endLine: 30 }),
      declaration('src/cart.ts::Cart::add', { parent: 0, startLine: 2, endLine: 9 }),
      declaration('src/cart.ts::Cart::add~2', {
        name: 'add',
        parent: 0,
        startLine: 10,
        endLine: 19,
      }),
      declaration('src/cart.ts::add', { startLine: 31, endLine: 40, exported: true }),
    ]),
    graphFile('src/list.ts', [
      declaration('src/list.ts::List', { kind: 'class', startLine: 1, endLine: 30 }),
      declaration('src/list.ts::List::add', { parent: 0, startLine: 2, endLine: 9 }),
      declaration('src/list.ts::List::#grow', {
        parent: 0,
        name: '#grow',
        startLine: 10,
        endLine: 12,
      }),
      declaration("src/list.ts::'a::b'", { name: "'a::b'", startLine: 31, endLine: 31 }),
    ]),
    graphFile('src/main.ts', [
      declaration('src/main.ts::main'),
      declaration('src/main.ts::Shop', { kind: 'class', startLine: 11, endLine: 30 }),
      declaration('src/main.ts::Shop::Shop', {
        kind: 'constructor',
        parent: 1,
        startLine: 12,
        endLine: 20,
        exported: true,
      }),
    ]),
    graphFile('test/main.ts', [declaration('test/main.ts::main', { exported: true })]),
    graphFile('web/src/cart.ts', []),
  ],
  [
    resolvedEdge({ sourceFile: 0, source: 3, targetFile: 1, target: 1 }),
    resolvedEdge({ sourceFile: 1, source: -1, targetFile: 1, target: 1 }),
    resolvedEdge({ sourceFile: 2, source: 1, targetFile: 1, target: 0, kind: 'extends' }),
  ],
);

function found(words: string): string[] {
  const { node, others } = findSymbol(graph, words);
  return [node, ...others].map((index) => graph.node(index).id);
}

function near(words: string): unknown {
  try {
    findSymbol(graph, words);
  } catch (error) {
    if (isGraphMemoryError(error) && error.code === 'GM_SYMBOL_NOT_FOUND') {
      return error.details['near'];
    }
    throw error;
  }
  throw new Error(`found ${words}`);
}

describe('findSymbol resolves', () => {
  it.each([
    ['an id', 'src/cart.ts::Cart::add', ['src/cart.ts::Cart::add']],
    ['the id of a second one', 'src/cart.ts::Cart::add~2', ['src/cart.ts::Cart::add~2']],
    ['a path', 'src/list.ts', ['src/list.ts']],
    ['a path with ./', './src/list.ts', ['src/list.ts']],
    ['the end of a path', 'list.ts', ['src/list.ts']],
    ['a line', 'src/cart.ts:12', ['src/cart.ts::Cart::add~2']],
    ['a line range', 'src/cart.ts:12-14', ['src/cart.ts::Cart::add~2']],
    ['a line outside of symbols', 'src/cart.ts:45', ['src/cart.ts']],
    ['a name', 'List', ['src/list.ts::List']],
    ['a name in other case', 'list', ['src/list.ts::List']],
    ['a dotted name', 'List.add', ['src/list.ts::List::add']],
    ['a name with a hash', 'List#add', ['src/list.ts::List::add']],
    ['a private member', 'List.#grow', ['src/list.ts::List::#grow']],
    ['a call', 'List.add()', ['src/list.ts::List::add']],
    ['the end of a path and a name', 'list.ts::add', ['src/list.ts::List::add']],
    ['a name that holds separators', "'a::b'", ["src/list.ts::'a::b'"]],
    [
      'a name of several: exported first, then most used',
      'add',
      [
        'src/cart.ts::add',
        'src/list.ts::List::add',
        'src/cart.ts::Cart::add',
        'src/cart.ts::Cart::add~2',
      ],
    ],
    ['a member that a class has from its base', 'Shop.add', ['src/list.ts::List::add']],
    [
      'a class before its constructor of the same name',
      'Shop',
      ['src/main.ts::Shop', 'src/main.ts::Shop::Shop'],
    ],
    ['what is not a test first', 'main', ['src/main.ts::main', 'test/main.ts::main']],
    [
      'a qualified name of several',
      'Cart::add',
      ['src/cart.ts::Cart::add', 'src/cart.ts::Cart::add~2'],
    ],
  ])('%s', (_, words, ids) => {
    expect(found(words)).toEqual(ids);
  });
});

describe('findSymbol suggests near matches for', () => {
  it.each([
    ['a typo', 'Crat', ['src/cart.ts::Cart']],
    ['a typo in an id', 'src/list.ts::List::ad', ['src/list.ts::List::add', 'src/cart.ts::add']],
    ['the end of several paths', 'cart.ts', ['src/cart.ts', 'web/src/cart.ts']],
    ['a typo in a path', 'src/lsit.ts', ['src/list.ts']],
    ['nothing like anything', 'zzzzzzzzzzzz', []],
    [
      'a typo in a member',
      'Cart.ad',
      ['src/cart.ts::Cart::add', 'src/cart.ts::Cart', 'src/cart.ts::add'],
    ],
    ['a member that its owner does not have', 'Cart.remove', ['src/cart.ts::Cart']],
    ['a member of the wrong class', 'Lost.add', ['src/cart.ts::add']],
  ])('%s', (_, words, ids) => {
    expect(near(words)).toEqual(ids);
  });
});
