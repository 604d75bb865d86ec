/**
 * Puts edited files on top of a graph, the base, without copying it. A layered graph is a list of
 * pieces: runs of unedited files in the columns of the base, and blocks with the columns of one edited
 * file each. Nodes and edges have the numbers of a graph built from scratch, so a piece only shifts
 * the numbers of its columns.
 */
import { assert } from '../base/assert.ts';
import type { GraphColumns } from './columns.ts';
import type { Links } from './links.ts';

/** An edited file. */
export interface Block {
  /**
   * The columns of a graph of this file, except that `edgeTarget` holds the position of the target
   * in its file: 0 for the file itself.
   */
  readonly columns: GraphColumns;
  /** File of each edge's target. */
  readonly targetFile: Uint32Array;
  /** Position in the file of each edge's source. */
  readonly edgeSource: Uint32Array;
  /**
   * Current position in the file of each node that the file has in the base; −1 if it was removed.
   * The remaining positions ascend.
   */
  readonly moved: Int32Array;
}

/** A graph whose files are all in one set of columns. */
export interface FlatGraph {
  readonly columns: GraphColumns;
  readonly links: Links;
}

/**
 * Consecutive files, nodes and edges from one set of columns. Each `…Shift` is added to a number in
 * the columns to get the number in the graph.
 */
export interface Piece {
  readonly columns: GraphColumns;
  /** The edited file; undefined for files of the base. */
  readonly block: Block | undefined;
  /** First file, node and edge in the graph; the ends are exclusive. */
  readonly file: number;
  readonly node: number;
  readonly nodeEnd: number;
  readonly edge: number;
  readonly edgeEnd: number;
  readonly fileShift: number;
  readonly nodeShift: number;
  readonly edgeShift: number;
  /** First node and edge of its files in the base. */
  readonly baseNode: number;
  readonly baseEdge: number;
}

/** The nodes of a file, of which the first is the file itself, and the columns that hold them. */
export interface NodesOfFile {
  readonly first: number;
  readonly end: number;
  readonly columns: GraphColumns;
  /** Is added to a number in the columns to get the number in the graph. */
  readonly shift: number;
}

/** Finds the piece that holds a node, an edge or a file, by binary search. */
export class Layers {
  readonly pieces: readonly Piece[];
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly #base: FlatGraph;

  /** Creates layers; `blocks` are by file number, ascending. */
  constructor(base: FlatGraph, blocks: ReadonlyMap<number, Block> = new Map()) {
    this.#base = base;
    this.pieces = piecesOf(base.columns, blocks);
    const last = this.pieces.at(-1);
    this.nodeCount = last?.nodeEnd ?? 0;
    this.edgeCount = last?.edgeEnd ?? 0;
  }

  /** Returns the piece that holds a node. An unknown node is a broken invariant. */
  ofNode(node: number): Piece {
    const piece = this.#last('node', node);
    if (
      !(node < (piece?.nodeEnd ?? 0)) ||
      piece?.columns.nodeKind[node - piece.nodeShift] === undefined
    )
      assert(false, `node ${node} of ${this.nodeCount}`);
    return piece;
  }

  /** Returns the piece that holds an edge. */
  ofEdge(edge: number): Piece {
    const piece = this.#last('edge', edge);
    if (
      !(edge < (piece?.edgeEnd ?? 0)) ||
      piece?.columns.edgeKind[edge - piece.edgeShift] === undefined
    )
      assert(false, `edge ${edge} of ${this.edgeCount}`);
    return piece;
  }

  /** Returns the piece that holds a file. */
  ofFile(file: number): Piece {
    const piece = this.#last('file', file);
    if (piece === undefined) assert(false, `file ${file}`);
    return piece;
  }

  /** Returns the node of a file. */
  fileNode(file: number): number {
    const { columns, fileShift, nodeShift } = this.ofFile(file);
    return (columns.fileNode[file - fileShift] as number) + nodeShift;
  }

  /** Returns the nodes of a file; none if the file does not exist. */
  nodesOf(file: number): NodesOfFile {
    const piece = this.#last('file', file);
    const columns = piece?.columns ?? this.#base.columns;
    const { fileShift = 0, nodeShift: shift = 0 } = piece ?? {};
    const first = columns.fileNode[file - fileShift];
    const end = columns.fileNode[file - fileShift + 1];
    if (first === undefined || end === undefined) return { columns, shift, first: 0, end: 0 };
    return { columns, shift, first: first + shift, end: end + shift };
  }

  /** Returns the file of a node. */
  fileOf(node: number): number {
    const piece = this.ofNode(node);
    if (piece.block !== undefined) return piece.file;
    return this.#base.links.nodeFile[node - piece.nodeShift] as number;
  }

  /** Returns the node that an edge starts at. */
  sourceOf(edge: number): number {
    const { block, nodeShift, edgeShift } = this.ofEdge(edge);
    const { edgeSource } = block ?? this.#base.links;
    return (edgeSource[edge - edgeShift] as number) + nodeShift;
  }

  /** Returns the node that an edge ends at. */
  targetOf(edge: number): number {
    const { block, columns, edgeShift } = this.ofEdge(edge);
    const target = columns.edgeTarget[edge - edgeShift] as number;
    if (block === undefined) return this.ofBase(target);
    return this.fileNode(block.targetFile[edge - edgeShift] as number) + target;
  }

  /** Returns the current number of a node of the base; −1 if it was removed. */
  ofBase(baseNode: number): number {
    const piece = this.#last('baseNode', baseNode);
    if (piece === undefined) return -1;
    if (piece.block === undefined) return baseNode + piece.nodeShift;
    const moved = piece.block.moved[baseNode - piece.baseNode] ?? -1;
    return moved < 0 ? -1 : piece.node + moved;
  }

  /** Returns the number of a node in the base; −1 if it is new. */
  inBase(node: number): number {
    const { block, nodeShift, baseNode } = this.ofNode(node);
    if (block === undefined) return node - nodeShift;
    const old = block.moved.indexOf(node - nodeShift);
    return old < 0 ? -1 : baseNode + old;
  }

  /** Returns the current number of an edge of the base; −1 if its source was edited. */
  edgeOfBase(baseEdge: number): number {
    const piece = this.#last('baseEdge', baseEdge);
    return piece === undefined || piece.block !== undefined ? -1 : baseEdge + piece.edgeShift;
  }

  /** Returns the last piece that does not begin after a number. */
  #last(
    column: 'file' | 'node' | 'edge' | 'baseNode' | 'baseEdge',
    number: number,
  ): Piece | undefined {
    const { pieces } = this;
    let low = 0;
    let high = pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((pieces[middle] as Piece)[column] <= number) low = middle;
      else high = middle - 1;
    }
    return pieces[low];
  }
}

/** Returns the pieces in the order of their files. */
function piecesOf(base: GraphColumns, blocks: ReadonlyMap<number, Block>): readonly Piece[] {
  const pieces: Piece[] = [];
  let [node, edge, file] = [0, 0, 0];
  const add = (columns: GraphColumns, block: Block | undefined, end: number): void => {
    const [baseNode, ownFile] = [base.fileNode[file] as number, block === undefined ? file : 0];
    const ownEnd = ownFile + end - file;
    const [ownNode, ownNodeEnd] = [columns.fileNode[ownFile], columns.fileNode[ownEnd]] as [
      number,
      number,
    ];
    const [ownEdge, ownEdgeEnd] = [columns.outStart[ownNode], columns.outStart[ownNodeEnd]] as [
      number,
      number,
    ];
    const shifts = {
      fileShift: file - ownFile,
      nodeShift: node - ownNode,
      edgeShift: edge - ownEdge,
    };
    const nodeEnd = ownNodeEnd + shifts.nodeShift;
    const edgeEnd = ownEdgeEnd + shifts.edgeShift;
    const baseEdge = base.outStart[baseNode] as number;
    pieces.push({
      columns,
      block,
      file,
      node,
      nodeEnd,
      edge,
      edgeEnd,
      ...shifts,
      baseNode,
      baseEdge,
    });
    [node, edge, file] = [nodeEnd, edgeEnd, end];
  };
  for (const [edited, block] of blocks) {
    if (file < edited) add(base, undefined, edited);
    add(block.columns, block, edited + 1);
  }
  const fileCount = base.fileLanguage.length;
  if (file < fileCount) add(base, undefined, fileCount);
  return pieces;
}
