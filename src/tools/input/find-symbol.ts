import { assert } from '../../base/assert.ts';
import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import { CODE_EDGE_KINDS } from '../../model/edge.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import { isAside } from '../../query/names/path-class.ts';
import { parseStableRef } from '../answer/stable-ref.ts';
import { findFile, nearFiles } from './find-file.ts';

export interface SymbolMatch {
  readonly node: number;
  /** More symbols that fit the same words, best first. */
  readonly others: readonly number[];
}

/** Names like `constructor` fit thousands of symbols; only so many are ranked. */
const RANKED_MAX = 500;
const NEAR_MAX = 5;

/**
 * Finds the symbol a caller means: an id, a file's path, `path:line`, a name, or a qualified name such
 * as `Cart.add`, `Cart::add` or `cart.ts::add`. Several fits are ordered by code before settings, a class before
 * its constructor, the program before its tests and examples, exported first, then by how many edges
 * lead to them.
 * @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND with near matches.
 */
export function findSymbol(graph: SymbolGraph, words: string): SymbolMatch {
  const text = idOf(words.trim());
  const exact = graph.find(text) ?? graph.find(text.replace(/^\.\//, '')) ?? atLine(graph, text);
  if (exact !== undefined) return { node: exact, others: [] };
  const [node, ...others] = rank(graph, named(graph, text));
  if (node !== undefined) return { node, others };
  const inherited = inheritedMember(graph, text);
  if (inherited !== undefined) return { node: inherited, others: [] };
  const file = /[./\\]/.test(text) ? findFile(graph, text) : undefined;
  if (file !== undefined) return { node: file.node, others: [] };
  throw notFound(graph, text);
}

/** `Shop.open` where `Shop` has it from a base: the nearest base's. */
function inheritedMember(graph: SymbolGraph, text: string): number | undefined {
  const { path, name, tail } = qualified(text.replace(/\(\)$/, ''), MEMBER_SEPARATOR);
  const owners = tail.slice(0, -name.length).replace(/::$/, '');
  if (owners === '') return undefined;
  const [owner] = rank(graph, named(graph, path === '' ? owners : `${path}::${owners}`));
  if (owner === undefined) return undefined;
  const members = new Map(
    graph.byName(name).map((index) => [graph.node(index).parent, index] as const),
  );
  const bases = new Set([owner]);
  for (const base of bases) {
    const member = members.get(base);
    if (member !== undefined) return member;
    for (const { target } of graph.outgoing(base, ['extends', 'implements'])) bases.add(target);
  }
  return undefined;
}

const OTHERS_MAX = 3;

/** Says which symbols the same words fit as well. */
export function othersNotes(graph: SymbolGraph, others: readonly number[]): readonly string[] {
  if (others.length === 0) return [];
  const ids = others.slice(0, OTHERS_MAX).map((other) => graph.node(other).id);
  return [`also named so: ${ids.join(', ')}`];
}

/** A stable reference names its symbol by id. */
function idOf(words: string): string {
  const ref = parseStableRef(words);
  if (ref === undefined) return words;
  return ref.symbol === '' ? ref.path : `${ref.path}::${ref.symbol}`;
}

/** The innermost symbol around a line of a file, or the file. @throws when the file is not in the graph. */
export function enclosingSymbol(graph: SymbolGraph, path: string, line: number): number {
  let found = graph.fileNode(path);
  assert(found !== undefined, `no file ${path} in the graph`);
  for (const index of graph.symbolsOf(path)) {
    const symbol = graph.node(index);
    // Source order puts inner symbols after their outer ones, so the last that fits is innermost.
    if (symbol.startLine <= line && line <= symbol.endLine) found = index;
  }
  return found;
}

/** `src/cart.ts:14` → the innermost symbol there. */
function atLine(graph: SymbolGraph, text: string): number | undefined {
  const parts = /^(.+?):(\d+)(?:[-:]\d+)?$/.exec(text);
  if (parts === null) return undefined;
  const path = parts[1] ?? '';
  const line = Number(parts[2]);
  const file = findFile(graph, path);
  return file === undefined ? undefined : enclosingSymbol(graph, file.path, line);
}

interface QualifiedName {
  /** '' or the end of a path. */
  readonly path: string;
  readonly name: string;
  /** Outer names and the name itself, joined like the part of an id after the path. */
  readonly tail: string;
}

const MEMBER_SEPARATOR = /::|\.|->/;
const DOC_SEPARATOR = /::|[.#]|->/;

function named(graph: SymbolGraph, text: string): number[] {
  const plain = text.replace(/\(\)$/, '');
  // `#` begins a private name (`Cart.#add`), and joins an owner to its member in doc comments.
  const readings = [
    { path: '', name: text, tail: text },
    qualified(plain, MEMBER_SEPARATOR),
    qualified(plain, DOC_SEPARATOR),
  ];
  for (const reading of readings) {
    const found = graph.byName(reading.name).filter((index) => fits(graph, index, reading));
    if (found.length > 0) return found;
  }
  const loose = readings.at(-1);
  if (loose === undefined) return [];
  const wanted = loose.name.toLowerCase();
  const found: number[] = [];
  for (const name of graph.names()) {
    if (name.toLowerCase() !== wanted) continue;
    for (const index of graph.byName(name)) if (fits(graph, index, loose)) found.push(index);
  }
  return found;
}

function qualified(text: string, separator: RegExp): QualifiedName {
  const cut = text.indexOf('::');
  const head = cut < 0 ? '' : text.slice(0, cut);
  const isPath = /[./\\]/.test(head);
  const rest = isPath ? text.slice(cut + 2) : text;
  const parts = rest.split(separator).filter((part) => part !== '');
  return {
    path: isPath ? head.replaceAll('\\', '/').replace(/^(\.\/|\/)/, '') : '',
    name: (parts.at(-1) ?? '').replace(/~\d+$/, ''),
    tail: parts.join('::'),
  };
}

function fits(graph: SymbolGraph, index: number, wanted: QualifiedName): boolean {
  const { id, path } = graph.node(index);
  if (wanted.path !== '' && path !== wanted.path && !path.endsWith(`/${wanted.path}`)) return false;
  const tail = id.slice(pathOfSymbolId(id).length + 2).toLowerCase();
  const plain = tail.replaceAll(/~\d+(?=::|$)/g, '');
  const end = wanted.tail.toLowerCase();
  return [tail, plain].some((own) => own === end || own.endsWith(`::${end}`));
}

function rank(graph: SymbolGraph, found: readonly number[]): number[] {
  const ranked = found.slice(0, RANKED_MAX).map((index) => ({
    index,
    isCode: graph.node(index).kind === 'key' ? 0 : 1,
    // In Java and others a constructor has the name of its class, which is what is meant.
    isConstructor: graph.node(index).kind === 'constructor' ? 1 : 0,
    isAside: isAside(graph.node(index).path) ? 1 : 0,
    exported: graph.node(index).exported ? 1 : 0,
    uses: graph.incoming(index, CODE_EDGE_KINDS).length,
  }));
  ranked.sort(
    (a, b) =>
      b.isCode - a.isCode ||
      a.isConstructor - b.isConstructor ||
      a.isAside - b.isAside ||
      b.exported - a.exported ||
      b.uses - a.uses ||
      a.index - b.index,
  );
  return [...ranked.map((entry) => entry.index), ...found.slice(RANKED_MAX)];
}

function notFound(graph: SymbolGraph, text: string): GraphMemoryError {
  const near = nearMatches(graph, text);
  const suggestion = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  return new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `no symbol "${text}" in the index`, {
    hint: `${suggestion}Look for it by meaning with code_search.`,
    details: { symbol: text, near },
  });
}

/**
 * Ids: files, when a path was meant; names of the file that was named; else the owner that was named,
 * whose member is no symbol; similar names anywhere.
 */
function nearMatches(graph: SymbolGraph, text: string): string[] {
  const { path, name, tail } = qualified(text.replace(/\(\)$/, ''), MEMBER_SEPARATOR);
  const isPath = path === '' && /[/\\]|\.\w+$/.test(text);
  const near: string[] = isPath ? nearFiles(graph.paths(), text) : [];
  const file = path === '' ? undefined : findFile(graph, path);
  if (file !== undefined) {
    const own = new Map(graph.symbolsOf(file.path).map((i) => [graph.node(i).name, i]));
    for (const similar of nearestNames(name, own.keys(), NEAR_MAX)) {
      const index = own.get(similar);
      if (index !== undefined) near.push(graph.node(index).id);
    }
  }
  const owners = tail.slice(0, -name.length).replace(/::$/, '');
  if (owners !== '' && near.length === 0) {
    const [owner] = rank(graph, named(graph, path === '' ? owners : `${path}::${owners}`));
    if (owner !== undefined) near.push(graph.node(owner).id);
  }
  for (const similar of nearestNames(name, graph.names(), NEAR_MAX)) {
    const [best] = rank(graph, graph.byName(similar));
    if (best !== undefined) near.push(graph.node(best).id);
  }
  return [...new Set(near)].slice(0, NEAR_MAX);
}
