/** Finds the entry points whose handlers lead to a symbol, by walking its users. */
import { holderOf, overriddenMembers } from '../../graph/related-members.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { withContents } from '../../graph/symbol-groups.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { oneLine } from '../answer/display.ts';

/** Maximum number of steps from a symbol to a handler. */
const DEPTH_MAX = 8;
/** Maximum number of symbols that are visited; a symbol that all code uses says nothing. */
const VISITED_MAX = 5000;
const TITLE_CHARACTERS_MAX = 200;

export interface Reached {
  readonly entry: EntryPoint;
  /** The symbols from the handler to the symbol, both included. */
  readonly path: readonly number[];
}

/**
 * Returns the entry points that reach some symbols or what they contain, nearest first, at most
 * `countMax` of them. Only if there are none, a use of an overridden member counts as a use of those
 * that override it, because which of them runs is not known.
 */
export function entryPointsTo(
  graph: SymbolGraph,
  entryPoints: readonly EntryPoint[],
  nodes: readonly number[],
  countMax: number,
): readonly Reached[] {
  if (entryPoints.length === 0) return [];
  const tables = tablesOf(graph, entryPoints);
  const starts = nodes.flatMap((node) => withContents(graph, node));
  const direct = entryPointsBy(graph, tables, starts, { countMax, basesOf: () => [] });
  if (direct.length > 0) return direct;
  const basesOf = (member: number) => overriddenMembers(graph, member);
  return entryPointsBy(graph, tables, starts, { countMax, basesOf });
}

/** Returns the titles of entry points as a line, without the symbols on the way; empty for none. */
export function enteredByLine(reached: readonly Reached[]): string {
  const titles = reached.map(({ entry }) => oneLine(entryTitle(entry), TITLE_CHARACTERS_MAX));
  return titles.length === 0 ? '' : `entered by: ${titles.join('; ')}`;
}

function entryPointsBy(
  graph: SymbolGraph,
  { byHandler, inline }: ReturnType<typeof tablesOf>,
  starts: readonly number[],
  { countMax, basesOf }: { countMax: number; basesOf: (member: number) => readonly number[] },
): readonly Reached[] {
  const next = new Map(starts.map((start) => [start, -1]));
  const found = new Map<EntryPoint, Reached>();
  const add = (entry: EntryPoint, from: number): void => {
    if (found.size < countMax && !found.has(entry))
      found.set(entry, { entry, path: pathFrom(next, from) });
  };
  const visit = (current: number, from: number): boolean => {
    if (next.has(current) || next.size >= VISITED_MAX) return false;
    next.set(current, from);
    return true;
  };
  let level: readonly number[] = starts;
  for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth++) {
    const bases = level.flatMap((member) => basesOf(member).filter((base) => visit(base, member)));
    const after: number[] = [];
    for (const current of [...level, ...bases]) {
      // A class may be the handler of which the symbol is a method.
      for (const owner of [current, graph.node(current).parent])
        for (const entry of byHandler.get(owner) ?? []) add(entry, current);
      for (const { source, lines } of graph.incoming(current, ['calls', 'references'])) {
        for (const entry of inline.get(graph.node(source).path) ?? [])
          if (lines.some((line) => entry.bodyStart <= line && line <= entry.bodyEnd))
            add(entry, current);
        if (visit(source, current)) after.push(source);
      }
    }
    if (found.size >= countMax) break;
    level = after;
  }
  return [...found.values()];
}

/** Returns the entry points by the node of their handler, and those without a name by path. */
function tablesOf(graph: SymbolGraph, entryPoints: readonly EntryPoint[]) {
  const byHandler = new Map<number, EntryPoint[]>();
  const inline = new Map<string, EntryPoint[]>();
  for (const entry of entryPoints) {
    const node = entry.handler === '' ? undefined : graph.find(entry.handler);
    if (node !== undefined) byHandler.set(node, [...(byHandler.get(node) ?? []), entry]);
    else inline.set(entry.path, [...(inline.get(entry.path) ?? []), entry]);
  }
  return { byHandler, inline };
}

function pathFrom(next: ReadonlyMap<number, number>, from: number): readonly number[] {
  const path: number[] = [];
  for (let at = from; at >= 0; at = next.get(at) ?? -1) path.push(at);
  return path;
}

/**
 * Writes an entry point and the names of the symbols on the way: `GET /users → list → query`, or
 * `GET /users → list → Store.find, which Disk.find overrides → read`.
 */
export function reachedText(graph: SymbolGraph, { entry, path }: Reached): string {
  const names = path.map((node, index) => {
    const overrides = (one: number, other: number | undefined) =>
      other !== undefined && overriddenMembers(graph, one).includes(other);
    if (overrides(node, path[index - 1])) return `, which ${qualifiedName(graph, node)} overrides`;
    const after = path[index + 1];
    const isBase = after !== undefined && overrides(after, node);
    return ` → ${isBase ? qualifiedName(graph, node) : graph.node(node).name}`;
  });
  return `${oneLine(entryTitle(entry), TITLE_CHARACTERS_MAX)}${names.join('')}`;
}

function qualifiedName(graph: SymbolGraph, node: number): string {
  return `${graph.node(holderOf(graph, node)).name}.${graph.node(node).name}`;
}
