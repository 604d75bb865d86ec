/**
 * The pack that answers a question: the code that carries the answer, and sections of places around
 * it. It is made from a graph and the symbols that a retrieval found, and holds no source text, so
 * every printer can render it within its own budget.
 */
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { symbolGroup } from '../graph/symbol-groups.ts';
import { callersOf, SECTION_SOURCES, stepsOf } from './sections.ts';

/** A symbol that a retrieval found, best first. */
export interface Seed {
  readonly node: number;
  /** The lines that were found, if the symbol is much longer. */
  readonly range?: { readonly startLine: number; readonly endLine: number } | undefined;
}

/** A place that a section names, with its citation. */
export interface PackRow {
  /** Id of the symbol, or the path of the file. */
  readonly symbol: string;
  readonly path: string;
  /** Lines to look at, in `path`. */
  readonly lines: readonly number[];
  /** Text about it: a signature, a relation. */
  readonly text: string;
  /** For an edge, the two symbols that it connects. */
  readonly edge?: { readonly from: string; readonly to: string };
  /** Whether the first of the lines says more than the text. */
  readonly hasCode: boolean;
}

export interface PackSection {
  readonly name: string;
  readonly title: string;
  readonly rows: readonly PackRow[];
}

/** The core, as sections see it. */
export interface PackScope {
  readonly graph: SymbolGraph;
  /** The symbols that carry the answer, best first. */
  readonly core: readonly SymbolNode[];
  /** Their nodes, with overloads and constructors. */
  readonly coreNodes: ReadonlySet<number>;
  /** The lines that were found of those that are much longer, by node. */
  readonly ranges: ReadonlyMap<number, NonNullable<Seed['range']>>;
  /** Found as well, but not shown whole. */
  readonly others: readonly SymbolNode[];
}

/**
 * Makes one section from the graph alone. To add one, append a source to {@link SECTION_SOURCES}.
 */
export interface SectionSource {
  readonly name: string;
  readonly title: string;
  readonly rows: (scope: PackScope) => readonly PackRow[];
}

export interface ExplainPack {
  /** To be shown whole, as far as they fit, best first. */
  readonly core: readonly (Seed & { readonly symbol: SymbolNode })[];
  /** Functions that the core calls, in the order of the calls: shown whole where room is left. */
  readonly steps: readonly SymbolNode[];
  /** Functions that call the core, outside of tests. */
  readonly callers: readonly SymbolNode[];
  readonly sections: readonly PackSection[];
}

/** Makes the pack of the symbols that were found. `others` were found too, with less certainty. */
export function explainPack(
  graph: SymbolGraph,
  seeds: readonly Seed[],
  others: readonly number[],
): ExplainPack {
  const core = seeds.map((seed) => ({ ...seed, symbol: graph.node(seed.node) }));
  const scope: PackScope = {
    graph,
    core: core.map(({ symbol }) => symbol),
    coreNodes: new Set(seeds.flatMap(({ node }) => symbolGroup(graph, node))),
    ranges: new Map(seeds.flatMap(({ node, range }) => (range ? [[node, range] as const] : []))),
    others: others.map((node) => graph.node(node)),
  };
  const sections = SECTION_SOURCES.map(({ name, title, rows }) => ({
    name,
    title,
    rows: rows(scope),
  }));
  return {
    core,
    steps: stepsOf(scope),
    callers: callersOf(scope),
    sections: sections.filter(({ rows }) => rows.length > 0),
  };
}
