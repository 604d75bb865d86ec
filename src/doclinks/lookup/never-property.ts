import type { SymbolNode } from '../../graph/symbol-graph.ts';

/** Whether a type declares the member as absent: `merge?: never`. */
export function isNeverProperty({ kind, signature }: SymbolNode): boolean {
  return kind === 'property' && /^[\w$]+\?:\s*(?:never|undefined)\s*[;,]?$/.test(signature);
}
