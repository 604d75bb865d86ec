import { NameList } from '../../base/edit-distance.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';

/** Made by the first answer that suggests a name; a project may have 100,000 names. */
const NAMES = new WeakMap<SymbolGraph, NameList>();

/** Returns the names of symbols nearest to a word, best first; see {@link NameList.nearest}. */
export function namesNear(graph: SymbolGraph, word: string, count: number): readonly string[] {
  return getOrCompute(NAMES, graph, () => new NameList(graph.unsortedNames())).nearest(word, count);
}
