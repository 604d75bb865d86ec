/**
 * Finds the sections that refer to a symbol, and the symbols that a section refers to: both
 * directions of the edges that pages create.
 */

import { getOrCompute } from '../../base/memoize.ts';
import { isOfPast } from '../../doclinks/drift/drift.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { isPagePath } from '../../languages/registry.ts';
import { type Edge, type EdgeKind, PAGE_EDGE_KINDS } from '../../model/edge.ts';
import { isInTests } from '../../query/names/in-tests.ts';

/** In display order. */
export const GROUPS = ['definitions', 'documentation', 'examples', 'mentions', 'tests'] as const;
type Group = (typeof GROUPS)[number];

export interface CrossReference {
  readonly group: Group;
  readonly node: SymbolNode;
  /** Lines that contain the reference; for a definition, its first line. */
  readonly lines: readonly number[];
  readonly edge: Edge | undefined;
}

/**
 * Returns everything that refers to a symbol: its declaration, sections that explain it, code
 * blocks that use it, its tests, and pages that only name it. A section explains the subjects of
 * its heading, of its links, and of mentions on several lines. References to the members of a class
 * count as well.
 */
export function referencesTo(
  snapshot: Pick<Snapshot, 'graph'>,
  node: number,
): readonly CrossReference[] {
  const { graph } = snapshot;
  const own = graph.node(node);
  const rows = pageReferencesTo(graph, node);
  rows.push({ group: 'definitions', node: own, lines: [own.startLine], edge: undefined });
  for (const edge of graph.incoming(node, ['calls', 'references', 'imports'])) {
    const source = graph.node(edge.source);
    if (!isInTests(graph, edge.source)) continue;
    rows.push({ group: 'tests', node: source, lines: edge.lines, edge });
  }
  return sorted(rows);
}

function pageReferencesTo(graph: SymbolGraph, node: number): CrossReference[] {
  const rows: CrossReference[] = [];
  const seen = new Set<string>();
  for (const target of [node, ...membersOf(graph, node)]) {
    for (const edge of graph.incoming(target, PAGE_EDGE_KINDS)) {
      const source = graph.node(edge.source);
      const group = groupOf(edge, source);
      const key = `${group} ${edge.source}`;
      // Pages that only name a member are listed only when that member is requested.
      if (target !== node && (group === 'mentions' || seen.has(key))) continue;
      seen.add(key);
      rows.push({ group, node: source, lines: edge.lines, edge });
    }
  }
  return rows;
}

/** The section that says most about a symbol, by node, of symbols that answers have shown. */
const BEST_SECTIONS = new WeakMap<SymbolGraph, Map<number, string | undefined>>();

/** Returns the id of the section that explains a symbol best. Sections of pages have none. */
function bestSection(snapshot: Snapshot, node: number): string | undefined {
  const { graph } = snapshot;
  const known = getOrCompute(BEST_SECTIONS, graph, () => new Map<number, string | undefined>());
  return getOrCompute(known, node, () => {
    if (snapshot.pages().has(graph.pathOf(node))) return undefined;
    return sorted(pageReferencesTo(graph, node).filter(isDocumentation))[0]?.node.id;
  });
}

/** Whether a reference explains a symbol or shows its use. */
export function isDocumentation({ group }: CrossReference): boolean {
  return group === 'documentation' || group === 'examples';
}

/** Returns the id of the best one as an answer field, or no field if there is none. */
export function documentedIn(
  snapshot: Snapshot,
  { index, kind }: SymbolNode,
): { readonly documented_in?: string } {
  const best = kind === 'file' ? undefined : bestSection(snapshot, index);
  return best === undefined ? {} : { documented_in: best };
}

/**
 * Returns what a section or page and the sections below it refer to, through links, names and code.
 */
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

/** Classifies an edge from a section or a doc comment to a symbol. */
export function groupOf({ kind, evidence, lines }: Edge, source: SymbolNode): Group {
  if (evidence === 'nameOnly' || !isPagePath(source.path)) return 'mentions';
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
