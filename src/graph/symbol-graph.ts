/**
 * The graph of a project: files and symbols, and their containment, import, call and inheritance
 * edges. Read-only. Nodes and edges are numbers into typed-array columns, and objects are created
 * on demand. So a graph of 100,000 symbols costs megabytes, and walking it allocates nothing. It
 * does not depend on languages, disks or ranking.
 */
import { appendTo } from '../base/append-to.ts';
import { assert } from '../base/assert.ts';
import { positionsOf } from '../base/positions.ts';
import {
  EDGE_FORMS,
  EDGE_KINDS,
  type Edge,
  type EdgeForm,
  type EdgeKind,
  EVIDENCE,
  type Evidence,
} from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import {
  SYMBOL_KINDS,
  type SymbolId,
  type SymbolKind,
  VISIBILITIES,
  type Visibility,
} from '../model/symbol.ts';
import type { GraphColumns } from './columns.ts';
import { deriveLinks, IncomingEdges, type IncomingLinks, type Links } from './links.ts';

/** Headings are prose: a word in a heading is not the name of a code symbol. @package */
export const SECTION = SYMBOL_KINDS.indexOf('section');
/** Building the table costs about as much as this many scans. */
const NAME_SCANS_MAX = 8;

export interface SymbolNode {
  readonly index: number;
  readonly id: SymbolId;
  readonly kind: SymbolKind;
  /** For a file, the last part of its path. */
  readonly name: string;
  readonly path: RepoPath;
  readonly language: string;
  /** Node number; −1 for files. */
  readonly parent: number;
  /** For a file, its path. */
  readonly signature: string;
  readonly doc: string;
  /** UTF-16 offsets, half-open. All 0 for files: the graph does not know their length. */
  readonly start: number;
  readonly end: number;
  readonly bodyStart: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly exported: boolean;
  readonly visibility: Visibility;
  /** Bit set of MODIFIERS. */
  readonly modifiers: number;
}

/** Number of nodes and edges of each kind. Every kind is listed, including zeros. */
export interface KindCounts {
  readonly nodes: Readonly<Record<SymbolKind, number>>;
  readonly edges: Readonly<Record<EdgeKind, number>>;
}

export class SymbolGraph {
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** @package */
  readonly columns: GraphColumns;
  /** @package */
  readonly links: Links;
  /** Most strings that can be unused; undefined if that is not known. @package */
  readonly unusedMax: number | undefined;
  readonly #paths: readonly RepoPath[];
  readonly #incoming: IncomingEdges;
  #nodeById: ReadonlyMap<string, number> | undefined;
  /** Number of nodes visited so far by id lookups without the table. */
  #lookedAt = 0;
  /** Number of names that were searched for without the table. */
  #nameScans = 0;
  #nodesByName: ReadonlyMap<string, readonly number[]> | undefined;

  /** Creates a graph of columns from `buildGraph` or `fromRecord`; `paths` lists its files. @package */
  constructor(columns: GraphColumns, paths?: readonly RepoPath[], unusedMax?: number) {
    this.columns = columns;
    this.unusedMax = unusedMax;
    this.links = deriveLinks(columns);
    this.#incoming = new IncomingEdges(columns);
    this.nodeCount = columns.nodeKind.length;
    this.edgeCount = columns.edgeTarget.length;
    this.#paths =
      paths ??
      Array.from(
        columns.fileNode.subarray(0, -1),
        (node) => this.#string(~(columns.nodeId[node] as number)) as RepoPath,
      );
  }

  /** Incoming links of all nodes, derived on first use. @package */
  get incomingLinks(): IncomingLinks {
    return this.#incoming.links;
  }

  /** Returns a node's properties. Allocates an object and builds the id from its parts. */
  node(index: number): SymbolNode {
    this.#assertNode(index);
    const c = this.columns;
    const file = this.links.nodeFile[index] as number;
    const flags = c.nodeFlags[index] as number;
    return {
      index,
      id: this.#id(index) as SymbolId,
      kind: SYMBOL_KINDS[c.nodeKind[index] as number] as SymbolKind,
      name: this.#string(c.nodeName[index]),
      path: this.#paths[file] as RepoPath,
      language: this.#string(c.fileLanguage[file]),
      parent: c.nodeParent[index] as number,
      signature: this.#string(c.nodeSignature[index]),
      doc: this.#string(c.nodeDoc[index]),
      start: c.nodeStart[index] as number,
      end: c.nodeEnd[index] as number,
      bodyStart: c.nodeBodyStart[index] as number,
      startLine: c.nodeStartLine[index] as number,
      endLine: c.nodeEndLine[index] as number,
      exported: (flags & 1) === 1,
      visibility: VISIBILITIES[flags >> 1] as Visibility,
      modifiers: c.nodeModifiers[index] as number,
    };
  }

  /**
   * Returns the node of a symbol id, or of a file by its path. The table of all ids is built once
   * the lookups in single files have cost as much. Few ids are looked up in a graph that lives
   * until the next edit.
   */
  find(id: string): number | undefined {
    if (this.#nodeById === undefined && this.#lookedAt < this.nodeCount)
      return this.#findInFiles(id);
    this.#nodeById ??= this.#indexIds();
    return this.#nodeById.get(id);
  }

  /**
   * Returns the symbols (not files, not sections) of exactly this name, in node order. The first names
   * are searched for in the columns: a graph that lives until the next edit is asked for few.
   */
  byName(name: string): readonly number[] {
    if (this.#nodesByName === undefined && this.#nameScans < NAME_SCANS_MAX) {
      this.#nameScans++;
      return this.#scanForName(name);
    }
    this.#nodesByName ??= this.#indexNames();
    return this.#nodesByName.get(name) ?? [];
  }

  /**
   * Returns the distinct names of symbols (not files, not sections), in the order of their first
   * node.
   */
  names(): Iterable<string> {
    this.#nodesByName ??= this.#indexNames();
    return this.#nodesByName.keys();
  }

  /** Returns the hashes of a symbol's text up to its body, and of its body; see {@link FileFacts.fingerprints}. */
  textHashes(node: number): { readonly head: number; readonly body: number } {
    const { nodeHead, nodeBody } = this.columns;
    return { head: nodeHead[node] ?? 0, body: nodeBody[node] ?? 0 };
  }

  /** Returns the nodes whose body has one of some hashes, by hash. Costs one pass over the nodes. */
  nodesByBody(bodies: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
    const { nodeBody } = this.columns;
    const nodes = new Map<number, number[]>();
    for (let node = 0; node < this.nodeCount; node++) {
      const body = nodeBody[node] as number;
      if (bodies.has(body)) appendTo(nodes, body, node);
    }
    return nodes;
  }

  /** Returns the paths of all files, sorted. */
  paths(): readonly RepoPath[] {
    return this.#paths;
  }

  fileNode(path: string): number | undefined {
    const file = this.#fileIndex(path);
    return file === undefined ? undefined : (this.columns.fileNode[file] as number);
  }

  /** Returns the symbols of a file in source order, without the file's own node; [] for unknown paths. */
  symbolsOf(path: string): readonly number[] {
    const file = this.#fileIndex(path);
    if (file === undefined) return [];
    const end = this.columns.fileNode[file + 1] as number;
    const nodes: number[] = [];
    for (let node = (this.columns.fileNode[file] as number) + 1; node < end; node++)
      nodes.push(node);
    return nodes;
  }

  /** Returns the symbols of a file, but no sections, of exactly this name, in source order. */
  symbolsNamed(path: string, name: string): readonly SymbolNode[] {
    const { nodeName, nodeKind, strings } = this.columns;
    const isNamed = (node: number) =>
      strings[nodeName[node] as number] === name && nodeKind[node] !== SECTION;
    return this.symbolsOf(path)
      .filter(isNamed)
      .map((node) => this.node(node));
  }

  /** Returns the first symbol of a file, in source order, that starts on a line. */
  symbolStartingAt(path: string, line: number): SymbolNode | undefined {
    const { nodeStartLine } = this.columns;
    const found = this.symbolsOf(path).find((node) => nodeStartLine[node] === line);
    return found === undefined ? undefined : this.node(found);
  }

  /** Returns the innermost symbol around a line of a file, or the file; undefined for unknown paths. */
  innermostAt(path: string, line: number): number | undefined {
    const file = this.#fileIndex(path);
    if (file === undefined) return undefined;
    const { fileNode, nodeStartLine, nodeEndLine } = this.columns;
    const first = fileNode[file] as number;
    // Inner symbols come after outer ones in source order, so the last match is the innermost.
    for (let node = (fileNode[file + 1] as number) - 1; node > first; node--)
      if ((nodeStartLine[node] as number) <= line && line <= (nodeEndLine[node] as number))
        return node;
    return first;
  }

  /** Returns the edges that start at a node, by kind, then target. */
  outgoing(index: number, kinds?: readonly EdgeKind[]): readonly Edge[] {
    this.#assertNode(index);
    const kindBits = kindMask(kinds);
    const found: Edge[] = [];
    const end = this.columns.outStart[index + 1] as number;
    for (let edge = this.columns.outStart[index] as number; edge < end; edge++)
      if ((kindBits >> (this.columns.edgeKind[edge] as number)) & 1) found.push(this.edge(edge));
    return found;
  }

  /** Returns the edges that end at a node, by kind, then source. */
  incoming(index: number, kinds?: readonly EdgeKind[]): readonly Edge[] {
    this.#assertNode(index);
    const kindBits = kindMask(kinds);
    const found: Edge[] = [];
    const edges = this.#incoming.of(index);
    for (let place = 0; place < edges.length; place++) {
      const edge = edges[place] as number;
      if ((kindBits >> (this.columns.edgeKind[edge] as number)) & 1) found.push(this.edge(edge));
    }
    return found;
  }

  /** Returns the number of edges that end at a node. */
  incomingCount(index: number, kinds: readonly EdgeKind[]): number {
    this.#assertNode(index);
    const kindBits = kindMask(kinds);
    const edges = this.#incoming.of(index);
    let count = 0;
    for (let place = 0; place < edges.length; place++)
      count += (kindBits >> (this.columns.edgeKind[edges[place] as number] as number)) & 1;
    return count;
  }

  /** Returns an edge by its number; numbers are in (source, kind, target) order. */
  edge(index: number): Edge {
    const c = this.columns;
    if (c.edgeKind[index] === undefined) assert(false, `edge ${index} of ${this.edgeCount}`);
    return {
      source: this.links.edgeSource[index] as number,
      target: c.edgeTarget[index] as number,
      kind: EDGE_KINDS[c.edgeKind[index] as number] as EdgeKind,
      evidence: EVIDENCE[c.edgeEvidence[index] as number] as Evidence,
      form: EDGE_FORMS[c.edgeForm[index] as number] as EdgeForm,
      lines: this.#lines(index),
      names: this.#names(index),
    };
  }

  countByKind(): KindCounts {
    return {
      nodes: countCodes(this.columns.nodeKind, SYMBOL_KINDS),
      edges: countCodes(this.columns.edgeKind, EDGE_KINDS),
    };
  }

  // The message is built only on failure: building it takes longer than reading the node.
  #assertNode(index: number): void {
    if (this.columns.nodeKind[index] === undefined)
      assert(false, `node ${index} of ${this.nodeCount}`);
  }

  #string(index: number | undefined): string {
    return this.columns.strings[index as number] as string;
  }

  // Uses loops because `Array.from` over a subarray takes ten times as long for the usual one or
  // two entries.
  #lines(edge: number): readonly number[] {
    const { lineStart, lines } = this.columns;
    const end = lineStart[edge + 1] as number;
    const found: number[] = [];
    for (let place = lineStart[edge] as number; place < end; place++)
      found.push(lines[place] as number);
    return found;
  }

  #names(edge: number): readonly string[] {
    const { nameStart, names } = this.columns;
    const end = nameStart[edge + 1] as number;
    const found: string[] = [];
    for (let place = nameStart[edge] as number; place < end; place++)
      found.push(this.#string(names[place]));
    return found;
  }

  #id(index: number): string {
    const { nodeId, nodeParent } = this.columns;
    let tail = '';
    let node = index;
    let part = nodeId[node] as number;
    while (part >= 0) {
      tail = `::${this.#string(part)}${tail}`;
      node = nodeParent[node] as number;
      part = nodeId[node] as number;
    }
    return this.#string(~part) + tail;
  }

  #fileIndex(path: string): number | undefined {
    return positionsOf(this.#paths).get(path);
  }

  /**
   * Finds an id by searching the symbols of its file. A path may contain the separator of ids, so
   * every separator may be the end of the path.
   */
  #findInFiles(id: string): number | undefined {
    for (let end = id.indexOf('::'); end >= 0; end = id.indexOf('::', end + 1)) {
      const symbols = this.symbolsOf(id.slice(0, end));
      this.#lookedAt += symbols.length;
      const found = symbols.find((node) => this.#id(node) === id);
      if (found !== undefined) return found;
    }
    return this.fileNode(id);
  }

  #indexIds(): Map<string, number> {
    const ids: string[] = [];
    const nodes = new Map<string, number>();
    for (let node = 0; node < this.nodeCount; node++) {
      const part = this.columns.nodeId[node] as number;
      const parent = this.columns.nodeParent[node] as number;
      const id = part < 0 ? this.#string(~part) : `${ids[parent]}::${this.#string(part)}`;
      ids.push(id);
      if (!nodes.has(id)) nodes.set(id, node);
    }
    return nodes;
  }

  #hasName(node: number): boolean {
    return this.columns.nodeParent[node] !== -1 && this.columns.nodeKind[node] !== SECTION;
  }

  #scanForName(name: string): readonly number[] {
    // The same text can have several numbers, as after an update.
    const { nodeName, strings } = this.columns;
    const found: number[] = [];
    for (let node = 0; node < nodeName.length; node++)
      if (strings[nodeName[node] as number] === name && this.#hasName(node)) found.push(node);
    return found;
  }

  #indexNames(): Map<string, number[]> {
    const nodes = new Map<string, number[]>();
    for (let node = 0; node < this.nodeCount; node++) {
      if (!this.#hasName(node)) continue;
      const name = this.#string(this.columns.nodeName[node]);
      appendTo(nodes, name, node);
    }
    return nodes;
  }
}

/** Returns a mask with one bit per requested edge kind; undefined requests all. @package */
export function kindMask(kinds: readonly EdgeKind[] | undefined): number {
  if (kinds === undefined) return -1;
  let mask = 0;
  for (const kind of kinds) mask |= 1 << EDGE_KINDS.indexOf(kind);
  return mask;
}

function countCodes<K extends string>(codes: Uint8Array, kinds: readonly K[]): Record<K, number> {
  const counts = new Uint32Array(kinds.length);
  for (const code of codes) counts[code] = (counts[code] as number) + 1;
  return Object.fromEntries(kinds.map((kind, code) => [kind, counts[code]])) as Record<K, number>;
}
