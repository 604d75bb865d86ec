/**
 * Handles changed pages whose content is the same on other lines, so that their references need no
 * new lookup. Most edits of a page concern the prose around names, links and code.
 */
import { lowerBound } from '../base/lower-bound.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { isPagePath } from '../languages/registry.ts';
import { PAGE_EDGE_KINDS } from '../model/edge.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import type { ChangedFacts, ResolutionUpdate } from '../resolve/update.ts';

/** Maps each old line to its new line. */
type Lines = ReadonlyMap<number, number>;

/** Returns the line map of a page, or undefined when its content changed. */
function movedLines(before: FileFacts, now: FileFacts): Lines | undefined {
  const moves = new LineMap();
  const isSame = moves.areSame(pageContentOf(before), pageContentOf(now), '');
  return isSame && before.page !== undefined ? moves.forth : undefined;
}

/**
 * Returns everything in a page that its own edges and those of others depend on. Offsets, ends and
 * section texts are left out.
 */
function pageContentOf({ page, declarations }: FileFacts): unknown {
  const sections = declarations.map(
    ({ id, kind, name, parent, exported, visibility, modifiers, signature, startLine: line }) => {
      return { id, kind, name, parent, exported, visibility, modifiers, signature, line };
    },
  );
  return { page, sections };
}

/**
 * Compares plain data except for lines. Each old line must map to exactly one new line, and the
 * reverse.
 */
class LineMap {
  readonly forth = new Map<number, number>();
  readonly #back = new Map<number, number>();

  areSame(before: unknown, now: unknown, key: string): boolean {
    if (typeof before === 'number' && typeof now === 'number' && key === 'line')
      return isOnly(this.forth, before, now) && isOnly(this.#back, now, before);
    if (typeof before !== 'object' || typeof now !== 'object' || before === null || now === null)
      return before === now;
    const [old, own] = [Object.entries(before), new Map(Object.entries(now))];
    return (
      old.length === own.size &&
      old.every(([name, value]) => own.has(name) && this.areSame(value, own.get(name), name))
    );
  }
}

function isOnly(known: Map<number, number>, from: number, to: number): boolean {
  const other = known.get(from);
  if (other === undefined) known.set(from, to);
  return other === undefined || other === to;
}

/** The data an update has before its graph is built. */
interface Moved {
  /** The graph before the change. */
  readonly graph: SymbolGraph;
  /** The current files, sorted. */
  readonly indexed: readonly RepoPath[];
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  readonly renumbered: ResolutionUpdate['renumbered'];
}

/**
 * Returns the edges of changed pages, adjusted to the current files. Returns undefined when the
 * content of one of these pages changed, or an edge leads to a removed declaration.
 */
export function shiftedPageEdges(
  moved: Moved,
): ReadonlyMap<RepoPath, readonly ResolvedEdge[]> | undefined {
  const edges = new Map<RepoPath, readonly ResolvedEdge[]>();
  for (const [path, { now, before }] of moved.changed) {
    if (!isPagePath(path)) continue;
    const lines = before && movedLines(before, now);
    const own = lines && edgesOnLines(moved, path, lines);
    if (own === undefined) return undefined;
    edges.set(path, own);
  }
  return edges;
}

/** Returns the graph's edges of a page, moved to their new lines. */
function edgesOnLines(
  { graph, indexed, renumbered }: Moved,
  path: RepoPath,
  lines: Lines,
): readonly ResolvedEdge[] | undefined {
  const file = graph.fileNode(path);
  if (file === undefined) return undefined;
  const sourceFile = lowerBound(indexed, path);
  const moved: ResolvedEdge[] = [];
  const edges = [file, ...graph.symbolsOf(path)].flatMap((node) =>
    graph.outgoing(node, PAGE_EDGE_KINDS),
  );
  for (const { kind, evidence, form, names, source, target: end, lines: before } of edges) {
    const { path: to } = graph.node(end);
    const place = end - (graph.fileNode(to) ?? end) - 1;
    const target = place < 0 ? place : (renumbered.get(to)?.[place] ?? place);
    if (place >= 0 && target < 0) return undefined;
    const ends = {
      sourceFile,
      source: source - file - 1,
      targetFile: lowerBound(indexed, to),
      target,
    };
    for (const old of before) {
      const line = lines.get(old);
      if (line === undefined) return undefined;
      moved.push({ kind, evidence, form, names, line, ...ends });
    }
  }
  return moved;
}
