import { isNonApiPath } from '../../doclinks/lookup/non-api-paths.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { EdgeKind } from '../../model/edge.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { generatedHeaders } from '../../query/names/generated-header.ts';

const CENTRAL_KINDS: ReadonlySet<SymbolKind> = new Set([
  'class',
  'interface',
  'typeAlias',
  'enum',
  'function',
  'method',
]);
const USES: readonly EdgeKind[] = ['calls', 'references', 'extends', 'implements'];

export interface CentralSymbol {
  readonly node: SymbolNode;
  /** The number of other files of the program itself that use it or one of its members. */
  readonly files: number;
}

/** Returns the symbols of the program itself: no tests, examples, generated or third-party code. */
export function ownSymbols({ graph, text }: Pick<Snapshot, 'graph' | 'text'>): SymbolNode[] {
  const symbols: SymbolNode[] = [];
  const headers = generatedHeaders(text);
  const generated = new Set(text.data.paths.filter((_, file) => headers[file] === 1));
  for (const path of graph.paths()) {
    if (isNonApiPath(path) || generated.has(path)) continue;
    for (const index of graph.symbolsOf(path)) {
      const node = graph.node(index);
      if (CENTRAL_KINDS.has(node.kind)) symbols.push(node);
    }
  }
  return symbols;
}

/**
 * Returns those of some symbols that most other files use, tests and examples not counted. Files are counted
 * instead of uses, because one file that calls a function a hundred times says little. A class
 * stands for its methods.
 */
export function centralSymbols(
  graph: SymbolGraph,
  own: readonly SymbolNode[],
  countMax: number,
): CentralSymbol[] {
  const central: CentralSymbol[] = [];
  for (const node of own) {
    if (node.kind === 'method') continue;
    const files = new Set<string>();
    for (const symbol of [node.index, ...membersOf(graph, node.index)]) {
      for (const { source } of graph.incoming(symbol, USES)) {
        const { path } = graph.node(source);
        if (path !== node.path && !isNonApiPath(path)) files.add(path);
      }
    }
    if (files.size > 0) central.push({ node, files: files.size });
  }
  return central
    .sort((a, b) => b.files - a.files || (a.node.id < b.node.id ? -1 : 1))
    .slice(0, countMax);
}

function membersOf(graph: SymbolGraph, index: number): number[] {
  return graph.outgoing(index, ['contains']).map(({ target }) => target);
}
