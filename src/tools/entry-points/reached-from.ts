/** Finds the entry points whose handlers lead to a symbol, by walking its users. */
import { at } from '../../base/assert.ts';
import { holderOf, overriddenMembers } from '../../graph/related-members.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { withContents } from '../../graph/symbol-groups.ts';
import { makeWalker } from '../../graph/walk.ts';
import type { Edge } from '../../model/edge.ts';
import { type EntryPoint, entryTitle } from '../../model/entry-point.ts';
import { oneLine, plural } from '../answer/display.ts';
import {
  type EntryTables,
  entryTables,
  guardName,
  isInBody,
  RUNS,
  STEPS_MAX,
} from './entry-tables.ts';

/** Maximum number of entry points in an answer. */
const REACHED_MAX = 6;
/** Maximum number of symbols that are visited; a symbol that all code uses says nothing. */
const VISITED_MAX = 5000;
const TITLE_CHARACTERS_MAX = 200;

export interface Reached {
  readonly entry: EntryPoint;
  /** The symbols from the handler to the symbol, both included. */
  readonly path: readonly number[];
}

/** Entry points that reach a symbol. */
export interface ReachedList {
  /** At most {@link REACHED_MAX}: the direct ones, nearest first, then those through overrides. */
  readonly items: readonly Reached[];
  /** The number of entry points found within {@link STEPS_MAX} steps and {@link VISITED_MAX} symbols. */
  readonly total: number;
}

export const NONE_REACHED: ReachedList = { items: [], total: 0 };

/**
 * Returns the entry points that lead to some symbols or their members: first the direct ones, then
 * those that call an overridden member on the way. Of the latter it is unknown which overriding member
 * runs.
 */
export function entryPointsTo(
  graph: SymbolGraph,
  entryPoints: readonly EntryPoint[],
  nodes: readonly number[],
): ReachedList {
  if (entryPoints.length === 0) return NONE_REACHED;
  const tables = entryTables(graph, entryPoints);
  const starts = nodes
    .flatMap((node) => withContents(graph, node))
    .filter((node) => at(tables.steps, node) <= STEPS_MAX);
  if (starts.length === 0) return NONE_REACHED;
  const direct = entryPointsBy(graph, tables, starts, () => [], REACHED_MAX);
  const known = new Set(direct.map(({ entry }) => entry));
  const all = entryPointsBy(graph, tables, starts, (member) => overriddenMembers(graph, member));
  const others = all.filter(({ entry }) => !known.has(entry));
  return {
    items: [...direct, ...others].slice(0, REACHED_MAX),
    total: direct.length + others.length,
  };
}

/** Returns the texts of the entry points and their total number, as fields of an answer. */
export function reachedFields(graph: SymbolGraph, { items, total }: ReachedList) {
  return {
    entry_points: items.map((one) => reachedText(graph, one)),
    entry_points_total: total,
  };
}

/** Returns the titles of the first entry points as a line; empty for none. */
export function enteredByTitles(
  graph: SymbolGraph,
  { items, total }: ReachedList,
  countMax: number,
): string {
  return enteredByLine(
    items.map((one) => reachedTitle(graph, one)),
    total,
    countMax,
  );
}

/** Returns the first of some entry points as a line that says how many more there are. */
export function enteredByLine(texts: readonly string[], total: number, countMax: number): string {
  if (texts.length === 0) return '';
  const shown = texts.slice(0, countMax);
  const others = total - shown.length;
  const more = others > 0 ? `; and ${plural(others, 'other')}` : '';
  return `entered by: ${shown.join('; ')}${more}`;
}

/**
 * Returns the title of an entry point, without the symbols on the way but the overridden member
 * through which it may reach the symbol.
 */
function reachedTitle(graph: SymbolGraph, { entry, path }: Reached): string {
  const base = path.find((node, index) => isOverridden(graph, node, path[index + 1]));
  const through = base === undefined ? '' : ` (through ${qualifiedName(graph, base)})`;
  return `${titleOf(entry)}${through}`;
}

function titleOf(entry: EntryPoint): string {
  return oneLine(entryTitle(entry), TITLE_CHARACTERS_MAX);
}

function isOverridden(graph: SymbolGraph, base: number, other: number | undefined): boolean {
  return other !== undefined && overriddenMembers(graph, other).includes(base);
}

/** Walks back from the starts. Skips symbols that no entry point reaches in the remaining steps. */
function entryPointsBy(
  graph: SymbolGraph,
  { byHandler, inline, steps }: EntryTables,
  starts: readonly number[],
  basesOf: (member: number) => readonly number[],
  countMax = Number.POSITIVE_INFINITY,
): readonly Reached[] {
  const next = new Map(starts.map((start) => [start, -1]));
  const found = new Map<EntryPoint, Reached>();
  const add = (entry: EntryPoint, from: number): void => {
    if (found.size < countMax && !found.has(entry))
      found.set(entry, { entry, path: pathFrom(next, from) });
  };
  const visit = (current: number, from: number, depth: number): boolean => {
    const isFar = at(steps, current) + depth > STEPS_MAX;
    if (isFar || next.has(current) || next.size >= VISITED_MAX) return false;
    next.set(current, from);
    return true;
  };
  const walk = makeWalker(graph, { direction: 'in', kinds: RUNS, evidenceMin: 'nameOnly' });
  let level: readonly number[] = starts;
  for (let depth = 0; depth <= STEPS_MAX && level.length > 0; depth++) {
    const bases = level.flatMap((member) =>
      basesOf(member).filter((base) => visit(base, member, depth)),
    );
    const after: number[] = [];
    for (const current of [...level, ...bases]) {
      // A class may be the handler of which the symbol is a method.
      for (const owner of [current, graph.parentOf(current)])
        for (const entry of byHandler.get(owner) ?? []) add(entry, current);
      walk(current, (edge, source) => {
        for (const entry of inline.get(graph.pathOf(source)) ?? [])
          if (isInBody(entry, graph.edge(edge).lines)) add(entry, current);
        if (isRegistration(byHandler.get(current), graph.pathOf(source), graph.edge(edge)))
          return undefined;
        if (visit(source, current, depth + 1)) after.push(source);
        return undefined;
      });
    }
    if (found.size >= countMax) break;
    level = after;
  }
  return [...found.values()];
}

/**
 * Whether a use only registers the handler for its own entry points: whoever runs those lines does
 * not run the handler.
 */
function isRegistration(
  entries: readonly EntryPoint[] = [],
  path: string,
  { kind, lines }: Pick<Edge, 'kind' | 'lines'>,
): boolean {
  return (
    kind === 'references' &&
    lines.every((line) => entries.some((entry) => entry.line === line && entry.path === path))
  );
}

function pathFrom(next: ReadonlyMap<number, number>, from: number): readonly number[] {
  const path: number[] = [];
  for (let at = from; at >= 0; at = next.get(at) ?? -1) path.push(at);
  return path;
}

/**
 * Writes an entry point and the names of the symbols on the way: `GET /users → list → query`,
 * `GET /users via auth → check`, or `GET /users → list → Store.find, which Disk.find overrides → read`. A name that occurs twice has
 * its type before it.
 */
export function reachedText(graph: SymbolGraph, { entry, path }: Reached): string {
  const simple = path.map((node) => graph.node(node).name);
  const names = path.map((node, index) => {
    const before = path[index - 1];
    if (before !== undefined && isOverridden(graph, before, node))
      return `, which ${qualifiedName(graph, node)} overrides`;
    const name = graph.node(node).name;
    const isQualified =
      isOverridden(graph, node, path[index + 1]) ||
      simple.indexOf(name) !== simple.lastIndexOf(name);
    const arrow = index === 0 && isInFront(graph, entry, node) ? 'via' : '→';
    return ` ${arrow} ${isQualified ? qualifiedName(graph, node) : name}`;
  });
  return `${titleOf(entry)}${names.join('')}`;
}

/** Whether a symbol runs in front of a handler, as middleware does. */
function isInFront(graph: SymbolGraph, { handler, middleware }: EntryPoint, node: number): boolean {
  const { id, name } = graph.node(node);
  return id !== handler && middleware.some((one) => guardName(one) === name);
}

/** Returns the name of a symbol after that of its type; of one outside of a type, its name. */
function qualifiedName(graph: SymbolGraph, node: number): string {
  const { name } = graph.node(node);
  const holder = holderOf(graph, node);
  return holder < 0 || graph.node(holder).kind === 'file'
    ? name
    : `${graph.node(holder).name}.${name}`;
}
