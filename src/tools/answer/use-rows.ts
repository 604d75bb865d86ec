import { importersOf } from '../../graph/importers.ts';
import { type RelatedMember, relatedMembers } from '../../graph/related-members.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { symbolGroup } from '../../graph/symbol-groups.ts';
import { passesOnImports } from '../../languages/registry.ts';
import { type Edge, type EdgeKind, EVIDENCE, type Evidence } from '../../model/edge.ts';
import { listRank } from '../../query/names/in-tests.ts';

/** The kinds of edges that are uses, in the order they are listed. */
export const USE_KINDS = ['calls', 'extends', 'implements', 'references', 'imports'] as const;
/** The same with requests of the route that a symbol handles, in graphs that have them. */
export const ALL_USE_KINDS = [...USE_KINDS, 'requests'] as const;
export type UseKind = (typeof ALL_USE_KINDS)[number];

/** A symbol that uses the requested symbol. */
export interface UseRow {
  readonly kind: UseKind;
  readonly edge: Edge;
  /**
   * Evidence of the weakest step. A name imported through a barrel has only been followed by name.
   */
  readonly evidence: Evidence;
  /** Set if the use names another symbol: an overridden or overriding member, or a barrel. */
  readonly through?: {
    readonly node: number;
    readonly relation: RelatedMember['relation'] | 'barrel';
  };
}

export interface UseRequest {
  readonly kinds: readonly UseKind[];
  readonly evidenceMin: Evidence;
  /**
   * Whether to include uses of the members it overrides or implements, and of those that override
   * it.
   */
  readonly withRelated: boolean;
}

export interface UseSelection {
  /**
   * Sorted by kind in the order of {@link USE_KINDS}. Within a kind, uses that name the symbol
   * itself come first, and tests last.
   */
  readonly rows: readonly UseRow[];
  /** Number of rows by kind; kinds without rows are left out. */
  readonly byKind: Readonly<Record<string, number>>;
  readonly weakerCount: number;
  /** Number of uses of related members that were not requested. */
  readonly relatedCount: number;
}

/** Returns the uses of a symbol, including its overloads, merged declarations and constructor. */
export function selectUses(graph: SymbolGraph, node: number, request: UseRequest): UseSelection {
  const group = symbolGroup(graph, node);
  const related = relatedMembers(graph, node).flatMap(({ node: member, relation }) =>
    directUses(graph, member, request.kinds).map((row) => ({
      ...row,
      through: { node: member, relation },
    })),
  );
  const found: UseRow[] = [
    ...group.flatMap((one) => directUses(graph, one, request.kinds)),
    ...(request.kinds.includes('imports') ? group.flatMap((one) => importUses(graph, one)) : []),
    ...(request.withRelated ? related : []),
    ...(request.withRelated && request.kinds.includes('implements')
      ? implementingMembers(graph, node)
      : []),
  ];
  const strengthMin = EVIDENCE.indexOf(request.evidenceMin);
  const uses = withoutRepeats(found);
  const rows = uses.filter((row) => EVIDENCE.indexOf(row.evidence) <= strengthMin);
  return {
    rows: sorted(graph, rows),
    byKind: Object.fromEntries(
      ALL_USE_KINDS.map(
        (kind) => [kind, rows.filter((row) => row.kind === kind).length] as const,
      ).filter(([, count]) => count > 0),
    ),
    weakerCount: uses.length - rows.length,
    relatedCount: request.withRelated ? 0 : related.length,
  };
}

/**
 * Returns the members that implement or override a member. Whoever changes the member has to change
 * them, although no edge joins them.
 */
function implementingMembers(graph: SymbolGraph, node: number): UseRow[] {
  return relatedMembers(graph, node)
    .filter(({ relation }) => relation === 'override')
    .map(({ node: member }) => {
      const lines = [graph.node(member).startLine];
      const kind = 'implements' as const;
      const evidence = 'exact' as const;
      return {
        kind,
        evidence,
        edge: { source: member, target: node, kind, evidence, form: 'plain', lines, names: [] },
      };
    });
}

/** A use of merged declarations has an edge to each of them but counts once. */
function withoutRepeats(rows: readonly UseRow[]): UseRow[] {
  const byKey = new Map<string, UseRow>();
  for (const row of rows) {
    const { source, lines } = row.edge;
    const key = `${row.kind} ${source} ${lines.join()} ${row.through?.node ?? ''}`;
    if (!byKey.has(key)) byKey.set(key, row);
  }
  return [...byKey.values()];
}

function directUses(graph: SymbolGraph, node: number, kinds: readonly UseKind[]): UseRow[] {
  const included: readonly EdgeKind[] = kinds;
  return graph
    .incoming(node, included)
    .map((edge) => ({ kind: edge.kind as UseKind, edge, evidence: edge.evidence }));
}

/** Imports target files, so the use of a symbol is found in the names of the import edges. */
function importUses(graph: SymbolGraph, node: number): UseRow[] {
  return importersOf(graph, node, passesOnImports).map(({ edge, from, isThroughBarrel }) => ({
    kind: 'imports',
    edge,
    ...(isThroughBarrel
      ? { evidence: 'scoped' as const, through: { node: from, relation: 'barrel' as const } }
      : { evidence: edge.evidence }),
  }));
}

function sorted(graph: SymbolGraph, rows: readonly UseRow[]): UseRow[] {
  const keyed = rows.map((row) => {
    const path = graph.pathOf(row.edge.source);
    const keys = [
      ALL_USE_KINDS.indexOf(row.kind),
      row.through === undefined || row.through.relation === 'barrel' ? 0 : 1,
      listRank(graph, row.edge.source),
      EVIDENCE.indexOf(row.evidence),
    ];
    return { row, path, keys };
  });
  keyed.sort((a, b) => {
    const place = a.keys.findIndex((key, index) => key !== b.keys[index]);
    if (place >= 0) return (a.keys[place] ?? 0) - (b.keys[place] ?? 0);
    if (a.path !== b.path) return a.path < b.path ? -1 : 1;
    return (
      (a.row.edge.lines[0] ?? 0) - (b.row.edge.lines[0] ?? 0) ||
      a.row.edge.source - b.row.edge.source
    );
  });
  return keyed.map((entry) => entry.row);
}
