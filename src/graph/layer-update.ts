/**
 * Updates a graph by putting edited files on top of it. The cost depends on the edited files, not on
 * the size of the project.
 */
import { assert, at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import type { GraphFile, ResolvedEdge } from '../model/resolved-edge.ts';
import { addContainment, addEdge } from './add-edges.ts';
import { type GraphColumns, NODE_COLUMNS, type NodeColumns } from './columns.ts';
import { EdgeOccurrences, mergeSteps } from './edge-occurrences.ts';
import { type Block, Layers } from './layers.ts';
import { addFile, nodeColumns } from './node-columns.ts';
import { STRING_COLUMNS } from './read-columns.ts';
import { StringInterner } from './string-interner.ts';
import { SymbolGraph } from './symbol-graph.ts';

/**
 * Maximum number of edited files on top of a graph, because each makes reading a little slower. The
 * store copies all columns after fewer edits, and the next edit starts from that copy.
 */
const BLOCKS_MAX = 64;

/** The change of one file. */
export interface FileEdit {
  readonly edges: readonly ResolvedEdge[];
  /** The new content; undefined if only references were resolved again. */
  readonly file: GraphFile | undefined;
  /** New index of each previous declaration, −1 if removed; undefined if all indexes stay. */
  readonly renumbered: Int32Array | undefined;
}

/**
 * Returns the graph after edits, given by file number, as a cooperative task. Returns undefined if too
 * many files were edited, or if declarations changed their order.
 */
export function* layerSteps(
  before: SymbolGraph,
  edits: ReadonlyMap<number, FileEdit>,
): Task<SymbolGraph | undefined> {
  const layered = before.hasColumns ? undefined : before.layered;
  const base = layered?.base ?? (before.layered ? flatCopy(before) : before);
  const known: ReadonlyMap<number, Block> = layered?.blocks ?? new Map();
  const files = [...new Set([...known.keys(), ...edits.keys()])].sort((a, b) => a - b);
  const isAscending = [...edits.values()].every(({ renumbered }) => ascends(renumbered));
  if (files.length > BLOCKS_MAX || !isAscending) return undefined;
  const layersBefore = layered === undefined ? new Layers(base) : before.layers;
  const strings = new Map<number, StringInterner>();
  const blocks = new Map<number, Block>();
  for (const file of files) {
    const edit = edits.get(file);
    if (edit === undefined) blocks.set(file, shifted(known.get(file) as Block, edits));
    else {
      const interner = new StringInterner();
      strings.set(file, interner);
      blocks.set(file, blockOf(layersBefore, file, edit, { base, known, interner }));
    }
    yield;
  }
  // Edges of edited files need the numbers of all nodes, so they come second.
  const places = new Layers(base, blocks);
  for (const [file, { edges }] of edits) {
    const interner = strings.get(file) as StringInterner;
    blocks.set(file, yield* withEdges(blocks.get(file) as Block, file, edges, places, interner));
    yield;
  }
  return new SymbolGraph({ base, blocks }, before.paths());
}

/** Returns a graph of the same columns without the layers that they were copied from. */
function flatCopy(graph: SymbolGraph): SymbolGraph {
  return new SymbolGraph(graph.columns, graph.paths());
}

function ascends(numbers: Int32Array | undefined): boolean {
  let last = -1;
  for (const number of numbers ?? []) {
    if (number < 0) continue;
    if (number <= last) return false;
    last = number;
  }
  return true;
}

/** The graph below the edits, its blocks so far, and the strings of a new block. */
interface BlockContext {
  readonly base: SymbolGraph;
  readonly known: ReadonlyMap<number, Block>;
  readonly interner: StringInterner;
}

/** Returns the block of an edited file, without edges. */
function blockOf(
  before: Layers,
  number: number,
  { file, renumbered }: FileEdit,
  { base, known, interner }: BlockContext,
): Block {
  const nodes =
    file === undefined
      ? copiedNodes(before, number, interner)
      : nodeColumns(1 + file.declarations.length);
  if (file !== undefined) addFile(nodes, 0, file, interner);
  const piece = before.ofFile(number);
  const language =
    file?.language ??
    at(piece.columns.strings, at(piece.columns.fileLanguage, number - piece.fileShift));
  const count = nodes.nodeKind.length;
  const { fileNode } = base.columns;
  const baseCount = at(fileNode, number + 1) - at(fileNode, number);
  const previous =
    known.get(number)?.moved ?? Int32Array.from({ length: baseCount }, (_, node) => node);
  const moved = previous.map((node) =>
    node <= 0 || renumbered === undefined
      ? node
      : at(renumbered, node - 1) + (at(renumbered, node - 1) < 0 ? 0 : 1),
  );
  const columns: GraphColumns = {
    strings: [],
    fileLanguage: Uint32Array.of(interner.intern(language)),
    fileNode: Uint32Array.of(0, count),
    ...nodes,
    outStart: new Uint32Array(count + 1),
    edgeTarget: new Uint32Array(),
    edgeKind: new Uint8Array(),
    edgeEvidence: new Uint8Array(),
    edgeForm: new Uint8Array(),
    lineStart: new Uint32Array(1),
    lines: new Uint32Array(),
    nameStart: new Uint32Array(1),
    names: new Uint32Array(),
  };
  return { columns, targetFile: new Uint32Array(), edgeSource: new Uint32Array(), moved };
}

/** Copies the nodes of a file whose content is the same. */
function copiedNodes(before: Layers, file: number, interner: StringInterner): NodeColumns {
  const { columns, fileShift } = before.ofFile(file);
  const { strings, fileNode } = columns;
  const [first, end] = [at(fileNode, file - fileShift), at(fileNode, file - fileShift + 1)];
  const nodes = nodeColumns(end - first);
  for (const name of Object.keys(NODE_COLUMNS) as (keyof NodeColumns)[])
    nodes[name].set(columns[name].subarray(first, end));
  const numberOf = (text: number) => interner.intern(at(strings, text));
  for (let node = 0; node < end - first; node++) {
    if (node > 0) nodes.nodeParent[node] = at(nodes.nodeParent, node) - first;
    for (const name of STRING_COLUMNS) nodes[name][node] = numberOf(at(nodes[name], node));
    const part = at(nodes.nodeId, node);
    nodes.nodeId[node] = part < 0 ? ~numberOf(~part) : numberOf(part);
  }
  return nodes;
}

/** Returns a block whose edges lead to the same declarations after other files were edited. */
function shifted(block: Block, edits: ReadonlyMap<number, FileEdit>): Block {
  const { columns, targetFile } = block;
  const edgeTarget = columns.edgeTarget.map((target, edge) => {
    const renumbered = edits.get(at(targetFile, edge))?.renumbered;
    if (target === 0 || renumbered === undefined) return target;
    const now = at(renumbered, target - 1);
    if (now < 0) assert(false, `edge ${edge} leads to a removed symbol`);
    return now + 1;
  });
  return { ...block, columns: { ...columns, edgeTarget } };
}

/** Adds the edges of an edited file, including containment. `places` has the numbers of all nodes. */
function* withEdges(
  block: Block,
  file: number,
  edges: readonly ResolvedEdge[],
  places: Layers,
  interner: StringInterner,
): Task<Block> {
  const { nodeParent } = block.columns;
  const sources = nodeParent.length;
  const first = places.fileNode(file);
  const occurrences = new EdgeOccurrences(sources + edges.length);
  addContainment(occurrences, nodeParent, { first: 0, end: sources, shift: first });
  for (const edge of edges) addEdge(occurrences, edge, places);
  for (let row = 0; row < occurrences.count; row++)
    occurrences.source[row] = at(occurrences.source, row) - first;
  const counts = { sources, targets: places.nodeCount };
  const made = yield* mergeSteps(occurrences, counts, interner);
  const edgeSource = new Uint32Array(made.edgeTarget.length);
  for (let node = 0; node < sources; node++)
    edgeSource.fill(node, at(made.outStart, node), at(made.outStart, node + 1));
  const targetFile = made.edgeTarget.map((target) => places.fileOf(target));
  const edgeTarget = made.edgeTarget.map(
    (target, edge) => target - places.fileNode(at(targetFile, edge)),
  );
  const columns = { ...block.columns, ...made, edgeTarget, strings: interner.strings };
  return { ...block, columns, edgeSource, targetFile };
}
