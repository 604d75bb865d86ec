/**
 * What the pages of a project say of it, as edges. A pure function of the graph of code and sections and
 * of what pages say; what leads nowhere makes no edge.
 */
import type { PageEdgeKind } from '../model/edge.ts';
import type { PageFacts, PageMention } from '../model/page.ts';
import type { RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { agreedBy } from './agreed.ts';
import { type Linked, linkTarget } from './link-target.ts';
import { mentionTargets } from './mention-target.ts';
import { contextOf, type PageContext } from './page-context.ts';
import type { Meant } from './place.ts';
import { type Project, ProjectNames } from './project-names.ts';
import { snippetTargets, variablesOf } from './snippet-targets.ts';
import { type Said, subjectOf } from './subject.ts';

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
  return new Map(
    contexts.flatMap((context) => {
      const { path } = context;
      const page = pages.get(path);
      if (page === undefined) return [];
      const said = sayings(names, linked, { ...context, agreed }, page);
      return [[path, said.map((one) => edgeOf(path, one))] as const];
    }),
  );
}

/** First what is certain; then, knowing what the page is about, what it leaves open. */
function sayings(
  names: ProjectNames,
  linked: Linked,
  context: PageContext,
  page: PageFacts,
): readonly Said[] {
  const said: Said[] = [];
  const say = (
    kind: PageEdgeKind,
    { section, line }: { readonly section: number; readonly line: number },
    { node, evidence }: Meant,
  ): number => said.push({ kind, section, line, meant: { node, evidence } });
  for (const link of page.links) {
    const target = linkTarget(linked, context.path, link.target);
    if (target.form === 'node') say('links', link, target);
  }
  for (const [index, snippet] of page.snippets.entries()) {
    for (const { line, ...meant } of snippetTargets(names, context, index, snippet)) {
      say('demonstrates', { section: snippet.section, line }, meant);
    }
  }
  const open: PageMention[] = [];
  const guesses: Said[] = [];
  const targets = (mention: PageMention, subject: ReturnType<typeof subjectOf> | undefined) => {
    const { section, isHeading, text } = mention;
    return mentionTargets(names, { context, section, isHeading, subject }, text);
  };
  for (const mention of page.mentions) {
    const found = targets(mention, undefined);
    const isOpen = found.length === 0 || found.some(({ evidence }) => evidence === 'nameOnly');
    if (isOpen) open.push(mention);
    for (const meant of found) {
      if (!isOpen) say('mentions', mention, meant);
      else if (found.length === 1) guesses.push({ ...mention, kind: 'mentions', meant });
    }
  }
  if (open.length > 0) {
    const subject = subjectOf(names, linked, context.path, { said, guesses });
    for (const mention of open) {
      for (const meant of targets(mention, subject)) say('mentions', mention, meant);
    }
  }
  return said;
}
