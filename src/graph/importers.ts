import type { Edge } from '../model/edge.ts';
import { modifierBits } from '../model/symbol.ts';
import type { SymbolGraph } from './symbol-graph.ts';

/** A file that imports a symbol by name. */
export interface Importer {
  /** The `imports` edge from the importing file. */
  readonly edge: Edge;
  /** Node of the file that was imported from: the symbol's own, or a barrel that exports it again. */
  readonly from: number;
  readonly isThroughBarrel: boolean;
}

const DEFAULT = modifierBits(['default']);
const EVERYTHING = '*';
const DEFAULT_NAME = 'default';

/** In Python a module offers what it imports, as `__init__.py` does for its package. */
function offersImports(graph: SymbolGraph, { form, source }: Edge): boolean {
  return form === 'reexport' || graph.node(source).language === 'python';
}

/**
 * Returns who imports a top-level symbol: the files that name it in an import of its file, or of a
 * file that exports it again under the same name. Edges hold imported names, not the local or exported
 * ones, so a symbol that a barrel renames is not followed further. By file, nearest barrel first.
 */
export function importersOf(graph: SymbolGraph, node: number): readonly Importer[] {
  const { parent, name, modifiers } = graph.node(node);
  if (parent === -1 || graph.node(parent).kind !== 'file') return [];
  const isDefault = (modifiers & DEFAULT) !== 0;
  const found = new Map<number, Importer>();
  // The names under which a file offers the symbol. A Map sees what is added while it is walked.
  const offers = new Map([[parent, new Set(isDefault ? [name, DEFAULT_NAME] : [name])]]);
  for (const [file, names] of offers) {
    for (const edge of graph.incoming(file, ['imports'])) {
      const isNamed = edge.names.some((imported) => names.has(imported));
      if (isNamed && !found.has(edge.source) && edge.source !== parent)
        found.set(edge.source, { edge, from: file, isThroughBarrel: file !== parent });
      const isPassedOn = offersImports(graph, edge) && (isNamed || edge.names.includes(EVERYTHING));
      if (!isPassedOn || offers.has(edge.source)) continue;
      // `export { default } from` keeps that name, `export { default as Name } from` usually gives its own.
      const isDefaultPassedOn = names.has(DEFAULT_NAME) && edge.names.includes(DEFAULT_NAME);
      offers.set(edge.source, new Set(isDefaultPassedOn ? [name, DEFAULT_NAME] : [name]));
    }
  }
  return [...found.values()];
}
