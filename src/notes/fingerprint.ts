/**
 * Fingerprints of what notes are about, as short text for front matter. That of a symbol has the
 * hashes of its head, body and doc comment, so that a change can be told by its parts.
 */
import { contentHash } from '../base/hash.ts';
import type { SymbolGraph } from '../graph/symbol-graph.ts';
import type { EntryPoint } from '../model/entry-point.ts';

const HASH_DIGITS = 8;

function hex(value: number): string {
  return value.toString(16).padStart(HASH_DIGITS, '0');
}

/** The parts of the fingerprint of a symbol, each of 8 hexadecimal digits. */
export interface SymbolFingerprint {
  readonly head: string;
  readonly body: string;
  readonly doc: string;
}

export function symbolFingerprint(graph: SymbolGraph, node: number): string {
  const { head, body } = graph.textHashes(node);
  const doc = contentHash(graph.node(node).doc).slice(0, HASH_DIGITS);
  return `${hex(head)}${hex(body)}${doc}`;
}

export function parseSymbolFingerprint(text: string): SymbolFingerprint | undefined {
  const parts = /^([\da-f]{8})([\da-f]{8})([\da-f]{8})$/.exec(text);
  return parts === null
    ? undefined
    : { head: parts[1] ?? '', body: parts[2] ?? '', doc: parts[3] ?? '' };
}

/** Returns how an entry point is declared, without its handler. */
export function routeFingerprint(entries: readonly EntryPoint[]): string {
  const declared = entries.map(({ type, framework, methods, route, middleware }) => {
    return { type, framework, methods, route, middleware };
  });
  return contentHash(JSON.stringify(declared)).slice(0, HASH_DIGITS);
}

/** Returns the kinds of the edges from one symbol to another; undefined without any. */
export function usesFingerprint(
  graph: SymbolGraph,
  source: number,
  target: number,
): string | undefined {
  const kinds = graph
    .outgoing(source)
    .filter((edge) => edge.target === target)
    .map(({ kind }) => kind);
  return kinds.length === 0 ? undefined : contentHash(kinds.join(' ')).slice(0, HASH_DIGITS);
}
