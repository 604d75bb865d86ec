/** Finds a symbol in its file as it is on disk now, so that an answer never shows other lines as it. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { OpenIndex } from '../context.ts';
import type { CurrentSource } from './sources.ts';

export interface CurrentSymbol {
  /** The symbol with its lines, signature and doc on disk; as indexed if it cannot be located. */
  readonly node: SymbolNode;
  /**
   * `moved`: the file changed, and the symbol was found in it. `gone`: the changed file no longer
   * declares it. `unlocated`: the changed file cannot be parsed in time. `missing`: there is no such
   * file, or it may not be shown.
   */
  readonly state: 'current' | 'moved' | 'gone' | 'unlocated' | 'missing';
}

export async function currentSymbol(
  { project }: OpenIndex,
  node: SymbolNode,
  source: CurrentSource,
): Promise<CurrentSymbol> {
  if (source.isMissing) return { node, state: 'missing' };
  if (!source.isStale) return { node, state: 'current' };
  // A file is its own text, whatever it declares.
  if (node.kind === 'file')
    return { node: { ...node, endLine: source.lines.length }, state: 'moved' };
  const declarations = await project.declarationsNow(node.path);
  if (declarations === undefined) return { node, state: 'unlocated' };
  const now = declarations.find(({ id }) => id === node.id);
  if (now === undefined) return { node, state: 'gone' };
  return { node: { ...node, ...now, parent: node.parent }, state: 'moved' };
}

/** Whether the lines on disk are those of the symbol. */
export function isLocated({ state }: CurrentSymbol): boolean {
  return state === 'current' || state === 'moved';
}

/** Returns the note that explains a state; empty for a current symbol. */
export function stateNotes({ node, state }: CurrentSymbol): string[] {
  const changed = `${node.path} changed after it was indexed`;
  switch (state) {
    case 'current':
      return [];
    case 'moved':
      return [`${changed}; this is its text now, and the edges are as indexed`];
    case 'gone':
      return [`${changed} and no longer declares ${node.name}, so no text is shown`];
    case 'unlocated':
      return [`${changed} and cannot be parsed now, so no text is shown; run reindex`];
    case 'missing':
      return [`${node.path} can no longer be read; run reindex`];
  }
}
