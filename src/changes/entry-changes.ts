/** Finds the routes, commands and jobs that a change adds, removes, alters or reaches. */
import { appendTo } from '../base/append-to.ts';
import { lineChanges } from '../base/line-diff.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { EdgeKind } from '../model/edge.ts';
import { type EntryPoint, type EntryType, plainRoute } from '../model/entry-point.ts';
import type { RepoPath } from '../model/path.ts';
import type { ComparedSide } from './own-text.ts';
import type { Reached } from './reach.ts';

export const ENTRY_CHANGES = ['removed', 'changed', 'added', 'reached'] as const;

export interface EntryChange {
  readonly change: (typeof ENTRY_CHANGES)[number];
  /** The new entry point, or the old one if it was removed, limited to the methods that differ. */
  readonly entry: EntryPoint;
  /** The properties that differ in a changed one. */
  readonly aspects: readonly ('handler' | 'middleware')[];
  /** Number of uses between the handler and the nearest changed symbol. */
  readonly distance?: number;
}

/** Types that nobody calls by name, so that their removal breaks no caller. */
const NOT_CALLED_BY_NAME: ReadonlySet<EntryType> = new Set(['main', 'schedule']);

/** Whether programs or people outside of the project call an entry point of this type by its name. */
export function isCalledByName({ type }: EntryPoint): boolean {
  return !NOT_CALLED_BY_NAME.has(type);
}

interface EntrySide extends ComparedSide {
  readonly entryPoints: readonly EntryPoint[];
}

interface EntryInput {
  readonly old: EntrySide;
  readonly now: EntrySide;
  /** The new node of each old one, or −1. */
  readonly nodeMap: Int32Array;
  readonly reached: Reached;
}

/**
 * Returns the entry points that a change concerns: removed ones first, then changed, added and
 * reached ones, nearest first. A route with other names of its parameters is the same route.
 */
export function entryChanges({ old, now, nodeMap, reached }: EntryInput): readonly EntryChange[] {
  const before = byRoute(old.entryPoints);
  const after = byRoute(now.entryPoints);
  const handlerNow = ({ handler }: EntryPoint) => {
    const node = handler === '' ? undefined : old.graph.find(handler);
    const own = node === undefined ? -1 : (nodeMap[node] ?? -1);
    return own < 0 ? handler : now.graph.node(own).id;
  };
  const removed = old.entryPoints.flatMap((entry) => onlyIn(entry, after, 'removed'));
  const added = now.entryPoints.flatMap((entry) => onlyIn(entry, before, 'added'));
  const isAdded = new Set(added.map(({ entry }) => entry.id));
  const changed = now.entryPoints.flatMap((entry): EntryChange[] => {
    const same = (before.get(routeKey(entry)) ?? []).filter((other) => shareMethod(entry, other));
    if (same.length === 0) return [];
    const aspects = (['handler', 'middleware'] as const).filter((aspect) =>
      aspect === 'handler'
        ? !same.some((other) => handlerNow(other) === entry.handler)
        : !same.some((other) => other.middleware.join('\0') === entry.middleware.join('\0')),
    );
    return aspects.length === 0 ? [] : [{ change: 'changed', entry, aspects }];
  });
  const isChanged = new Set(changed.map(({ entry }) => entry.id));
  const distances = distancesOf(old, now, reached);
  const others = now.entryPoints.flatMap((entry): EntryChange[] => {
    const distance = distances.get(entry);
    const isListed = isAdded.has(entry.id) || isChanged.has(entry.id);
    return isListed || distance === undefined
      ? []
      : [{ change: 'reached', entry, aspects: [], distance }];
  });
  others.sort((a, b) => (a.distance ?? 0) - (b.distance ?? 0));
  return [...removed, ...changed, ...added, ...others];
}

function routeKey({ type, route }: EntryPoint): string {
  return `${type} ${plainRoute(route)}`;
}

type ByRoute = ReadonlyMap<string, readonly EntryPoint[]>;

function byRoute(entryPoints: readonly EntryPoint[]): ByRoute {
  const found = new Map<string, EntryPoint[]>();
  for (const entry of entryPoints) appendTo(found, routeKey(entry), entry);
  return found;
}

/** Returns an entry point with the methods that no entry point of the other side has. */
function onlyIn(
  entry: EntryPoint,
  others: ByRoute,
  change: 'removed' | 'added',
): readonly EntryChange[] {
  const same = others.get(routeKey(entry)) ?? [];
  if (entry.methods.length === 0) {
    return same.length > 0 ? [] : [{ change, entry, aspects: [] }];
  }
  const methods = entry.methods.filter(
    (method) => !same.some((other) => other.methods.includes(method) || isOfAnyMethod(other)),
  );
  return methods.length === 0 ? [] : [{ change, entry: { ...entry, methods }, aspects: [] }];
}

function shareMethod(entry: EntryPoint, other: EntryPoint): boolean {
  if (isOfAnyMethod(entry) || isOfAnyMethod(other)) return true;
  return entry.methods.some((method) => other.methods.includes(method));
}

function isOfAnyMethod({ methods }: EntryPoint): boolean {
  return methods.length === 0 || methods.includes('*');
}

/** Returns the steps from the handlers of entry points to a change. */
function distancesOf(
  old: EntrySide,
  now: EntrySide,
  reached: Reached,
): ReadonlyMap<EntryPoint, number> {
  const { graph } = now;
  const byHandler = new Map<number, EntryPoint[]>();
  const inline = new Map<RepoPath, EntryPoint[]>();
  for (const entry of now.entryPoints) {
    const node = entry.handler === '' ? undefined : graph.find(entry.handler);
    if (node === undefined) appendTo(inline, entry.path, entry);
    else appendTo(byHandler, node, entry);
  }
  const found = new Map<EntryPoint, number>();
  if (byHandler.size > 0) {
    // In order of distance, so the first one is the nearest.
    for (const [node, steps] of reached.distance) {
      // A class may be the handler of which the symbol is a method.
      for (const handler of [node, graph.node(node).parent])
        for (const entry of byHandler.get(handler) ?? [])
          if (!found.has(entry)) found.set(entry, steps);
    }
  }
  for (const [path, entries] of inline) {
    const uses = usesIn(graph, path, reached);
    const changed = changedLines(old, now, path);
    for (const entry of entries) {
      const isInside = (line: number) => entry.bodyStart <= line && line <= entry.bodyEnd;
      const steps = changed.some(isInside)
        ? 0
        : uses.find(({ lines }) => lines.some(isInside))?.steps;
      if (steps !== undefined) found.set(entry, steps);
    }
  }
  return found;
}

const USES: readonly EdgeKind[] = ['calls', 'references'];

/** Returns the lines of a file that lead to a change, with the number of steps, nearest first. */
function usesIn(graph: SymbolGraph, path: RepoPath, { distance }: Reached) {
  const file = graph.fileNode(path);
  const nodes = file === undefined ? [] : [file, ...graph.symbolsOf(path)];
  return nodes
    .flatMap((node) =>
      graph.outgoing(node, USES).flatMap(({ target, lines }) => {
        const steps = distance.get(target);
        return steps === undefined ? [] : [{ steps: steps + 1, lines }];
      }),
    )
    .sort((a, b) => a.steps - b.steps);
}

/** Returns the changed lines of a file (1-based), and the lines that follow removed ones. */
function changedLines(old: EntrySide, now: EntrySide, path: RepoPath): readonly number[] {
  const before = old.texts.get(path);
  const after = now.texts.get(path);
  if (before === undefined || after === undefined) return [];
  const changes = lineChanges(before.split(/\r?\n/), after.split(/\r?\n/));
  return changes.flatMap(({ newStart, newEnd }) =>
    Array.from({ length: Math.max(1, newEnd - newStart) }, (_, row) => newStart + row + 1),
  );
}
