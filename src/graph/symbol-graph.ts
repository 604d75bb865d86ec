/**
 * The graph of a project: files and symbols, and their containment, import, call and inheritance
 * edges. Read-only. Nodes and edges are numbers into typed-array columns, and objects are created
 * on demand. So a graph of 100,000 symbols costs megabytes, and walking it allocates nothing. It
 * does not depend on languages, disks or ranking.
 */
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
import { flatten } from './flatten.ts';
import { type Block, Layers, type NodesOfFile } from './layers.ts';
import { deriveLinks, IncomingEdges, type IncomingLinks, type Links } from './links.ts';
import {
  countKinds,
  idOf,
  indexBodies,
  indexIds,
  indexNames,
  kindMask,
  linesOf,
  namesOf,
  pathsOf,
  SECTION,
  scanForName,
  symbolNames,
  textOf,
} from './read-columns.ts';
import type { SymbolNode } from './symbol-node.ts';

export type { SymbolNode } from './symbol-node.ts';

/** Building the table costs about as much as this many scans. */
const NAME_SCANS_MAX = 8;

/** A graph and the edited files on top of it, by file number, ascending. */
export interface Layered {
  readonly base: SymbolGraph;
  readonly blocks: ReadonlyMap<number, Block>;
}

/** Number of nodes and edges of each kind. Every kind is listed, including zeros. */
export interface KindCounts {
  readonly nodes: Readonly<Record<SymbolKind, number>>;
  readonly edges: Readonly<Record<EdgeKind, number>>;
}

export class SymbolGraph {
  readonly nodeCount: number;
  readonly edgeCount: number;
  /** The pieces that the graph consists of. @package */
  readonly layers: Layers;
  /** The edited files and the graph below them; undefined if all files are in one set of columns. @package */
  readonly layered: Layered | undefined;
  /** Most strings that can be unused; undefined if that is not known. @package */
  readonly unusedMax: number | undefined;
  readonly #paths: readonly RepoPath[];
  #columns: GraphColumns | undefined;
  #links: Links | undefined;
  #incoming: IncomingEdges | undefined;
  #nodeById: ReadonlyMap<string, number> | undefined;
  /** Number of nodes visited so far by id lookups without the table. */
  #lookedAt = 0;
  /** Number of names that were searched for without the table. */
  #nameScans = 0;
  #nodesByName: ReadonlyMap<string, readonly number[]> | undefined;

  /**
   * Creates a graph of columns from `buildGraph` or `fromRecord`, or of edited files on top of one;
   * `paths` lists its files. @package
   */
  constructor(from: GraphColumns | Layered, paths?: readonly RepoPath[], unusedMax?: number) {
    this.unusedMax = unusedMax;
    if ('blocks' in from) {
      this.layered = from;
      this.layers = new Layers(from.base, from.blocks);
    } else {
      this.layered = undefined;
      this.#columns = from;
      this.layers = new Layers(this);
    }
    this.nodeCount = this.layers.nodeCount;
    this.edgeCount = this.layers.edgeCount;
    this.#paths = paths ?? this.layered?.base.paths() ?? pathsOf(this.columns);
  }

  /** Whether all columns exist, because the graph was made of them or they were read. @package */
  get hasColumns(): boolean {
    return this.#columns !== undefined;
  }

  /** The columns of all nodes and edges. Those of a layered graph are made on first use. @package */
  get columns(): GraphColumns {
    this.#columns ??= flatten(this.layers, this.#paths.length);
    return this.#columns;
  }

  /** Derived on first use. @package */
  get links(): Links {
    this.#links ??= deriveLinks(this.columns);
    return this.#links;
  }

  /** Incoming links of all nodes, derived on first use; makes all columns. @package */
  get incomingLinks(): IncomingLinks {
    this.#incoming ??= new IncomingEdges(this.columns);
    return this.#incoming.links;
  }

  /** Returns a node's properties. Allocates an object and builds the id from its parts. */
  node(index: number): SymbolNode {
    const piece = this.layers.ofNode(index);
    const { columns: c, nodeShift } = piece;
    const own = index - nodeShift;
    const file = this.layers.fileOf(index);
    const flags = c.nodeFlags[own] as number;
    const parent = c.nodeParent[own] as number;
    return {
      index,
      id: idOf(c, own) as SymbolId,
      kind: SYMBOL_KINDS[c.nodeKind[own] as number] as SymbolKind,
      name: textOf(c, c.nodeName[own]),
      path: this.#paths[file] as RepoPath,
      language: textOf(c, c.fileLanguage[file - piece.fileShift]),
      parent: parent < 0 ? parent : parent + nodeShift,
      signature: textOf(c, c.nodeSignature[own]),
      doc: textOf(c, c.nodeDoc[own]),
      start: c.nodeStart[own] as number,
      end: c.nodeEnd[own] as number,
      bodyStart: c.nodeBodyStart[own] as number,
      startLine: c.nodeStartLine[own] as number,
      endLine: c.nodeEndLine[own] as number,
      exported: (flags & 1) === 1,
      visibility: VISIBILITIES[flags >> 1] as Visibility,
      modifiers: c.nodeModifiers[own] as number,
    };
  }

  /** Returns the path of a node's file. */
  pathOf(node: number): RepoPath {
    return this.#paths[this.layers.fileOf(node)] as RepoPath;
  }

  /** Returns the node that contains a node; −1 for files. */
  parentOf(node: number): number {
    const { columns, nodeShift } = this.layers.ofNode(node);
    const parent = columns.nodeParent[node - nodeShift] as number;
    return parent < 0 ? parent : parent + nodeShift;
  }

  /**
   * Returns the node of a symbol id, or of a file by its path. The table of all ids is built once
   * the lookups in single files have cost as much. Few ids are looked up in a graph that lives
   * until the next edit.
   */
  find(id: string): number | undefined {
    if (this.#nodeById === undefined && this.#lookedAt < this.nodeCount)
      return this.#findInFiles(id);
    this.#nodeById ??= indexIds(this.columns);
    return this.#nodeById.get(id);
  }

  /**
   * Returns the symbols (not files, not sections) of exactly this name, in node order. The first names
   * are searched for in the columns: a graph that lives until the next edit is asked for few.
   */
  byName(name: string): readonly number[] {
    if (this.#nodesByName !== undefined) return this.#nodesByName.get(name) ?? [];
    if (this.layered !== undefined) return this.#byNameInLayers(name, this.layered.base);
    if (this.#nameScans++ < NAME_SCANS_MAX)
      return this.layers.pieces.flatMap((piece) => scanForName(piece, name));
    this.#nodesByName = indexNames(this.layers);
    return this.#nodesByName.get(name) ?? [];
  }

  /**
   * Returns the distinct names of symbols (not files, not sections), in the order of their first
   * node.
   */
  names(): Iterable<string> {
    this.#nodesByName ??= indexNames(this.layers);
    return this.#nodesByName.keys();
  }

  /**
   * Returns the same names in no defined order, at a fraction of the cost. After an update, some occur
   * twice.
   */
  unsortedNames(): readonly string[] {
    return this.layers.pieces.flatMap(symbolNames);
  }

  /** Returns the hashes of a symbol's text up to its body, and of its body; see {@link FileFacts.fingerprints}. */
  textHashes(node: number): { readonly head: number; readonly body: number } {
    const { columns, nodeShift } = this.layers.ofNode(node);
    const own = node - nodeShift;
    return { head: columns.nodeHead[own] ?? 0, body: columns.nodeBody[own] ?? 0 };
  }

  /** Returns the nodes whose body has one of some hashes, by hash. Costs one pass over the nodes. */
  nodesByBody(bodies: ReadonlySet<number>): ReadonlyMap<number, readonly number[]> {
    return indexBodies(this.layers.pieces, bodies);
  }

  /** Returns the paths of all files, sorted. */
  paths(): readonly RepoPath[] {
    return this.#paths;
  }

  fileNode(path: string): number | undefined {
    const file = this.#fileIndex(path);
    return file === undefined ? undefined : this.layers.fileNode(file);
  }

  /** Returns the symbols of a file in source order, without the file's own node; [] for unknown paths. */
  symbolsOf(path: string): readonly number[] {
    const { first, end } = this.#nodesOf(path);
    const nodes: number[] = [];
    for (let node = first + 1; node < end; node++) nodes.push(node);
    return nodes;
  }

  /** Returns the symbols of a file, but no sections, of exactly this name, in source order. */
  symbolsNamed(path: string, name: string): readonly SymbolNode[] {
    const { columns, shift } = this.#nodesOf(path);
    const isNamed = (node: number) =>
      textOf(columns, columns.nodeName[node - shift]) === name &&
      columns.nodeKind[node - shift] !== SECTION;
    return this.symbolsOf(path)
      .filter(isNamed)
      .map((node) => this.node(node));
  }

  /** Returns the first symbol of a file, in source order, that starts on a line. */
  symbolStartingAt(path: string, line: number): SymbolNode | undefined {
    const { columns, shift } = this.#nodesOf(path);
    const found = this.symbolsOf(path).find((node) => columns.nodeStartLine[node - shift] === line);
    return found === undefined ? undefined : this.node(found);
  }

  /** Returns the innermost symbol around a line of a file, or the file; undefined for unknown paths. */
  innermostAt(path: string, line: number): number | undefined {
    const { first, end, columns, shift } = this.#nodesOf(path);
    const { nodeStartLine, nodeEndLine } = columns;
    // Inner symbols come after outer ones in source order, so the last match is the innermost.
    for (let node = end - 1; node > first; node--)
      if (
        (nodeStartLine[node - shift] as number) <= line &&
        line <= (nodeEndLine[node - shift] as number)
      )
        return node;
    return first < end ? first : undefined;
  }

  /** Returns the edges that start at a node, by kind, then target. */
  outgoing(index: number, kinds?: readonly EdgeKind[]): readonly Edge[] {
    const { columns, nodeShift, edgeShift } = this.layers.ofNode(index);
    const kindBits = kindMask(kinds);
    const found: Edge[] = [];
    const end = columns.outStart[index - nodeShift + 1] as number;
    for (let edge = columns.outStart[index - nodeShift] as number; edge < end; edge++)
      if ((kindBits >> (columns.edgeKind[edge] as number)) & 1)
        found.push(this.edge(edge + edgeShift));
    return found;
  }

  /** Returns the edges that end at a node, by kind, then source. */
  incoming(index: number, kinds?: readonly EdgeKind[]): readonly Edge[] {
    const kindBits = kindMask(kinds);
    const found: Edge[] = [];
    const edges = this.incomingEdges(index);
    for (let place = 0; place < edges.length; place++) {
      const edge = edges[place] as number;
      if ((kindBits >> this.#kindOf(edge)) & 1) found.push(this.edge(edge));
    }
    return found;
  }

  /** Returns the number of edges that end at a node. */
  incomingCount(index: number, kinds: readonly EdgeKind[]): number {
    const kindBits = kindMask(kinds);
    const edges = this.incomingEdges(index);
    let count = 0;
    for (let place = 0; place < edges.length; place++)
      count += (kindBits >> this.#kindOf(edges[place] as number)) & 1;
    return count;
  }

  /** Returns an edge by its number; numbers are in (source, kind, target) order. */
  edge(index: number): Edge {
    const { columns: c, edgeShift } = this.layers.ofEdge(index);
    const own = index - edgeShift;
    return {
      source: this.layers.sourceOf(index),
      target: this.layers.targetOf(index),
      kind: EDGE_KINDS[c.edgeKind[own] as number] as EdgeKind,
      evidence: EVIDENCE[c.edgeEvidence[own] as number] as Evidence,
      form: EDGE_FORMS[c.edgeForm[own] as number] as EdgeForm,
      lines: linesOf(c, own),
      names: namesOf(c, own),
    };
  }

  countByKind(): KindCounts {
    return countKinds(this.layers.pieces);
  }

  #kindOf(edge: number): number {
    const { columns, edgeShift } = this.layers.ofEdge(edge);
    return columns.edgeKind[edge - edgeShift] as number;
  }

  /** Returns the numbers of the edges that end at a node, by kind, then source. @package */
  incomingEdges(node: number): ArrayLike<number> {
    const { layers, layered } = this;
    layers.ofNode(node);
    if (layered === undefined || this.#incoming !== undefined) {
      this.#incoming ??= new IncomingEdges(this.columns);
      return this.#incoming.of(node);
    }
    const found: number[] = [];
    const baseNode = layers.inBase(node);
    const ofBase = baseNode < 0 ? [] : layered.base.incomingEdges(baseNode);
    for (let place = 0; place < ofBase.length; place++) {
      const edge = layers.edgeOfBase(ofBase[place] as number);
      if (edge >= 0) found.push(edge);
    }
    const file = layers.fileOf(node);
    for (const { block, columns, edgeShift } of layers.pieces) {
      if (block === undefined) continue;
      const { targetFile } = block;
      for (
        let edge = targetFile.indexOf(file);
        edge >= 0;
        edge = targetFile.indexOf(file, edge + 1)
      )
        if ((columns.edgeTarget[edge] as number) === node - layers.fileNode(file))
          found.push(edge + edgeShift);
    }
    return found.sort((a, b) => this.#kindOf(a) - this.#kindOf(b) || a - b);
  }

  #fileIndex(path: string): number | undefined {
    return positionsOf(this.#paths).get(path);
  }

  /** Returns the nodes of a file; none for unknown paths. */
  #nodesOf(path: string): NodesOfFile {
    return this.layers.nodesOf(this.#fileIndex(path) ?? -1);
  }

  /**
   * Finds an id by searching the symbols of its file. A path may contain the separator of ids, so
   * every separator may be the end of the path.
   */
  #findInFiles(id: string): number | undefined {
    for (let end = id.indexOf('::'); end >= 0; end = id.indexOf('::', end + 1)) {
      const path = id.slice(0, end);
      const { columns, shift } = this.#nodesOf(path);
      const symbols = this.symbolsOf(path);
      this.#lookedAt += symbols.length;
      const found = symbols.find((node) => idOf(columns, node - shift) === id);
      if (found !== undefined) return found;
    }
    return this.fileNode(id);
  }

  #byNameInLayers(name: string, base: SymbolGraph): readonly number[] {
    const found: number[] = [];
    for (const node of base.byName(name)) {
      const now = this.layers.ofBase(node);
      if (now >= 0 && this.layers.ofNode(now).block === undefined) found.push(now);
    }
    const edited = this.layers.pieces.filter(({ block }) => block !== undefined);
    return [...found, ...edited.flatMap((piece) => scanForName(piece, name))].sort((a, b) => a - b);
  }
}
