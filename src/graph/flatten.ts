/** Copies a layered graph into one set of columns, as walks over many nodes and the store need it. */
import { assert } from '../base/assert.ts';
import { type GraphColumns, NODE_COLUMNS, type NodeColumns } from './columns.ts';
import type { Layers, Piece } from './layers.ts';
import { nodeColumns } from './node-columns.ts';
import { STRING_COLUMNS } from './read-columns.ts';

/** Returns the columns of a layered graph. Costs one pass over all of them. */
export function flatten(layers: Layers, fileCount: number): GraphColumns {
  const { pieces, nodeCount, edgeCount } = layers;
  const columns = {
    fileLanguage: new Uint32Array(fileCount),
    fileNode: new Uint32Array(fileCount + 1),
    ...nodeColumns(nodeCount),
    outStart: new Uint32Array(nodeCount + 1),
    edgeTarget: new Uint32Array(edgeCount),
    edgeKind: new Uint8Array(edgeCount),
    edgeEvidence: new Uint8Array(edgeCount),
    edgeForm: new Uint8Array(edgeCount),
    lineStart: new Uint32Array(edgeCount + 1),
    nameStart: new Uint32Array(edgeCount + 1),
  };
  const strings = pieces.find(({ block }) => block === undefined)?.columns.strings ?? [];
  const added: string[] = [];
  const lines = lists(pieces, 'lineStart', 'lines');
  const names = lists(pieces, 'nameStart', 'names');
  const nodeOfBase = newNodes(pieces);
  for (const piece of pieces) copyFiles(columns, piece);
  for (const piece of pieces) {
    const stringShift = piece.block === undefined ? 0 : strings.length + added.length;
    if (piece.block !== undefined) for (const text of piece.columns.strings) added.push(text);
    copyLanguages(columns, piece, stringShift);
    copyNodes(columns, piece, stringShift);
    copyEdges(columns, piece, nodeOfBase);
    lines.copy(columns.lineStart, piece, 0);
    names.copy(columns.nameStart, piece, stringShift);
  }
  return {
    strings: strings.concat(added),
    ...columns,
    lines: lines.values,
    names: names.values,
  };
}

type Copied = Omit<GraphColumns, 'strings' | 'lines' | 'names'>;

function copyFiles(to: Copied, piece: Piece): void {
  for (const own of filesOf(piece))
    to.fileNode[own + piece.fileShift + 1] =
      (piece.columns.fileNode[own + 1] as number) + piece.nodeShift;
}

function copyLanguages(to: Copied, piece: Piece, shift: number): void {
  for (const own of filesOf(piece))
    to.fileLanguage[own + piece.fileShift] = (piece.columns.fileLanguage[own] as number) + shift;
}

/** Yields the files of a piece, as numbered in its columns. */
function* filesOf({ columns, file, fileShift, nodeEnd, nodeShift }: Piece): Generator<number> {
  for (let own = file - fileShift; (columns.fileNode[own] as number) + nodeShift < nodeEnd; own++)
    yield own;
}

function copyNodes(
  to: Copied,
  { columns, node, nodeEnd, nodeShift, edgeShift }: Piece,
  stringShift: number,
): void {
  for (const name of Object.keys(NODE_COLUMNS) as (keyof NodeColumns)[])
    to[name].set(columns[name].subarray(node - nodeShift, nodeEnd - nodeShift), node);
  const outStart = columns.outStart.subarray(node - nodeShift + 1, nodeEnd - nodeShift + 1);
  to.outStart.set(outStart, node + 1);
  if (edgeShift !== 0)
    for (let own = node + 1; own <= nodeEnd; own++)
      to.outStart[own] = (to.outStart[own] as number) + edgeShift;
  if (nodeShift !== 0)
    for (let own = node; own < nodeEnd; own++) {
      const parent = to.nodeParent[own] as number;
      if (parent >= 0) to.nodeParent[own] = parent + nodeShift;
    }
  if (stringShift === 0) return;
  for (let own = node; own < nodeEnd; own++) {
    for (const name of STRING_COLUMNS) to[name][own] = (to[name][own] as number) + stringShift;
    const part = to.nodeId[own] as number;
    to.nodeId[own] = part < 0 ? part - stringShift : part + stringShift;
  }
}

/** Returns the current number of each node of the base; −1 for removed ones. */
function newNodes(pieces: readonly Piece[]): Int32Array {
  const last = pieces.at(-1);
  const count = last === undefined ? 0 : last.baseNode + baseCount(last);
  const newNode = new Int32Array(count);
  for (const piece of pieces) {
    const { baseNode, block, node } = piece;
    for (let own = 0, end = baseCount(piece); own < end; own++) {
      const moved = block === undefined ? own : (block.moved[own] as number);
      newNode[baseNode + own] = moved < 0 ? -1 : node + moved;
    }
  }
  return newNode;
}

/** Returns the number of nodes that the files of a piece have in the base. */
function baseCount({ block, node, nodeEnd }: Piece): number {
  return block === undefined ? nodeEnd - node : block.moved.length;
}

function copyEdges(
  to: Copied,
  { columns, block, edge, edgeEnd, edgeShift }: Piece,
  nodeOfBase: Int32Array,
): void {
  const [first, end] = [edge - edgeShift, edgeEnd - edgeShift];
  for (const name of ['edgeKind', 'edgeEvidence', 'edgeForm'] as const)
    to[name].set(columns[name].subarray(first, end), edge);
  for (let own = first; own < end; own++) {
    const target = columns.edgeTarget[own] as number;
    const now =
      block === undefined
        ? (nodeOfBase[target] as number)
        : (to.fileNode[block.targetFile[own] as number] as number) + target;
    if (now < 0) assert(false, `edge ${own} leads to a removed symbol`);
    to.edgeTarget[own + edgeShift] = now;
  }
}

/** Copies the lists of numbers that edges have. */
function lists(
  pieces: readonly Piece[],
  startsName: 'lineStart' | 'nameStart',
  valuesName: 'lines' | 'names',
): {
  readonly values: Uint32Array;
  readonly copy: (starts: Uint32Array, piece: Piece, shift: number) => void;
} {
  const rangeOf = ({ columns, edge, edgeEnd, edgeShift }: Piece) =>
    [columns[startsName][edge - edgeShift], columns[startsName][edgeEnd - edgeShift]] as [
      number,
      number,
    ];
  const count = pieces.reduce((sum, piece) => sum + rangeOf(piece)[1] - rangeOf(piece)[0], 0);
  const values = new Uint32Array(count);
  let place = 0;
  return {
    values,
    copy: (starts, piece, shift) => {
      const [first, end] = rangeOf(piece);
      const { edge, edgeEnd, edgeShift, columns } = piece;
      for (let own = edge; own < edgeEnd; own++)
        starts[own + 1] = (columns[startsName][own + 1 - edgeShift] as number) - first + place;
      values.set(columns[valuesName].subarray(first, end), place);
      if (shift !== 0)
        for (let value = place; value < place + end - first; value++)
          values[value] = (values[value] as number) + shift;
      place += end - first;
    },
  };
}
