import { compareStrings } from '../base/compare.ts';
import type { Task } from '../base/cooperative.ts';
import { namesAmong } from '../graph/names-among.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import type { Declaration } from '../model/symbol.ts';
import type { FileLinks } from '../resolve/links.ts';
import type { MentionIndex } from '../resolve/mention-index.ts';
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
  readonly mentions: MentionIndex;
}

/**
 * Updates the counts after a change. Counts can differ only for names that replaced links use
 * differently, or that changed files newly declare or no longer declare.
 */
export function* unboundNamesAfter(
  before: Readonly<Record<string, number>>,
  { changed, replaced, mentions }: ChangedNames,
  links: readonly FileLinks[],
  graph: SymbolGraph,
): Task<Record<string, number>> {
  const { declared, undeclared } = redeclaredNames(changed);
  const added = addedUses(replaced ?? []);
  const names = new Set([...declared, ...undeclared, ...added.keys()]);
  if (replaced === undefined || names.size > NAMES_MAX)
    return yield* unboundNameSteps(links, graph);
  const countBefore = (name: string) => (Object.hasOwn(before, name) ? (before[name] ?? 0) : 0);
  const counts = new Map<string, number>();
  for (const name of names) {
    let count = countBefore(name) + (added.get(name) ?? 0);
    // The count of a name is missing if it was no symbol's, so its uses have to be counted.
    if (declared.has(name) && countBefore(name) === 0) {
      count = 0;
      for (const file of mentions.filesWith(new Set([name])))
        count += links[file]?.unbound.get(name) ?? 0;
    }
    counts.set(name, count);
    yield;
  }
  const isNew = (name: string) => countBefore(name) === 0 || undeclared.has(name);
  const unsure = [...counts].filter(
    ([name, count]) => count > 0 && isNew(name) && !declared.has(name),
  );
  const known = unsure.length === 0 ? new Set() : namesAmong(graph, new Set(unsure.map(nameFirst)));
  for (const [name] of unsure) if (!known.has(name)) counts.set(name, 0);
  const differing = [...counts].filter(([name, count]) => count !== countBefore(name));
  if (differing.length === 0) return before;
  const all = new Map([...Object.entries(before), ...differing]);
  return sortedCounts(new Map([...all].filter(([, count]) => count > 0)));
}

function nameFirst([name]: readonly [string, number]): string {
  return name;
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

/** Returns the names that only the new versions of files declare, and those that only old ones do. */
function redeclaredNames(changed: ChangedNames['changed']): {
  readonly declared: ReadonlySet<string>;
  readonly undeclared: ReadonlySet<string>;
} {
  const declared = new Set<string>();
  const undeclared = new Set<string>();
  for (const { now, before } of changed.values()) {
    const [own, old] = [now, before].map((facts) => new Set(facts?.declarations.flatMap(nameOf)));
    for (const name of own ?? []) if (old?.has(name) !== true) declared.add(name);
    for (const name of old ?? []) if (own?.has(name) !== true) undeclared.add(name);
  }
  return { declared, undeclared };
}

/** Headings are no names that code uses; see {@link SymbolGraph.names}. */
function nameOf({ name, kind }: Declaration): readonly string[] {
  return kind === 'section' ? [] : [name];
}

function sortedCounts(counts: ReadonlyMap<string, number>): Record<string, number> {
  const sorted = [...counts].sort(([a], [b]) => compareStrings(a, b));
  // `fromEntries` defines properties, so `__proto__` is a name like any other.
  return Object.fromEntries(sorted);
}
