/**
 * Moves the edges of changed pages whose content is the same on other lines, so that these pages
 * need not be read again. Most edits of a page change only the prose around names, links and code.
 */
import { at } from '../../base/assert.ts';
import { lowerBound } from '../../base/lower-bound.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isPagePath } from '../../languages/registry.ts';
import { PAGE_EDGE_KINDS } from '../../model/edge.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { ResolvedEdge } from '../../model/resolved-edge.ts';
import type { ChangedFacts, ResolutionUpdate } from '../../resolve/update.ts';

/** From the lines of one version of a page to those of the next. Each has at most one counterpart. */
class LineMap {
  readonly #forward = new Map<number, number>();
  readonly #backward = new Map<number, number>();

  get(line: number): number | undefined {
    return this.#forward.get(line);
  }

  /** Whether two values are equal but for lines. Adds their lines. */
  align(before: unknown, now: unknown, key = ''): boolean {
    if (typeof before === 'number' && typeof now === 'number' && key === 'line')
      return isOnly(this.#forward, before, now) && isOnly(this.#backward, now, before);
    if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null)
      return before === now;
    const [old, own] = [Object.entries(before), new Map(Object.entries(now))];
    return (
      old.length === own.size &&
      old.every(([name, value]) => own.has(name) && this.align(value, own.get(name), name))
    );
  }
}

function isOnly(known: Map<number, number>, from: number, to: number): boolean {
  const other = known.get(from);
  if (other === undefined) known.set(from, to);
  return other === undefined || other === to;
}

/** Returns undefined if the page's content differs. */
function lineMapOf({ now, before }: ChangedFacts): LineMap | undefined {
  const lines = new LineMap();
  const isSame = before?.page !== undefined && lines.align(contentOf(before), contentOf(now));
  return isSame ? lines : undefined;
}

/**
 * All of a page that its edges and those of other pages depend on: not offsets, ends and texts of
 * sections, nor where its code blocks are.
 */
function contentOf({ page, declarations }: FileFacts): unknown {
  const sections = declarations.map(
    ({ id, kind, name, parent, exported, visibility, modifiers, signature, startLine: line }) => {
      return { id, kind, name, parent, exported, visibility, modifiers, signature, line };
    },
  );
  return { page: { ...page, codeBlocks: undefined }, sections };
}

/** A change, before its graph is built. */
interface PageChange extends Pick<ResolutionUpdate, 'edges' | 'renumbered'> {
  /** The graph before the change. */
  readonly graph: SymbolGraph;
  /** Whether there were pages before the change. */
  readonly hadPages: boolean;
  /** The current files, sorted. */
  readonly indexed: readonly RepoPath[];
  readonly removed: readonly RepoPath[];
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
}

export interface ShiftedEdges {
  /** The edges of each changed page; none of those that must be read again. */
  readonly edges: ReadonlyMap<RepoPath, readonly ResolvedEdge[]>;
  /** Changed pages that have other content. */
  readonly unread: ReadonlySet<RepoPath>;
}

/**
 * Returns the edges of changed pages for the current files. Returns undefined if all pages must be
 * read again in any case: one was added or removed, or the target of an edge was removed.
 */
export function shiftedPageEdges(change: PageChange): ShiftedEdges | undefined {
  if (change.removed.some(isPagePath)) return undefined;
  if (change.hadPages && isTargetRemoved(change)) return undefined;
  const edges = new Map<RepoPath, readonly ResolvedEdge[]>();
  const unread = new Set<RepoPath>();
  for (const path of change.edges.keys()) {
    if (!isPagePath(path)) continue;
    const facts = change.changed.get(path);
    if (facts?.before?.page === undefined || facts.now.page === undefined) return undefined;
    const lines = lineMapOf(facts);
    const own = lines && edgesOnLines(change, path, lines);
    if (own === undefined) unread.add(path);
    edges.set(path, own ?? []);
  }
  return { edges, unread };
}

function isTargetRemoved({ graph, removed, renumbered }: PageChange): boolean {
  const isTarget = (node: number): boolean => graph.incoming(node, PAGE_EDGE_KINDS).length > 0;
  const isAnyTarget = (path: RepoPath): boolean => {
    const file = graph.fileNode(path);
    return file !== undefined && [file, ...graph.symbolsOf(path)].some(isTarget);
  };
  const isAnyRemoved = ([path, indexes]: readonly [RepoPath, Int32Array]): boolean =>
    graph.symbolsOf(path).some((node, index) => at(indexes, index) < 0 && isTarget(node));
  return removed.some(isAnyTarget) || [...renumbered].some(isAnyRemoved);
}

/** Returns a page's edges at their current lines, or undefined if the line of an edge was removed. */
function edgesOnLines(
  { graph, indexed, renumbered }: PageChange,
  path: RepoPath,
  lines: LineMap,
): readonly ResolvedEdge[] | undefined {
  const file = graph.fileNode(path);
  if (file === undefined) return undefined;
  const sourceFile = lowerBound(indexed, path);
  const shifted: ResolvedEdge[] = [];
  const edges = [file, ...graph.symbolsOf(path)].flatMap((node) =>
    graph.outgoing(node, PAGE_EDGE_KINDS),
  );
  for (const { kind, evidence, form, names, source, target: end, lines: before } of edges) {
    const { path: to } = graph.node(end);
    const target = end - (graph.fileNode(to) ?? end) - 1;
    const ends = {
      sourceFile,
      source: source - file - 1,
      targetFile: lowerBound(indexed, to),
      target: target < 0 ? target : (renumbered.get(to)?.[target] ?? target),
    };
    for (const old of before) {
      const line = lines.get(old);
      if (line === undefined) return undefined;
      shifted.push({ kind, evidence, form, names, line, ...ends });
    }
  }
  return shifted;
}
