import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { isPagePath } from '../../languages/registry.ts';

/** Whether the node belongs to a page, and not to the doc comment of a symbol. */
export function isOfPage({ path }: Pick<SymbolNode, 'path'>): boolean {
  return isPagePath(path);
}
