import { expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { membersThatRun, relatedMembers } from '../../src/graph/related-members.ts';
import { modifierBits } from '../../src/model/symbol.ts';
import { declaration, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

/** Shape ← Round (implements) ← Circle (extends) ← Disc (extends); Square stands alone. */
const HOLDERS = ['Shape', 'Round', 'Circle', 'Disc', 'Square'];
const holders = HOLDERS.map((name, index) =>
  declaration(`a.ts::${name}`, { kind: index === 0 ? 'interface' : 'class' }),
);
const isStatic = { modifiers: modifierBits(['static']) };
const members = [
  declaration('a.ts::Shape::area', { kind: 'method', parent: 0 }),
  declaration('a.ts::Round::area', { kind: 'accessor', parent: 1 }),
  declaration('a.ts::Disc::area', { kind: 'method', parent: 3 }),
  declaration('a.ts::Square::area', { kind: 'method', parent: 4 }),
  declaration('a.ts::Disc::make', { kind: 'method', parent: 3, ...isStatic }),
  declaration('a.ts::Round::make', { kind: 'method', parent: 1, ...isStatic }),
];
const graph = buildGraph(
  [graphFile('a.ts', [...holders, ...members])],
  [
    resolvedEdge({ source: 1, target: 0, kind: 'implements' }),
    resolvedEdge({ source: 2, target: 1, kind: 'extends' }),
    resolvedEdge({ source: 3, target: 2, kind: 'extends' }),
    resolvedEdge({ source: 4, target: 0, kind: 'implements', evidence: 'nameOnly' }),
  ],
);

test.each([
  ['a.ts::Shape::area', ['override a.ts::Round::area', 'override a.ts::Disc::area']],
  ['a.ts::Round::area', ['base a.ts::Shape::area', 'override a.ts::Disc::area']],
  ['a.ts::Disc::area', ['base a.ts::Round::area', 'base a.ts::Shape::area']],
  ['a.ts::Square::area', []],
  ['a.ts::Disc::make', []],
  ['a.ts::Disc', []],
])('the members related to %s are %j', (id, expected) => {
  const found = relatedMembers(graph, graph.find(id)!);
  expect(found.map(({ node, relation }) => `${relation} ${graph.node(node).id}`)).toEqual(expected);
});

test('a member of an anonymous class implements that of the base of the function around it', () => {
  const made = buildGraph(
    [
      graphFile('a.kt', [
        declaration('a.kt::Listener', { kind: 'interface' }),
        declaration('a.kt::Listener::on', { kind: 'method', parent: 0 }),
        declaration('a.kt::go'),
        declaration('a.kt::go::on', { parent: 2 }),
        declaration('a.kt::other'),
        declaration('a.kt::other::on', { parent: 4 }),
      ]),
    ],
    [resolvedEdge({ source: 2, target: 0, kind: 'implements' })],
  );
  const found = relatedMembers(made, made.find('a.kt::Listener::on')!);
  expect(found.map(({ node }) => made.node(node).id)).toEqual(['a.kt::go::on']);
});

test('a call of an abstract member of Python, which has a body, runs those that implement it', () => {
  const body = { kind: 'method', bodyStart: 10, end: 20 } as const;
  const made = buildGraph(
    [
      graphFile('a.py', [
        declaration('a.py::Store', { kind: 'class' }),
        declaration('a.py::Disk', { kind: 'class' }),
        declaration('a.py::Store::save', {
          ...{ ...body, parent: 0, modifiers: modifierBits(['abstract']) },
        }),
        declaration('a.py::Store::load', { ...body, parent: 0 }),
        declaration('a.py::Disk::save', { ...body, parent: 1 }),
        declaration('a.py::Disk::load', { ...body, parent: 1 }),
      ]),
    ],
    [resolvedEdge({ source: 1, target: 0, kind: 'extends' })],
  );
  const runs = (id: string) =>
    membersThatRun(made, made.node(made.find(id)!)).map((member) => member.id);
  expect(runs('a.py::Store::save')).toEqual(['a.py::Disk::save']);
  expect(runs('a.py::Store::load')).toEqual([]);
});
