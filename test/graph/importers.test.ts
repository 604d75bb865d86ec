import { expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { importersOf } from '../../src/graph/importers.ts';
import type { EdgeForm } from '../../src/model/edge.ts';
import { modifierBits } from '../../src/model/symbol.ts';
import { declaration, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

const PATHS = [
  'barrel.ts',
  'direct.ts',
  'far.ts',
  'folder.ts',
  'money.ts',
  'other.ts',
  'star.ts',
  'through.ts',
  'whole.ts',
];
const files = PATHS.map((path) =>
  graphFile(
    path,
    path === 'money.ts'
      ? [
          declaration('money.ts::sum'),
          declaration('money.ts::sum::inner', { parent: 0 }),
          declaration('money.ts::Money', { modifiers: modifierBits(['default']) }),
        ]
      : [],
  ),
);

function imports(source: string, target: string, form: EdgeForm, ...names: string[]) {
  const [sourceFile, targetFile] = [PATHS.indexOf(source), PATHS.indexOf(target)];
  return resolvedEdge({
    sourceFile,
    source: -1,
    targetFile,
    target: -1,
    kind: 'imports',
    form,
    names,
  });
}

const graph = buildGraph(files, [
  imports('direct.ts', 'money.ts', 'plain', 'default', 'sum'),
  imports('other.ts', 'money.ts', 'plain', 'unrelated'),
  imports('whole.ts', 'money.ts', 'plain', '*'),
  imports('barrel.ts', 'money.ts', 'reexport', 'sum'),
  imports('star.ts', 'barrel.ts', 'reexport', '*'),
  imports('far.ts', 'star.ts', 'plain', 'sum'),
  imports('folder.ts', 'money.ts', 'reexport', 'default'),
  imports('through.ts', 'folder.ts', 'plain', 'default'),
]);

function importers(id: string): string[] {
  return importersOf(graph, graph.find(id)!, () => false).map(
    ({ edge, from, isThroughBarrel }) =>
      `${graph.node(edge.source).id} from ${graph.node(from).id}${isThroughBarrel ? ' (barrel)' : ''}`,
  );
}

test.each([
  [
    'a name, through barrels too',
    'money.ts::sum',
    ['barrel.ts from money.ts', 'direct.ts from money.ts', 'far.ts from star.ts (barrel)'],
  ],
  [
    'a default export, through barrels too',
    'money.ts::Money',
    ['direct.ts from money.ts', 'folder.ts from money.ts', 'through.ts from folder.ts (barrel)'],
  ],
  ['nothing inside of a function', 'money.ts::sum::inner', []],
  ['no file', 'money.ts', []],
])('importers name %s', (_, id, expected) => {
  expect(importers(id)).toEqual(expected);
});
