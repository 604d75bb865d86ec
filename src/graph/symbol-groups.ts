/**
 * Groups nodes that people regard as one symbol: overloads, merged declarations, a getter and its
 * setter, a class and its constructor, a declaration file's declaration and its implementation. The
 * graph keeps them as separate nodes because each has its own location and edges. A query about one
 * of them is a query about all.
 */
import { appendTo } from '../base/append-to.ts';
import { splitBefore } from '../base/split-before.ts';
import { implementationPaths } from '../languages/registry.ts';
import { modifierBits, SYMBOL_KINDS, type SymbolKind } from '../model/symbol.ts';
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

const groupsByGraph = new WeakMap<SymbolGraph, ReadonlyMap<number, readonly number[]>>();

/** Returns the nodes that form one symbol with a node, including the node itself, in node order. */
export function symbolGroup(graph: SymbolGraph, node: number): readonly number[] {
  let groups = groupsByGraph.get(graph);
  if (groups === undefined) {
    groups = findGroups(graph);
    groupsByGraph.set(graph, groups);
  }
  return groups.get(node) ?? [node];
}

/**
 * Returns the declarations of a symbol in other files: what a declaration file says of it, or what
 * implements it. An edge leads to one of them only.
 */
export function declaredElsewhere(graph: SymbolGraph, node: number): readonly number[] {
  const { nodeFile } = graph.links;
  return symbolGroup(graph, node).filter((other) => nodeFile[other] !== nodeFile[node]);
}

/** Returns a symbol's group and everything inside its members, in node order. */
export function withContents(graph: SymbolGraph, node: number): readonly number[] {
  const { nodeParent, fileNode } = graph.columns;
  const group = symbolGroup(graph, node);
  const found = new Set(group);
  // A parent precedes its children and both are in one file, so one pass over the rest of each file
  // is enough.
  for (const first of group) {
    const end = fileNode[(graph.links.nodeFile[first] as number) + 1] as number;
    for (let inner = first + 1; inner < end; inner++)
      if (found.has(nodeParent[inner] as number)) found.add(inner);
  }
  return [...found].sort((a, b) => a - b);
}

/** Returns groups of two or more nodes, keyed by each of their nodes. O(nodes). */
function findGroups(graph: SymbolGraph): ReadonlyMap<number, readonly number[]> {
  const { fileNode, nodeParent, nodeModifiers, nodeKind } = graph.columns;
  const groups = new Map<number, readonly number[]>();
  const isFirst = (node: number) => ((nodeModifiers[node] as number) & APART) !== 0;
  for (let file = 0; file + 1 < fileNode.length; file++)
    for (const alike of alikeInFile(graph, file))
      for (const nodes of splitBefore(alike, isFirst))
        if (nodes.length > 1 && !compete(graph, nodes)) join(groups, nodes);
  for (let node = 0; node < graph.nodeCount; node++) {
    const parent = nodeParent[node] as number;
    if (nodeKind[node] === CONSTRUCTOR && nodeKind[parent] === CLASS) join(groups, [parent, node]);
  }
  for (const path of graph.paths()) {
    for (const other of implementationPaths(path)) {
      const [declared, implemented] = [graph.fileNode(path), graph.fileNode(other)];
      if (declared === undefined || implemented === undefined) continue;
      joinImplementations(graph, groups, declared, implemented);
    }
  }
  return groups;
}

/** Returns the nodes of a file that share their name, their parent and whether they are static. */
function alikeInFile(graph: SymbolGraph, file: number): Iterable<readonly number[]> {
  const { fileNode, nodeParent, nodeName, nodeModifiers, strings } = graph.columns;
  // By the text of the name, because equal strings may have different numbers (string-interner.ts).
  const firstOf = new Map<string, number>();
  const alike = new Map<string, number[]>();
  const keyOf = (node: number) => {
    const isStatic = ((nodeModifiers[node] as number) & STATIC) !== 0;
    return `${nodeParent[node]} ${isStatic} ${strings[nodeName[node] as number]}`;
  };
  const end = fileNode[file + 1] as number;
  for (let node = (fileNode[file] as number) + 1; node < end; node++) {
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
function compete(graph: SymbolGraph, nodes: readonly number[]): boolean {
  const { nodeKind, nodeBodyStart, nodeEnd } = graph.columns;
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
