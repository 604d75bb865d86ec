/**
 * What the pages of a project say of it, as edges. A pure function of the graph of code and sections and
 * of what pages say; what leads nowhere makes no edge.
 */
import { finish, type Steps } from '../base/steps.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { agreedBy } from './agreed.ts';
import { contextOf, type PageContext } from './page-context.ts';
import { type Project, ProjectNames } from './project-names.ts';
import { readPageSteps } from './read-pages.ts';
import { receiversOf } from './receivers.ts';
import { variablesOf } from './snippet-targets.ts';
import type { Said } from './subject.ts';

type EdgesByPath = ReadonlyMap<RepoPath, readonly ResolvedEdge[]>;
type Pages = ReadonlyMap<RepoPath, PageFacts>;

const NONE: PageContext['receivers'] = new Map();

/** Per page, all of its edges. File numbers are positions in the graph's paths. */
export function pageEdges(project: Project, pages: Pages): EdgesByPath {
  return finish(pageEdgesSteps(project, pages));
}

/** The same in steps. */
export function* pageEdgesSteps(project: Project, pages: Pages): Steps<EdgesByPath> {
  const { graph } = project;
  const names = new ProjectNames(project);
  const linked = { graph, pages, asked: project.asked };
  const fileNumbers = new Map(graph.paths().map((path, index) => [path, index]));
  const contexts: PageContext[] = [];
  for (const [path, page] of pages) {
    const context = contextOf(names, linked, path, page);
    contexts.push({ ...context, variables: variablesOf(names, context, page.snippets) });
    yield;
  }
  const receivers = receiversOf(names, pages);
  yield;
  const agreed = agreedBy(names, contexts, receivers.ofAll);
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
    const own = receivers.ofPage.get(context.path) ?? NONE;
    return page === undefined ? [] : [{ context: { ...context, receivers: own, agreed }, page }];
  });
  const edges = new Map<RepoPath, readonly ResolvedEdge[]>();
  for (const [path, said] of yield* readPageSteps(names, linked, readings)) {
    edges.set(
      path,
      said.map((one) => edgeOf(path, one)),
    );
    yield;
  }
  return edges;
}
