import { assert } from '../../base/assert.ts';
import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { holderOf } from '../../graph/related-members.ts';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';
import { pathOfSymbolId } from '../../model/symbol.ts';
import { parseStableRef } from '../answer/stable-ref.ts';
import { findFile, nearFiles } from './find-file.ts';
import { inModules } from './module-qualified.ts';
import { namesNear } from './near-names.ts';
import { rankSymbols, rivalsOf, withoutOverloads } from './rank-symbols.ts';

export interface SymbolMatch {
  readonly node: number;
  /** More symbols that match the same words, best first. */
  readonly others: readonly number[];
  /** Those of the others that match as well as the chosen one. */
  readonly rivals: readonly number[];
}

const NEAR_MAX = 5;

/**
 * Finds the symbol that a caller's words refer to. Accepts an id, a file's path, `path:line`, a
 * name, or a qualified name such as `Cart.add`, `Cart::add` or `cart.ts::add`. A name may also be
 * qualified by its module, see module-qualified.ts; `roots` are names of the project's root. See
 * rank-symbols.ts for the choice among several matches.
 * @throws {GraphMemoryError} GM_SYMBOL_NOT_FOUND with near matches.
 */
export function findSymbol(
  graph: SymbolGraph,
  words: string,
  roots: readonly string[] = [],
): SymbolMatch {
  const text = idOf(words.trim());
  const exact = graph.find(text) ?? graph.find(text.replace(/^\.\//, '')) ?? atLine(graph, text);
  if (exact !== undefined) return only(exact);
  const match = matchOf(graph, rankSymbols(graph, spelled(graph, text)));
  if (match !== undefined) return match;
  const file = /[./\\]/.test(text) ? findFile(graph, text) : undefined;
  if (file !== undefined) return only(file.node);
  // A module with exactly this name is more likely than a type that differs only in case.
  const loose = [inModules(graph, text, roots), spelledLoosely(graph, text)];
  const ranked = new Set(loose.flatMap((found) => rankSymbols(graph, found)));
  const likely = matchOf(graph, [...ranked]);
  if (likely !== undefined) return likely;
  const inherited = inheritedMember(graph, text);
  if (inherited !== undefined) return only(inherited);
  throw notFound(graph, text);
}

/** Whether the words are an id or a name as spelled in the graph, without a module. */
export function isSpelledOut(graph: SymbolGraph, words: string): boolean {
  const text = idOf(words.trim());
  return graph.find(text) !== undefined || spelled(graph, text).length > 0;
}

function matchOf(graph: SymbolGraph, ranked: readonly number[]): SymbolMatch | undefined {
  const [node, ...others] = ranked;
  return node === undefined ? undefined : { node, others, rivals: rivalsOf(graph, node, others) };
}

/** Creates a match without alternatives. */
export function only(node: number): SymbolMatch {
  return { node, others: [], rivals: [] };
}

/**
 * Returns the inherited member that `Shop.open` refers to if `Shop` does not declare it: that of
 * the nearest base.
 */
function inheritedMember(graph: SymbolGraph, text: string): number | undefined {
  const { path, name, tail } = qualified(text.replace(/\(\)$/, ''), MEMBER_SEPARATOR);
  const owners = tail.slice(0, -name.length).replace(/::$/, '');
  if (owners === '') return undefined;
  const [owner] = rankSymbols(graph, named(graph, path === '' ? owners : `${path}::${owners}`));
  if (owner === undefined) return undefined;
  const members = new Map(
    graph.byName(name).map((index) => [holderOf(graph, index), index] as const),
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
const RIVALS_MAX = 8;

/**
 * Returns a note about other symbols that match the same words; without it, the reader would not
 * notice that a choice was made.
 */
export function othersNotes(
  graph: SymbolGraph,
  words: string,
  { node, others, rivals }: SymbolMatch,
): readonly string[] {
  if (rivals.length > 0) {
    const count = rivals.length + 1;
    const list = idsOf(graph, rivals, RIVALS_MAX);
    return [
      `"${words}" is ambiguous (${count} matches); using ${graph.node(node).id}. Others: ${list}`,
    ];
  }
  const rest = withoutOverloads(graph, node, others);
  return rest.length === 0 ? [] : [`same name: ${idsOf(graph, rest, OTHERS_MAX)}`];
}

function idsOf(graph: SymbolGraph, nodes: readonly number[], countMax: number): string {
  const ids = nodes.slice(0, countMax).map((node) => graph.node(node).id);
  const more = nodes.length - ids.length;
  return more === 0 ? ids.join(', ') : `${ids.join(', ')} and ${more} more`;
}

/** Returns the symbol id in a stable reference; other words are unchanged. */
function idOf(words: string): string {
  const ref = parseStableRef(words);
  if (ref === undefined) return words;
  return ref.symbol === '' ? ref.path : `${ref.path}::${ref.symbol}`;
}

/**
 * Returns the innermost symbol around a line of a file, or the file itself.
 * @throws when the file is not in the graph.
 */
export function enclosingSymbol(graph: SymbolGraph, path: string, line: number): number {
  const found = graph.innermostAt(path, line);
  assert(found !== undefined, `no file ${path} in the graph`);
  return found;
}

/** Returns the innermost symbol at a location such as `src/cart.ts:14`. */
export function atLine(graph: SymbolGraph, text: string): number | undefined {
  const place = fileLine(graph, text);
  return place === undefined ? undefined : enclosingSymbol(graph, place.path, place.line);
}

/** Parses `src/cart.ts:14` or `src/cart.ts:14-20`; returns undefined if there is no such file. */
export function fileLine(
  graph: SymbolGraph,
  words: string,
): { readonly path: RepoPath; readonly line: number } | undefined {
  const parts = /^(.+?):(\d+)(?:[-:]\d+)?$/.exec(words.trim());
  const file = parts === null ? undefined : findFile(graph, parts[1] ?? '');
  return file === undefined ? undefined : { path: file.path, line: Number(parts?.[2]) };
}

interface QualifiedName {
  /** The end of a path, or ''. */
  readonly path: string;
  readonly name: string;
  /** The outer names and the name itself, joined like the part of an id after the path. */
  readonly tail: string;
}

const MEMBER_SEPARATOR = /::|\.|->/;
const DOC_SEPARATOR = /::|[.#]|->/;

/**
 * Returns the possible readings of a name. `#` starts a private name (`Cart.#add`), and joins an
 * owner to its member in doc comments.
 */
function readingsOf(text: string): readonly [QualifiedName, QualifiedName, QualifiedName] {
  const plain = text.replace(/\(\)$/, '');
  return [
    { path: '', name: text, tail: text },
    qualified(plain, MEMBER_SEPARATOR),
    qualified(plain, DOC_SEPARATOR),
  ];
}

function named(graph: SymbolGraph, text: string): readonly number[] {
  const found = spelled(graph, text);
  return found.length > 0 ? found : spelledLoosely(graph, text);
}

function spelled(graph: SymbolGraph, text: string): readonly number[] {
  for (const reading of readingsOf(text)) {
    const found = graph
      .byName(reading.name)
      .filter((index) => fits(graph, index, reading, asWritten));
    if (found.length > 0) return found;
  }
  return [];
}

/** Returns the symbols whose names match regardless of case. */
function spelledLoosely(graph: SymbolGraph, text: string): readonly number[] {
  const [, , loose] = readingsOf(text);
  const included = inSmallLetters(loose.name);
  const found: number[] = [];
  for (const name of graph.names()) {
    if (inSmallLetters(name) !== included) continue;
    for (const index of graph.byName(name))
      if (fits(graph, index, loose, inSmallLetters)) found.push(index);
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

const asWritten = (name: string): string => name;
const inSmallLetters = (name: string): string => name.toLowerCase();

function fits(
  graph: SymbolGraph,
  index: number,
  included: QualifiedName,
  read: (name: string) => string,
): boolean {
  const { id, path } = graph.node(index);
  if (included.path !== '' && path !== included.path && !path.endsWith(`/${included.path}`))
    return false;
  const tail = read(namesOf(id));
  const plain = tail.replaceAll(/~\d+(?=::|$)/g, '');
  // An Elixir module has a single name with dots, such as `Shop.Cart`.
  const inParts = plain.replaceAll('.', '::');
  const end = read(included.tail);
  return [tail, plain, inParts].some((own) => own === end || own.endsWith(`::${end}`));
}

/** Returns an id without its path. */
function namesOf(id: string): string {
  return id.slice(pathOfSymbolId(id).length + 2);
}

function notFound(graph: SymbolGraph, text: string): GraphMemoryError {
  const near = nearMatches(graph, text);
  const suggestion = near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
  return new GraphMemoryError('GM_SYMBOL_NOT_FOUND', `no symbol "${text}" in the index`, {
    hint: `${suggestion}Search by meaning with code_search.`,
    details: { symbol: text, near },
  });
}

/**
 * Returns ids of near matches: files if a path was given, similar names in the named file, those in
 * the named owner and itself if it lacks the member, then similar names anywhere.
 */
function nearMatches(graph: SymbolGraph, text: string): string[] {
  const { path, name, tail } = qualified(text.replace(/\(\)$/, ''), MEMBER_SEPARATOR);
  const extension = /\.\w+$/.exec(text)?.[0];
  const isFile = extension !== undefined && graph.paths().some((one) => one.endsWith(extension));
  const isPath = path === '' && (isFile || /[/\\]/.test(text));
  const near: string[] = isPath ? nearFiles(graph.paths(), text) : [];
  const file = path === '' ? undefined : findFile(graph, path);
  if (file !== undefined) {
    near.push(...idsNamedLike(graph, graph.symbolsOf(file.path), name));
  }
  const owners = tail.slice(0, -name.length).replace(/::$/, '');
  if (owners !== '' && near.length === 0) {
    const [owner] = rankSymbols(graph, named(graph, path === '' ? owners : `${path}::${owners}`));
    const members = owner === undefined ? [] : graph.outgoing(owner, ['contains']);
    const targets = members.map(({ target }) => target);
    near.push(...idsNamedLike(graph, targets, name));
    if (owner !== undefined) near.push(graph.node(owner).id);
  }
  for (const similar of namesNear(graph, name, NEAR_MAX)) {
    const [best] = rankSymbols(graph, graph.byName(similar));
    if (best !== undefined) near.push(graph.node(best).id);
  }
  return [...new Set(near)].slice(0, NEAR_MAX);
}

function idsNamedLike(graph: SymbolGraph, nodes: readonly number[], name: string): string[] {
  // Of overloads, the first one counts.
  const own = new Map(
    nodes.toReversed().map((index) => [graph.node(index).name, graph.node(index).id]),
  );
  return nearestNames(name, own.keys(), NEAR_MAX).flatMap((similar) => own.get(similar) ?? []);
}
