/**
 * Groups nodes that people regard as one symbol: overloads, merged declarations, a getter and its
 * setter, a class and its constructor, a declaration file's declaration and its implementation. The
 * graph keeps them as separate nodes because each has its own location and edges. A query about one
 * of them is a query about all.
 */
import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import { positionsOf } from '../base/positions.ts';
import { splitBefore } from '../base/split-before.ts';
import { implementationPaths } from '../languages/registry.ts';
import type { RepoPath } from '../model/path.ts';
import { modifierBits, SYMBOL_KINDS, type SymbolKind } from '../model/symbol.ts';
import type { GraphColumns } from './columns.ts';
import { parentOf } from './read-graph.ts';
import type { SymbolGraph } from './symbol-graph.ts';

const STATIC = modifierBits(['static']);
const APART = modifierBits(['apart']);
const CALLABLE: ReadonlySet<number> = codes('function', 'method', 'constructor');
/**
 * A name has at most one of these as a value, and one as a type. Interfaces and namespaces merge
 * with them.
 */
const VALUES: ReadonlySet<number> = codes('class', 'enum', 'variable');
const TYPES: ReadonlySet<number> = codes('class', 'enum', 'typeAlias');
const [CLASS] = codes('class');
const [CONSTRUCTOR] = codes('constructor');

type Groups = ReadonlyMap<number, readonly number[]>;

/** The groups of files that were requested, by file number. */
const GROUPS = new WeakMap<SymbolGraph, Map<number, Groups>>();

/** Returns the nodes that form one symbol with a node, including the node itself, in node order. */
export function symbolGroup(graph: SymbolGraph, node: number): readonly number[] {
  const known = getOrCompute(GROUPS, graph, () => new Map<number, Groups>());
  const file = graph.layers.fileOf(node);
  let groups = known.get(file);
  if (groups === undefined) {
    const files = counterparts(graph, file);
    groups = findGroups(graph, files);
    for (const one of files) known.set(one, groups);
  }
  return groups.get(node) ?? [node];
}

/**
 * Returns the declarations of a symbol in other files: what a declaration file says of it, or what
 * implements it. An edge leads to one of them only.
 */
export function declaredElsewhere(graph: SymbolGraph, node: number): readonly number[] {
  const { layers } = graph;
  const file = layers.fileOf(node);
  return symbolGroup(graph, node).filter((other) => layers.fileOf(other) !== file);
}

/** Returns a symbol's group and everything inside its members, in node order. */
export function withContents(graph: SymbolGraph, node: number): readonly number[] {
  const group = symbolGroup(graph, node);
  const found = new Set(group);
  // A parent precedes its children and both are in one file, so one pass over the rest of each file
  // is enough.
  for (const first of group) {
    const { end } = graph.layers.nodesOf(graph.layers.fileOf(first));
    for (let inner = first + 1; inner < end; inner++)
      if (found.has(parentOf(graph, inner))) found.add(inner);
  }
  return [...found].sort((a, b) => a - b);
}

/** Which files declare what others implement, in both directions. */
interface Counterparts {
  /** Implementing files of each declaring file, in order of preference. */
  readonly implementing: ReadonlyMap<number, readonly number[]>;
  readonly all: ReadonlyMap<number, readonly number[]>;
}

/** By list of paths: an edit leaves it as it is. */
const COUNTERPARTS = new WeakMap<readonly RepoPath[], Counterparts>();

function counterpartsOf(paths: readonly RepoPath[]): Counterparts {
  return getOrCompute(COUNTERPARTS, paths, () => {
    const implementing = new Map<number, number[]>();
    const all = new Map<number, number[]>();
    for (const [file, path] of paths.entries())
      for (const other of implementationPaths(path)) {
        const implemented = positionsOf(paths).get(other as RepoPath);
        if (implemented === undefined) continue;
        appendTo(implementing, file, implemented);
        appendTo(all, file, implemented);
        appendTo(all, implemented, file);
      }
    return { implementing, all };
  });
}

/** Returns a file and all that declare or implement the same symbols, ascending. */
function counterparts(graph: SymbolGraph, file: number): readonly number[] {
  const { all } = counterpartsOf(graph.paths());
  const files = new Set([file]);
  // Iterating over a Set also visits entries that are added meanwhile.
  for (const one of files) for (const other of all.get(one) ?? []) files.add(other);
  return [...files].sort((a, b) => a - b);
}

/** Returns groups of two or more nodes of some files, keyed by each of their nodes. O(nodes of the files). */
function findGroups(graph: SymbolGraph, files: readonly number[]): Groups {
  const groups = new Map<number, readonly number[]>();
  for (const file of files) joinInFile(graph, groups, file);
  const { implementing } = counterpartsOf(graph.paths());
  for (const file of files)
    for (const other of implementing.get(file) ?? [])
      joinImplementations(graph, groups, graph.layers.fileNode(file), graph.layers.fileNode(other));
  return groups;
}

/** Joins the declarations of a name that merge, and classes with their constructors. */
function joinInFile(
  graph: SymbolGraph,
  groups: Map<number, readonly number[]>,
  file: number,
): void {
  const { columns, shift, first, end } = graph.layers.nodesOf(file);
  const { nodeParent, nodeModifiers, nodeKind } = columns;
  const isFirst = (own: number) => ((nodeModifiers[own] as number) & APART) !== 0;
  const joinOwn = (nodes: readonly number[]) =>
    join(
      groups,
      nodes.map((own) => own + shift),
    );
  for (const alike of alikeInFile(columns, first - shift, end - shift))
    for (const nodes of splitBefore(alike, isFirst))
      if (nodes.length > 1 && !compete(columns, nodes)) joinOwn(nodes);
  for (let own = first - shift; own < end - shift; own++) {
    const parent = nodeParent[own] as number;
    if (nodeKind[own] === CONSTRUCTOR && nodeKind[parent] === CLASS) joinOwn([parent, own]);
  }
}

/**
 * Returns the nodes of a file that share their name, their parent and whether they are static, as
 * numbered in its columns.
 */
function alikeInFile(
  { nodeParent, nodeName, nodeModifiers, strings }: GraphColumns,
  fileNode: number,
  end: number,
): Iterable<readonly number[]> {
  // By the text of the name, because equal strings may have different numbers (string-interner.ts).
  const firstOf = new Map<string, number>();
  const alike = new Map<string, number[]>();
  const keyOf = (node: number) => {
    const isStatic = ((nodeModifiers[node] as number) & STATIC) !== 0;
    return `${nodeParent[node]} ${isStatic} ${strings[nodeName[node] as number]}`;
  };
  for (let node = fileNode + 1; node < end; node++) {
    const name = strings[nodeName[node] as number] as string;
    const first = firstOf.get(name);
    if (first === undefined) {
      firstOf.set(name, node);
      continue;
    }
    // Most names occur once. Their keys are not needed.
    if (first >= 0) appendTo(alike, keyOf(first), first);
    firstOf.set(name, -1);
    appendTo(alike, keyOf(node), node);
  }
  return alike.values();
}

/** Joins the declarations inside a node with those of the same names that implement them. */
function joinImplementations(
  graph: SymbolGraph,
  groups: Map<number, readonly number[]>,
  declared: number,
  implemented: number,
): void {
  const implementations = new Map<string, number[]>();
  for (const inner of childrenOf(graph, implemented))
    appendTo(implementations, graph.node(inner).name, inner);
  for (const inner of childrenOf(graph, declared)) {
    const { name, kind } = graph.node(inner);
    const [own, ...rivals] = implementations.get(name) ?? [];
    // Types have no implementation, and of several of one name none is certain.
    if (own === undefined || rivals.length > 0 || /^(interface|typeAlias)$/.test(kind)) continue;
    join(groups, [inner, own]);
    if (kind === 'class') joinImplementations(graph, groups, inner, own);
  }
}

function childrenOf(graph: SymbolGraph, node: number): number[] {
  return graph.outgoing(node, ['contains']).map(({ target }) => target);
}

/**
 * Whether nodes of one name are separate symbols. Declarations that complete each other merge. Two
 * functions with bodies, two classes or two aliases of one name are two symbols in different places
 * of one parent. Examples are callbacks of one test file, or methods of two objects in one
 * function.
 */
function compete(
  { nodeKind, nodeBodyStart, nodeEnd }: GraphColumns,
  nodes: readonly number[],
): boolean {
  const count = (isCounted: (kind: number, hasBody: boolean) => boolean): number =>
    nodes.filter((node) =>
      isCounted(
        nodeKind[node] as number,
        (nodeBodyStart[node] as number) < (nodeEnd[node] as number),
      ),
    ).length;
  const values = count((kind, hasBody) => VALUES.has(kind) || (hasBody && CALLABLE.has(kind)));
  const types = count((kind) => TYPES.has(kind));
  return values > 1 || types > 1;
}

function join(groups: Map<number, readonly number[]>, nodes: readonly number[]): void {
  const all = new Set(nodes.flatMap((node) => groups.get(node) ?? [node]));
  const group = [...all].sort((a, b) => a - b);
  for (const node of group) groups.set(node, group);
}

function codes(...kinds: readonly SymbolKind[]): Set<number> {
  return new Set(kinds.map((kind) => SYMBOL_KINDS.indexOf(kind)));
}
