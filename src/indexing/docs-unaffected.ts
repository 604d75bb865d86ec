/**
 * Decides whether a change leaves all page edges as they are, so that no page has to be resolved
 * again. A page's edges depend on:
 * - its own text and the text of pages it links to,
 * - the paths it mentions,
 * - the locations of modules and packages,
 * - the declarations of the names it looks up,
 * - the files that re-export or inherit those names.
 *
 * Each of these lookups is recorded as a dependency (doclinks/invalidation/dependencies.ts).
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

/** Everything known about a change before the new graph is built. */
export interface Change {
  readonly graph: SymbolGraph;
  /** Dependencies recorded for pages; see doclinks/invalidation/dependencies.ts. */
  readonly dependencies: ReadonlySet<string>;
  /** Whether paths and config files are the same as before. */
  readonly isLayoutSame: boolean;
  /** All files after the change, sorted. */
  readonly indexed: readonly RepoPath[];
  /** Files that are new after the change, and files that were removed by it; sorted. */
  readonly added: readonly RepoPath[];
  readonly removed: readonly RepoPath[];
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  /** Sorted by path. */
  readonly linksBefore: readonly FileLinks[];
  /** Module lookup after the change. */
  readonly modules: () => Modules;
}

/**
 * Whether the declarations of added, removed and changed code files, and the locations of modules,
 * leave all pages unaffected. {@link reexportsUnaffected} checks the rest. Changed pages are not
 * checked here; `shiftedPageEdges` does that.
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

/** Whether the path is a page or a file that pages may mention by its path. */
function isPathOfPages(dependencies: ReadonlySet<string>, path: RepoPath): boolean {
  return isPagePath(path) || dependsOnPath(dependencies, path);
}

/** Returns every lookup key that a newly added file could answer. */
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

/** Keys of settings files are left out: they are looked up within their own file only. */
function namesIn(declared: readonly Pick<SymbolNode, 'kind' | 'name'>[]): readonly string[] {
  return declared.filter(({ kind }) => kind !== 'key').map(({ name }) => name);
}

/** Whether an edge of a page leads to the file or to one of its symbols. */
function isEdgeTarget(graph: SymbolGraph, path: RepoPath, kinds: readonly EdgeKind[]): boolean {
  const file = graph.fileNode(path) ?? 0;
  return [file, ...graph.symbolsOf(path)].some((node) => graph.incoming(node, kinds).length > 0);
}

/** Whether a file imports the same folder packages as before; pages may refer to those as packages. */
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

/** Serializes the names that a file gives to its exports. */
function aliasesOf(facts: FileFacts): string {
  const texts = exportAliases(facts).map(({ name, declaration, module, source }) => [
    name,
    facts.declarations[declaration]?.id,
    facts.imports[module]?.specifier,
    source,
  ]);
  return JSON.stringify(texts);
}

/** Maps each lookup key to the file's contribution to its answer. */
type Part = ReadonlyMap<string, string>;

/**
 * Returns the contribution of a file that page lookups may have reached, without source positions.
 */
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
 * Whether re-resolved files still re-export from the same modules (where a page depends on that)
 * and their types keep the same bases. Types of added and removed files must not inherit from a
 * base whose subtypes a page depends on. Pages in `moved` are already known to be unaffected and
 * are skipped.
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
    if (outgoingText(before, path, kinds) !== outgoingText(after, path, kinds)) return false;
    if (isLedThrough && aliasTargets(linksBefore, path) !== aliasTargets(links, path)) return false;
  }
  return true;
}

/** Whether a type of the file inherits from a base whose subtypes a page depends on. */
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

function outgoingText(graph: SymbolGraph, path: RepoPath, kinds: readonly EdgeKind[]): string {
  const file = graph.fileNode(path) ?? 0;
  const passages = [file, ...graph.symbolsOf(path)].flatMap((node) => [
    ...graph.outgoing(node, kinds).map(({ kind, target, names }) => {
      return [graph.node(node).id, kind, graph.node(target).id, ...names].join(' ');
    }),
    ...aliasBases(graph, node).map((base) => `${graph.node(node).id} ${graph.node(base).id}`),
  ]);
  return passages.join('\n');
}

/** Serializes the targets of the names that a file re-exports from other modules. */
function aliasTargets(links: readonly FileLinks[], path: RepoPath): string {
  const own = linksAt(links, path);
  return (own?.exportAliases ?? [])
    .map(aliasOfText)
    .filter(({ module }) => module >= 0)
    .map(({ name, module, source }) => [name, source, own?.targets[module]].join('\n'))
    .join('\n');
}
