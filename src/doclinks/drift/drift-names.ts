/** Finds members that pages name in inline code but that no type declares. */

import { nearestNames } from '../../base/edit-distance.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { PageFacts } from '../../model/page.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import type { Drift, FindingLocation } from './drift.ts';

const BASES_MAX = 8;
const NEAR_MAX = 2;
/** Names that every object has, whatever its type declares. */
const OF_ALL =
  /^(?:__\w+__|prototype|name|length|constructor|call|apply|bind|toString|valueOf|hasOwnProperty)$/;

export function nameDrift(
  names: SymbolLookup,
  { path, node }: FindingLocation,
  page: PageFacts,
): readonly Drift[] {
  return page.mentions.flatMap(({ section, line, text }): readonly Drift[] => {
    const at = { path, line, node: node(section), text, confidence: 'sure' } as const;
    const member = /^([A-Z]\w+)(?:\.|::|#)([A-Za-z_]\w*)(?:\(.*\))?$/.exec(text);
    if (member === null) return [];
    const [, type = '', name = ''] = member;
    const owner = onlyType(names, type);
    return owner !== undefined && hasNoMember(names, owner, name)
      ? [{ ...at, kind: 'missingMember', ...missingMember(names, owner, name) }]
      : [];
  });
}

function onlyType(names: SymbolLookup, name: string): SymbolNode | undefined {
  const [only, ...others] = names.named(name);
  return others.length === 0 ? only : undefined;
}

/** Describes a member that its type does not have. */
export function missingMember(
  { graph }: SymbolLookup,
  owner: SymbolNode,
  member: string,
): Pick<Drift, 'detail' | 'near'> {
  const own = graph
    .outgoing(owner.index, ['contains'])
    .map(({ target }) => graph.node(target).name);
  return {
    detail: `${owner.id} has no ${member}, and nothing else has that name`,
    near: nearestNames(member, own, NEAR_MAX),
  };
}

/**
 * Whether a type certainly lacks a member: all of its bases are known, and no symbol anywhere has
 * the name.
 */
export function hasNoMember(names: SymbolLookup, owner: SymbolNode, member: string): boolean {
  const { graph } = names;
  if (!/^(class|enum|interface)$/.test(owner.kind) || OF_ALL.test(member)) return false;
  if (graph.byName(member).some((node) => graph.node(node).kind !== 'key')) return false;
  return isWhole(graph, owner, 0);
}

/** Whether all declared bases of a type are in the graph, recursively. */
export function isWhole(graph: SymbolGraph, node: SymbolNode, depth = 0): boolean {
  const bases = graph.outgoing(node.index, ['extends', 'implements']);
  const head = node.signature.replace(/<[^<>]*>|\(\)|:\s*$/g, '');
  const showsBases = /\bextends\b|\bimplements\b|[:(]/.test(head);
  if (depth > BASES_MAX || (showsBases && bases.length === 0)) return false;
  const isDynamic = graph
    .outgoing(node.index, ['contains'])
    .some(({ target }) => graph.node(target).name === '__getattr__');
  return !isDynamic && bases.every(({ target }) => isWhole(graph, graph.node(target), depth + 1));
}
