import { compareStrings } from '../base/compare.ts';
import type { Steps } from '../base/steps.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { FileLinks } from '../resolve/links.ts';

/**
 * Counts, per name, the calls and uses for which no declaration was found, of names that symbols of
 * this graph have: only of those can somebody ask whether a use of theirs is among them. Names that
 * only other packages know, the great majority, are left out. Names in order.
 */
export function* unboundNameSteps(
  links: readonly Pick<FileLinks, 'unbound'>[],
  graph: SymbolGraph,
): Steps<Record<string, number>> {
  const known = new Set(graph.names());
  const counts = new Map<string, number>();
  for (const { unbound } of links) {
    for (const [name, count] of unbound) {
      if (known.has(name)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    yield;
  }
  const sorted = [...counts].sort(([a], [b]) => compareStrings(a, b));
  // fromEntries defines properties, so `__proto__` is a name like any other.
  return Object.fromEntries(sorted);
}
