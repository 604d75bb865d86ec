/**
 * Searches symbols by name, without ranking by content: returns every matching symbol in a fixed
 * order. Each looser tier contains only symbols that no stricter tier contains.
 */
import { isWithinDistance } from '../base/edit-distance.ts';
import { getOrCompute } from '../base/memoize.ts';
import { holderOf } from '../graph/related-members.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../model/edge.ts';
import { pathClasses } from './names/path-class.ts';

/** Strictest first. */
export const NAME_FITS = ['exact', 'case', 'prefix', 'part', 'fuzzy'] as const;
export type NameFit = (typeof NAME_FITS)[number];

export interface SymbolHit {
  readonly node: SymbolNode;
  readonly fit: NameFit;
  /** Sort keys of the hit, ascending. */
  readonly order: readonly number[];
}

export interface SymbolRequest {
  /** A name, or owners and a name: `Cart.add`, `Cart::add`, `cart.ts::Cart::add`. */
  readonly words: string;
  /**
   * Symbols that the words resolve to through re-exports. They count as exact matches, whatever
   * their paths.
   */
  readonly preferred: readonly number[];
  /** Kinds of match that are accepted. */
  readonly fits: readonly NameFit[];
  readonly accepts: (node: SymbolNode) => boolean;
}

/** Maximum edit distance of similar names, as a share of their length. */
const DISTANCE_SHARE = 0.25;
const SEPARATOR = /::|->|[.#/\\]/;

/**
 * Returns all matching symbols: better matches first, then symbols outside test files, exported
 * ones, and the most used.
 */
export function findSymbols(graph: SymbolGraph, request: SymbolRequest): readonly SymbolHit[] {
  const named = namesIn(request.words);
  const target = lastName(request.words);
  const owners = named.slice(0, -1).map((owner) => owner.toLowerCase());
  const hits: SymbolHit[] = [];
  const preferred = new Set(request.preferred);
  const sought = { target, inLowerCase: target.toLowerCase(), fits: new Set(request.fits) };
  for (const [name, inLowerCase] of namesInLowerCase(graph)) {
    const fit = fitOf(name, inLowerCase, sought);
    if (fit === undefined) continue;
    for (const index of graph.byName(name)) {
      const node = graph.node(index);
      const isNamed = preferred.has(index) || isWithin(graph, node, owners);
      if (node.kind === 'file' || !isNamed || !request.accepts(node)) continue;
      hits.push({ node, fit, order: orderOf(graph, node, fit) });
    }
  }
  return hits.sort((a, b) => compareHits(a, b) || a.node.index - b.node.index);
}

/** Returns the name of a symbol without those of its owners. */
export function lastName(words: string): string {
  return namesIn(words).at(-1) ?? words;
}

function namesIn(words: string): readonly string[] {
  return words
    .replace(/\(\)$/, '')
    .split(SEPARATOR)
    .filter((part) => part !== '');
}

/** Compares hits of several graphs as if they were from one. */
export function compareHits(a: SymbolHit, b: SymbolHit): number {
  const at = a.order.findIndex((value, position) => value !== b.order[position]);
  return at < 0 ? 0 : (a.order[at] ?? 0) - (b.order[at] ?? 0);
}

/** The names of each graph that was searched; a graph never changes. */
const NAMES = new WeakMap<SymbolGraph, readonly (readonly [name: string, inLowerCase: string])[]>();

function namesInLowerCase(graph: SymbolGraph) {
  return getOrCompute(NAMES, graph, () =>
    Array.from(graph.names(), (name) => [name, name.toLowerCase()] as const),
  );
}

interface SoughtName {
  readonly target: string;
  readonly inLowerCase: string;
  readonly fits: ReadonlySet<NameFit>;
}

/** Returns the strictest kind of match of a name, if it is accepted. */
function fitOf(name: string, own: string, sought: SoughtName): NameFit | undefined {
  const { inLowerCase, fits } = sought;
  const strict = strictFitOf(name, own, sought);
  if (strict !== undefined) return fits.has(strict) ? strict : undefined;
  if (!fits.has('fuzzy')) return undefined;
  const distanceMax = Math.floor(inLowerCase.length * DISTANCE_SHARE);
  return isWithinDistance(own, inLowerCase, distanceMax) ? 'fuzzy' : undefined;
}

function strictFitOf(
  name: string,
  own: string,
  { target, inLowerCase }: SoughtName,
): NameFit | undefined {
  if (name === target) return 'exact';
  if (own === inLowerCase) return 'case';
  const at = own.indexOf(inLowerCase);
  if (at < 0) return undefined;
  return at === 0 ? 'prefix' : 'part';
}

/** Whether every named owner is, in order, an outer symbol or a part of the path. */
function isWithin(graph: SymbolGraph, node: SymbolNode, owners: readonly string[]): boolean {
  if (owners.length === 0) return true;
  const around = node.path.toLowerCase().split(/[/.]/);
  const outer: string[] = [];
  for (let holder = holderOf(graph, node.index); holder >= 0; holder = holderOf(graph, holder)) {
    const { kind, name } = graph.node(holder);
    if (kind !== 'file') outer.unshift(...name.toLowerCase().split('.'));
  }
  let position = 0;
  for (const part of [...around, ...outer]) if (part === owners[position]) position++;
  return position === owners.length && owners.at(-1) === (outer.at(-1) ?? owners.at(-1));
}

function orderOf(graph: SymbolGraph, node: SymbolNode, fit: NameFit): readonly number[] {
  return [
    NAME_FITS.indexOf(fit),
    pathClasses(node.path, 0).length > 0 ? 1 : 0,
    node.exported ? 0 : 1,
    -graph.incomingCount(node.index, CODE_EDGE_KINDS),
  ];
}
