import { assert, at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import type { RepoPath } from '../model/path.ts';
import type { GraphFile, ResolvedEdge } from '../model/resolved-edge.ts';
import { addContainment, addEdge, filePlaces } from './add-edges.ts';
import type { GraphColumns } from './columns.ts';
import { EDGES_PER_STEP, EdgeOccurrences, mergeSteps } from './edge-occurrences.ts';
import { addFile, nodeColumns, resizedNodes } from './node-columns.ts';
import { StringInterner } from './string-interner.ts';
import { SymbolGraph } from './symbol-graph.ts';

/** Capacity of the columns before they grow. */
const NODES_FIRST = 1024;

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
  const builder = new GraphBuilder(files.length);
  for (const file of files) builder.addFile(file);
  return runSync(builder.buildSteps(edges));
}

/** Builds a graph from files that are given one at a time. */
export class GraphBuilder {
  readonly #strings = new StringInterner();
  readonly #fileLanguage: Uint32Array;
  readonly #fileNode: Uint32Array;
  #nodes = nodeColumns(NODES_FIRST);
  #fileCount = 0;
  #lastPath: RepoPath | undefined;

  constructor(fileCount: number) {
    this.#fileLanguage = new Uint32Array(fileCount);
    this.#fileNode = new Uint32Array(fileCount + 1);
  }

  addFile(file: GraphFile): void {
    if (this.#lastPath !== undefined)
      assert(compareStrings(this.#lastPath, file.path) < 0, `files not sorted at ${file.path}`);
    this.#lastPath = file.path;
    const index = this.#fileCount++;
    const first = at(this.#fileNode, index);
    const end = first + 1 + file.declarations.length;
    const { length } = this.#nodes.nodeKind;
    if (end > length) this.#nodes = resizedNodes(this.#nodes, Math.max(end, 2 * length));
    this.#fileLanguage[index] = this.#strings.intern(file.language);
    addFile(this.#nodes, first, file, this.#strings);
    this.#fileNode[index + 1] = end;
  }

  /** Adds the edges between the files. */
  *buildSteps(edges: Iterable<ResolvedEdge> & { readonly length: number }): Task<SymbolGraph> {
    const strings = this.#strings;
    const fileNode = this.#fileNode;
    const length = at(fileNode, this.#fileCount);
    const nodes = resizedNodes(this.#nodes, length);
    const occurrences = new EdgeOccurrences(length + edges.length);
    addContainment(occurrences, nodes.nodeParent, { first: 0, end: length });
    const places = filePlaces(fileNode);
    yield;
    for (const edge of edges) {
      addEdge(occurrences, edge, places);
      if (occurrences.count % EDGES_PER_STEP === 0) yield;
    }
    const merged = yield* mergeSteps(occurrences, { sources: length, targets: length }, strings);
    const columns: GraphColumns = {
      strings: strings.strings,
      fileLanguage: this.#fileLanguage,
      fileNode,
      ...nodes,
      ...merged,
    };
    return new SymbolGraph(columns);
  }
}
