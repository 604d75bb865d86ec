/**
 * What the pages of a project say of it, as edges. A pure function of the graph of code and sections and
 * of what pages say; what leads nowhere makes no edge.
 */
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { Evidence, PageEdgeKind } from '../model/edge.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { type Linked, linkTarget } from './link-target.ts';

/** Per page, all of its edges. File numbers are positions in the graph's paths. */
export function pageEdges(
  graph: SymbolGraph,
  pages: ReadonlyMap<RepoPath, PageFacts>,
): ReadonlyMap<RepoPath, readonly ResolvedEdge[]> {
  const fileNumbers = new Map(graph.paths().map((path, index) => [path, index]));
  const project: Linked = { graph, pages };
  return new Map(
    Array.from(pages, ([path, page]) => {
      const edges: ResolvedEdge[] = [];
      const add = (source: number, target: number, edge: Sighting): void => {
        const own = graph.node(target);
        const file = graph.fileNode(own.path);
        if (file === undefined) return;
        edges.push({
          sourceFile: fileNumbers.get(path) ?? -1,
          source,
          targetFile: fileNumbers.get(own.path) ?? -1,
          target: target - file - 1,
          form: 'plain',
          names: [],
          ...edge,
        });
      };
      for (const { section, line, target } of page.links) {
        const found = linkTarget(project, path, target);
        if (found.form !== 'node') continue;
        add(section, found.node, { kind: 'links', evidence: found.evidence, line });
      }
      return [path, edges];
    }),
  );
}

interface Sighting {
  readonly kind: PageEdgeKind;
  readonly evidence: Evidence;
  readonly line: number;
}
