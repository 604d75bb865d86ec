/**
 * Resolves the pages of a project to edges. A pure function of the graph of code and sections, and
 * of page facts. References that cannot be resolved make no edge.
 */
import { runSync, type Task } from '../base/cooperative.ts';
import type { PageFacts } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import type { KnownAnswer } from './invalidation/answers.ts';
import { lookupKey } from './invalidation/dependency-keys.ts';
import type { DependencyLog } from './invalidation/dependency-log.ts';
import { SHARED_LOOKUPS, sharedAnswers } from './invalidation/shared-answers.ts';
import { Labels } from './lookup/labels.ts';
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
  return runSync(pageEdgesSteps(new SymbolLookup(project), pages))?.edges ?? new Map();
}

/** Edges of pages, and the hashes of what the pages say together. */
export interface ReadPages {
  readonly edges: EdgesByPath;
  readonly sharedAnswer: KnownAnswer;
}

/** Pages that changed while all else that pages depend on is as in a log. */
export interface ChangedPages {
  readonly paths: ReadonlySet<RepoPath>;
  readonly log: DependencyLog;
}

/**
 * Does the same as a cooperative task. With changed pages, only these and those that link to them are
 * read; the result is undefined if what the pages say together is not as in the log.
 */
export function* pageEdgesSteps(
  names: SymbolLookup,
  pages: Pages,
  changed?: ChangedPages,
): Task<ReadPages | undefined> {
  const { graph, dependencies } = names;
  const linked = { graph, pages, dependencies };
  const labels = new Labels(linked);
  dependencies?.add(lookupKey('conventions'));
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
  const sharedAnswer = sharedAnswers({ names, conventions, labels });
  if (changed !== undefined && !isLogged(changed.log, sharedAnswer)) return undefined;
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
    return page === undefined || !isToRead(context, changed)
      ? []
      : [{ context: { ...context, receivers: own, conventions }, page }];
  });
  const edges = new Map<RepoPath, readonly ResolvedEdge[]>();
  for (const [path, edgeCandidates] of yield* readPageSteps(names, linked, labels, readings)) {
    edges.set(
      path,
      edgeCandidates.map((one) => edgeOf(path, one)),
    );
    yield;
  }
  return { edges, sharedAnswer };
}

function isLogged(log: DependencyLog, sharedAnswer: KnownAnswer): boolean {
  return SHARED_LOOKUPS.map((lookup) => lookupKey(lookup)).every((key) => {
    const answer = log.answerOf(key);
    return answer === undefined || answer === sharedAnswer(key);
  });
}

function isToRead({ path, linkedPages }: PageContext, changed: ChangedPages | undefined): boolean {
  if (changed === undefined || changed.paths.has(path)) return true;
  return [...changed.paths].some((page) => linkedPages.has(page));
}
