/** Who speaks of a symbol, and of what a section speaks: both directions of the edges that pages make. */

import { isOfPast } from '../../doclinks/drift/drift.ts';
import { isOfPage } from '../../doclinks/lookup/is-of-page.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { type Edge, type EdgeKind, PAGE_EDGE_KINDS } from '../../model/edge.ts';
import { pathClasses } from '../../query/names/path-class.ts';

/** In the order they are shown. */
export const GROUPS = ['definitions', 'documentation', 'examples', 'mentions', 'tests'] as const;
type Group = (typeof GROUPS)[number];

export interface CrossReference {
  readonly group: Group;
  readonly node: SymbolNode;
  /** Lines that speak; of a definition its own first line. */
  readonly lines: readonly number[];
  readonly edge: Edge | undefined;
}

/**
 * What is known of a symbol: where it is declared, the sections that explain it, the code blocks that
 * use it, its tests, and pages that only name it. A section explains what its heading, a link or several
 * lines are about. Of a class its members count as well.
 */
export function referencesTo(
  snapshot: Pick<Snapshot, 'graph'>,
  node: number,
): readonly CrossReference[] {
  const { graph } = snapshot;
  const own = graph.node(node);
  const rows: CrossReference[] = [
    { group: 'definitions', node: own, lines: [own.startLine], edge: undefined },
  ];
  const seen = new Set<string>();
  for (const target of [node, ...membersOf(graph, node)]) {
    for (const edge of graph.incoming(target, PAGE_EDGE_KINDS)) {
      const source = graph.node(edge.source);
      const group = groupOf(edge, source);
      const key = `${group} ${edge.source}`;
      // Pages that only name a member are found by asking for the member.
      if (target !== node && (group === 'mentions' || seen.has(key))) continue;
      seen.add(key);
      rows.push({ group, node: source, lines: edge.lines, edge });
    }
  }
  for (const edge of graph.incoming(node, ['calls', 'references', 'imports'])) {
    const source = graph.node(edge.source);
    if (!pathClasses(source.path, 0).includes('testPath')) continue;
    rows.push({ group: 'tests', node: source, lines: edge.lines, edge });
  }
  return sorted(rows);
}

/** Sections that explain a symbol or show its use, best first; what pages themselves say has none. */
function documentationOf(snapshot: Snapshot, node: number): readonly CrossReference[] {
  if (snapshot.pages().has(snapshot.graph.node(node).path)) return [];
  return referencesTo(snapshot, node).filter(isDocumentation);
}

/** It explains a symbol, or shows its use. */
export function isDocumentation({ group }: CrossReference): boolean {
  return group === 'documentation' || group === 'examples';
}

/** The id of the best of them, for a field of an answer that is left out when there is none. */
export function documentedIn(
  snapshot: Snapshot,
  { index, kind }: SymbolNode,
): { readonly documented_in?: string } {
  const best = kind === 'file' ? undefined : documentationOf(snapshot, index)[0];
  return best === undefined ? {} : { documented_in: best.node.id };
}

/** What a section or page is about, those below it included: its links, names and code. */
export function referencesFrom(
  { graph }: Pick<Snapshot, 'graph'>,
  node: number,
): readonly CrossReference[] {
  const rows: CrossReference[] = [];
  for (const source of [node, ...insideOf(graph, node)]) {
    for (const edge of graph.outgoing(source, PAGE_EDGE_KINDS)) {
      const target = graph.node(edge.target);
      rows.push({ group: groupFrom(edge, target), node: target, lines: edge.lines, edge });
    }
  }
  return sorted(rows);
}

function groupFrom({ kind, evidence }: Edge, target: SymbolNode): Group {
  if (evidence === 'nameOnly') return 'mentions';
  if (kind === 'demonstrates') return 'examples';
  return target.kind === 'section' ? 'documentation' : 'definitions';
}

/** What a section, or a doc comment, is to the symbol that an edge of it leads to. */
export function groupOf({ kind, evidence, lines }: Edge, source: SymbolNode): Group {
  if (evidence === 'nameOnly' || !isOfPage(source)) return 'mentions';
  if (kind === 'demonstrates') return 'examples';
  const isShown = lines.includes(source.startLine) || kind === 'links' || lines.length > 1;
  return isShown ? 'documentation' : 'mentions';
}

function membersOf(graph: SymbolGraph, node: number): readonly number[] {
  return graph.node(node).kind === 'file' ? [] : insideOf(graph, node);
}

function insideOf(graph: SymbolGraph, node: number): readonly number[] {
  const found: number[] = [];
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { target } of graph.outgoing(next, ['contains'])) {
      found.push(target);
      open.push(target);
    }
  }
  return found.sort((a, b) => a - b);
}

const KIND_ORDER: readonly EdgeKind[] = ['demonstrates', 'mentions', 'links'];

function sorted(rows: readonly CrossReference[]): readonly CrossReference[] {
  const isHeading = ({ lines, node }: CrossReference): number =>
    lines.includes(node.startLine) ? 0 : 1;
  const isPast = ({ node }: CrossReference): number => (isOfPast(node.path) ? 1 : 0);
  const order = ({ edge }: CrossReference): number =>
    edge === undefined ? 0 : KIND_ORDER.indexOf(edge.kind);
  return rows.toSorted(
    (a, b) =>
      GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) ||
      isPast(a) - isPast(b) ||
      isHeading(a) - isHeading(b) ||
      b.lines.length - a.lines.length ||
      order(a) - order(b) ||
      (a.node.path < b.node.path ? -1 : a.node.path > b.node.path ? 1 : 0) ||
      a.node.index - b.node.index,
  );
}
