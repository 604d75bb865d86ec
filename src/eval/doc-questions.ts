/**
 * Questions from documentation: what a doc comment says → the symbol it stands at. A comment answers
 * its own question, so its lines are blanked in the text that the measured index is made of.
 */
import type { SymbolGraph, SymbolNode } from '../graph/symbol-graph.ts';
import { splitIdentifier, wordsOf } from '../index/tokenize.ts';
import type { RepoPath } from '../model/path.ts';
import type { SymbolKind } from '../model/symbol.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Question, Target } from './question.ts';

/** A place whose comment became a question. */
export interface DocumentedSymbol {
  readonly path: RepoPath;
  readonly startLine: number;
  readonly endLine: number;
  readonly doc: string;
  readonly sentence: string;
}

/** Distinct words besides stop words. */
const TERMS_MIN = 4;
const SENTENCE_CHARACTERS_MAX = 200;
/** The same sentence at more places tells none of them. */
const PLACES_MAX = 3;
const SENTENCE_END = /(?<=[.!?])\s|\n\s*\n|\n\s*[@-]/;
const NO_QUESTION =
  /@(?:deprecated|internal|inheritdoc|see)\b|\b(?:eslint|biome|tslint|todo|fixme|copyright|licen[cs]e)\b/i;

/** Symbols with a sentence that can be asked for, in the order of the graph. */
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

/** What a member holds is said in the words of its owner; alone they ask for nothing. */
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

/** A sentence that begins with the symbol's name, or writes it as code, asks for a name and not for a thing. */
function spells(sentence: string, name: string): boolean {
  const words = wordsOf(sentence);
  const { joined } = splitIdentifier(name);
  return words[0] === name || (joined !== '' && words.includes(name));
}

/** Every n-th symbol, so that a sample is spread over the project and the same every time. */
export function sample<Item>(items: readonly Item[], countMax: number): readonly Item[] {
  const step = Math.max(1, items.length / countMax);
  const picked: Item[] = [];
  for (let position = 0; position < items.length && picked.length < countMax; position += step) {
    picked.push(...items.slice(Math.floor(position), Math.floor(position) + 1));
  }
  return picked;
}

/** One question per sentence; symbols that share it are its targets. */
export function docQuestions(symbols: readonly DocumentedSymbol[]): readonly Question[] {
  const targets = new Map<string, Target[]>();
  for (const { sentence, path, startLine, endLine } of symbols) {
    const known = targets.get(sentence) ?? [];
    known.push({ path, lines: { startLine, endLine } });
    targets.set(sentence, known);
  }
  return [...targets]
    .filter(([, places]) => places.length <= PLACES_MAX)
    .map(([query, places], index) => ({
      id: `doc ${index + 1}`,
      query,
      category: 'doc',
      targets: places,
    }));
}

/** How far from a declaration its comment is looked for, beyond the comment's own length. */
const NEAR_LINES = 12;

/**
 * The text with a symbol's doc comment blanked, line structure kept; undefined when not every line of
 * the comment was found near the symbol, so that its question would answer itself.
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

/** A comment line as doc texts have it: no opening, closing or leading marks. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(/^(?:\/\*\*?|\*(?!\/)|\/\/[/!]?|#+|--+|;+|%+|"""|''')\s?/, '')
    .replace(/\s*(?:\*\/|"""|''')$/, '')
    .trim();
}
