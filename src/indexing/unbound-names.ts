import { at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ChangedFacts } from '../resolve/update.ts';

/**
 * Counts, per name, the calls and uses for which no declaration was found, of names that symbols of
 * this graph have: only of those can somebody ask whether a use of theirs is among them. Names that
 * only other packages know, the great majority, are left out. Names in order.
 */
export function* unboundNameSteps(
  links: readonly Pick<FileLinks, 'unbound'>[],
  graph: SymbolGraph,
): Task<Record<string, number>> {
  const known = new Set(graph.names());
  const counts = new Map<string, number>();
  for (const { unbound } of links) {
    for (const [name, count] of unbound) {
      if (known.has(name)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    yield;
  }
  return sortedCounts(counts);
}

/** More names than these are counted as quickly with all others. */
const NAMES_MAX = 100;

/** What an update starts from. */
interface ChangedLinks {
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  readonly linksBefore: readonly FileLinks[];
}

/**
 * The same after a change, from the counts before it: only names that other files use otherwise, or that
 * changed files declare or do not declare any more, can have other counts.
 */
export function* unboundNamesAfter(
  before: Readonly<Record<string, number>>,
  change: ChangedLinks,
  links: readonly FileLinks[],
  graph: SymbolGraph,
): Task<Record<string, number>> {
  const names = differingNames(change, links);
  if (names === undefined) return yield* unboundNameSteps(links, graph);
  const counts = new Map(Object.entries(before));
  for (const name of names) counts.delete(name);
  for (const name of graph.namesAmong(names)) {
    let count = 0;
    for (const { unbound } of links) count += unbound.get(name) ?? 0;
    if (count > 0) counts.set(name, count);
    yield;
  }
  return sortedCounts(counts);
}

/** Undefined where there are other files than before, or many names. */
function differingNames(
  { changed, linksBefore }: ChangedLinks,
  links: readonly FileLinks[],
): ReadonlySet<string> | undefined {
  if (links.length !== linksBefore.length) return undefined;
  const names = new Set<string>();
  for (const [file, now] of links.entries()) {
    const old = at(linksBefore, file);
    // Links of files that have not been resolved anew are the same objects.
    if (old === now) continue;
    if (old.path !== now.path) return undefined;
    for (const [name, count] of now.unbound) if (old.unbound.get(name) !== count) names.add(name);
    for (const name of old.unbound.keys()) if (!now.unbound.has(name)) names.add(name);
  }
  for (const { now, before } of changed.values()) {
    const [own, old] = [now, before].map((facts) => new Set(facts?.declarations.map(nameOf)));
    for (const name of own ?? []) if (old?.has(name) !== true) names.add(name);
    for (const name of old ?? []) if (own?.has(name) !== true) names.add(name);
  }
  return names.size > NAMES_MAX ? undefined : names;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function sortedCounts(counts: ReadonlyMap<string, number>): Record<string, number> {
  const sorted = [...counts].sort(([a], [b]) => compareStrings(a, b));
  // fromEntries defines properties, so `__proto__` is a name like any other.
  return Object.fromEntries(sorted);
}
