import type { SymbolNode } from '../../graph/symbol-graph.ts';

/** `merge?: never`: the type says that it has no such member. */
export function isNeverProperty({ kind, signature }: SymbolNode): boolean {
  return kind === 'property' && /^[\w$]+\?:\s*(?:never|undefined)\s*[;,]?$/.test(signature);
}
