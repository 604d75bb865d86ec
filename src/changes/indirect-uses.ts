/** Finds lines that may use a changed declaration although no edge of the graph leads to it. */
import { escapePattern } from '../base/escape-pattern.ts';
import { heritage } from '../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { USES } from './reach.ts';

/** A symbol and the lines of it that may hold a use. */
export interface IndirectUse {
  readonly source: SymbolNode;
  /** Whether a line of the source, 1-based, may be one. */
  readonly isUse: (line: string, number: number) => boolean;
}

const VALUES: ReadonlySet<string> = new Set(['field', 'property', 'accessor']);

/**
 * Reads and writes of a field have no edges. They are where its type or a subtype is used, in lines with
 * its name: `x.name`, `{ name }`, `name: value`.
 */
export function fieldUses(graph: SymbolGraph, field: SymbolNode): readonly IndirectUse[] {
  if (!VALUES.has(field.kind) || field.parent < 0) return [];
  const sources = new Set<number>();
  for (const type of [field.parent, ...heritage(graph, field.parent, 'override')]) {
    const members = graph.outgoing(type, ['contains']).map(({ target }) => target);
    for (const member of members) sources.add(member);
    for (const used of [type, ...members])
      for (const edge of graph.incoming(used, USES))
        if (edge.evidence !== 'nameOnly') sources.add(edge.source);
  }
  const name = escapePattern(field.name);
  const named = new RegExp(`\\.${name}(?![\\w$(])|(?<![\\w$.])${name}\\s*(?:[:,}]|$)`);
  return [...sources]
    .filter((source) => source !== field.index)
    .map((source) => ({ source: graph.node(source), isUse: (line) => named.test(line) }));
}

/** Classes and object literals that may lack a member that their type requires now. */
export function incompleteUses(graph: SymbolGraph, member: SymbolNode): readonly IndirectUse[] {
  const isOptional = new RegExp(`${escapePattern(member.name)}\\s*\\?`).test(member.signature);
  const owner = member.parent < 0 ? undefined : graph.node(member.parent);
  if (owner?.kind !== 'interface' || isOptional) return [];
  const implementers = graph.incoming(owner.index, ['implements']).flatMap((edge) => {
    const holders = [edge.source, ...heritage(graph, edge.source, 'base')];
    const hasMember = graph
      .byName(member.name)
      .some((other) => other !== member.index && holders.includes(graph.node(other).parent));
    return hasMember ? [] : [linesOf(graph.node(edge.source), edge.lines)];
  });
  const literals = graph.incoming(owner.index, ['references']).flatMap((edge): IndirectUse[] => {
    const source = graph.node(edge.source);
    const isUse = (line: string, number: number) =>
      edge.lines.includes(number) ? /=>?\s*[[({]/.test(line) : /\breturn\s*[[({]/.test(line);
    const calls = graph.incoming(edge.source, ['calls']).map((call): IndirectUse => {
      const lines = new Set(call.lines);
      const isGiven = (line: string, number: number) => lines.has(number) && line.includes('{');
      return { source: graph.node(call.source), isUse: isGiven };
    });
    return [{ source, isUse }, ...calls];
  });
  return [...implementers, ...literals];
}

function linesOf(source: SymbolNode, lines: readonly number[]): IndirectUse {
  return { source, isUse: (_, number) => lines.includes(number) };
}
