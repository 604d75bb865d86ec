/** Adds to a graph what its pages say of it. */
import { pageEdges } from '../crossref/page-edges.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { updateGraph } from '../graph/update.ts';
import type { Pages } from '../index/snapshot.ts';
import { isPagePath } from '../languages/registry.ts';
import { PAGE_EDGE_KINDS } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';

type EdgesByPath = ReadonlyMap<RepoPath, readonly ResolvedEdge[]>;

/**
 * The graph with the edges of all its pages, of which it has none yet. Every page is looked at, whatever
 * changed: a new name anywhere may be what a page speaks of, and looking names up costs little.
 */
export function crossReference(
  graph: SymbolGraph,
  pages: Pages,
): { readonly graph: SymbolGraph; readonly edges: EdgesByPath } {
  const paths = graph.paths();
  if (!paths.some(isPagePath)) return { graph, edges: new Map() };
  const edges = pageEdges(graph, pages());
  const change = { paths, files: new Map(), edges, renumbered: new Map() };
  return { graph: updateGraph(graph, change), edges };
}

/** No edges of any page of `paths`, so that none is kept whose end may be gone. */
export function withoutPageEdges(edges: EdgesByPath, paths: readonly RepoPath[]): EdgesByPath {
  return new Map([...edges, ...paths.filter(isPagePath).map((path) => [path, []] as const)]);
}

/** Of all pages' edges, those of pages that are new or have others in the graph before. */
export function differingEdges(
  edges: EdgesByPath,
  before: SymbolGraph,
  after: SymbolGraph,
): EdgesByPath {
  return new Map([...edges].filter(([path]) => edgeText(before, path) !== edgeText(after, path)));
}

/** Ends are named by id: what has its id still is the same to an update. Undefined for an unknown page. */
function edgeText(graph: SymbolGraph, path: RepoPath): string | undefined {
  const file = graph.fileNode(path);
  if (file === undefined) return undefined;
  const rows = [file, ...graph.symbolsOf(path)].map((node) =>
    graph
      .outgoing(node, PAGE_EDGE_KINDS)
      .map((edge) => [{ ...edge, source: node - file, target: graph.node(edge.target).id }]),
  );
  return JSON.stringify(rows);
}
