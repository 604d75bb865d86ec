/** A graph that was updated equals one built from what is there now. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGraph } from '../../src/graph/build.ts';
import { fromRecord, toRecord } from '../../src/graph/record.ts';
import type { SymbolGraph } from '../../src/graph/symbol-graph.ts';
import { updateGraph } from '../../src/graph/update.ts';
import type { RepoPath } from '../../src/model/path.ts';
import type { GraphFile, ResolvedEdge } from '../../src/model/resolved-edge.ts';
import { anyGraphInput, type GraphInput } from '../helpers/graph-fixtures.ts';

/** Everything a graph says, in its own order. */
function contentOf(graph: SymbolGraph): unknown {
  const nodes = Array.from({ length: graph.nodeCount }, (_, index) => graph.node(index));
  const edges = Array.from({ length: graph.edgeCount }, (_, index) => graph.edge(index));
  return { paths: graph.paths(), nodes, edges };
}

const numbersOf = (files: readonly GraphFile[]) =>
  new Map(files.map(({ path }, number): [RepoPath, number] => [path, number]));

/** Where each declaration of `before` is in `after`, by id. */
function renumbering(before: GraphFile, after: GraphFile): Int32Array {
  const places = new Map(after.declarations.map(({ id }, index) => [id, index]));
  return Int32Array.from(before.declarations, ({ id }) => places.get(id) ?? -1);
}

/** Turns one input's graph into another's, as a resolver would: files it must resolve anew are given. */
function updated(graph: SymbolGraph, before: GraphStep, after: GraphInput): SymbolGraph {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const changed = after.files.filter((file) => file !== old.get(file.path));
  const files = new Map(changed.map((file) => [file.path, file]));
  const renumbered = new Map(
    changed.flatMap((file): [RepoPath, Int32Array][] => {
      const known = old.get(file.path);
      return known === undefined ? [] : [[file.path, renumbering(known, file)]];
    }),
  );
  const edges = new Map<RepoPath, ResolvedEdge[]>();
  for (const [number, { path }] of after.files.entries())
    edges.set(
      path,
      after.edges.filter((edge) => edge.sourceFile === number),
    );
  const paths = after.files.map((file) => file.path);
  const isKept = (path: RepoPath) => before.kept?.has(path) === true && !files.has(path);
  for (const path of paths) if (isKept(path)) edges.delete(path);
  return updateGraph(graph, { paths, files, edges, renumbered });
}

interface GraphStep extends GraphInput {
  /** Files whose edges lead to files that stay, and are not given again. */
  readonly kept?: ReadonlySet<RepoPath>;
}

/** A second input that keeps some files of the first, with their edges where both ends stay as they were. */
function mixed(first: GraphInput, second: GraphInput, keep: (path: RepoPath) => boolean) {
  const kept = first.files.filter((file) => keep(file.path));
  const stays = new Set(kept.map((file) => file.path));
  const files = [...kept, ...second.files.filter((file) => !stays.has(file.path))].sort((a, b) =>
    a.path < b.path ? -1 : 1,
  );
  const numbers = numbersOf(files);
  const move = (input: GraphInput) => (edge: ResolvedEdge) => ({
    ...edge,
    sourceFile: numbers.get(input.files[edge.sourceFile]!.path) ?? -1,
    targetFile: numbers.get(input.files[edge.targetFile]!.path) ?? -1,
  });
  const isWhole = (edge: ResolvedEdge, path: RepoPath) =>
    stays.has(path) &&
    first.edges
      .filter((other) => other.sourceFile === edge.sourceFile)
      .every((other) => stays.has(first.files[other.targetFile]!.path));
  const wholeSources = new Set(
    kept
      .map(({ path }) => path)
      .filter((path) =>
        first.edges
          .filter((edge) => first.files[edge.sourceFile]!.path === path)
          .every((edge) => isWhole(edge, path)),
      ),
  );
  const fromFirst = first.edges.filter((edge) =>
    wholeSources.has(first.files[edge.sourceFile]!.path),
  );
  const fromSecond = second.edges.filter((edge) => {
    const source = second.files[edge.sourceFile]!.path;
    return !stays.has(source) && !stays.has(second.files[edge.targetFile]!.path);
  });
  const edges = [...fromFirst.map(move(first)), ...fromSecond.map(move(second))];
  return { after: { files, edges }, kept: wholeSources };
}

test('updateGraph gives the graph of the current files for any change', () => {
  let keptCount = 0;
  fc.assert(
    fc.property(
      anyGraphInput,
      anyGraphInput,
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      (first, second, keeps) => {
        const keep = (path: RepoPath) => keeps[path.length % keeps.length] === true;
        const { after, kept } = mixed(first, second, keep);
        keptCount += kept.size;
        const before: GraphStep = { ...first, kept };
        const graph = updated(buildGraph(first.files, first.edges), before, after);
        expect(contentOf(graph)).toEqual(contentOf(buildGraph(after.files, after.edges)));
        expect(contentOf(fromRecord(toRecord(graph)))).toEqual(contentOf(graph));
      },
    ),
    { numRuns: 150 },
  );
  expect(keptCount).toBeGreaterThan(50);
});
