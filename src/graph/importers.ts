import type { Edge } from '../model/edge.ts';
import { modifierBits } from '../model/symbol.ts';
import type { SymbolGraph } from './symbol-graph.ts';

/** A file that imports a symbol by name. */
export interface Importer {
  /** The `imports` edge from the importing file. */
  readonly edge: Edge;
  /** Node of the imported file: the symbol's own file, or a barrel that re-exports the symbol. */
  readonly from: number;
  readonly isThroughBarrel: boolean;
}

const DEFAULT = modifierBits(['default']);
const EVERYTHING = '*';
const DEFAULT_NAME = 'default';

/**
 * Returns the importers of a top-level symbol: the files that name it in an import of its file, or
 * of a file that re-exports it under the same name. Edges hold imported names, not local or
 * exported ones, so a symbol that a barrel renames is not followed further. By file, nearest barrel
 * first. `passesOnImports` returns whether the modules of a language re-export all their imports.
 */
export function importersOf(
  graph: SymbolGraph,
  node: number,
  passesOnImports: (language: string) => boolean,
): readonly Importer[] {
  const { parent, name, modifiers } = graph.node(node);
  if (parent === -1 || graph.node(parent).kind !== 'file') return [];
  const isDefault = (modifiers & DEFAULT) !== 0;
  const found = new Map<number, Importer>();
  // The names under which each file exports the symbol. Iterating over a Map also visits entries
  // that are added meanwhile.
  const offers = new Map([[parent, new Set(isDefault ? [name, DEFAULT_NAME] : [name])]]);
  for (const [file, names] of offers) {
    for (const edge of graph.incoming(file, ['imports'])) {
      const isNamed = edge.names.some((imported) => names.has(imported));
      if (isNamed && !found.has(edge.source) && edge.source !== parent)
        found.set(edge.source, { edge, from: file, isThroughBarrel: file !== parent });
      const isOffered =
        edge.form === 'reexport' || passesOnImports(graph.node(edge.source).language);
      const isPassedOn = isOffered && (isNamed || edge.names.includes(EVERYTHING));
      if (!isPassedOn || offers.has(edge.source)) continue;
      // `export { default } from` keeps the name `default`; `export { default as Name } from`
      // usually uses the symbol's own name.
      const isDefaultPassedOn = names.has(DEFAULT_NAME) && edge.names.includes(DEFAULT_NAME);
      offers.set(edge.source, new Set(isDefaultPassedOn ? [name, DEFAULT_NAME] : [name]));
    }
  }
  return [...found.values()];
}
