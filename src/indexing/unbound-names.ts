import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { ChangedFacts, ReplacedLinks } from '../resolve/update.ts';

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

interface ChangedNames {
  readonly changed: ReadonlyMap<RepoPath, ChangedFacts>;
  readonly replaced: readonly ReplacedLinks[] | undefined;
}

/**
 * Updates the counts after a change. Counts can differ only for names that replaced links use
 * differently, or that changed files newly declare or no longer declare.
 */
export function* unboundNamesAfter(
  before: Readonly<Record<string, number>>,
  { changed, replaced }: ChangedNames,
  links: readonly FileLinks[],
  graph: SymbolGraph,
): Task<Record<string, number>> {
  const declared = redeclaredNames(changed);
  const added = addedUses(replaced ?? []);
  const names = new Set([...declared, ...added.keys()]);
  if (replaced === undefined || names.size > NAMES_MAX)
    return yield* unboundNameSteps(links, graph);
  if (names.size === 0) return before;
  const counts = new Map(Object.entries(before));
  const known = graph.namesAmong(names);
  for (const name of names) {
    let count = 0;
    // The count of a name is missing if it was no symbol's, so its uses have to be counted.
    if (!declared.has(name)) count = (counts.get(name) ?? 0) + (added.get(name) ?? 0);
    else if (known.has(name)) for (const { unbound } of links) count += unbound.get(name) ?? 0;
    if (count > 0 && known.has(name)) counts.set(name, count);
    else counts.delete(name);
    yield;
  }
  return sortedCounts(counts);
}

/** Returns how many uses of a name there are more than before, without zeros. */
function addedUses(replaced: readonly ReplacedLinks[]): ReadonlyMap<string, number> {
  const added = new Map<string, number>();
  const add = (name: string, count: number) => added.set(name, (added.get(name) ?? 0) + count);
  for (const { before, now } of replaced) {
    for (const [name, count] of now.unbound) add(name, count);
    for (const [name, count] of before.unbound) add(name, -count);
  }
  return new Map([...added].filter(([, count]) => count !== 0));
}

/** Returns the names that only one of two versions of a file declares. */
function redeclaredNames(changed: ChangedNames['changed']): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { now, before } of changed.values()) {
    const [own, old] = [now, before].map((facts) => new Set(facts?.declarations.map(nameOf)));
    for (const name of own ?? []) if (old?.has(name) !== true) names.add(name);
    for (const name of old ?? []) if (own?.has(name) !== true) names.add(name);
  }
  return names;
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

function sortedCounts(counts: ReadonlyMap<string, number>): Record<string, number> {
  const sorted = [...counts].sort(([a], [b]) => compareStrings(a, b));
  // `fromEntries` defines properties, so `__proto__` is a name like any other.
  return Object.fromEntries(sorted);
}
