import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { Project } from '../../project/project.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { documentedSymbol } from './documented-symbol.ts';
import { fileLine, findSymbol, isSpelledOut, only, type SymbolMatch } from './find-symbol.ts';
import { inModules, partsOfName } from './module-qualified.ts';
import { rootNames } from './root-names.ts';

/**
 * The symbol a caller means, as {@link findSymbol} finds it; a line of a comment means the symbol that
 * the comment is about, which only the text tells.
 * @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND with near matches.
 */
export async function getSymbol(
  { project, snapshot }: OpenIndex,
  words: string,
): Promise<SymbolMatch> {
  const { graph } = snapshot;
  const place = fileLine(graph, words);
  if (place === undefined) {
    const roots = isSpelledOut(graph, words) ? [] : await rootsIn(project, graph, words);
    return findSymbol(graph, words, roots);
  }
  const { path, line } = place;
  const { lines } = await new Sources(project).of(path);
  const documented = documentedSymbol(graph, path, lines, line);
  return documented === undefined ? findSymbol(graph, words) : only(documented.index);
}

/** An id, or a name alone, needs none. */
async function rootsIn(
  project: Project,
  graph: SymbolGraph,
  words: string,
): Promise<readonly string[]> {
  const isPlain = graph.find(words) !== undefined || partsOfName(words.trim()).length < 2;
  return isPlain ? [] : rootNames(project);
}

/** Symbols that a name means which says its module: `shop.cart.Cart`. */
export async function findInModule(
  { project, snapshot }: OpenIndex,
  words: string,
): Promise<readonly number[]> {
  const { graph } = snapshot;
  return inModules(graph, words, await rootsIn(project, graph, words));
}
