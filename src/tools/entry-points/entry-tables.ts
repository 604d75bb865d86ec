/** Tables for walks from a symbol to entry points, derived once for each index. */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import { overridingMembers } from '../../graph/related-members.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { makeWalker } from '../../graph/walk.ts';
import type { EdgeKind } from '../../model/edge.ts';
import type { EntryPoint } from '../../model/entry-point.ts';
import { isInTests } from '../../query/names/in-tests.ts';

/** Maximum number of steps from an entry point to a symbol. */
export const STEPS_MAX = 8;

/** The edges that lead from an entry point to what it runs. */
export const RUNS: readonly EdgeKind[] = ['calls', 'references'];

/** Entry points by what they run, and the distance of each node from one. */
export interface EntryTables {
  /** Entry points by the node of their handler, and of what runs in front of it. */
  readonly byHandler: ReadonlyMap<number, readonly EntryPoint[]>;
  /** Entry points whose handler has no name, by path. */
  readonly inline: ReadonlyMap<string, readonly EntryPoint[]>;
  /**
   * Fewest steps from an entry point to each node, at most {@link STEPS_MAX}; 255 if none leads to it.
   * A member is as near as one that it overrides.
   */
  readonly steps: Uint8Array;
}

const TABLES = new WeakMap<SymbolGraph, WeakMap<readonly EntryPoint[], EntryTables>>();

/** Returns the tables of an index. The first call costs one walk over what entry points run. */
export function entryTables(graph: SymbolGraph, entryPoints: readonly EntryPoint[]): EntryTables {
  const ofGraph = getOrCompute(TABLES, graph, () => new WeakMap());
  return getOrCompute(ofGraph, entryPoints, () => makeTables(graph, entryPoints));
}

function makeTables(graph: SymbolGraph, entryPoints: readonly EntryPoint[]): EntryTables {
  const byHandler = new Map<number, EntryPoint[]>();
  const inline = new Map<string, EntryPoint[]>();
  const guards = new Map<string, number | undefined>();
  const languageOf = (path: string) => graph.node(graph.fileNode(path) ?? 0).language;
  for (const entry of entryPoints) {
    const node = entry.handler === '' ? undefined : graph.find(entry.handler);
    if (node !== undefined) appendTo(byHandler, node, entry);
    else appendTo(inline, entry.path, entry);
    const language = entry.middleware.length === 0 ? '' : languageOf(entry.path);
    for (const name of new Set(entry.middleware)) {
      const guard = getOrCompute(guards, `${language} ${name}`, () =>
        guardNamed(graph, name, language),
      );
      if (guard !== undefined && guard !== node) appendTo(byHandler, guard, entry);
    }
  }
  const handlers = [...byHandler.keys()].flatMap((node) => [node, ...childrenOf(graph, node)]);
  const used = [...inline].flatMap(([path, entries]) => usedInBodies(graph, path, entries));
  return { byHandler, inline, steps: stepsFrom(graph, [...handlers, ...used]) };
}

const GUARDS = /^(?:function|method|class|variable)$/;

/** Returns the only function or class of the program that middleware is named after: `auth.RequireUser`. */
function guardNamed(graph: SymbolGraph, name: string, language: string): number | undefined {
  const [node, other] = graph.byName(guardName(name)).filter((one) => {
    const { kind, language: own } = graph.node(one);
    return own === language && GUARDS.test(kind) && !isInTests(graph, one);
  });
  return other === undefined ? node : undefined;
}

/** Returns the last part of the name of middleware: `RequireUser` of `auth.RequireUser`. */
export function guardName(middleware: string): string {
  return /\w+$/.exec(middleware)?.[0] ?? '';
}

/** Returns the members of a node: a method may be reached because its class is the handler. */
function childrenOf(graph: SymbolGraph, node: number): readonly number[] {
  return graph.outgoing(node, ['contains']).map(({ target }) => target);
}

/** Returns the nodes that are used in the bodies of handlers without a name. */
function usedInBodies(
  graph: SymbolGraph,
  path: string,
  entries: readonly EntryPoint[],
): readonly number[] {
  const nodes = [graph.fileNode(path) ?? [], graph.symbolsOf(path)].flat();
  return nodes
    .flatMap((node) => graph.outgoing(node, RUNS))
    .filter(({ lines }) => entries.some((entry) => isInBody(entry, lines)))
    .map(({ target }) => target);
}

/** Whether one of some lines is inside the body of the handler. */
export function isInBody({ bodyStart, bodyEnd }: EntryPoint, lines: readonly number[]): boolean {
  return lines.some((line) => bodyStart <= line && line <= bodyEnd);
}

/** Distance of nodes that no entry point leads to. */
const FAR = 255;

/** Returns the fewest steps from the starts to each node; see {@link EntryTables.steps}. */
function stepsFrom(graph: SymbolGraph, starts: readonly number[]): Uint8Array {
  const steps = new Uint8Array(graph.nodeCount).fill(FAR);
  const walk = makeWalker(graph, { direction: 'out', kinds: RUNS, evidenceMin: 'nameOnly' });
  let level = new Set(starts);
  for (let distance = 0; distance <= STEPS_MAX && level.size > 0; distance++) {
    const after = new Set<number>();
    // Iterating over a Set also visits entries that are added meanwhile.
    for (const node of level) {
      steps[node] = distance;
      for (const member of overridingMembers(graph, node))
        if (at(steps, member) > distance) level.add(member);
      walk(node, (_, target) => {
        if (at(steps, target) > distance) after.add(target);
        return undefined;
      });
    }
    level = new Set([...after].filter((node) => at(steps, node) === FAR));
  }
  return steps;
}
