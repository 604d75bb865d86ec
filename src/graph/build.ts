import { assert } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import type { GraphFile, ResolvedEdge } from '../model/resolved-edge.ts';
import { addContainment, addEdge, filePlaces } from './add-edges.ts';
import type { GraphColumns } from './columns.ts';
import { EDGES_PER_STEP, EdgeOccurrences, mergeSteps } from './edge-occurrences.ts';
import { addFile, nodeColumns } from './node-columns.ts';
import { StringInterner } from './string-interner.ts';
import { SymbolGraph } from './symbol-graph.ts';

/**
 * Builds the graph of a project in O(files + declarations + edges). Files are sorted by path. Nodes
 * are numbered file by file: the file, then its declarations in order. `contains` edges follow from
 * the declarations' parents. Edges of equal source, target and kind are merged into one edge. It
 * has all lines and names, the strongest evidence and the form of the first line. An edge from a
 * node to itself is kept for `calls` (recursion) and dropped otherwise. The result does not depend
 * on the order of `edges`.
 */
export function buildGraph(
  files: readonly GraphFile[],
  edges: readonly ResolvedEdge[],
): SymbolGraph {
  return runSync(buildGraphSteps(files, edges));
}

/** Does the same as a cooperative task. */
export function* buildGraphSteps(
  files: readonly GraphFile[],
  edges: readonly ResolvedEdge[],
): Task<SymbolGraph> {
  const strings = new StringInterner();
  const fileNode = numberNodes(files);
  const nodes = nodeColumns(fileNode[files.length] as number);
  const fileLanguage = new Uint32Array(files.length);
  for (const [index, file] of files.entries()) {
    fileLanguage[index] = strings.intern(file.language);
    addFile(nodes, fileNode[index] as number, file, strings);
    yield;
  }
  const occurrences = new EdgeOccurrences(nodes.nodeKind.length + edges.length);
  addContainment(occurrences, nodes.nodeParent, { first: 0, end: nodes.nodeParent.length });
  const places = filePlaces(fileNode);
  yield;
  for (const [index, edge] of edges.entries()) {
    addEdge(occurrences, edge, places);
    if (index % EDGES_PER_STEP === 0) yield;
  }
  const { length } = nodes.nodeKind;
  const merged = yield* mergeSteps(occurrences, { sources: length, targets: length }, strings);
  const columns: GraphColumns = {
    strings: strings.strings,
    fileLanguage,
    fileNode,
    ...nodes,
    ...merged,
  };
  return new SymbolGraph(columns);
}

/** Returns the first node of each file, and one past the last node. */
function numberNodes(files: readonly GraphFile[]): Uint32Array {
  const fileNode = new Uint32Array(files.length + 1);
  let next = 0;
  for (const [index, file] of files.entries()) {
    const before = files[index - 1];
    if (before !== undefined)
      assert(compareStrings(before.path, file.path) < 0, `files not sorted at ${file.path}`);
    fileNode[index] = next;
    next += 1 + file.declarations.length;
  }
  fileNode[files.length] = next;
  return fileNode;
}
