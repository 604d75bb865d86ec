/** Reads numbers of single nodes and edges without making all columns of a layered graph. */
import type { SymbolGraph } from './symbol-graph.ts';

/** Returns the code of a node's kind, a position in SYMBOL_KINDS. */
export function kindCodeOf({ layers }: SymbolGraph, node: number): number {
  const { columns, nodeShift } = layers.ofNode(node);
  return columns.nodeKind[node - nodeShift] as number;
}

/** Returns the bits of a node's modifiers. */
export function modifiersOf({ layers }: SymbolGraph, node: number): number {
  const { columns, nodeShift } = layers.ofNode(node);
  return columns.nodeModifiers[node - nodeShift] as number;
}

/** Returns the node that a symbol is declared in; −1 for a file. */
export function parentOf({ layers }: SymbolGraph, node: number): number {
  const { columns, nodeShift } = layers.ofNode(node);
  const parent = columns.nodeParent[node - nodeShift] as number;
  return parent < 0 ? parent : parent + nodeShift;
}

export function nameOf({ layers }: SymbolGraph, node: number): string {
  const { columns, nodeShift } = layers.ofNode(node);
  return columns.strings[columns.nodeName[node - nodeShift] as number] as string;
}

/** Returns the code of an edge's kind, a position in EDGE_KINDS. */
export function edgeKindCodeOf({ layers }: SymbolGraph, edge: number): number {
  const { columns, edgeShift } = layers.ofEdge(edge);
  return columns.edgeKind[edge - edgeShift] as number;
}

export function targetOf({ layers }: SymbolGraph, edge: number): number {
  return layers.targetOf(edge);
}
