import { describe, expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { symbolGroup, withContents } from '../../src/graph/symbol-groups.ts';
import { modifierBits } from '../../src/model/symbol.ts';
import { declaration, graphFile } from '../helpers/graph-fixtures.ts';

const isStatic = { modifiers: modifierBits(['static']) };
const noBody = { bodyStart: 100 };
const method = { kind: 'method', parent: 0 } as const;

const LONG_NAME = 'convertEveryAmountToTheCurrencyOfTheCustomer';

/** The numbers of the nodes below are their positions plus one: node 0 is the file. */
const CLASS_FILE = graphFile('a.ts', [
  declaration('a.ts::Box', { kind: 'class' }),
  declaration('a.ts::Box::constructor', { ...method, kind: 'constructor' }),
  declaration('a.ts::Box::put~2', { ...method, name: 'put', ...noBody }),
  declaration('a.ts::Box::put', method),
  declaration('a.ts::Box::make', { ...method, ...isStatic }),
  declaration('a.ts::Box::make~2', { ...method, name: 'make' }),
  declaration('a.ts::Box::put::inner', { parent: 3 }),
  declaration('a.ts::Shape', { kind: 'interface', ...noBody }),
  declaration('a.ts::Shape~2', { kind: 'interface', name: 'Shape', ...noBody }),
  declaration('a.ts::build', {}),
  declaration('a.ts::build::get', { ...method, parent: 9 }),
  declaration('a.ts::build::get~2', { ...method, parent: 9, name: 'get' }),
  declaration('a.ts::Box~2', { kind: 'namespace', name: 'Box' }),
  declaration(`a.ts::${LONG_NAME}~2`, { name: LONG_NAME, ...noBody }),
  declaration(`a.ts::${LONG_NAME}`, {}),
  declaration('a.ts::Fruit', { kind: 'enum' }),
  declaration('a.ts::Fruit~2', { kind: 'enum', name: 'Fruit' }),
  declaration('a.ts::Money', { kind: 'typeAlias' }),
  declaration('a.ts::Money~2', { kind: 'variable', name: 'Money' }),
]);
const graph = buildGraph([CLASS_FILE, graphFile('b.ts', [declaration('b.ts::Shape')])], []);

function group(id: string): string[] {
  return symbolGroup(graph, graph.find(id)!).map((node) => graph.node(node).id);
}

describe('symbolGroup', () => {
  test.each([
    ['overloads', 'a.ts::Box::put', ['a.ts::Box::put~2', 'a.ts::Box::put']],
    [
      'overloads of a long name',
      `a.ts::${LONG_NAME}`,
      [`a.ts::${LONG_NAME}~2`, `a.ts::${LONG_NAME}`],
    ],
    ['interfaces that merge', 'a.ts::Shape~2', ['a.ts::Shape', 'a.ts::Shape~2']],
    ['a type and a value of one name', 'a.ts::Money', ['a.ts::Money', 'a.ts::Money~2']],
    [
      'a class, what merges with it, and its constructor',
      'a.ts::Box::constructor',
      ['a.ts::Box', 'a.ts::Box::constructor', 'a.ts::Box~2'],
    ],
  ])('joins %s', (_, id, expected) => {
    expect(group(id)).toEqual(expected);
    for (const other of expected) expect(group(other)).toEqual(expected);
  });

  test.each([
    ['a static and an own member', 'a.ts::Box::make'],
    ['methods of two objects', 'a.ts::build::get'],
    ['enums of two callbacks', 'a.ts::Fruit'],
    ['symbols of two files', 'b.ts::Shape'],
    ['a file and what is in it', 'a.ts'],
  ])('does not join %s', (_, id) => {
    expect(group(id)).toEqual([id]);
  });
});

test.each([
  ['a.ts::Box::put', ['a.ts::Box::put~2', 'a.ts::Box::put', 'a.ts::Box::put::inner']],
  ['a.ts::build', ['a.ts::build', 'a.ts::build::get', 'a.ts::build::get~2']],
  ['b.ts', ['b.ts', 'b.ts::Shape']],
])('the group of %s with its contents is %j', (id, expected) => {
  const found = withContents(graph, graph.find(id)!).map((node) => graph.node(node).id);
  expect(found).toEqual(expected);
});

describe('a declaration file beside its implementation', () => {
  const inClass = { kind: 'method', parent: 1 } as const;
  const files = (declaring: string, implementing: string) =>
    [
      graphFile(declaring, [
        declaration(`${declaring}::load`, noBody),
        declaration(`${declaring}::Box`, { kind: 'class' }),
        declaration(`${declaring}::Box::put`, { ...inClass, ...noBody }),
        declaration(`${declaring}::Options`, { kind: 'interface', ...noBody }),
      ]),
      graphFile(implementing, [
        declaration(`${implementing}::load`, {}),
        declaration(`${implementing}::Box`, { kind: 'class' }),
        declaration(`${implementing}::Box::put`, inClass),
        declaration(`${implementing}::Options`, { kind: 'class' }),
        declaration(`${implementing}::twice`, { name: 'once' }),
        declaration(`${implementing}::twice~2`, { name: 'once' }),
      ]),
    ].sort((a, b) => (a.path < b.path ? -1 : 1));

  test.each([
    ['src/a.d.ts', 'src/a.js'],
    ['src/a.d.mts', 'src/a.mjs'],
    ['pkg/a.pyi', 'pkg/a.py'],
  ])('%s joins the functions, classes and members of %s', (declaring, implementing) => {
    const pair = buildGraph(files(declaring, implementing), []);
    const idsOf = (id: string) =>
      symbolGroup(pair, pair.find(id)!).map((node) => pair.node(node).id);
    for (const name of ['load', 'Box', 'Box::put'])
      expect(idsOf(`${implementing}::${name}`)).toEqual(
        [`${declaring}::${name}`, `${implementing}::${name}`].sort(),
      );
    expect(idsOf(`${implementing}::Options`)).toEqual([`${implementing}::Options`]);
  });

  test('a file of another name or folder is not its implementation', () => {
    const pair = buildGraph(files('src/a.d.ts', 'lib/a.js'), []);
    expect(symbolGroup(pair, pair.find('lib/a.js::load')!)).toHaveLength(1);
  });

  test('the contents of one are the contents of both', () => {
    const pair = buildGraph(files('src/a.d.ts', 'src/a.js'), []);
    const contents = withContents(pair, pair.find('src/a.d.ts::Box')!);
    expect(contents.map((node) => pair.node(node).id)).toContain('src/a.js::Box::put');
  });
});
