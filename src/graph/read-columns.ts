/** Reads single nodes and edges from the columns of a graph. */
import { appendTo } from '../base/append-to.ts';
import { EDGE_KINDS, type EdgeKind } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import { SYMBOL_KINDS } from '../model/symbol.ts';
import type { GraphColumns } from './columns.ts';
import type { Layers, Piece } from './layers.ts';

/** The kind of headings. They are prose: a word in a heading is not the name of a code symbol. */
export const SECTION = SYMBOL_KINDS.indexOf('section');
/** The columns of nodes that hold strings, besides `nodeId`. */
export const STRING_COLUMNS = ['nodeName', 'nodeSignature', 'nodeDoc'] as const;

/** Returns the paths of all files. */
export function pathsOf(columns: GraphColumns): readonly RepoPath[] {
  return Array.from(
    columns.fileNode.subarray(0, -1),
    (node) => textOf(columns, ~(columns.nodeId[node] as number)) as RepoPath,
  );
}

/** Returns a string by its number. */
export function textOf({ strings }: GraphColumns, index: number | undefined): string {
  return strings[index as number] as string;
}

/** Returns the lines of an edge. */
export function linesOf({ lineStart, lines }: GraphColumns, edge: number): readonly number[] {
  // Here and below a loop, because `Array.from` over a subarray takes ten times as long for the usual
  // one or two entries.
  const end = lineStart[edge + 1] as number;
  const found: number[] = [];
  for (let place = lineStart[edge] as number; place < end; place++)
    found.push(lines[place] as number);
  return found;
}

/** Returns the names of an edge. */
export function namesOf(columns: GraphColumns, edge: number): readonly string[] {
  const { nameStart, names } = columns;
  const end = nameStart[edge + 1] as number;
  const found: string[] = [];
  for (let place = nameStart[edge] as number; place < end; place++)
    found.push(textOf(columns, names[place]));
  return found;
}

/** Returns the id of a node: its own part is stored, those before it are stored with its parents. */
export function idOf(columns: GraphColumns, index: number): string {
  const { nodeId, nodeParent } = columns;
  let tail = '';
  let node = index;
  let part = nodeId[node] as number;
  while (part >= 0) {
    tail = `::${textOf(columns, part)}${tail}`;
    node = nodeParent[node] as number;
    part = nodeId[node] as number;
  }
  return textOf(columns, ~part) + tail;
}

/** Whether a node is a symbol with a name, not a file or a section. */
function hasName({ nodeParent, nodeKind }: GraphColumns, node: number): boolean {
  return nodeParent[node] !== -1 && nodeKind[node] !== SECTION;
}

/** Returns the symbols of a piece with this name, as numbered in the graph. */
export function scanForName({ columns, node, nodeEnd, nodeShift }: Piece, name: string): number[] {
  // The same text can have several numbers, as after an update.
  const { nodeName, strings } = columns;
  const found: number[] = [];
  for (let own = node - nodeShift; own < nodeEnd - nodeShift; own++)
    if (strings[nodeName[own] as number] === name && hasName(columns, own))
      found.push(own + nodeShift);
  return found;
}

/** Returns the names of the symbols of a piece. A name can occur twice after an update. */
export function symbolNames({ columns, node, nodeEnd, nodeShift }: Piece): string[] {
  const { nodeName, strings } = columns;
  const names: string[] = [];
  const isSeen = new Uint8Array(strings.length);
  for (let own = node - nodeShift; own < nodeEnd - nodeShift; own++) {
    const name = nodeName[own] as number;
    if (isSeen[name] === 1 || !hasName(columns, own)) continue;
    isSeen[name] = 1;
    names.push(strings[name] as string);
  }
  return names;
}

/** Returns the number of nodes and edges of each kind. */
export function countKinds(pieces: readonly Piece[]) {
  const nodes = pieces.map(({ columns, node, nodeEnd, nodeShift }) =>
    columns.nodeKind.subarray(node - nodeShift, nodeEnd - nodeShift),
  );
  const edges = pieces.map(({ columns, edge, edgeEnd, edgeShift }) =>
    columns.edgeKind.subarray(edge - edgeShift, edgeEnd - edgeShift),
  );
  return { nodes: countCodes(nodes, SYMBOL_KINDS), edges: countCodes(edges, EDGE_KINDS) };
}

/** Returns the number of codes of each kind; a code is the position of its kind. */
function countCodes<K extends string>(
  runs: readonly Uint8Array[],
  kinds: readonly K[],
): Record<K, number> {
  const counts = new Uint32Array(kinds.length);
  for (const codes of runs) for (const code of codes) counts[code] = (counts[code] as number) + 1;
  return Object.fromEntries(kinds.map((kind, code) => [kind, counts[code]])) as Record<K, number>;
}

/** Returns the nodes whose body has one of some hashes, by hash. */
export function indexBodies(
  pieces: readonly Piece[],
  bodies: ReadonlySet<number>,
): Map<number, number[]> {
  const nodes = new Map<number, number[]>();
  for (const { columns, node: first, nodeEnd, nodeShift } of pieces)
    for (let node = first; node < nodeEnd; node++) {
      const body = columns.nodeBody[node - nodeShift] as number;
      if (bodies.has(body)) appendTo(nodes, body, node);
    }
  return nodes;
}

/** Returns a mask with one bit per requested edge kind; undefined requests all. */
export function kindMask(kinds: readonly EdgeKind[] | undefined): number {
  if (kinds === undefined) return -1;
  let mask = 0;
  for (const kind of kinds) mask |= 1 << EDGE_KINDS.indexOf(kind);
  return mask;
}

/** Returns the first node of each id. */
export function indexIds(columns: GraphColumns): Map<string, number> {
  const { nodeId, nodeParent } = columns;
  const ids: string[] = [];
  const nodes = new Map<string, number>();
  for (let node = 0; node < nodeId.length; node++) {
    const part = nodeId[node] as number;
    const parent = nodeParent[node] as number;
    const id = part < 0 ? textOf(columns, ~part) : `${ids[parent]}::${textOf(columns, part)}`;
    ids.push(id);
    if (!nodes.has(id)) nodes.set(id, node);
  }
  return nodes;
}

/** Returns the symbols of each name, ascending. */
export function indexNames({ pieces }: Layers): Map<string, number[]> {
  const nodes = new Map<string, number[]>();
  for (const { columns, node: first, nodeEnd, nodeShift } of pieces)
    for (let node = first; node < nodeEnd; node++)
      if (hasName(columns, node - nodeShift))
        appendTo(nodes, textOf(columns, columns.nodeName[node - nodeShift]), node);
  return nodes;
}
