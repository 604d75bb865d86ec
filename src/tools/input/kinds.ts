import { nearestNames } from '../../base/edit-distance.ts';
import { GraphMemoryError } from '../../base/errors.ts';
import { DRIFT_KINDS, type DriftKind } from '../../doclinks/drift/drift.ts';
import { EDGE_KINDS, type EdgeKind } from '../../model/edge.ts';
import { SYMBOL_KINDS, type SymbolKind } from '../../model/symbol.ts';
import { PLACE_KINDS, type PlaceKind } from '../../query/scope.ts';

/** Words for symbol kinds in other languages and tools, mapped to this project's kinds. */
export const SYMBOL_KIND_WORDS: Readonly<Record<string, readonly SymbolKind[]>> = {
  fn: ['function'],
  func: ['function'],
  def: ['function'],
  procedure: ['function'],
  subroutine: ['function'],
  lambda: ['function'],
  macro: ['function'],
  callable: ['function', 'method', 'constructor', 'accessor'],
  struct: ['class'],
  structure: ['class'],
  record: ['class'],
  impl: ['class'],
  component: ['function', 'class'],
  trait: ['interface'],
  protocol: ['interface'],
  type: ['typeAlias', 'interface'],
  alias: ['typeAlias'],
  typedef: ['typeAlias'],
  mod: ['namespace', 'file'],
  module: ['namespace', 'file'],
  package: ['namespace'],
  ctor: ['constructor'],
  getter: ['accessor'],
  setter: ['accessor'],
  prop: ['property', 'field'],
  attribute: ['field', 'property'],
  doc: ['section'],
  heading: ['section'],
  job: ['key'],
  setting: ['key'],
  member: ['method', 'field', 'property', 'accessor'],
  const: ['variable'],
  constant: ['variable'],
  static: ['variable'],
  val: ['variable'],
  let: ['variable'],
  var: ['variable'],
  global: ['variable'],
};

export const EDGE_KIND_WORDS: Readonly<Record<string, readonly EdgeKind[]>> = {
  call: ['calls'],
  caller: ['calls'],
  callers: ['calls'],
  callees: ['calls'],
  import: ['imports'],
  extend: ['extends'],
  inherits: ['extends', 'implements'],
  implement: ['implements'],
  reference: ['references'],
  usage: ['references', 'calls'],
  uses: ['references', 'calls'],
  contain: ['contains'],
  members: ['contains'],
};

/**
 * Maps words to symbol kinds.
 * @throws {GraphMemoryError} GM_USAGE with the list of known kinds.
 */
export function symbolKinds(words: readonly string[]): SymbolKind[] {
  return kindsOf(words, SYMBOL_KINDS, SYMBOL_KIND_WORDS, 'symbol kind');
}

/**
 * Maps words to kinds of places: those of symbols, and `block`.
 * @throws {GraphMemoryError} GM_USAGE with the list of known kinds.
 */
export function placeKinds(words: readonly string[]): PlaceKind[] {
  return kindsOf(words, PLACE_KINDS, SYMBOL_KIND_WORDS, 'kind of place');
}

/**
 * Maps words to edge kinds.
 * @throws {GraphMemoryError} GM_USAGE with the list of known kinds.
 */
export function edgeKinds(words: readonly string[]): EdgeKind[] {
  return kindsOf(words, EDGE_KINDS, EDGE_KIND_WORDS, 'edge kind');
}

/**
 * Maps words to kinds of findings in documentation.
 * @throws {GraphMemoryError} GM_USAGE with the list of known kinds.
 */
export function driftKinds(words: readonly string[]): DriftKind[] {
  return kindsOf(words, DRIFT_KINDS, {}, 'kind of finding');
}

function kindsOf<Kind extends string>(
  words: readonly string[],
  kinds: readonly Kind[],
  synonyms: Readonly<Record<string, readonly Kind[]>>,
  what: string,
): Kind[] {
  const chosen = new Set<Kind>();
  for (const word of words) {
    const lower = word.trim().toLowerCase().replaceAll(/[-_ ]/g, '');
    const exact = kinds.filter((kind) => kind.toLowerCase() === lower);
    const found =
      exact.length > 0 || !Object.hasOwn(synonyms, lower) ? exact : (synonyms[lower] ?? []);
    if (found.length === 0) throw unknownKind(word, kinds, what);
    for (const kind of found) chosen.add(kind);
  }
  return kinds.filter((kind) => chosen.has(kind));
}

function unknownKind(word: string, kinds: readonly string[], what: string): GraphMemoryError {
  const [near] = nearestNames(word, kinds, 1);
  return new GraphMemoryError('GM_USAGE', `unknown ${what} "${word}"`, {
    hint: `${near === undefined ? '' : `Did you mean ${near}? `}Known: ${kinds.join(', ')}.`,
    details: { known: kinds },
  });
}
