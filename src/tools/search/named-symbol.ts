/** What a question that is nothing but a qualified name means, where the hits do not begin with it. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { place } from '../answer/display.ts';
import type { OpenIndex } from '../context.ts';
import { findInModule } from '../input/get-symbol.ts';
import { rankSymbols } from '../input/rank-symbols.ts';

/** `shop.Cart.add`, `shop::Cart`; a file's name is no name of a symbol. */
const QUALIFIED = /^[@\w$][\w$.:\\#/-]*[\w$](?:\(\))?$/;

/** `first` is the symbol of the first hit, if there is one. */
export async function namedSymbolNotes(
  opened: OpenIndex,
  query: string,
  first: SymbolNode | undefined,
): Promise<readonly string[]> {
  const words = query.trim();
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
