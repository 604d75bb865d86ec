/** Finds the uses that a change of a symbol concerns. */

import type { FamilyMember } from '../../graph/change-family.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isInTests } from '../../query/names/in-tests.ts';
import { selectUses, type UseKind, type UseRow } from '../answer/use-rows.ts';

/** Kinds of change. */
export const CHANGES = ['signature', 'rename', 'remove', 'behaviour'] as const;
export type Change = (typeof CHANGES)[number];

/** In the order of the answer. */
export const USE_GROUPS = ['uses', 'imports', 'tests'] as const;
type UseGroup = (typeof USE_GROUPS)[number];

export interface ImpactUse {
  readonly group: UseGroup;
  readonly row: UseRow;
  /** The changed declaration that the use names. */
  readonly target: number;
  /** Number of steps from the symbol: 1, or more for callers of callers. */
  readonly distance: number;
}

/** Only a new name, or none, concerns imports and the names of types. */
const KINDS: Readonly<Record<Change, readonly UseKind[]>> = {
  signature: ['calls', 'references', 'requests'],
  rename: ['calls', 'extends', 'implements', 'references', 'imports'],
  remove: ['calls', 'extends', 'implements', 'references', 'imports', 'requests'],
  behaviour: ['calls', 'references', 'requests'],
};
/** Symbols that are types: a change of their members concerns all who name them. */
export const TYPE_KINDS: ReadonlySet<string> = new Set(['interface', 'typeAlias', 'enum']);

interface UsesRequest {
  readonly change: Change;
  /** Number of steps along callers. */
  readonly depth: number;
}

/** Returns the uses of a family of declarations, nearest first, and within the nearest by place. */
export function impactUses(
  graph: SymbolGraph,
  family: readonly FamilyMember[],
  { change, depth }: UsesRequest,
): readonly ImpactUse[] {
  const found = new Map<string, ImpactUse>();
  // A holder or a subclass keeps its own name.
  const isRenamed = change === 'rename' || change === 'remove';
  let targets: readonly number[] = family.flatMap(({ node, relation }) =>
    isRenamed && (relation === 'holder' || relation === 'inherits') ? [] : [node],
  );
  for (let distance = 1; distance <= depth && targets.length > 0; distance++) {
    const callers = new Set<number>();
    for (const target of targets) {
      for (const row of usesOf(graph, target, distance === 1 ? change : 'behaviour')) {
        const key = `${row.kind} ${row.edge.source} ${row.edge.lines.join()}`;
        if (found.has(key)) continue;
        found.set(key, { group: groupOf(graph, row), row, target, distance });
        callers.add(row.edge.source);
      }
    }
    targets = [...callers].filter((node) => graph.node(node).kind !== 'file');
  }
  if (change === 'behaviour') addSubtypes(graph, family, found);
  const [first] = family;
  const home = first === undefined ? '' : graph.pathOf(first.node);
  return sorted(graph, [...found.values()], home);
}

const HERITAGE = {
  kinds: ['extends', 'implements'],
  evidenceMin: 'scoped',
  withRelated: false,
} as const;

/** Adds all types below a changed type: they have its behaviour. */
function addSubtypes(
  graph: SymbolGraph,
  family: readonly FamilyMember[],
  found: Map<string, ImpactUse>,
): void {
  const steps = new Map<number, number>();
  for (const { node, relation } of family) if (relation === 'itself') steps.set(node, 0);
  // Iterating over a Map also visits entries that are added meanwhile.
  for (const [target, distance] of steps) {
    for (const row of selectUses(graph, target, HERITAGE).rows) {
      const { source, lines } = row.edge;
      if (steps.has(source)) continue;
      steps.set(source, distance + 1);
      const key = `${row.kind} ${source} ${lines.join()}`;
      found.set(key, { group: groupOf(graph, row), row, target, distance: distance + 1 });
    }
  }
}

function usesOf(graph: SymbolGraph, target: number, change: Change): readonly UseRow[] {
  const isType = TYPE_KINDS.has(graph.node(target).kind);
  const kinds = isType ? KINDS.rename : KINDS[change];
  const { rows } = selectUses(graph, target, { kinds, evidenceMin: 'scoped', withRelated: false });
  if (isType || change === 'rename' || change === 'remove') return rows;
  // The name of a class or function in a type has no part in how it is called.
  return rows.filter(({ kind, edge }) => kind === 'calls' || edge.form !== 'type');
}

function groupOf(graph: SymbolGraph, { kind, edge }: UseRow): UseGroup {
  if (isInTests(graph, edge.source)) return 'tests';
  return kind === 'imports' ? 'imports' : 'uses';
}

function sorted(graph: SymbolGraph, uses: readonly ImpactUse[], home: string): ImpactUse[] {
  const keyed = uses.map((use) => {
    const { path } = graph.node(use.row.edge.source);
    const line = use.row.edge.lines[0] ?? 0;
    // What extends a type breaks with it; what names it may not.
    const isHeritage = use.row.kind === 'extends' || use.row.kind === 'implements';
    const keys = [
      ...[USE_GROUPS.indexOf(use.group), use.distance],
      ...[Number(!isHeritage), farness(path, home)],
    ];
    return { use, path, line, keys };
  });
  keyed.sort((a, b) => {
    const place = a.keys.findIndex((key, index) => key !== b.keys[index]);
    if (place >= 0) return (a.keys[place] ?? 0) - (b.keys[place] ?? 0);
    if (a.path !== b.path) return a.path < b.path ? -1 : 1;
    return a.line - b.line || a.use.row.edge.source - b.use.row.edge.source;
  });
  return keyed.map(({ use }) => use);
}

/** Returns the number of folders between two files; 0 for one file, 1 for one folder. */
function farness(path: string, home: string): number {
  if (path === home) return 0;
  const [own, other] = [path.split('/'), home.split('/')];
  let shared = 0;
  while (shared < own.length - 1 && shared < other.length - 1 && own[shared] === other[shared])
    shared++;
  return own.length + other.length - 2 * shared - 1;
}
