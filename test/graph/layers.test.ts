/** Edits on top of a graph give the graph of the current files. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { fromRecord, toRecord } from '../../src/graph/record.ts';
import { holderOf, relatedMembers } from '../../src/graph/related-members.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { declaredElsewhere, symbolGroup, withContents } from '../../src/graph/symbol-groups.ts';
import { updateGraph } from '../../src/graph/update.ts';
import { makeWalker } from '../../src/graph/walk.ts';
import type { GraphFile, ResolvedEdge } from '../../src/model/resolved-edge.ts';
import { declaration, graphFile, resolvedEdge } from '../helpers/graph-fixtures.ts';

const NAMES = ['load', 'save', 'run', 'Übung'];
const FILE_COUNT = 5;
const EDGE_KINDS_USED = ['calls', 'references', 'imports'] as const;
const PATHS = Array.from({ length: FILE_COUNT }, (_, file) => `f${file}.ts`);

type Choose = (max: number) => number;

/** A file of declarations, named by a serial number that tells which of them stay. */
interface State {
  readonly files: readonly (readonly number[])[];
  /** [source file, source, target file, target, kind], as serial numbers; −1 for the file itself. */
  readonly edges: readonly (readonly [number, number, number, number, number])[];
}

const fileOf = (state: State, file: number): GraphFile =>
  graphFile(
    PATHS[file]!,
    state.files[file]!.map((serial) =>
      declaration(`f${file}.ts::${NAMES[serial % NAMES.length]}${serial >> 3}`, {
        name: NAMES[serial % NAMES.length]!,
        startLine: serial,
        endLine: serial + 3,
      }),
    ),
  );

function edgesOf(state: State): readonly ResolvedEdge[] {
  const indexOf = (file: number, serial: number) => state.files[file]!.indexOf(serial);
  return state.edges.map(([sourceFile, source, targetFile, target, kind]) =>
    resolvedEdge({
      sourceFile,
      source: indexOf(sourceFile, source),
      targetFile,
      target: indexOf(targetFile, target),
      kind: EDGE_KINDS_USED[kind]!,
      line: 1 + kind,
      names: kind === 2 ? [NAMES[kind]!] : [],
    }),
  );
}

const isThere = ({ files }: Pick<State, 'files'>, file: number, serial: number) =>
  serial === -1 || files[file]!.includes(serial);

/** Edits some files; edges from other files lose what they led to, and these files are resolved again. */
function edited(
  state: State,
  serial: number,
  pick: Choose,
): { after: State; resolved: Set<number> } {
  const isEdited = PATHS.map(() => pick(2) === 0);
  const files = state.files.map((serials, file) => {
    if (isEdited[file] === false) return serials;
    const kept = serials.filter(() => pick(3) > 0);
    kept.splice(pick(kept.length), 0, serial + file);
    // Declarations change their order: their file cannot lie on top.
    return pick(9) === 0 ? kept.reverse() : kept;
  });
  const resolved = new Set(PATHS.flatMap((_, file) => (isEdited[file] === true ? [file] : [])));
  const edges = state.edges.filter(([sourceFile, , targetFile, target]) => {
    if (resolved.has(sourceFile)) return false;
    if (!isThere({ files }, targetFile, target)) resolved.add(sourceFile);
    return isThere({ files }, targetFile, target);
  });
  const added = PATHS.flatMap((_, sourceFile) => {
    const targetFile = pick(FILE_COUNT - 1);
    const some = (file: number) => files[file]![pick(files[file]!.length)] ?? -1;
    return isEdited[sourceFile] === true && pick(3) > 0
      ? [[sourceFile, some(sourceFile), targetFile, some(targetFile), pick(2)] as const]
      : [];
  });
  return { after: { files, edges: [...edges, ...added] }, resolved };
}

function updated(graph: SymbolGraph, before: State, after: State, resolved: Set<number>) {
  const edges = edgesOf(after);
  const changed = [...resolved].filter((file) => before.files[file] !== after.files[file]);
  const placesIn = (file: number) =>
    Int32Array.from(before.files[file]!, (serial) => after.files[file]!.indexOf(serial));
  return updateGraph(graph, {
    paths: graph.paths(),
    files: new Map(changed.map((file) => [graph.paths()[file]!, fileOf(after, file)])),
    edges: new Map(
      [...resolved].map((file) => [
        graph.paths()[file]!,
        edges.filter(({ sourceFile }) => sourceFile === file),
      ]),
    ),
    renumbered: new Map(changed.map((file) => [graph.paths()[file]!, placesIn(file)])),
  });
}

/** What a graph answers, without its columns. */
function answersOf(graph: SymbolGraph): unknown {
  const numbers = Array.from({ length: graph.nodeCount }, (_, node) => node);
  const nodes = numbers.map((node) => graph.node(node));
  return {
    nodes,
    found: nodes.map(({ id }) => graph.find(id)),
    outgoing: numbers.map((node) => graph.outgoing(node)),
    incoming: numbers.map((node) => graph.incoming(node)),
    calls: numbers.map((node) => graph.incomingCount(node, ['calls'])),
    edges: Array.from({ length: graph.edgeCount }, (_, edge) => graph.edge(edge)),
    named: NAMES.map((name) => graph.byName(name)),
    symbols: graph.paths().map((path) => graph.symbolsOf(path)),
    innermost: graph.paths().map((path) => [3, 9, 40].map((line) => graph.innermostAt(path, line))),
  };
}

/** What tools ask of the nodes around a symbol. */
function surroundingsOf(graph: SymbolGraph): unknown {
  const walk = makeWalker(graph, { direction: 'both', evidenceMin: 'nameOnly' });
  return Array.from({ length: graph.nodeCount }, (_, node) => {
    const walked: (readonly number[])[] = [];
    walk(node, (edge, neighbour) => {
      walked.push([edge, neighbour]);
      return undefined;
    });
    return {
      walked,
      group: symbolGroup(graph, node),
      contents: withContents(graph, node),
      elsewhere: declaredElsewhere(graph, node),
      holder: holderOf(graph, node),
      related: relatedMembers(graph, node),
    };
  });
}

test('edited files on top of a graph answer like a graph built from the current files', () => {
  let layeredCount = 0;
  fc.assert(
    fc.property(fc.gen(), fc.integer({ min: 1, max: 6 }), (gen, steps) => {
      const pick: Choose = (max) => gen(fc.nat, { max });
      let state: State = { files: PATHS.map((_, file) => [file]), edges: [] };
      let graph = buildGraph(
        PATHS.map((_, file) => fileOf(state, file)),
        [],
      );
      for (let step = 1; step <= steps; step++) {
        const { after, resolved } = edited(state, step * 8, pick);
        const isRead = pick(3) === 0;
        graph = updated(graph, state, after, resolved);
        state = after;
        const built = buildGraph(
          PATHS.map((_, file) => fileOf(state, file)),
          edgesOf(state),
        );
        const { hasColumns } = graph;
        if (!hasColumns) layeredCount++;
        expect(surroundingsOf(graph)).toEqual(surroundingsOf(built));
        expect(graph.countByKind()).toEqual(built.countByKind());
        // None of these copies the columns of all files.
        expect(graph.hasColumns).toBe(hasColumns);
        expect(answersOf(graph)).toEqual(answersOf(built));
        if (!isRead) continue;
        // Reading the columns makes them, and the next edit starts from them.
        expect(answersOf(fromRecord(toRecord(graph)))).toEqual(answersOf(built));
        expect([...graph.names()]).toEqual([...built.names()]);
      }
    }),
    { numRuns: 150 },
  );
  expect(layeredCount).toBeGreaterThan(100);
});

const edgesAndNodes = (graph: SymbolGraph): unknown =>
  Array.from({ length: graph.nodeCount }, (_, node) => [
    graph.node(node),
    graph.outgoing(node),
    graph.incoming(node),
  ]);

/** A graph of files that each call the next one. */
const chainState = (files: State['files']): State => ({
  files,
  edges: files.map(([source], file) => {
    const targetFile = (file + 1) % files.length;
    return [file, source!, targetFile, files[targetFile]![0]!, 0];
  }),
});

test('more edited files than may lie on top of a graph are merged', () => {
  const count = 150;
  const names = Array.from({ length: count }, (_, file) => `f${String(file).padStart(3, '0')}.ts`);
  const chainFile = (file: number, serials: readonly number[]) =>
    graphFile(
      names[file]!,
      serials.map((serial) =>
        declaration(`${names[file]}::name${serial}`, {
          name: `name${serial}`,
          startLine: 1,
          endLine: 3,
        }),
      ),
    );
  const built = ({ files, edges }: State) =>
    buildGraph(
      files.map((serials, file) => chainFile(file, serials)),
      edgesOf({ files, edges }),
    );
  let state = chainState(names.map((_, file) => [file]));
  let graph = built(state);
  const wasLayered: boolean[] = [];
  for (let file = 0; file < count; file++) {
    const files = state.files.map((serials, index) =>
      index === file ? [count + file, ...serials] : serials,
    );
    const after = { files, edges: state.edges };
    graph = updateGraph(graph, {
      paths: graph.paths(),
      files: new Map([[graph.paths()[file]!, chainFile(file, files[file]!)]]),
      edges: new Map([
        [graph.paths()[file]!, edgesOf(after).filter(({ sourceFile }) => sourceFile === file)],
      ]),
      renumbered: new Map([
        [graph.paths()[file]!, Int32Array.from(state.files[file]!, (_, old) => old + 1)],
      ]),
    });
    wasLayered.push(!graph.hasColumns);
    state = after;
    // Read without finding many ids, which would copy the columns.
    if (file % 16 === 0) expect(edgesAndNodes(graph)).toEqual(edgesAndNodes(built(state)));
  }
  expect(answersOf(graph)).toEqual(answersOf(built(state)));
  expect(wasLayered.indexOf(false)).toBe(64);
  expect(wasLayered.lastIndexOf(false)).toBe(129);
});
