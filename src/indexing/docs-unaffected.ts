/**
 * Whether what pages say of a project stays as it is after a change, so that no page need be looked at.
 * A page's edges rest on its own text and that of pages it links to, on the paths that it says, on where
 * modules and packages are, on the declarations of the names that it looks up, and on who passes names
 * on or inherits them. All of that is asked for, and what is asked is kept (doclinks/invalidation/dependencies.ts).
 */
import { at } from '../base/assert.ts';
import type { Task } from '../base/cooperative.ts';
import {
  answersUnchanged,
  declaringText,
  dependsOnPath,
  importsOf,
  inheritorsOf,
  type Modules,
  membersOfFile,
} from '../doclinks/invalidation/dependencies.ts';
import { aliasBases } from '../doclinks/lookup/alias-bases.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { isPagePath, languageById } from '../languages/registry.ts';
import { type EdgeKind, PAGE_EDGE_KINDS } from '../model/edge.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { aliasOfText, exportAliases } from '../resolve/export-aliases.ts';
import { type FileLinks, flagOfText, linksAt } from '../resolve/links.ts';
import type { ChangedFacts, ResolutionUpdate } from '../resolve/update.ts';

/** What is known before the graph after the change is. */
export interface Change {
  readonly graph: SymbolGraph;
  /** What was asked for pages; see doclinks/invalidation/dependencies.ts. */
  readonly dependencies: ReadonlySet<string>;
  /** Paths and configs are those of before. */
  readonly isLayoutSame: boolean;
  /** All files after it, sorted. */
  readonly indexed: readonly RepoPath[];
  /** Those of them that were not there, and those that are there no more; sorted. */
  readonly added: readonly RepoPath[];
  readonly removed: readonly RepoPath[];
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  /** Sorted by path. */
  readonly linksBefore: readonly FileLinks[];
  /** As they are after it. */
  readonly modules: () => Modules;
}

/**
 * By what files of code that came, went or changed declare and say, and by where modules are; see
 * {@link reexportsUnaffected} for the rest. Whether changed pages say what they said is for movedPageEdges to
 * tell.
 */
export function* declarationsUnaffected(change: Change): Task<boolean> {
  const { graph, dependencies, isLayoutSame, added, removed, changed, modules } = change;
  for (const path of added) {
    yield;
    const now = changed.get(path)?.now;
    if (
      now === undefined ||
      isPathOfPages(dependencies, path) ||
      dependsOnAny(dependencies, keysOf(now))
    )
      return false;
  }
  for (const path of removed) {
    yield;
    if (
      isPathOfPages(dependencies, path) ||
      dependsOnAny(dependencies, keysOfRemoved(change, path))
    )
      return false;
    if (isEdgeTarget(graph, path, PAGE_EDGE_KINDS)) return false;
  }
  let areModulesSame = isLayoutSame && added.length === 0 && removed.length === 0;
  for (const [path, { now, before }] of changed) {
    yield;
    if (isPagePath(path) || graph.fileNode(path) === undefined) continue;
    if (before === undefined || isEdgeTarget(graph, path, ['links'])) return false;
    if (dependencies.has(importsOf(path)) && aliasesOf(before) !== aliasesOf(now)) return false;
    if (
      dependsOnAny(
        dependencies,
        differing(partOf(dependencies, path, before), partOf(dependencies, path, now)),
      )
    )
      return false;
    areModulesSame &&= areImportsSame(change, path, before, now);
  }
  return areModulesSame || (yield* answersUnchanged(dependencies, modules()));
}

function dependsOnAny(dependencies: ReadonlySet<string>, texts: readonly string[]): boolean {
  return texts.some((text) => dependencies.has(text));
}

/** A page, or a file that pages may name by its path. */
function isPathOfPages(dependencies: ReadonlySet<string>, path: RepoPath): boolean {
  return isPagePath(path) || dependsOnPath(dependencies, path);
}

/** All that a file can be asked for that nothing led to so far. */
function keysOf({ declarations, cliFlags = [] }: FileFacts): readonly string[] {
  return [...namesIn(declarations), ...cliFlags.map(({ name }) => declaringText(name))];
}

function keysOfRemoved({ graph, linksBefore }: Change, path: RepoPath): readonly string[] {
  const flags = linksAt(linksBefore, path)?.cliFlags ?? [];
  return [
    ...namesIn(graph.symbolsOf(path).map((node) => graph.node(node))),
    ...flags.map((text) => declaringText(flagOfText(text).name)),
  ];
}

/** Keys of settings are asked for in their files only. */
function namesIn(declared: readonly Pick<SymbolNode, 'kind' | 'name'>[]): readonly string[] {
  return declared.filter(({ kind }) => kind !== 'key').map(({ name }) => name);
}

/** An edge of a page leads to it, by line or as a whole. */
function isEdgeTarget(graph: SymbolGraph, path: RepoPath, kinds: readonly EdgeKind[]): boolean {
  const file = graph.fileNode(path) ?? 0;
  return [file, ...graph.symbolsOf(path)].some((node) => graph.incoming(node, kinds).length > 0);
}

/** What code imports of packages that are folders is what pages may call packages; to others they are modules. */
function areImportsSame(
  { linksBefore }: Change,
  path: RepoPath,
  before: FileFacts,
  now: FileFacts,
): boolean {
  const packages = linksAt(linksBefore, path)?.packages;
  return (
    packages?.join('\n') === now.packages.join('\n') &&
    packageImports(before) === packageImports(now)
  );
}

function packageImports({ language, imports }: FileFacts): string {
  const hasPackages = languageById(language)?.readFolderPackages !== undefined;
  return hasPackages ? imports.map(({ specifier }) => specifier).join('\n') : '';
}

/** Names that it gives in exporting. */
function aliasesOf(facts: FileFacts): string {
  const texts = exportAliases(facts).map(({ name, declaration, module, source }) => [
    name,
    facts.declarations[declaration]?.id,
    facts.imports[module]?.specifier,
    source,
  ]);
  return JSON.stringify(texts);
}

/** Per question, what a file has to do with its answer. */
type Part = ReadonlyMap<string, string>;

/** Of a file that pages may have been led to, all but for places. */
function partOf(dependencies: ReadonlySet<string>, path: RepoPath, facts: FileFacts): Part {
  const { language, declarations, cliFlags = [] } = facts;
  const areKeysMembers = dependencies.has(membersOfFile(path));
  const heads: string[] = [];
  const texts = new Map<string, string>();
  const add = (question: string, text: string): void => {
    texts.set(question, `${texts.get(question) ?? ''}${text}\n`);
  };
  for (const declaration of declarations) {
    const { id, kind, name, parent, exported, visibility, modifiers, signature } = declaration;
    const outer = parent < 0 ? language : at(heads, parent);
    const head = `${outer}\n${[kind, id, exported, visibility, modifiers].join(' ')}`;
    heads.push(head);
    if (kind !== 'key' || areKeysMembers) add(name, `${head}\n${signature}`);
  }
  for (const { name, declaration } of cliFlags)
    add(declaringText(name), declarations[declaration]?.id ?? '');
  return texts;
}

function differing(before: Part, now: Part): readonly string[] {
  const questions = [...new Set([...before.keys(), ...now.keys()])];
  return questions.filter((question) => before.get(question) !== now.get(question));
}

type PassagesBefore = Pick<Change, 'graph' | 'dependencies' | 'removed' | 'linksBefore'>;

const HERITAGE: readonly EdgeKind[] = ['extends', 'implements'];

/**
 * Files that were resolved anew take names from where they did, if any page was led through them, and
 * their types inherit from the same; types of files that came or went inherit from none that pages were
 * led from to those that do. Of `moved` pages that is known.
 */
export function* reexportsUnaffected(
  { graph: before, dependencies, removed, linksBefore }: PassagesBefore,
  after: SymbolGraph,
  { links, edges }: Pick<ResolutionUpdate, 'links' | 'edges'>,
  moved: ReadonlyMap<RepoPath, unknown>,
): Task<boolean> {
  for (const path of removed) {
    if (dependsOnSubtypes(dependencies, before, path)) return false;
    yield;
  }
  for (const path of edges.keys()) {
    if (moved.has(path)) continue;
    yield;
    if (isPagePath(path)) return false;
    if (before.fileNode(path) === undefined) {
      if (dependsOnSubtypes(dependencies, after, path)) return false;
      continue;
    }
    const isLedThrough = dependencies.has(importsOf(path));
    const kinds: readonly EdgeKind[] = isLedThrough ? ['imports', ...HERITAGE] : HERITAGE;
    if (passagesOf(before, path, kinds) !== passagesOf(after, path, kinds)) return false;
    if (isLedThrough && aliasTargets(linksBefore, path) !== aliasTargets(links, path)) return false;
  }
  return true;
}

/** Types of a file are heirs of one whose heirs pages were led to. */
function dependsOnSubtypes(
  dependencies: ReadonlySet<string>,
  graph: SymbolGraph,
  path: RepoPath,
): boolean {
  return graph.symbolsOf(path).some((node) => {
    const bases = graph.outgoing(node, HERITAGE).map(({ target }) => target);
    return [...bases, ...aliasBases(graph, node)].some((base) =>
      dependencies.has(inheritorsOf(graph.node(base).id)),
    );
  });
}

function passagesOf(graph: SymbolGraph, path: RepoPath, kinds: readonly EdgeKind[]): string {
  const file = graph.fileNode(path) ?? 0;
  const passages = [file, ...graph.symbolsOf(path)].flatMap((node) => [
    ...graph.outgoing(node, kinds).map(({ kind, target, names }) => {
      return [graph.node(node).id, kind, graph.node(target).id, ...names].join(' ');
    }),
    ...aliasBases(graph, node).map((base) => `${graph.node(node).id} ${graph.node(base).id}`),
  ]);
  return passages.join('\n');
}

/** Where the names that a file gives to what is of other modules lead. */
function aliasTargets(links: readonly FileLinks[], path: RepoPath): string {
  const own = linksAt(links, path);
  return (own?.exportAliases ?? [])
    .map(aliasOfText)
    .filter(({ module }) => module >= 0)
    .map(({ name, module, source }) => [name, source, own?.targets[module]].join('\n'))
    .join('\n');
}
