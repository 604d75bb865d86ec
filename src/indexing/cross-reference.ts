/** Adds the edges of documentation pages to a graph. */
import { appendTo } from '../base/append-to.ts';
import type { Task } from '../base/cooperative.ts';
import { getOrCompute } from '../base/memoize.ts';
import { once } from '../base/once.ts';
import { type KnownAnswer, logOfSteps } from '../doclinks/invalidation/answers.ts';
import { DependencyLog } from '../doclinks/invalidation/dependency-log.ts';
import type { FlagPlace, Project } from '../doclinks/lookup/linked-project.ts';
import { SymbolLookup } from '../doclinks/lookup/symbol-lookup.ts';
import { type ChangedPages, pageEdgesSteps } from '../doclinks/page-edges.ts';
import type { ProjectLayout } from '../extractors/language.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { updateGraphSteps } from '../graph/update.ts';
import type { Pages } from '../index/snapshot.ts';
import { isPagePath, readFolderPackages } from '../languages/registry.ts';
import { PAGE_EDGE_KINDS } from '../model/edge.ts';
import type { EntryPoint } from '../model/entry-point.ts';
import { dirnameOf, type RepoPath } from '../model/path.ts';
import type { ResolvedEdge } from '../model/resolved-edge.ts';
import { noteEdges } from '../notes/note-edges.ts';
import { aliasOfText } from '../resolve/export-aliases.ts';
import { filesByPackage, moduleLinker } from '../resolve/link-modules.ts';
import { type FileLinks, flagOfText, linksAt, targetReader } from '../resolve/links.ts';

export type EdgesByPath = ReadonlyMap<RepoPath, readonly ResolvedEdge[]>;

export interface CrossReferenced {
  readonly graph: SymbolGraph;
  readonly edges: EdgesByPath;
  readonly dependencies: DependencyLog;
}

const NO_DEPENDENCIES = new DependencyLog(new Map());

/** Replaces all page edges of a graph with newly resolved ones. */
export function* crossReferenceSteps(
  graph: SymbolGraph,
  pages: Pages,
  entryPoints: readonly EntryPoint[],
  modules: () => Omit<Project, 'graph'>,
  knownAnswer: KnownAnswer = () => undefined,
): Task<CrossReferenced> {
  if (!graph.paths().some(isPagePath))
    return { graph, edges: new Map(), dependencies: NO_DEPENDENCIES };
  const notes = noteEdges(graph, pages, entryPoints);
  const read = yield* readSteps(graph, pages, modules, { knownAnswer, more: notes });
  if (read === undefined) throw new Error('pages were not read');
  return read;
}

/**
 * Replaces the edges of changed pages that are no notes, and of those that link to them. Undefined if
 * others may be affected. The log of dependencies keeps lookups that were only needed before.
 */
export function* crossReferenceChangedSteps(
  graph: SymbolGraph,
  pages: Pages,
  changed: ChangedPages,
  modules: () => Omit<Project, 'graph'>,
): Task<CrossReferenced | undefined> {
  const { log } = changed;
  const knownAnswer = (key: string) => log.answerOf(key);
  const read = yield* readSteps(graph, pages, modules, { knownAnswer, changed });
  return read && { ...read, dependencies: log.withAnswers(read.dependencies) };
}

interface Reading {
  readonly knownAnswer: KnownAnswer;
  readonly changed?: ChangedPages;
  /** Further edges of pages. */
  readonly more?: EdgesByPath;
}

function* readSteps(
  graph: SymbolGraph,
  pages: Pages,
  modules: () => Omit<Project, 'graph'>,
  { knownAnswer, changed, more = new Map() }: Reading,
): Task<CrossReferenced | undefined> {
  const keys = new Set<string>();
  const names = new SymbolLookup({ graph, ...modules(), dependencies: keys });
  const read = yield* pageEdgesSteps(names, pages(), changed);
  if (read === undefined) return undefined;
  const edges = withEdges(read.edges, more);
  const answerOf = (key: string) => read.sharedAnswer(key) ?? knownAnswer(key);
  const dependencies = yield* logOfSteps(names, keys, answerOf);
  const change = { paths: graph.paths(), files: new Map(), edges, renumbered: new Map() };
  return { graph: yield* updateGraphSteps(graph, change), edges, dependencies };
}

/** Merges further edges of some files. */
export function withEdges(edges: EdgesByPath, more: EdgesByPath): EdgesByPath {
  const joined = new Map(edges);
  for (const [path, own] of more) joined.set(path, [...(edges.get(path) ?? []), ...own]);
  return joined;
}

/** Input for module lookup: the project's layout and its resolved links. */
interface Modules {
  readonly layout: ProjectLayout;
  readonly links: readonly FileLinks[];
}

/** Creates the lookup of modules and packages by name. */
export function createModuleLookup({ layout, links }: Modules): Omit<Project, 'graph'> {
  // Created lazily: the pages of most projects import nothing.
  let link: ReturnType<typeof moduleLinker> | undefined;
  const moduleOf: Project['moduleOf'] = (language, path, specifier) => {
    link ??= moduleLinker(layout, filesByPackage(links));
    return link({ path, language, specifiers: [specifier] })[0] ?? { form: 'missing' };
  };
  const aliases = new Map<RepoPath, ReturnType<Project['aliasesOf']>>();
  const aliasesOf: Project['aliasesOf'] = (path) =>
    getOrCompute(aliases, path, () => {
      const own = linksAt(links, path);
      return own === undefined || own.exportAliases.length === 0 ? NO_ALIASES : aliasTable(own);
    });
  return {
    moduleOf,
    packages: once(() => packageFolders(layout)),
    cliFlags: once(() => flagPlaces(links)),
    aliasesOf,
    goPackages: once(() => readFolderPackages(layout.configFiles, links)),
  };
}

const NO_ALIASES: ReturnType<Project['aliasesOf']> = new Map();

function aliasTable({ exportAliases, targets }: FileLinks): ReturnType<Project['aliasesOf']> {
  const read = targetReader();
  return new Map(
    exportAliases.map(aliasOfText).map(({ name, declaration, module, source }) => {
      const target = read(targets[module] ?? '<missing>');
      const files = target.form === 'files' ? target.paths : [];
      return [
        name,
        { declaration, source, files: target.form === 'file' ? [target.path] : files },
      ] as const;
    }),
  );
}

function flagPlaces(links: readonly FileLinks[]): ReadonlyMap<string, readonly FlagPlace[]> {
  const places = new Map<string, FlagPlace[]>();
  for (const { path, cliFlags } of links) {
    for (const text of cliFlags) {
      const { name, declaration } = flagOfText(text);
      appendTo(places, name, { path, declaration });
    }
  }
  return places;
}

/** Maps package names, as given in their manifests, to package folders. */
function packageFolders({ configFiles }: ProjectLayout): ReadonlyMap<string, string> {
  const folders = new Map<string, string>();
  for (const [path, text] of configFiles) {
    const name = /(?:^|\/)package\.json$/.test(path) ? packageName(text) : undefined;
    if (name !== undefined && !folders.has(name)) folders.set(name, dirnameOf(path));
  }
  return folders;
}

function packageName(text: string): string | undefined {
  try {
    const manifest: unknown = JSON.parse(text);
    const { name } = (manifest ?? {}) as { readonly name?: unknown };
    return typeof name === 'string' && name !== '' ? name : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Replaces the edges of every page in `paths` with none, so that no edge to a removed node remains.
 */
export function withoutPageEdges(edges: EdgesByPath, paths: readonly RepoPath[]): EdgesByPath {
  return new Map([...edges, ...paths.filter(isPagePath).map((path) => [path, []] as const)]);
}

/**
 * Returns the edges of pages that are new or whose edges differ from those in the previous graph.
 */
export function differingEdges(
  edges: EdgesByPath,
  before: SymbolGraph,
  after: SymbolGraph,
): EdgesByPath {
  return new Map([...edges].filter(([path]) => edgeText(before, path) !== edgeText(after, path)));
}

/**
 * Serializes a page's edges for comparison. Edge ends are compared by id, because an update keeps
 * nodes with the same id. Returns undefined for an unknown page.
 */
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
