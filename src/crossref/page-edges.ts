/**
 * What the pages of a project say of it, as edges. A pure function of the graph of code and sections and
 * of what pages say; what leads nowhere makes no edge.
 */
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
import {
  type Certain,
  type Said,
  type Subject,
  subjectOf,
  type Weights,
  weightsOf,
} from './subject.ts';

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
    if (page === undefined) return [];
    return [certainOf(names, linked, { ...context, agreed }, page)];
  });
  const onPages = weightsOf(
    graph,
    readings.flatMap(({ said }) => said),
  );
  return new Map(
    readings.map((reading) => {
      const { path } = reading.context;
      const said = [...reading.said, ...restOf(names, linked, reading, onPages)];
      return [path, said.map((one) => edgeOf(path, one))] as const;
    }),
  );
}

/** What a page says for certain, and what it leaves open. */
interface Reading extends Certain {
  readonly context: PageContext;
  readonly open: readonly PageMention[];
}

function certainOf(
  names: ProjectNames,
  linked: Linked,
  context: PageContext,
  page: PageFacts,
): Reading {
  const said: Said[] = [];
  for (const link of page.links) {
    const target = linkTarget(linked, context.path, link.target);
    if (target.form === 'node') said.push({ kind: 'links', ...placeOf(link), meant: target });
  }
  for (const [index, snippet] of page.snippets.entries()) {
    const { section } = snippet;
    for (const { line, ...meant } of snippetTargets(names, context, index, snippet)) {
      said.push({ kind: 'demonstrates', section, line, meant });
    }
  }
  const open: PageMention[] = [];
  const guesses: Said[] = [];
  for (const mention of page.mentions) {
    const found = targets(names, context, mention, undefined);
    const isOpen = found.length === 0 || found.some(({ evidence }) => evidence === 'nameOnly');
    if (isOpen) open.push(mention);
    if (isOpen && found.length > 1) continue;
    const list = isOpen ? guesses : said;
    list.push(...found.map((meant) => ({ kind: 'mentions' as const, ...placeOf(mention), meant })));
  }
  return { context, said, guesses, open };
}

/** The rest, by what the page is about. */
function restOf(
  names: ProjectNames,
  linked: Linked,
  reading: Reading,
  onPages: Weights,
): readonly Said[] {
  if (reading.open.length === 0) return [];
  const { context, open } = reading;
  const subject = subjectOf(names, linked, context.path, reading, onPages);
  return open.flatMap((mention) =>
    targets(names, context, mention, subject).map((meant) => ({
      kind: 'mentions' as const,
      ...placeOf(mention),
      meant,
    })),
  );
}

function targets(
  names: ProjectNames,
  context: PageContext,
  { section, isHeading, text }: PageMention,
  subject: Subject | undefined,
): readonly Meant[] {
  return mentionTargets(names, { context, section, isHeading, subject }, text);
}

function placeOf({ section, line }: { readonly section: number; readonly line: number }) {
  return { section, line };
}
