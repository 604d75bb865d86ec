/**
 * Decides whether the edges of pages stay valid after a change of code. Only lookups whose name,
 * path or module the change touches are repeated. They are found from the changed files, and from
 * the files that were resolved again because of them.
 */

import type { Task } from '../../base/cooperative.ts';
import { once } from '../../base/once.ts';
import { haveSameItems } from '../../base/same-items.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isPagePath, languageById } from '../../languages/registry.ts';
import type { EdgeKind } from '../../model/edge.ts';
import { type RepoPath, suffixesOf } from '../../model/path.ts';
import { type FileLinks, flagOfText, linksAt } from '../../resolve/links.ts';
import { aliasBases } from '../lookup/alias-bases.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { answerHash } from './answers.ts';
import { type Lookup, lookupKey, lookupPrefix } from './dependency-keys.ts';
import type { DependencyLog } from './dependency-log.ts';
import { describeSymbol, isFoundByName } from './describe-symbol.ts';

/** One side of a change. */
interface CodeVersion {
  readonly graph: SymbolGraph;
  /** Sorted by path. */
  readonly links: readonly FileLinks[];
}

export interface CodeChange {
  readonly before: CodeVersion;
  readonly after: CodeVersion;
  readonly added: readonly RepoPath[];
  readonly removed: readonly RepoPath[];
  /** Whether the text of a file is another one. */
  readonly isChanged: (path: RepoPath) => boolean;
  /** All files that were resolved again, the changed and the added ones among them. */
  readonly resolved: readonly RepoPath[];
  /** Whether paths and configuration files are the same. */
  readonly isLayoutSame: boolean;
  /** Changed pages that have other content. */
  readonly unread: ReadonlySet<RepoPath>;
}

/**
 * Returns the keys in the log whose answers a change may alter. All other answers are unchanged.
 */
export function* touchedKeysSteps(
  log: DependencyLog,
  change: CodeChange,
): Task<ReadonlySet<string>> {
  const touched = new Set<string>();
  if (log.isEmpty) return touched;
  const add = (key: string): void => {
    if (log.answerOf(key) !== undefined) touched.add(key);
  };
  const { added, removed, resolved } = change;
  for (const path of [...added, ...removed]) {
    add(lookupKey('file', path));
    for (const words of suffixesOf(path))
      for (const lookup of PATH_LOOKUPS) add(lookupKey(lookup, words));
    yield;
  }
  for (const path of new Set([...removed, ...resolved])) {
    const isPage = isPagePath(path);
    // Pages are compared by content; see shift-lines.ts.
    if (isPage && !change.unread.has(path)) continue;
    const keys = isPage ? keysOfNames(log, change, path) : keysTouchedBy(log, change, path);
    for (const key of keys) add(key);
    yield;
  }
  for (const lookup of projectLookups(change))
    for (const key of log.keysWith(lookupPrefix(lookup))) touched.add(key);
  return touched;
}

/** Whether lookups have the same answers as before. `lookUp` gives those of the code after the change. */
export function* isUnaffectedSteps(
  log: DependencyLog,
  touched: ReadonlySet<string>,
  lookUp: () => SymbolLookup,
): Task<boolean> {
  const names = once(lookUp);
  for (const key of touched) {
    if (log.answerOf(key) !== answerHash(names(), key)) return false;
    yield;
  }
  return true;
}

function* keysTouchedBy(log: DependencyLog, change: CodeChange, path: RepoPath): Generator<string> {
  const { before, after, isChanged } = change;
  yield lookupKey('exports', path);
  for (const { graph } of [before, after]) yield* heritageKeys(graph, path);
  const isSameText = !isChanged(path) && after.graph.fileNode(path) !== undefined;
  if (isSameText) return;
  yield* keysOfNames(log, change, path);
  yield* log.keysWith(lookupPrefix('member', path));
  yield* log.keysWith(lookupPrefix('lines', path));
  for (const { links } of [before, after]) {
    const flags = linksAt(links, path)?.cliFlags ?? [];
    for (const text of flags) yield lookupKey('flag', flagOfText(text).name);
  }
}

/** Lookups of names that a file, also a page, declares otherwise than before. */
function* keysOfNames(
  log: DependencyLog,
  { before, after }: CodeChange,
  path: RepoPath,
): Generator<string> {
  for (const name of namesTouchedBy(before.graph, after.graph, path)) {
    yield name;
    for (const lookup of NAME_LOOKUPS) yield lookupKey(lookup, name);
    yield* log.keysWith(lookupPrefix('namedIn', name));
  }
}

const HERITAGE: readonly EdgeKind[] = ['extends', 'implements'];

/** A type, and those that it inherits from. */
function* heritageKeys(graph: SymbolGraph, path: RepoPath): Generator<string> {
  for (const node of graph.symbolsOf(path)) {
    const bases = graph.outgoing(node, HERITAGE).map(({ target }) => target);
    yield lookupKey('bases', graph.node(node).id);
    for (const base of [...bases, ...aliasBases(graph, node)])
      yield lookupKey('subtypes', graph.node(base).id);
  }
}

/** The lookups of files by the end of their paths. */
const PATH_LOOKUPS: readonly Lookup[] = ['path', 'apiPath'];

/** The lookups whose only argument is the name of a symbol. */
const NAME_LOOKUPS: readonly Lookup[] = ['named', 'allNamed'];

/** Names that a file declares otherwise than before. */
function namesTouchedBy(
  before: SymbolGraph,
  after: SymbolGraph,
  path: RepoPath,
): readonly string[] {
  const [old, now] = [before, after].map((graph) => declaredBy(graph, path));
  const names = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
  return [...names].filter((name) => old?.get(name) !== now?.get(name));
}

/** Returns a file's declarations under each name. */
function declaredBy(graph: SymbolGraph, path: RepoPath): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  const nodeAt = (node: number) => graph.node(node);
  for (const index of graph.symbolsOf(path)) {
    const node = graph.node(index);
    if (!isFoundByName(nodeAt, node)) continue;
    const text = describeSymbol(nodeAt, node);
    declared.set(node.name, `${declared.get(node.name) ?? ''}${text}\n`);
  }
  return declared;
}

/**
 * Returns the lookups that depend on all paths, configuration files and imports, if these changed.
 */
function projectLookups(change: CodeChange): readonly Lookup[] {
  const { before, after, added, removed, resolved, isLayoutSame } = change;
  const areFilesSame = isLayoutSame && added.length === 0 && removed.length === 0;
  const isAny = (differs: (old: FileLinks, now: FileLinks) => boolean): boolean =>
    resolved.some((path) => {
      const [old, now] = [linksAt(before.links, path), linksAt(after.links, path)];
      return old === undefined || now === undefined || differs(old, now);
    });
  if (!areFilesSame || isAny((old, now) => !haveSameItems(old.packages, now.packages)))
    return ['module', 'packages', 'goPackages', 'goFiles'];
  const arePackagesTouched = isAny(
    (old, now) =>
      languageById(now.language)?.readFolderPackages !== undefined &&
      !(haveSameItems(old.specifiers, now.specifiers) && haveSameItems(old.targets, now.targets)),
  );
  return arePackagesTouched ? ['goPackages'] : [];
}
