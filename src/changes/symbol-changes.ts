/** Compares the symbols of changed files: added, removed, renamed, moved, and what else differs. */
import { at } from '../base/assert.ts';
import type { GraphDiff } from '../graph/diff.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import type { EdgeKind } from '../model/edge.ts';
import type { RepoPath } from '../model/path.ts';
import { matchSymbols } from './match-symbols.ts';
import { type ComparedSide, OwnTexts, withoutComments } from './own-text.ts';

export const SYMBOL_CHANGES = ['removed', 'renamed', 'moved', 'changed', 'added'] as const;

/** The properties of a symbol that are compared. */
export const ASPECTS = ['signature', 'bases', 'visibility', 'kind', 'body', 'doc'] as const;
export type Aspect = (typeof ASPECTS)[number];

export interface SymbolChange {
  readonly change: (typeof SYMBOL_CHANGES)[number];
  /** Undefined for an added symbol. */
  readonly old: SymbolNode | undefined;
  /** Undefined for a removed symbol. */
  readonly now: SymbolNode | undefined;
  readonly aspects: readonly Aspect[];
}

export interface SymbolComparison {
  /** In the order of the new graph; removed symbols follow, in the order of the old one. */
  readonly changes: readonly SymbolChange[];
  /** The new node of each old one, also of renamed and moved ones; −1 if it was removed. */
  readonly nodeMap: Int32Array;
}

interface SymbolInput {
  readonly old: ComparedSide;
  readonly now: ComparedSide;
  readonly diff: GraphDiff;
  /** Files of both sides with different contents. */
  readonly changedPaths: readonly RepoPath[];
  readonly renamedFiles: ReadonlyMap<RepoPath, RepoPath>;
}

const HERITAGE: readonly EdgeKind[] = ['extends', 'implements'];

export function compareSymbols(input: SymbolInput): SymbolComparison {
  const { old, now, diff, changedPaths, renamedFiles } = input;
  const nodeMap = Int32Array.from(diff.nodeMap);
  const { removedNodes: removed, addedNodes: added } = diff;
  matchSymbols({ old, now, nodeMap, removed, added, renamedFiles });
  const isMatched = new Uint8Array(now.graph.nodeCount);
  for (const node of nodeMap) if (node >= 0) isMatched[node] = 1;
  const texts = { old: new OwnTexts(old), now: new OwnTexts(now) };
  const compared = new Set([
    ...changedPaths.flatMap((path) => nodesIn(old.graph, path)),
    ...removed,
  ]);
  const pairs = [...compared].flatMap((node): SymbolChange[] => {
    const other = at(nodeMap, node);
    if (other < 0) return [];
    const pair = { old: old.graph.node(node), now: now.graph.node(other) };
    const aspects = aspectsOf(pair, { old: old.graph, now: now.graph, nodeMap, texts });
    const change = changeOf(pair, nodeMap);
    return change === 'changed' && aspects.length === 0 ? [] : [{ change, ...pair, aspects }];
  });
  pairs.sort((a, b) => (a.now?.index ?? 0) - (b.now?.index ?? 0));
  const fresh = added
    .filter((node) => isMatched[node] === 0)
    .map((node): SymbolChange => {
      return { change: 'added', old: undefined, now: now.graph.node(node), aspects: [] };
    });
  const removedChanges = removed
    .filter((node) => at(nodeMap, node) < 0)
    .map((node): SymbolChange => {
      return { change: 'removed', old: old.graph.node(node), now: undefined, aspects: [] };
    });
  const changes = [...pairs, ...fresh].sort((a, b) => (a.now?.index ?? 0) - (b.now?.index ?? 0));
  return { changes: [...changes, ...removedChanges], nodeMap };
}

function nodesIn(graph: SymbolGraph, path: RepoPath): readonly number[] {
  const file = graph.fileNode(path);
  return file === undefined ? [] : [file, ...graph.symbolsOf(path)];
}

interface Pair {
  readonly old: SymbolNode;
  readonly now: SymbolNode;
}

/** A member of a renamed or moved symbol is at its place, although its id differs. */
function changeOf({ old, now }: Pair, nodeMap: Int32Array): SymbolChange['change'] {
  if (old.kind === 'file') return old.path === now.path ? 'changed' : 'moved';
  if (old.name !== now.name) return 'renamed';
  return nodeMap[old.parent] === now.parent ? 'changed' : 'moved';
}

interface Compared {
  readonly old: SymbolGraph;
  readonly now: SymbolGraph;
  readonly nodeMap: Int32Array;
  readonly texts: { readonly old: OwnTexts; readonly now: OwnTexts };
}

function aspectsOf({ old, now }: Pair, compared: Compared): readonly Aspect[] {
  const own = compared.texts.old.of(old);
  const other = compared.texts.now.of(now);
  const isSameSignature =
    old.kind === 'file' || signatureOf(old, now.name) === signatureOf(now, now.name);
  const differs: Readonly<Record<Aspect, boolean>> = {
    signature: !isSameSignature,
    bases: basesDiffer(old.index, now.index, compared),
    visibility: old.visibility !== now.visibility || old.exported !== now.exported,
    kind: old.kind !== now.kind,
    // The head has more than the signature: decorators, for example.
    body:
      !isSameBody(own.body, other.body, old.doc !== now.doc) ||
      (isSameSignature && headOf(own.head, old, now) !== other.head),
    doc: old.doc !== now.doc,
  };
  return ASPECTS.filter((aspect) => differs[aspect]);
}

/** A doc comment may be written in the body; its change is no change of the body. */
function isSameBody(old: string, now: string, isDocChanged: boolean): boolean {
  return old === now || (isDocChanged && withoutComments(old) === withoutComments(now));
}

/** Returns the signature under a name, so that a new name alone is no new signature. */
function signatureOf({ signature, name, modifiers }: SymbolNode, newName: string): string {
  return `${modifiers} ${name === newName ? signature : signature.replace(name, newName)}`;
}

function headOf(head: string, old: SymbolNode, now: SymbolNode): string {
  return old.name === now.name ? head : head.replace(old.name, now.name);
}

/** Compares the bases that are in the project. Others are part of the signature. */
function basesDiffer(old: number, now: number, compared: Compared): boolean {
  const bases = compared.old
    .outgoing(old, HERITAGE)
    .map(({ kind, target }) => `${kind} ${compared.nodeMap[target]}`);
  const others = compared.now
    .outgoing(now, HERITAGE)
    .map(({ kind, target }) => `${kind} ${target}`);
  return bases.sort().join() !== others.sort().join();
}
