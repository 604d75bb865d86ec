/**
 * What the pages of a project say of it, as edges. A pure function of the graph of code and sections and
 * of what pages say; what leads nowhere makes no edge.
 */
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { agreedBy } from './agreed.ts';
import { contextOf, type PageContext } from './page-context.ts';
import { type Project, ProjectNames } from './project-names.ts';
import { readPages } from './read-pages.ts';
import { variablesOf } from './snippet-targets.ts';
import type { Said } from './subject.ts';

/** Per page, all of its edges. File numbers are positions in the graph's paths. */
export function pageEdges(
  project: Project,
  pages: ReadonlyMap<RepoPath, PageFacts>,
): ReadonlyMap<RepoPath, readonly ResolvedEdge[]> {
  const { graph } = project;
  const names = new ProjectNames(project);
  const linked = { graph, pages };
  const fileNumbers = new Map(graph.paths().map((path, index) => [path, index]));
  const contexts = Array.from(pages, ([path, page]): PageContext => {
    const context = contextOf(names, linked, path, page);
    return { ...context, variables: variablesOf(names, context, page.snippets) };
  });
  const agreed = agreedBy(names, contexts);
  const edgeOf = (path: RepoPath, { kind, section, line, meant }: Said): ResolvedEdge => {
    const to = graph.node(meant.node).path;
    return {
      kind,
      evidence: meant.evidence,
      line,
      sourceFile: fileNumbers.get(path) ?? -1,
      source: section,
      targetFile: fileNumbers.get(to) ?? -1,
      target: meant.node - (graph.fileNode(to) ?? meant.node) - 1,
      form: 'plain',
      names: [],
    };
  };
  const readings = contexts.flatMap((context) => {
    const page = pages.get(context.path);
    return page === undefined ? [] : [{ context: { ...context, agreed }, page }];
  });
  return new Map(
    Array.from(readPages(names, linked, readings), ([path, said]) => [
      path,
      said.map((one) => edgeOf(path, one)),
    ]),
  );
}
