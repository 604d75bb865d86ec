/**
 * Resolves a query that is only a qualified name, for cases where the hits do not begin with its
 * symbol.
 */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { place } from '../answer/display.ts';
import type { OpenIndex } from '../context.ts';
import { findInModule } from '../input/get-symbol.ts';
import { rankSymbols } from '../input/rank-symbols.ts';
import { settingLine, settingsWithoutSymbol } from '../settings/settings.ts';

/**
 * Matches `shop.Cart.add`, `shop::Cart`. File names are excluded later, because they are not symbol
 * names.
 */
const QUALIFIED = /^[@\w$][\w$.:\\#/-]*[\w$](?:\(\))?$/;

/**
 * Returns a note about the symbol that the query names; `first` is the symbol of the first hit, if
 * any.
 */
export async function namedSymbolNotes(
  opened: OpenIndex,
  query: string,
  first: SymbolNode | undefined,
): Promise<readonly string[]> {
  const words = query.trim();
  const [setting] = settingsWithoutSymbol(opened.snapshot, words);
  if (setting !== undefined) return [`${settingLine(setting)}; code_get_symbol shows it`];
  if (!QUALIFIED.test(words)) return [];
  const { graph } = opened.snapshot;
  const [best] = rankSymbols(graph, await findInModule(opened, words));
  if (best === undefined) return [];
  const { id, kind, path, startLine, endLine } = graph.node(best);
  if (kind === 'file' || id === first?.id) return [];
  return [
    `${words} is ${id} (${kind}, ${place(path, startLine, endLine)}); code_get_symbol shows it`,
  ];
}
