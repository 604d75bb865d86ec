/**
 * Which nodes people mean as one symbol: overloads, declarations that merge, a getter and its setter,
 * a class and its constructor. The graph keeps them apart, since each has a place and edges of its
 * own; whoever asks about one of them asks about all.
 */
import { modifierBits, SYMBOL_KINDS, type SymbolKind } from '../model/symbol.ts';
import type { SymbolGraph } from './symbol-graph.ts';

const STATIC = modifierBits(['static']);
const CALLABLE: ReadonlySet<number> = codes('function', 'method', 'constructor');
const [CLASS] = codes('class');
const [CONSTRUCTOR] = codes('constructor');

const groupsByGraph = new WeakMap<SymbolGraph, ReadonlyMap<number, readonly number[]>>();

/** Returns the nodes that are one symbol with a node, itself among them, in node order. */
export function symbolGroup(graph: SymbolGraph, node: number): readonly number[] {
  let groups = groupsByGraph.get(graph);
  if (groups === undefined) {
    groups = findGroups(graph);
    groupsByGraph.set(graph, groups);
  }
  return groups.get(node) ?? [node];
}

/** Returns a symbol's group and everything inside of its members, in node order. */
export function withContents(graph: SymbolGraph, node: number): readonly number[] {
  const { nodeParent } = graph.columns;
  const found = new Set(symbolGroup(graph, node));
  // A parent comes before what it holds, and both are in one file: one pass over the rest of the file.
  const first = Math.min(...found);
  const file = graph.links.nodeFile[first] as number;
  const end = graph.columns.fileNode[file + 1] as number;
  for (let inner = first + 1; inner < end; inner++)
    if (found.has(nodeParent[inner] as number)) found.add(inner);
  return [...found].sort((a, b) => a - b);
}

/** Groups of two and more, by each of their nodes. O(nodes). */
function findGroups(graph: SymbolGraph): ReadonlyMap<number, readonly number[]> {
  const { nodeParent, nodeName, nodeModifiers, nodeKind, strings } = graph.columns;
  // Not every equal string has one number (string-interner.ts), so names are numbered anew.
  const names = new Map<string, number>();
  const alike = new Map<number, number[]>();
  for (let node = 0; node < graph.nodeCount; node++) {
    const parent = nodeParent[node] as number;
    if (parent === -1) continue;
    const isStatic = ((nodeModifiers[node] as number) & STATIC) === 0 ? 0 : 1;
    const name = strings[nodeName[node] as number] as string;
    const number = names.get(name) ?? names.size;
    names.set(name, number);
    const key = (parent * strings.length + number) * 2 + isStatic;
    const same = alike.get(key);
    if (same === undefined) alike.set(key, [node]);
    else same.push(node);
  }
  const groups = new Map<number, readonly number[]>();
  for (const nodes of alike.values()) {
    if (nodes.length > 1 && !haveSeveralBodies(graph, nodes)) join(groups, nodes);
  }
  for (let node = 0; node < graph.nodeCount; node++) {
    const parent = nodeParent[node] as number;
    if (nodeKind[node] === CONSTRUCTOR && nodeKind[parent] === CLASS) join(groups, [parent, node]);
  }
  return groups;
}

/** Two functions with bodies are two functions, e.g. methods of two objects in one function. */
function haveSeveralBodies(graph: SymbolGraph, nodes: readonly number[]): boolean {
  const { nodeKind, nodeBodyStart, nodeEnd } = graph.columns;
  const withBody = nodes.filter(
    (node) =>
      CALLABLE.has(nodeKind[node] as number) &&
      (nodeBodyStart[node] as number) < (nodeEnd[node] as number),
  );
  return withBody.length > 1;
}

function join(groups: Map<number, readonly number[]>, nodes: readonly number[]): void {
  const all = new Set(nodes.flatMap((node) => groups.get(node) ?? [node]));
  const group = [...all].sort((a, b) => a - b);
  for (const node of group) groups.set(node, group);
}

function codes(...kinds: readonly SymbolKind[]): Set<number> {
  return new Set(kinds.map((kind) => SYMBOL_KINDS.indexOf(kind)));
}
