import { appendTo } from '../base/append-to.ts';
import type { EdgeKind } from '../model/edge.ts';
import { modifierBits } from '../model/symbol.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { symbolGroup } from './symbol-groups.ts';
import { makeWalker } from './walk.ts';

/** A member of the same name up or down the heritage. */
export interface RelatedMember {
  readonly node: number;
  /** base: a call through it may run the member. override: it may run in the member's place. */
  readonly relation: 'base' | 'override';
}

const HERITAGE: readonly EdgeKind[] = ['extends', 'implements'];
const STATIC = modifierBits(['static']);
const MEMBER_KINDS: ReadonlySet<string> = new Set(['method', 'accessor', 'field', 'property']);

/**
 * Returns the members that a member overrides or implements, and those that override or implement it,
 * at any distance: bases first, nearest first. Static members and what is no member have none.
 */
export function relatedMembers(graph: SymbolGraph, node: number): readonly RelatedMember[] {
  const { parent, name, kind, modifiers } = graph.node(node);
  if (!MEMBER_KINDS.has(kind) || parent < 0 || (modifiers & STATIC) !== 0) return [];
  if (!/^(class|interface)$/.test(graph.node(parent).kind)) return [];
  const members = membersByHolder(graph, name);
  const related = (relation: RelatedMember['relation']): RelatedMember[] =>
    heritage(graph, parent, relation).flatMap((holder) =>
      (members.get(holder) ?? []).map((other) => ({ node: other, relation })),
    );
  return [...related('base'), ...related('override')];
}

/** The members of a name that are not static, by the node that holds them. O(symbols of the name). */
function membersByHolder(graph: SymbolGraph, name: string): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>();
  for (const other of graph.byName(name)) {
    const { kind, modifiers, parent } = graph.node(other);
    if (!MEMBER_KINDS.has(kind) || (modifiers & STATIC) !== 0) continue;
    appendTo(members, parent, other);
  }
  return members;
}

/** Classes and interfaces above (or below) one, nearest first, without itself. */
function heritage(
  graph: SymbolGraph,
  holder: number,
  relation: RelatedMember['relation'],
): readonly number[] {
  const walk = makeWalker(graph, {
    direction: relation === 'base' ? 'out' : 'in',
    kinds: HERITAGE,
  });
  const own = symbolGroup(graph, holder);
  const reached = new Set(own);
  // A Set is walked in insertion order and sees what is added meanwhile.
  for (const one of reached) {
    walk(one, (_, neighbour) => {
      for (const merged of symbolGroup(graph, neighbour)) reached.add(merged);
      return undefined;
    });
  }
  return [...reached].slice(own.length);
}
