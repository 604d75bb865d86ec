/**
 * Searches symbols by name, without ranking by content: returns every matching symbol in a fixed
 * order. Each looser tier contains only symbols that no stricter tier contains.
 */
import { editDistance } from '../base/edit-distance.ts';
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
  for (const name of graph.names()) {
    const fit = fitOf(name, target);
    if (fit === undefined || !request.fits.includes(fit)) continue;
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

function fitOf(name: string, target: string): NameFit | undefined {
  if (name === target) return 'exact';
  const own = name.toLowerCase();
  const sought = target.toLowerCase();
  if (own === sought) return 'case';
  if (own.startsWith(sought)) return 'prefix';
  if (own.includes(sought)) return 'part';
  const distanceMax = Math.floor(sought.length * DISTANCE_SHARE);
  if (distanceMax === 0 || Math.abs(own.length - sought.length) > distanceMax) return undefined;
  return editDistance(own, sought) <= distanceMax ? 'fuzzy' : undefined;
}

/** Whether every named owner is, in order, an outer symbol or a part of the path. */
function isWithin(graph: SymbolGraph, node: SymbolNode, owners: readonly string[]): boolean {
  if (owners.length === 0) return true;
  const around = node.path.toLowerCase().split(/[/.]/);
  const outer: string[] = [];
  for (let parent = node.parent; parent >= 0; ) {
    const { kind, name, parent: next } = graph.node(parent);
    if (kind !== 'file') outer.unshift(...name.toLowerCase().split('.'));
    parent = next;
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
    -graph.incoming(node.index, CODE_EDGE_KINDS).length,
  ];
}
