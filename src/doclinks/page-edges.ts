/**
 * Resolves the pages of a project to edges. A pure function of the graph of code and sections, and
 * of page facts. References that cannot be resolved make no edge.
 */
import { runSync, type Task } from '../base/cooperative.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import type { Project } from './lookup/linked-project.ts';
import { contextOf, type PageContext } from './lookup/page-context.ts';
import type { PageEdgeCandidate } from './lookup/page-topic.ts';
import { conventionOf } from './lookup/project-conventions.ts';
import { receiversOf } from './lookup/receivers.ts';
import { SymbolLookup } from './lookup/symbol-lookup.ts';
import { readPageSteps } from './read-pages.ts';
import { variablesOf } from './snippets/snippet-targets.ts';

type EdgesByPath = ReadonlyMap<RepoPath, readonly ResolvedEdge[]>;
type Pages = ReadonlyMap<RepoPath, PageFacts>;

const NONE: PageContext['receivers'] = new Map();

/** Returns all edges of each page. File numbers are positions in the graph's paths. */
export function pageEdges(project: Project, pages: Pages): EdgesByPath {
  return runSync(pageEdgesSteps(new SymbolLookup(project), pages));
}

/** Does the same as a cooperative task. */
export function* pageEdgesSteps(names: SymbolLookup, pages: Pages): Task<EdgesByPath> {
  const { graph, dependencies } = names;
  const linked = { graph, pages, dependencies };
  const fileNumbers = new Map(graph.paths().map((path, index) => [path, index]));
  const contexts: PageContext[] = [];
  for (const [path, page] of pages) {
    const context = contextOf(names, linked, path, page);
    contexts.push({ ...context, variables: variablesOf(names, context, page.snippets) });
    yield;
  }
  const receivers = receiversOf(names, pages);
  yield;
  const conventions = conventionOf(names, contexts, receivers.ofAll);
  const edgeOf = (
    path: RepoPath,
    { kind, section, line, mentioned }: PageEdgeCandidate,
  ): ResolvedEdge => {
    const to = graph.pathOf(mentioned.node);
    return {
      kind,
      evidence: mentioned.evidence,
      line,
      sourceFile: fileNumbers.get(path) ?? -1,
      source: section,
      targetFile: fileNumbers.get(to) ?? -1,
      target: mentioned.node - (graph.fileNode(to) ?? mentioned.node) - 1,
      form: 'plain',
      names: [],
    };
  };
  const readings = contexts.flatMap((context) => {
    const page = pages.get(context.path);
    const own = receivers.ofPage.get(context.path) ?? NONE;
    return page === undefined
      ? []
      : [{ context: { ...context, receivers: own, conventions }, page }];
  });
  const edges = new Map<RepoPath, readonly ResolvedEdge[]>();
  for (const [path, edgeCandidates] of yield* readPageSteps(names, linked, readings)) {
    edges.set(
      path,
      edgeCandidates.map((one) => edgeOf(path, one)),
    );
    yield;
  }
  return edges;
}
