/**
 * Creates questions from documentation: a sentence of a doc comment is the query, and the
 * documented symbol is the target. A comment would answer its own question, so its lines are
 * blanked in the measured index.
 */
import { appendTo } from '../base/append-to.ts';
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { splitIdentifier, wordsOf } from '../index/tokenize.ts';
import type { RepoPath } from '../model/path.ts';
import type { SymbolKind } from '../model/symbol.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Question, Target } from './question.ts';

/** A symbol whose comment became a question. */
export interface DocumentedSymbol {
  readonly path: RepoPath;
  readonly startLine: number;
  readonly endLine: number;
  readonly doc: string;
  readonly sentence: string;
}

/** Minimum number of distinct words that are not stop words. */
const TERMS_MIN = 4;
const SENTENCE_CHARACTERS_MAX = 200;
/** A sentence that occurs at more places identifies none of them. */
const PLACES_MAX = 3;
const SENTENCE_END = /(?<=[.!?])\s|\n\s*\n|\n\s*[@-]/;
const NO_QUESTION =
  /@(?:deprecated|internal|inheritdoc|see)\b|\b(?:eslint|biome|tslint|todo|fixme|copyright|licen[cs]e)\b/i;

/** Returns the symbols with a sentence that can be used as a query, in graph order. */
export function documentedSymbols(
  graph: SymbolGraph,
  isTarget: (path: string) => boolean,
): readonly DocumentedSymbol[] {
  return graph
    .paths()
    .filter(isTarget)
    .flatMap((path) => graph.symbolsOf(path))
    .flatMap((index) => documented(graph.node(index)));
}

/**
 * Data members are left out: their comments rely on the words of their owner and are too vague as
 * queries.
 */
const KINDS: ReadonlySet<SymbolKind> = new Set<SymbolKind>([
  'namespace',
  'class',
  'interface',
  'typeAlias',
  'enum',
  'function',
  'method',
  'accessor',
  'variable',
]);

function documented(node: SymbolNode): DocumentedSymbol[] {
  const { path, startLine, endLine, doc, name, kind } = node;
  if (!KINDS.has(kind)) return [];
  const [first = ''] = doc.trim().split(SENTENCE_END);
  const sentence = first
    .replace(/\{@\w+\s+([^}]*)\}/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isQuestion =
    sentence.length <= SENTENCE_CHARACTERS_MAX &&
    parseQuery(sentence).terms.length >= TERMS_MIN &&
    !NO_QUESTION.test(doc) &&
    !spells(sentence, name);
  return isQuestion ? [{ path, startLine, endLine, doc, sentence }] : [];
}

/**
 * Whether a sentence starts with the symbol's name or contains it as code. It would be a query for
 * a name, not for a meaning.
 */
function spells(sentence: string, name: string): boolean {
  const words = wordsOf(sentence);
  const { joined } = splitIdentifier(name);
  return words[0] === name || (joined !== '' && words.includes(name));
}

/** Returns every n-th item, so that a sample is spread evenly and always the same. */
export function sample<Item>(items: readonly Item[], countMax: number): readonly Item[] {
  const step = Math.max(1, items.length / countMax);
  const picked: Item[] = [];
  for (let position = 0; position < items.length && picked.length < countMax; position += step) {
    picked.push(...items.slice(Math.floor(position), Math.floor(position) + 1));
  }
  return picked;
}

/** Creates one question per sentence; all symbols with that sentence are its targets. */
export function docQuestions(symbols: readonly DocumentedSymbol[]): readonly Question[] {
  const targets = new Map<string, Target[]>();
  for (const { sentence, path, startLine, endLine } of symbols)
    appendTo(targets, sentence, { path, lines: { startLine, endLine } });
  return [...targets]
    .filter(([, places]) => places.length <= PLACES_MAX)
    .map(([query, places], index) => ({
      id: `doc ${index + 1}`,
      query,
      category: 'doc',
      targets: places,
    }));
}

/**
 * Maximum distance in lines between a declaration and its comment, in addition to the comment's
 * length.
 */
const NEAR_LINES = 12;

/**
 * Blanks a symbol's doc comment in `lines`, keeping the line structure. Returns false and changes
 * nothing if a line of the comment is not found near the symbol. Its question would then answer
 * itself.
 */
export function maskDoc(
  lines: string[],
  { startLine, doc }: Pick<DocumentedSymbol, 'startLine' | 'doc'>,
): boolean {
  const expected = new Set(
    doc
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => /\w/.test(line)),
  );
  const reach = doc.split('\n').length + NEAR_LINES;
  const first = Math.max(0, startLine - 1 - reach);
  const found: number[] = [];
  const missing = new Set(expected);
  for (let line = first; line < Math.min(lines.length, startLine + reach); line++) {
    const text = withoutMarks(lines[line] ?? '');
    if (!expected.has(text)) continue;
    missing.delete(text);
    found.push(line);
  }
  if (missing.size > 0) return false;
  for (const line of found) lines[line] = (lines[line] ?? '').replace(/[\p{L}\p{N}_]/gu, ' ');
  return true;
}

/** Returns a comment line as in doc texts: without opening, closing or leading markers. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(/^(?:\/\*\*?|\*(?!\/)|\/\/[/!]?|#+|--+|;+|%+|"""|''')\s?/, '')
    .replace(/\s*(?:\*\/|"""|''')$/, '')
    .trim();
}
