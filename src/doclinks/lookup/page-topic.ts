/**
 * Determines the topic of a page from its certain references. The topic decides between several
 * symbols of one name.
 */

import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import type { PageEdgeKind } from '../../model/edge.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Linked } from './link-target.ts';
import type { MentionTarget } from './mention-site.ts';
import type { PageKeys } from './page-keys.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** Number of times that a page or section mentions a node, its owners and its file. */
export type Weights = ReadonlyMap<number, number>;

export interface PageTopic {
  /** Types named by a heading around the section. */
  readonly titled: (section: number) => Weights;
  readonly inSection: (section: number) => Weights;
  readonly onPage: Weights;
  /** Symbols used in its code blocks. */
  readonly demonstrated: ReadonlySet<number>;
  /** Words in the page's path. */
  readonly words: ReadonlySet<string>;
  readonly keys: PageKeys;
}

/** A possible edge from a page to a symbol. */
export interface PageEdgeCandidate {
  readonly kind: PageEdgeKind;
  readonly section: number;
  readonly line: number;
  readonly mentioned: MentionTarget;
}

/** The certain edges of a page, and weaker guesses with a single candidate. */
export interface CertainEdges {
  readonly edgeCandidates: readonly PageEdgeCandidate[];
  readonly guesses: readonly PageEdgeCandidate[];
}

/** Counts mentions of each target and of everything that encloses it. */
function weightsOf(graph: SymbolGraph, edgeCandidates: readonly PageEdgeCandidate[]): Weights {
  const weights = new Map<number, number>();
  for (const { mentioned } of edgeCandidates) {
    for (let at = mentioned.node; at >= 0; at = graph.parentOf(at)) {
      weights.set(at, (weights.get(at) ?? 0) + 1);
    }
  }
  return weights;
}

/**
 * Weight of a heading. Headings are often plain words that equal a type's name by chance; page
 * names seldom are.
 */
const HEADING_WEIGHT = 1;

export function topicOf(
  names: SymbolLookup,
  { graph }: Linked,
  path: RepoPath,
  { edgeCandidates, guesses }: CertainEdges,
  keys: PageKeys,
): PageTopic {
  const all = [...edgeCandidates, ...consistent(names, guesses)];
  const sections = new Map<number, PageEdgeCandidate[]>();
  for (const one of all) {
    appendTo(sections, one.section, one);
  }
  const file = graph.fileNode(path) ?? -1;
  const titled = (section: number): Weights => {
    const weights = new Map<number, number>();
    let nearness = HEADING_WEIGHT;
    for (let at = file + 1 + section; at > file; at = graph.parentOf(at)) {
      nearness /= 2;
      for (const { index } of names.types(titleOf(graph.node(at).name))) {
        weights.set(index, nearness);
      }
    }
    return weights;
  };
  const titles = new Map<number, Weights>();
  const weights = new Map<number, Weights>();
  return {
    titled: (section) => getOrCompute(titles, section, () => titled(section)),
    inSection: (section) =>
      getOrCompute(weights, section, () => weightsOf(graph, sections.get(section) ?? [])),
    onPage: weightsOf(graph, all),
    demonstrated: new Set(
      edgeCandidates
        .filter(({ kind }) => kind === 'demonstrates')
        .map(({ mentioned }) => mentioned.node),
    ),
    words: topicWords(path),
    keys,
  };
}

const TYPE_KIND = '(?:class|interface|type|struct|enum|trait|protocol|record|object|exception)';
const KIND_AROUND = new RegExp(`^${TYPE_KIND}\\s*:?\\s+(?=\\S+$)|(?<=^\\S+)\\s+${TYPE_KIND}$`, 'i');

/** Removes the kind from a heading: `Class: Cart`, `Cart interface`. */
function titleOf(heading: string): string {
  return heading.replace(KIND_AROUND, '');
}

/**
 * Keeps the guesses whose owner is confirmed by other names. Different names that only one type
 * declares support each other.
 */
function consistent(
  names: SymbolLookup,
  guesses: readonly PageEdgeCandidate[],
): readonly PageEdgeCandidate[] {
  const byOwner = new Map<number, Set<number>>();
  const ownerOf = ({ mentioned }: PageEdgeCandidate): number => names.node(mentioned.node).parent;
  for (const guess of guesses)
    getOrCompute(byOwner, ownerOf(guess), () => new Set()).add(guess.mentioned.node);
  return guesses.filter((guess) => (byOwner.get(ownerOf(guess))?.size ?? 0) > 1);
}

/** Words that are common in paths of documentation and code. */
const COMMON_WORD =
  /^(docs?|documentation|src|lib|packages?|index|readme|guides?|pages?|content|reference|api|core|main|types?|utils?|overview|introduction|\d+)$/;

const WORD = /[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+/g;

function topicWords(path: string): ReadonlySet<string> {
  const words = (path.replace(/\.\w+$/, '').match(WORD) ?? []).map(singular);
  return new Set(words.filter((word) => word.length > 1 && !COMMON_WORD.test(word)));
}

function singular(word: string): string {
  const plain = word.toLowerCase();
  if (plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  return plain.length > 3 && plain.endsWith('s') && !plain.endsWith('ss')
    ? plain.slice(0, -1)
    : plain;
}

/**
 * Returns the candidates that fit the page's topic best. Measures are applied in order; each
 * narrows down the rest.
 */
export function fittingBest(
  names: SymbolLookup,
  topic: PageTopic,
  section: number,
  candidates: readonly SymbolNode[],
): { readonly nodes: readonly SymbolNode[]; readonly source: 'title' | 'subject' | undefined } {
  let nodes = candidates;
  let source: 'title' | 'subject' | undefined;
  const here = topic.inSection(section);
  const measures = [
    (node: SymbolNode) => weightOf(topic.titled(section), node),
    (node: SymbolNode) => sharedWords(names, topic, node),
    (node: SymbolNode) => weightOf(here, node),
    (node: SymbolNode) => weightOf(topic.onPage, node),
  ];
  for (const [order, measure] of measures.entries()) {
    const weights = nodes.map(measure);
    const most = Math.max(...weights);
    if (most <= 0) continue;
    source ??= order === 0 ? 'title' : 'subject';
    nodes = nodes.filter((_, index) => weights[index] === most);
    if (nodes.length === 1) break;
  }
  return { nodes, source };
}

/** Returns the weight of a symbol and of its owner. */
function weightOf(weights: Weights, { index, parent }: SymbolNode): number {
  return (weights.get(index) ?? 0) + (weights.get(parent) ?? 0);
}

/** Whether the symbol, or a type that has it, is mentioned. */
export function isOnTopic(weights: Weights, node: SymbolNode): boolean {
  return weightOf(weights, node) > 0;
}

function sharedWords(names: SymbolLookup, { words }: PageTopic, node: SymbolNode): number {
  const owner = names.isOutermost(node) ? '' : `/${names.node(node.parent).name}`;
  const own = topicWords(`${node.path.replace(/\.\w+$/, '')}${owner}`);
  return [...own].filter((word) => words.has(word)).length;
}
