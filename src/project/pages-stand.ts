/**
 * Whether what pages say of a project stays as it is after a change, so that no page need be looked at.
 * A page's edges rest on its own text and that of pages it links to, on which files and modules there
 * are, on the declarations of the names that it looks up, and on who passes names on or inherits them.
 */
import { at } from '../base/assert.ts';
import type { Steps } from '../base/steps.ts';
import { aliasBases } from '../crossref/alias-bases.ts';
import { importsOf } from '../crossref/project-names.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import { isPagePath } from '../languages/registry.ts';
import type { EdgeKind } from '../model/edge.ts';
import type { FileFacts } from '../model/facts.ts';
import type { RepoPath } from '../model/path.ts';
import { exportAliases } from '../resolve/export-aliases.ts';
import { type FileLinks, linksAt } from '../resolve/links.ts';
import type { ChangedFacts } from '../resolve/update.ts';

/** What is known before the graph after the change is. */
export interface Change {
  readonly graph: SymbolGraph;
  /** Names that were looked up for pages, and by {@link importsOf} files. */
  readonly asked: ReadonlySet<string>;
  /** Paths and configs are those of before. */
  readonly isLayoutSame: boolean;
  /** All files after it. */
  readonly indexed: readonly RepoPath[];
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  /** Sorted by path. */
  readonly linksBefore: readonly FileLinks[];
}

/** By what changed files of code declare and say; see {@link passagesStand} for the rest. */
export function* declarationsStand(change: Change): Steps<boolean> {
  const { graph, asked, isLayoutSame, indexed, changed, linksBefore } = change;
  if (!isLayoutSame) return false;
  const paths = graph.paths();
  if (indexed.length !== paths.length || indexed.some((path, index) => path !== paths[index]))
    return false;
  for (const [path, { now, before }] of changed) {
    yield;
    if (before === undefined) return false;
    // Whether pages say what they said is for movedPageEdges to tell.
    if (isPagePath(path)) continue;
    if (isLinkedTo(graph, path)) return false;
    const packages = linksAt(linksBefore, path)?.packages;
    if (packages?.join('\n') !== now.packages.join('\n')) return false;
    if (flagsOf(before) !== flagsOf(now) || aliasesOf(before) !== aliasesOf(now)) return false;
    if (importsOfGo(before) !== importsOfGo(now)) return false;
    const [old, own] = [declaredTexts(before), declaredTexts(now)];
    for (const name of new Set([...old.keys(), ...own.keys()]))
      if (asked.has(name) && old.get(name) !== own.get(name)) return false;
  }
  return true;
}

/** By line or as a whole, from a page. */
function isLinkedTo(graph: SymbolGraph, path: RepoPath): boolean {
  const file = graph.fileNode(path) ?? 0;
  return [file, ...graph.symbolsOf(path)].some(
    (node) => graph.incoming(node, ['links']).length > 0,
  );
}

function flagsOf({ cliFlags = [], declarations }: FileFacts): string {
  const texts = cliFlags.map(({ name, declaration }) => [name, declarations[declaration]?.id]);
  return JSON.stringify(texts);
}

/** What code of Go imports is what pages may call packages. */
function importsOfGo({ language, imports }: FileFacts): string {
  return language === 'go' ? imports.map(({ specifier }) => specifier).join('\n') : '';
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

/** Per name, all that looking it up can tell of a file's declarations of it, but for places. */
function declaredTexts({ language, declarations }: FileFacts): ReadonlyMap<string, string> {
  const heads: string[] = [];
  const texts = new Map<string, string>();
  for (const {
    id,
    kind,
    name,
    parent,
    exported,
    visibility,
    modifiers,
    signature,
  } of declarations) {
    const outer = parent < 0 ? language : at(heads, parent);
    heads.push(`${outer}\n${[kind, id, exported, visibility, modifiers].join(' ')}`);
    texts.set(name, `${texts.get(name) ?? ''}${at(heads, heads.length - 1)}\n${signature}\n`);
  }
  return texts;
}

const HERITAGE: readonly EdgeKind[] = ['extends', 'implements'];

/**
 * Files that were resolved anew take names from where they did, if any page was led through them, and
 * their types inherit from the same.
 */
export function* passagesStand(
  { graph: before, asked }: Pick<Change, 'graph' | 'asked'>,
  after: SymbolGraph,
  resolved: Iterable<RepoPath>,
): Steps<boolean> {
  for (const path of resolved) {
    const kinds: readonly EdgeKind[] = asked.has(importsOf(path))
      ? ['imports', ...HERITAGE]
      : HERITAGE;
    if (isPagePath(path) || passagesOf(before, path, kinds) !== passagesOf(after, path, kinds))
      return false;
    yield;
  }
  return true;
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
