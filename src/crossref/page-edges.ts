/**
 * What the pages of a project say of it, as edges. A pure function of the graph of code and sections and
 * of what pages say; what leads nowhere makes no edge.
 */
import type { PageEdgeKind } from '../model/edge.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { linkTarget } from './link-target.ts';
import { type Meant, mentionTargets } from './mention-target.ts';
import { agreedAliases, contextOf } from './page-context.ts';
import { type Project, ProjectNames } from './project-names.ts';
import { snippetTargets } from './snippet-targets.ts';

/** Per page, all of its edges. File numbers are positions in the graph's paths. */
export function pageEdges(
  project: Project,
  pages: ReadonlyMap<RepoPath, PageFacts>,
): ReadonlyMap<RepoPath, readonly ResolvedEdge[]> {
  const { graph } = project;
  const names = new ProjectNames(project);
  const linked = { graph, pages };
  const fileNumbers = new Map(graph.paths().map((path, index) => [path, index]));
  const contexts = new Map(
    Array.from(pages, ([path, page]) => [path, contextOf(names, linked, path, page)]),
  );
  const agreed = agreedAliases(contexts.values());
  const edgesOf = (path: RepoPath, page: PageFacts): readonly ResolvedEdge[] => {
    const edges: ResolvedEdge[] = [];
    const add = (
      kind: PageEdgeKind,
      { section: source, line }: { readonly section: number; readonly line: number },
      { node, evidence }: Meant,
    ): void => {
      const to = graph.node(node).path;
      edges.push({
        kind,
        evidence,
        line,
        sourceFile: fileNumbers.get(path) ?? -1,
        source,
        targetFile: fileNumbers.get(to) ?? -1,
        target: node - (graph.fileNode(to) ?? node) - 1,
        form: 'plain',
        names: [],
      });
    };
    for (const link of page.links) {
      const target = linkTarget(linked, path, link.target);
      if (target.form === 'node') add('links', link, target);
    }
    const context = { ...(contexts.get(path) ?? contextOf(names, linked, path, page)), agreed };
    for (const mention of page.mentions) {
      for (const meant of mentionTargets(names, context, mention.text)) {
        add('mentions', mention, meant);
      }
    }
    for (const [index, snippet] of page.snippets.entries()) {
      for (const { line, ...meant } of snippetTargets(names, context, index, snippet)) {
        add('demonstrates', { section: snippet.section, line }, meant);
      }
    }
    return edges;
  };
  return new Map(Array.from(pages, ([path, page]) => [path, edgesOf(path, page)]));
}
