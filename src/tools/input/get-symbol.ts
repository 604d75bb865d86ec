import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { documentedSymbol } from './documented-symbol.ts';
import { fileLine, findSymbol, only, type SymbolMatch } from './find-symbol.ts';

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
  if (place === undefined) return findSymbol(graph, words);
  const { path, line } = place;
  const { lines } = await new Sources(project).of(path);
  const documented = documentedSymbol(graph, path, lines, line);
  return documented === undefined ? findSymbol(graph, words) : only(documented.index);
}
