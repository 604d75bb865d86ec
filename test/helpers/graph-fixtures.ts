/** Small graphs for tests: by hand, or at random. */
import fc from 'fast-check';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../../src/model/edge.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { GraphFile, ResolvedEdge } from '../../src/model/resolved-edge.ts';
import {
  type Declaration,
  MODIFIERS,
  SYMBOL_KINDS,
  type SymbolId,
  VISIBILITIES,
} from '../../src/model/symbol.ts';

export interface GraphInput {
  readonly files: readonly GraphFile[];
  readonly edges: readonly ResolvedEdge[];
}

/** A function of ten lines, private to its file; `given` says what matters to the test. */
export function declaration(id: string, given: Partial<Declaration> = {}): Declaration {
  return {
    id: id as SymbolId,
    name: id.slice(id.lastIndexOf('::') + 2),
    kind: 'function',
    parent: -1,
    signature: `function ${id}()`,
    doc: '',
    start: 0,
    end: 100,
    bodyStart: 20,
    startLine: 1,
    endLine: 10,
    exported: false,
    visibility: 'public',
    modifiers: 0,
    ...given,
  };
}

export function graphFile(path: string, declarations: readonly Declaration[] = []): GraphFile {
  return { path: toRepoPath(path), language: 'typescript', lineCount: 50, doc: '', declarations };
}

/** An exact, plain call on line 1 between two declarations of the first file. */
export function resolvedEdge(given: Partial<ResolvedEdge>): ResolvedEdge {
  return {
    sourceFile: 0,
    source: 0,
    targetFile: 0,
    target: 0,
    kind: 'calls',
    evidence: 'exact',
    form: 'plain',
    line: 1,
    names: [],
    ...given,
  };
}

/** One file `f.ts` with a function per node, and calls between them: [source, target] pairs from 0. */
export function callGraph(
  count: number,
  calls: readonly (readonly [number, number])[],
): GraphInput {
  return {
    files: [
      graphFile(
        'f.ts',
        Array.from({ length: count }, (_, i) => declaration(`f.ts::n${i}`)),
      ),
    ],
    edges: calls.map(([source, target]) => resolvedEdge({ source, target })),
  };
}

const text = fc.oneof(
  fc.constantFrom('', 'run', 'Übung', 'a\0b', '~2', '::'),
  fc.string({ maxLength: 8, unit: 'binary' }),
  fc.string({ minLength: 40, maxLength: 60 }),
);

const declarationShape = fc.record({
  name: fc.constantFrom('run', 'Stack', 'push', 'constructor', 'Übung', '__proto__', "'a::b'"),
  kind: fc.constantFrom(...SYMBOL_KINDS.filter((kind) => kind !== 'file')),
  parent: fc.nat(),
  signature: text,
  doc: text,
  start: fc.nat(),
  end: fc.nat(),
  bodyStart: fc.nat(),
  startLine: fc.nat(),
  endLine: fc.nat(),
  exported: fc.boolean(),
  visibility: fc.constantFrom(...VISIBILITIES),
  modifiers: fc.nat({ max: 2 ** MODIFIERS.length - 1 }),
  /** Some ids do not continue their parent's. */
  oddId: fc.boolean(),
});
type DeclarationShape = typeof declarationShape extends fc.Arbitrary<infer T> ? T : never;

function placeDeclarations(path: string, shapes: readonly DeclarationShape[]): Declaration[] {
  const placed: Declaration[] = [];
  const ids = new Set<string>();
  for (const [index, { oddId, ...shape }] of shapes.entries()) {
    const parent = (shape.parent % (index + 1)) - 1;
    const prefix = oddId ? `${path}::elsewhere` : (placed[parent]?.id ?? path);
    let id = `${prefix}::${shape.name}`;
    for (let number = 2; ids.has(id); number++) id = `${prefix}::${shape.name}~${number}`;
    ids.add(id);
    placed.push({ ...shape, parent, id: id as SymbolId });
  }
  return placed;
}

const files: fc.Arbitrary<readonly GraphFile[]> = fc
  .uniqueArray(
    fc.record({
      path: fc.constantFrom('a.ts', 'b.ts', 'src/a.ts', 'src/b/c.py', 'é.ts', 'Z.ts'),
      language: fc.constantFrom('typescript', 'python'),
      lineCount: fc.nat(),
      doc: text,
      shapes: fc.array(declarationShape, { maxLength: 6 }),
    }),
    { selector: (file) => file.path, maxLength: 5 },
  )
  .map((list) =>
    list
      .map(({ shapes, path, ...rest }) => ({
        ...rest,
        path: toRepoPath(path),
        declarations: placeDeclarations(path, shapes),
      }))
      .sort((a, b) => (a.path < b.path ? -1 : 1)),
  );

const edgeShape = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  kind: fc.constantFrom(...EDGE_KINDS.filter((kind) => kind !== 'contains')),
  evidence: fc.constantFrom(...EVIDENCE),
  form: fc.constantFrom(...EDGE_FORMS),
  line: fc.integer({ min: 1, max: 9 }),
  names: fc.array(fc.constantFrom('a', 'b', 'é', '*', 'default'), { maxLength: 3 }),
});

/** Any files with any edges between any of their declarations; many edges are sighted repeatedly. */
export const anyGraphInput: fc.Arbitrary<GraphInput> = fc
  .tuple(files, fc.array(edgeShape, { maxLength: 60, size: 'max' }))
  .map(([list, shapes]) => {
    const ends = list.flatMap((file, index) =>
      [{ file: index, declaration: -1 }].concat(
        file.declarations.map((_, place) => ({ file: index, declaration: place })),
      ),
    );
    const edges = shapes.flatMap(({ from, to, ...rest }) => {
      const source = ends[from % ends.length];
      const target = ends[to % ends.length];
      if (source === undefined || target === undefined) return [];
      return [
        {
          ...rest,
          sourceFile: source.file,
          source: source.declaration,
          targetFile: target.file,
          target: target.declaration,
        },
      ];
    });
    return { files: list, edges };
  });
