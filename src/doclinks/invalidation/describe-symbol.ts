/**
 * Describes everything that lookups can read of a symbol, as text. Lines and offsets are omitted,
 * because moving a symbol changes no answer.
 */
import type { SymbolNode } from '../../graph/symbol-graph.ts';

/** Reads a node by its number. */
type NodeAt = (node: number) => SymbolNode;

const FUNCTION = /^(function|method|constructor|accessor)$/;

/** Declared in a function. */
export function isLocal(nodeAt: NodeAt, { parent }: SymbolNode): boolean {
  for (let outer = parent; outer >= 0; ) {
    const { kind, parent: next } = nodeAt(outer);
    if (FUNCTION.test(kind)) return true;
    outer = next;
  }
  return false;
}

/** Whether a lookup of its name can find a symbol. Others are found as members of their owner. */
export function isFoundByName(nodeAt: NodeAt, node: SymbolNode): boolean {
  return node.kind !== 'key' && !isLocal(nodeAt, node);
}

/** Describes a symbol and its owners. */
export function describeSymbol(nodeAt: NodeAt, node: SymbolNode): string {
  const parts = [node.language, node.signature];
  for (let outer = node; ; outer = nodeAt(outer.parent)) {
    const { id, kind, exported, visibility, modifiers, parent } = outer;
    parts.push(id, kind, `${exported}`, visibility, `${modifiers}`);
    if (parent < 0) return parts.join('\n');
  }
}
