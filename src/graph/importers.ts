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
  const { parent } = graph.node(node);
  const found = new Map<number, Importer>();
  for (const [file, names] of offersOf(graph, node, passesOnImports)) {
    for (const edge of graph.incoming(file, ['imports'])) {
      if (edge.source === parent || found.has(edge.source) || !isNamedBy(edge, names)) continue;
      found.set(edge.source, { edge, from: file, isThroughBarrel: file !== parent });
    }
  }
  return [...found.values()];
}

/**
 * Returns the files that have a top-level symbol by an import, whatever it names, of its file or of a
 * file that re-exports it, and these files themselves.
 */
export function filesImporting(
  graph: SymbolGraph,
  node: number,
  passesOnImports: (language: string) => boolean,
): ReadonlySet<number> {
  const offers = [...offersOf(graph, node, passesOnImports).keys()];
  const importers = offers.flatMap((file) => graph.incoming(file, ['imports']));
  return new Set([...offers, ...importers.map(({ source }) => source)]);
}

function isNamedBy({ names }: Edge, offered: ReadonlySet<string>): boolean {
  return names.some((imported) => offered.has(imported));
}

/** Returns the files that export a top-level symbol, each with the names that it has there. */
function offersOf(
  graph: SymbolGraph,
  node: number,
  passesOnImports: (language: string) => boolean,
): ReadonlyMap<number, ReadonlySet<string>> {
  const { parent, name, modifiers } = graph.node(node);
  if (parent === -1 || graph.node(parent).kind !== 'file') return new Map();
  const isDefault = (modifiers & DEFAULT) !== 0;
  const offers = new Map([[parent, new Set(isDefault ? [name, DEFAULT_NAME] : [name])]]);
  // Iterating over a Map also visits entries that are added meanwhile.
  for (const [file, names] of offers) {
    for (const edge of graph.incoming(file, ['imports'])) {
      const isOffered =
        edge.form === 'reexport' || passesOnImports(graph.node(edge.source).language);
      const isPassedOn = isOffered && (isNamedBy(edge, names) || edge.names.includes(EVERYTHING));
      if (!isPassedOn || offers.has(edge.source)) continue;
      // `export { default } from` keeps the name `default`; `export { default as Name } from`
      // usually uses the symbol's own name.
      const isDefaultPassedOn = names.has(DEFAULT_NAME) && edge.names.includes(DEFAULT_NAME);
      offers.set(edge.source, new Set(isDefaultPassedOn ? [name, DEFAULT_NAME] : [name]));
    }
  }
  return offers;
}
