import { at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ChangedFacts } from '../resolve/update.ts';

/**
 * Counts unbound calls and uses by name, for names that symbols of this graph have. Only for these
 * names can a query ask whether one of its uses is among them. Names of external packages, the
 * great majority, are left out. The result is sorted by name.
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

/** With more names than this, recounting all names is as fast. */
const NAMES_MAX = 100;

/** The data an update starts from. */
interface ChangedLinks {
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  readonly linksBefore: readonly FileLinks[];
}

/**
 * Updates the counts after a change. Counts can differ only for names that other files use
 * differently, or that changed files newly declare or no longer declare.
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

/**
 * Returns the names whose counts can differ, or undefined when the files differ or the names are
 * many.
 */
function differingNames(
  { changed, linksBefore }: ChangedLinks,
  links: readonly FileLinks[],
): ReadonlySet<string> | undefined {
  if (links.length !== linksBefore.length) return undefined;
  const names = new Set<string>();
  for (const [file, now] of links.entries()) {
    const old = at(linksBefore, file);
    // Files that were not resolved again keep the same links object.
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
  // `fromEntries` defines properties, so `__proto__` is a name like any other.
  return Object.fromEntries(sorted);
}
