/** Finds symbols that were renamed or moved: those that are gone, under their new id. */

import { appendTo } from '../base/append-to.ts';
import { at } from '../base/assert.ts';
import { escapePattern } from '../base/escape-pattern.ts';
import type { SymbolNode } from '../graph/symbol-graph.ts';
import type { RepoPath } from '../model/path.ts';
import { type ComparedSide, OwnTexts } from './own-text.ts';

/** Fewest characters, besides spaces, by which a text is recognized under another name elsewhere. */
const DISTINCT_CHARACTERS_MIN = 40;
/** Least share of lines that an edited symbol keeps when it is renamed or moved. */
const SIMILAR_SHARE = 0.5;
/** Fewest lines of a symbol that is recognized although it was edited. */
const SIMILAR_LINES_MIN = 3;
/** Most removed or added symbols that are compared pair by pair. */
const PAIRS_MAX = 300;

interface MatchInput {
  readonly old: ComparedSide;
  readonly now: ComparedSide;
  /** The new node of each old one, or −1. Completed by the matches. */
  readonly nodeMap: Int32Array;
  readonly removed: readonly number[];
  readonly added: readonly number[];
  /** New paths of renamed files. */
  readonly renamedFiles: ReadonlyMap<RepoPath, RepoPath>;
}

/** Completes `nodeMap` by symbols that were renamed or moved. */
export function matchSymbols(input: MatchInput): void {
  const match = new Matching(input);
  for (const [oldPath, path] of input.renamedFiles) match.takeFile(oldPath, path);
  match.takeContents();
  match.takeEqualTexts();
  match.takeContents();
  match.takeSimilarTexts();
  match.takeContents();
}

class Matching {
  readonly #input: MatchInput;
  readonly #oldTexts: OwnTexts;
  readonly #newTexts: OwnTexts;
  readonly #taken = new Set<number>();

  constructor(input: MatchInput) {
    this.#input = input;
    this.#oldTexts = new OwnTexts(input.old);
    this.#newTexts = new OwnTexts(input.now);
  }

  takeFile(oldPath: RepoPath, path: RepoPath): void {
    const old = this.#input.old.graph.fileNode(oldPath);
    const now = this.#input.now.graph.fileNode(path);
    if (old !== undefined && now !== undefined) this.#take(old, now);
  }

  /** Matches the members of matched symbols by name and kind. */
  takeContents(): void {
    const added = new Map(this.#added().map((node) => [contentKey(node, node.parent), node.index]));
    // A parent precedes its contents.
    for (const node of this.#removed()) {
      if (node.parent < 0) continue;
      const parent = at(this.#input.nodeMap, node.parent);
      const now = parent < 0 ? undefined : added.get(contentKey(node, parent));
      if (now !== undefined && !this.#taken.has(now)) this.#take(node.index, now);
    }
  }

  /** Matches symbols whose texts differ in nothing but their own name. */
  takeEqualTexts(): void {
    const key = (texts: OwnTexts, node: SymbolNode) =>
      `${node.kind} ${nameless(texts.whole(node), node.name)}`;
    const added = new Map<string, SymbolNode[]>();
    for (const node of this.#outermostAdded()) appendTo(added, key(this.#newTexts, node), node);
    for (const node of this.#outermostRemoved()) {
      const own = key(this.#oldTexts, node);
      const equal = (added.get(own) ?? []).filter(({ index }) => !this.#taken.has(index));
      const isDistinct = own.replace(/\s/g, '').length >= DISTINCT_CHARACTERS_MIN;
      const best =
        equal.find((other) => other.name === node.name && this.#isInPlace(node, other)) ??
        equal.find((other) => this.#isInPlace(node, other)) ??
        equal.find((other) => other.name === node.name) ??
        (isDistinct ? equal[0] : undefined);
      if (best !== undefined) this.#take(node.index, best.index);
    }
  }

  /** Matches symbols that were edited as well: in the same place, or under the same name. */
  takeSimilarTexts(): void {
    const [removed, added] = [this.#outermostRemoved(), this.#outermostAdded()];
    if (removed.length > PAIRS_MAX || added.length > PAIRS_MAX) return;
    for (const node of removed) {
      const lines = linesOfText(this.#oldTexts.whole(node));
      if (lines.length < SIMILAR_LINES_MIN) continue;
      let best: { readonly index: number; readonly share: number } | undefined;
      for (const other of added) {
        if (other.kind !== node.kind || this.#taken.has(other.index)) continue;
        if (other.name !== node.name && !this.#isInPlace(node, other)) continue;
        const share = sharedLines(lines, linesOfText(this.#newTexts.whole(other)));
        if (share >= SIMILAR_SHARE && share > (best?.share ?? 0))
          best = { index: other.index, share };
      }
      if (best !== undefined) this.#take(node.index, best.index);
    }
  }

  #take(old: number, now: number): void {
    this.#input.nodeMap[old] = now;
    this.#taken.add(now);
  }

  #removed(): readonly SymbolNode[] {
    const { old, removed, nodeMap } = this.#input;
    return removed.filter((node) => nodeMap[node] === -1).map((node) => old.graph.node(node));
  }

  #added(): readonly SymbolNode[] {
    const { now, added } = this.#input;
    return added.filter((node) => !this.#taken.has(node)).map((node) => now.graph.node(node));
  }

  /** Returns the removed symbols that were not removed together with what contains them. */
  #outermostRemoved(): readonly SymbolNode[] {
    const { graph } = this.#input.old;
    const removed = this.#removed();
    const leaving = new Set(removed.map(({ index }) => index));
    return removed.filter(
      ({ kind, parent }) =>
        isMatchable(kind) && (!leaving.has(parent) || graph.node(parent).kind === 'file'),
    );
  }

  #outermostAdded(): readonly SymbolNode[] {
    const { graph } = this.#input.now;
    const added = this.#added();
    const fresh = new Set(added.map(({ index }) => index));
    return added.filter(
      ({ kind, parent }) =>
        isMatchable(kind) && (!fresh.has(parent) || graph.node(parent).kind === 'file'),
    );
  }

  /** Whether a symbol is in what contained the old one. */
  #isInPlace(old: SymbolNode, now: SymbolNode): boolean {
    return old.parent >= 0 && this.#input.nodeMap[old.parent] === now.parent;
  }
}

function isMatchable(kind: string): boolean {
  return kind !== 'file' && kind !== 'section' && kind !== 'key';
}

function contentKey({ kind, name, id }: SymbolNode, parent: number): string {
  // Of several symbols of a name, the ending of the id counts them.
  const [, number = ''] = /~(\d+)$/.exec(id) ?? [];
  return `${parent} ${kind} ${name} ${number}`;
}

/** Replaces a symbol's own name, which may also occur in its body. */
function nameless(text: string, name: string): string {
  const own = escapePattern(name);
  const replaced =
    name === '' ? text : text.replace(new RegExp(`(?<![\\w$])${own}(?![\\w$])`, 'g'), '\0');
  return replaced.replace(/\s+/g, ' ');
}

function linesOfText(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => (line.trim().length > 1 ? [line.trim()] : []));
}

/** Returns the number of common lines, as a share of the longer text. */
function sharedLines(some: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const line of some) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of others) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    shared++;
  }
  return shared / Math.max(1, some.length, others.length);
}
