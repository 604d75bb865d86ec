import { appendTo } from '../base/append-to.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { EdgeKind } from '../model/edge.ts';
import { modifierBits, SYMBOL_KINDS } from '../model/symbol.ts';
import { kindCodeOf, modifiersOf, nameOf, parentOf } from './read-graph.ts';
import type { SymbolGraph, SymbolNode } from './symbol-graph.ts';
import { symbolGroup } from './symbol-groups.ts';
import { makeWalker } from './walk.ts';

/** A member of the same name in a base or a derived type. */
export interface RelatedMember {
  readonly node: number;
  /** base: a call through it may run the member. override: it may run instead of the member. */
  readonly relation: 'base' | 'override';
}

const HERITAGE: readonly EdgeKind[] = ['extends', 'implements'];
const STATIC = modifierBits(['static']);
const ABSTRACT = modifierBits(['abstract']);
/** By the number of the kind. */
const IS_MEMBER: readonly boolean[] = SYMBOL_KINDS.map((kind) =>
  ['method', 'function', 'accessor', 'field', 'property'].includes(kind),
);
const FILE = SYMBOL_KINDS.indexOf('file');

/**
 * Returns the node that a symbol belongs to: the type of a member, also if the member is declared
 * outside of it, such as a Go method in another file; otherwise its parent. −1 for a file.
 */
export function holderOf(graph: SymbolGraph, node: number): number {
  const parent = parentOf(graph, node);
  const isOutside = parent >= 0 && kindCodeOf(graph, parent) === FILE;
  if (!isOutside || !IS_MEMBER[kindCodeOf(graph, node)]) return parent;
  const receiver = graph.outgoing(node, ['references']).find(({ form }) => form === 'receiver');
  return receiver?.target ?? parent;
}

/**
 * Returns the members that a member overrides or implements, and those that override or implement
 * it, at any distance: bases first, nearest first. Returns none for static members and for symbols
 * that are not members.
 */
export function relatedMembers(graph: SymbolGraph, node: number): readonly RelatedMember[] {
  const related = (relation: RelatedMember['relation']): RelatedMember[] =>
    membersOf(graph, node, relation).map((member) => ({ node: member, relation }));
  return [...related('base'), ...related('override')];
}

/** The members that override or implement a member: which of them runs, no text says. */
export function overridingMembers(graph: SymbolGraph, node: number): readonly number[] {
  return membersOf(graph, node, 'override');
}

/** The members that a member overrides or implements: a call of one of them may run it. */
export function overriddenMembers(graph: SymbolGraph, node: number): readonly number[] {
  return membersOf(graph, node, 'base');
}

/** Returns the members that run when one without a body is called. */
export function membersThatRun(graph: SymbolGraph, member: SymbolNode): readonly SymbolNode[] {
  return hasBody(member)
    ? []
    : overridingMembers(graph, member.index)
        .map((other) => graph.node(other))
        .filter(hasBody);
}

/** Whether a symbol has a body that may run. Python writes one below an abstract member, too. */
export function hasBody({
  bodyStart,
  end,
  modifiers,
}: Pick<SymbolNode, 'bodyStart' | 'end' | 'modifiers'>): boolean {
  return bodyStart < end && (modifiers & ABSTRACT) === 0;
}

function membersOf(
  graph: SymbolGraph,
  node: number,
  relation: RelatedMember['relation'],
): readonly number[] {
  if (!isMember(graph, node)) return [];
  const name = nameOf(graph, node);
  const { members, heritages } = cacheOf(graph);
  const named = getOrCompute(members, name, () => membersByHolder(graph, name));
  // Without another type that has a member of the name, the types around it do not matter.
  if (named.size < 2) return [];
  const holder = holderOf(graph, node);
  const types = getOrCompute(heritages[relation], holder, () => heritage(graph, holder, relation));
  return types.flatMap((type) => named.get(type) ?? []);
}

/** Whether a node may be a member that others override; static ones are not overridden. */
function isMember(graph: SymbolGraph, node: number): boolean {
  const isOverridable = (modifiersOf(graph, node) & STATIC) === 0;
  return isOverridable && IS_MEMBER[kindCodeOf(graph, node)] === true;
}

/** Filled by walks over many members, which look up the same names and types again. */
interface Cache {
  /** Non-static members by name, then by the node of their type. */
  readonly members: Map<string, ReadonlyMap<number, readonly number[]>>;
  /** The types above and below a type. */
  readonly heritages: Record<RelatedMember['relation'], Map<number, readonly number[]>>;
}

const CACHES = new WeakMap<SymbolGraph, Cache>();

function cacheOf(graph: SymbolGraph): Cache {
  return getOrCompute(CACHES, graph, () => ({
    members: new Map(),
    heritages: { base: new Map(), override: new Map() },
  }));
}

/** Returns the non-static members of a name, by the node of their type. O(symbols of the name). */
function membersByHolder(graph: SymbolGraph, name: string): ReadonlyMap<number, readonly number[]> {
  const members = new Map<number, number[]>();
  for (const other of graph.byName(name)) {
    if (isMember(graph, other)) appendTo(members, holderOf(graph, other), other);
  }
  return members;
}

/**
 * Returns the classes and interfaces above (or below) a node, nearest first, without the node
 * itself.
 */
export function heritage(
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
  // Iterating over a Set follows insertion order and also visits entries that are added meanwhile.
  for (const one of reached) {
    walk(one, (_, neighbour) => {
      for (const merged of symbolGroup(graph, neighbour)) reached.add(merged);
      return undefined;
    });
  }
  return [...reached].slice(own.length);
}
