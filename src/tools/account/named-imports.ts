/** Keeps the lines of imports that name a symbol: a file has one edge for all it imports of another. */

import type { UseRow } from '../answer/use-rows.ts';
import type { OpenIndex } from '../context.ts';
import { nameInText } from './name-account.ts';
import { filesWithName } from './name-lines.ts';

/**
 * Returns the uses of a symbol without the lines of imports that name something else of its file. An
 * import keeps all lines if the name is on none of them, as under another name.
 */
export async function withNamedImports(
  open: OpenIndex,
  node: number,
  rows: readonly UseRow[],
): Promise<readonly UseRow[]> {
  const { graph } = open.snapshot;
  const isUnclear = ({ kind, edge }: UseRow) => kind === 'imports' && edge.lines.length > 1;
  const name = nameInText(graph, node);
  if (name === undefined || !rows.some(isUnclear)) return rows;
  const files = await filesWithName(open, name);
  if (typeof files === 'number') return rows;
  const named = new Map(
    files.map(({ path, occurrences }) => [path, new Set(occurrences.map(({ line }) => line))]),
  );
  return rows.map((row) => {
    const own = isUnclear(row) ? named.get(graph.pathOf(row.edge.source)) : undefined;
    const lines = row.edge.lines.filter((line) => own?.has(line) === true);
    return lines.length === 0 ? row : { ...row, edge: { ...row.edge, lines } };
  });
}
