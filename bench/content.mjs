/** All symbols and edges of a snapshot, in order, as text to compare. */
export function contentOf({ graph }) {
  const symbols = [];
  for (let index = 0; index < graph.nodeCount; index++) {
    symbols.push([graph.node(index).id, graph.outgoing(index)]);
  }
  return JSON.stringify(symbols);
}
