/**
 * Stores and loads the graph. The columns are plain data, so writing is free. Reading checks every
 * number once, so a loaded graph has no references out of range.
 */
import { compareStrings } from '../base/compare.ts';
import { EDGE_FORMS, EDGE_KINDS, EVIDENCE } from '../model/edge.ts';
import { SYMBOL_KINDS, VISIBILITIES } from '../model/symbol.ts';
import { type GraphColumns, NODE_COLUMNS, type NodeColumns } from './columns.ts';
import { SymbolGraph } from './symbol-graph.ts';

/** Plain data: typed arrays and one array of strings. */
export type GraphRecord = GraphColumns;

/** Returns the graph as plain data. It shares the graph's memory and must not be changed. */
export function toRecord(graph: SymbolGraph): GraphRecord {
  return graph.columns;
}

/**
 * Creates a graph from a record. The graph keeps the record, which must not be changed afterwards.
 * @throws {Error} naming the column, when the record is not one that `toRecord` could have made.
 */
export function fromRecord(record: GraphRecord): SymbolGraph {
  const { strings } = record;
  if (!isListOfStrings(strings)) refuse('strings is not a list of strings');
  const sizes = checkSizes(record);
  checkLimits(record, sizes);
  checkStarts(record, sizes);
  checkTree(record);
  checkPaths(record);
  checkEdges(record);
  return new SymbolGraph(record);
}

// Plain loops here and below: an iterator or a closure per number takes several times as long.
function isListOfStrings(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  for (let row = 0; row < list.length; row++) if (typeof list[row] !== 'string') return false;
  return true;
}

interface Sizes {
  readonly files: number;
  readonly nodes: number;
  readonly edges: number;
  readonly lines: number;
  readonly names: number;
}

type ColumnName = Exclude<keyof GraphColumns, 'strings'>;
type ColumnClass = typeof Uint8Array | typeof Uint32Array | typeof Int32Array;
type Size = (sizes: Sizes) => number;

const perFile: Size = (sizes) => sizes.files;
const perNode: Size = (sizes) => sizes.nodes;
const perEdge: Size = (sizes) => sizes.edges;

/** The class and length of each column that is not one of nodes. */
const COLUMNS: Readonly<
  Record<Exclude<ColumnName, keyof NodeColumns>, readonly [ColumnClass, Size]>
> = {
  fileLanguage: [Uint32Array, perFile],
  fileNode: [Uint32Array, (sizes) => sizes.files + 1],
  outStart: [Uint32Array, (sizes) => sizes.nodes + 1],
  edgeTarget: [Uint32Array, perEdge],
  edgeKind: [Uint8Array, perEdge],
  edgeEvidence: [Uint8Array, perEdge],
  edgeForm: [Uint8Array, perEdge],
  lineStart: [Uint32Array, (sizes) => sizes.edges + 1],
  lines: [Uint32Array, (sizes) => sizes.lines],
  nameStart: [Uint32Array, (sizes) => sizes.edges + 1],
  names: [Uint32Array, (sizes) => sizes.names],
};

function checkSizes(record: GraphRecord): Sizes {
  const columns = [
    ...Object.entries(COLUMNS),
    ...Object.entries(NODE_COLUMNS).map(([name, kind]) => [name, [kind, perNode]] as const),
  ] as readonly (readonly [ColumnName, readonly [ColumnClass, Size]])[];
  for (const [name, [kind]] of columns) {
    if (!(record[name] instanceof kind)) refuse(`${name} is not a ${kind.name}`);
  }
  const sizes: Sizes = {
    files: record.fileLanguage.length,
    nodes: record.nodeKind.length,
    edges: record.edgeTarget.length,
    lines: record.lines.length,
    names: record.names.length,
  };
  for (const [name, [, size]] of columns) {
    const expected = size(sizes);
    const { length } = record[name];
    if (length !== expected) refuse(`${name} has ${length} entries, not ${expected}`);
  }
  return sizes;
}

/** Checks that every index or code is below its limit. */
function checkLimits(record: GraphRecord, sizes: Sizes): void {
  const limits: readonly (readonly [ColumnName, number])[] = [
    ['fileLanguage', record.strings.length],
    ['nodeKind', SYMBOL_KINDS.length],
    ['nodeName', record.strings.length],
    ['nodeSignature', record.strings.length],
    ['nodeDoc', record.strings.length],
    ['nodeFlags', VISIBILITIES.length * 2],
    ['edgeTarget', sizes.nodes],
    ['edgeKind', EDGE_KINDS.length],
    ['edgeEvidence', EVIDENCE.length],
    ['edgeForm', EDGE_FORMS.length],
    ['names', record.strings.length],
  ];
  for (const [name, limit] of limits) {
    const column = record[name];
    for (let row = 0; row < column.length; row++)
      if ((column[row] as number) >= limit) refuse(`${name} holds ${column[row]}, limit ${limit}`);
  }
  const { nodeId, strings } = record;
  for (let node = 0; node < nodeId.length; node++) {
    const part = nodeId[node] as number;
    if ((part < 0 ? ~part : part) >= strings.length) refuse(`nodeId holds ${part}`);
  }
}

/** Checks that start columns ascend from 0 to the length of the column they index. */
function checkStarts(record: GraphRecord, sizes: Sizes): void {
  const starts: readonly (readonly [ColumnName, number])[] = [
    ['fileNode', sizes.nodes],
    ['outStart', sizes.edges],
    ['lineStart', sizes.lines],
    ['nameStart', sizes.names],
  ];
  for (const [name, total] of starts) {
    const column = record[name];
    let before = 0;
    for (let row = 0; row < column.length; row++) {
      const start = column[row] as number;
      if (start < before) refuse(`${name} descends to ${start}`);
      before = start;
    }
    if (!(column[0] === 0 && before === total)) refuse(`${name} does not run from 0 to ${total}`);
  }
}

/**
 * Checks that the first node of each file is the file itself, the only node without a parent.
 * Parents come before children.
 */
function checkTree({ fileNode, nodeKind, nodeParent, nodeId }: GraphRecord): void {
  const fileKind = SYMBOL_KINDS.indexOf('file');
  for (let file = 0; file < fileNode.length - 1; file++) {
    const first = fileNode[file] as number;
    const end = fileNode[file + 1] as number;
    const isRoot = first < end && nodeKind[first] === fileKind && nodeParent[first] === -1;
    if (!(isRoot && (nodeId[first] as number) < 0)) refuse(`file ${file} has no node`);
    for (let node = first + 1; node < end; node++) {
      const parent = nodeParent[node] as number;
      if (parent < first || parent >= node) refuse(`nodeParent of ${node} is ${parent}`);
    }
  }
}

function checkPaths({ fileNode, nodeId, strings }: GraphRecord): void {
  let before: string | undefined;
  for (const first of fileNode.subarray(0, -1)) {
    const path = strings[~(nodeId[first] as number)] as string;
    if (before !== undefined && compareStrings(before, path) >= 0)
      refuse(`files not sorted at ${path}`);
    before = path;
  }
}

function checkEdges({ outStart, edgeKind, edgeTarget }: GraphRecord): void {
  for (let source = 0; source < outStart.length - 1; source++) {
    const end = outStart[source + 1] as number;
    for (let edge = (outStart[source] as number) + 1; edge < end; edge++) {
      const step = (edgeKind[edge] as number) - (edgeKind[edge - 1] as number);
      const ascends = (edgeTarget[edge] as number) > (edgeTarget[edge - 1] as number);
      if (!(step > 0 || (step === 0 && ascends))) refuse(`edge ${edge} is out of order`);
    }
  }
}

function refuse(what: string): never {
  throw new Error(`graph record: ${what}`);
}
