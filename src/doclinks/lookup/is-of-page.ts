import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { isPagePath } from '../../languages/registry.ts';

/** Whether a page says it, and not the doc comment of a symbol. */
export function isOfPage({ path }: Pick<SymbolNode, 'path'>): boolean {
  return isPagePath(path);
}
