import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { isExamplePath, isTestPath, namesTests } from './path-class.ts';

/**
 * Whether a symbol is in a test file, or in a module of tests inside a file that it tests, as in
 * Rust (`mod tests`).
 */
export function isInTests(graph: SymbolGraph, node: number): boolean {
  if (isTestPath(graph.pathOf(node))) return true;
  for (let outer = node; outer >= 0; outer = graph.parentOf(outer)) {
    const { kind, name } = graph.node(outer);
    if (kind === 'namespace' && namesTests(name)) return true;
  }
  return false;
}

/** Orders symbols in a list: those of the program (0) before those of examples and pages (1) and of tests (2). */
export function listRank(graph: SymbolGraph, node: number): number {
  if (isInTests(graph, node)) return 2;
  return isExamplePath(graph.pathOf(node)) ? 1 : 0;
}
