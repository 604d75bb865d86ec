import type { SymbolGraph } from '../graph/symbol-graph.ts';

/**
 * Yields a graph as JSON lines, nodes first. Edges refer to nodes by id; a file's id is its path.
 */
export function* graphLines(graph: SymbolGraph): Generator<string> {
  for (let index = 0; index < graph.nodeCount; index++) {
    const { id, kind, path, name, startLine, endLine, exported, language } = graph.node(index);
    const type = 'node';
    yield JSON.stringify({
      type,
      id,
      kind,
      path,
      name,
      startLine,
      endLine,
      exported,
      language,
    });
  }
  for (let index = 0; index < graph.nodeCount; index++) {
    const source = graph.node(index).id;
    for (const edge of graph.outgoing(index)) {
      const target = graph.node(edge.target);
      // A `contains` edge has no line of its own; the line where the contained symbol begins is
      // used.
      const line = edge.lines[0] ?? target.startLine;
      const { kind, evidence } = edge;
      yield JSON.stringify({ type: 'edge', kind, source, target: target.id, line, evidence });
    }
  }
}
