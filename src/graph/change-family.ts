/** Finds the declarations that have to change together with a symbol. */
import { relatedMembers } from './related-members.ts';
import type { SymbolGraph } from './symbol-graph.ts';
import { symbolGroup } from './symbol-groups.ts';

/**
 * Why a declaration changes too. overload: another declaration of the symbol. base: the member that
 * it overrides or implements. override: a member that overrides or implements it or its base.
 * inherits: a class that has the constructor of the changed one. holder: a field or variable whose
 * value is made of the function, or whose type is the function type, so that calling it is calling the
 * function.
 */
export const FAMILY_RELATIONS = [
  'itself',
  'overload',
  'base',
  'override',
  'inherits',
  'holder',
] as const;
export type FamilyRelation = (typeof FAMILY_RELATIONS)[number];

export interface FamilyMember {
  readonly node: number;
  readonly relation: FamilyRelation;
}

/**
 * Returns the symbol, its other declarations, and the members above and below it, at any distance:
 * a base shares its signature with all members that override it.
 */
export function changeFamily(graph: SymbolGraph, node: number): readonly FamilyMember[] {
  const family = new Map<number, FamilyRelation>([[node, 'itself']]);
  const add = (other: number, relation: FamilyRelation) => {
    if (!family.has(other)) family.set(other, relation);
  };
  for (const other of symbolGroup(graph, node)) add(other, 'overload');
  // Iterating over a Map also visits entries that are added meanwhile.
  for (const [member] of family) {
    for (const { node: other, relation } of relatedMembers(graph, member)) add(other, relation);
  }
  for (const [member] of family) {
    for (const subclass of subclassesWithoutConstructor(graph, member)) add(subclass, 'inherits');
  }
  for (const [member] of family) {
    for (const holder of holdersOf(graph, member)) add(holder, 'holder');
  }
  return [...family].map(([own, relation]) => ({ node: own, relation }));
}

const HOLDERS: ReadonlySet<string> = new Set(['field', 'property', 'variable']);
const HELD: ReadonlySet<string> = new Set(['function', 'method', 'typeAlias', ...HOLDERS]);

/** Returns the called fields and variables that name a function as a value, or a function type. */
function holdersOf(graph: SymbolGraph, node: number): readonly number[] {
  const { kind } = graph.node(node);
  if (!HELD.has(kind)) return [];
  return graph
    .incoming(node, ['references'])
    .filter(
      ({ form, source }) =>
        (form === 'type') === (kind === 'typeAlias') && HOLDERS.has(graph.node(source).kind),
    )
    .map(({ source }) => source)
    .filter((source) => graph.incoming(source, ['calls']).length > 0);
}

/** Returns the direct subclasses of a class that declare no constructor of their own. */
function subclassesWithoutConstructor(graph: SymbolGraph, node: number): readonly number[] {
  if (graph.node(node).kind !== 'class') return [];
  return graph
    .incoming(node, ['extends'])
    .map(({ source }) => source)
    .filter((source) => graph.node(source).kind === 'class' && !hasConstructor(graph, source));
}

function hasConstructor(graph: SymbolGraph, node: number): boolean {
  return graph
    .outgoing(node, ['contains'])
    .some(({ target }) => graph.node(target).kind === 'constructor');
}
