import { SECTION, type SymbolGraph } from './symbol-graph.ts';

/**
 * Returns the given names that symbols have, as listed by {@link SymbolGraph.names}. Costs one pass
 * over the nodes.
 */
export function namesAmong(
  { columns, nodeCount }: SymbolGraph,
  names: ReadonlySet<string>,
): ReadonlySet<string> {
  const { nodeName, nodeParent, nodeKind, strings } = columns;
  const isSeen = new Uint8Array(strings.length);
  const found = new Set<string>();
  for (let node = 0; node < nodeCount; node++) {
    const text = nodeName[node] as number;
    if (isSeen[text] === 1 || nodeParent[node] === -1 || nodeKind[node] === SECTION) continue;
    isSeen[text] = 1;
    const name = strings[text] as string;
    if (names.has(name)) found.add(name);
  }
  return found;
}
