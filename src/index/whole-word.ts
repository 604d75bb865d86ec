/** Finds a word in a text as `git grep -w` does, and classifies where it stands. */
import { commentLines } from './comments.ts';

const WORD_CHARACTER = /\w/;

/** One occurrence of a word in a text. */
export interface Occurrence {
  /** 1-based. */
  readonly line: number;
  /** UTF-16 offset of the word in the text. */
  readonly offset: number;
}

/** Whether no ASCII word character is next to the range; the rule of `git grep -w`. */
export function isWholeWord(text: string, start: number, end: number): boolean {
  return !WORD_CHARACTER.test(text[start - 1] ?? '') && !WORD_CHARACTER.test(text[end] ?? '');
}

/** Returns the occurrences of a word that is not part of a longer one, in text order. */
export function wholeWordOccurrences(text: string, word: string): readonly Occurrence[] {
  const found: Occurrence[] = [];
  let line = 1;
  let lineEnd = text.indexOf('\n');
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWholeWord(text, at, at + word.length)) continue;
    for (; lineEnd >= 0 && lineEnd < at; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    found.push({ line, offset: at });
  }
  return found;
}

/**
 * `call`: an opening bracket follows, so that it looks like a call. `binding`: it is alone between commas
 * or braces, as where it is taken out of an object: `const { pay, refund } = shop`. `member`: it is
 * a member of a value or a key: `order.address`, `{ address: home }`.
 */
export type WordContext = 'comment' | 'string' | 'call' | 'binding' | 'member' | 'code';

/** Matches the strings and comments of a line, whatever the language. */
const STRINGS_AND_COMMENTS =
  /"(?:\\.|[^"\\])*"|(?<!\w)'(?:\\.|[^'\\])*'(?!\w)|`(?:\\.|[^`\\])*`|\/\/.*|\/\*.*?(?:\*\/|$)|(?<=\s|^)(?:#|--)\s.*/g;
const CALL = /^\s*(?:<[^()]*>|\?\.|!)?\s*\(/;
const LISTED_BEFORE = /(?:^|[{,])\s*$/;
const LISTED_AFTER = /^\s*(?:[,}]|$)/;
const ACCESS_BEFORE = /[\w)\]?!]\s*(?:\.|->)\s*$/;
const KEY_AFTER = /^\s*:(?![:=])/;
/** A name follows, as after the type of a variable: `shop.Address home`. */
const DECLARED_AFTER =
  /^\s+(?!(?:and|as|do|else|for|if|in|instanceof|is|not|or|then|unless)\b)[A-Za-z_$]/;

/** The lines of a text, and which of them hold only comments. */
export interface ClassifiedLines {
  readonly lines: readonly string[];
  /** Offset of the start of each line. */
  readonly starts: readonly number[];
  /** 0-based. */
  readonly comments: ReadonlySet<number>;
}

export function classifyLines(text: string): ClassifiedLines {
  const lines = text.split('\n');
  const starts: number[] = [];
  let start = 0;
  for (const line of lines) {
    starts.push(start);
    start += line.length + 1;
  }
  return { lines, starts, comments: new Set(commentLines(lines)) };
}

/**
 * Classifies the place of an occurrence of a word. It judges by the look of the line, without a grammar,
 * so its answer is a label for readers and nothing more.
 */
export function wordContext(
  { lines, starts, comments }: ClassifiedLines,
  word: string,
  { line, offset }: Occurrence,
): WordContext {
  if (comments.has(line - 1)) return 'comment';
  const own = lines[line - 1] ?? '';
  const column = offset - (starts[line - 1] ?? 0);
  for (const { 0: quoted, index } of own.matchAll(STRINGS_AND_COMMENTS)) {
    if (index > column) break;
    if (column < index + quoted.length) return /^["'`]/.test(quoted) ? 'string' : 'comment';
  }
  const after = own.slice(column + word.length);
  if (CALL.test(after)) return 'call';
  const before = own.slice(0, column);
  const isListed = LISTED_BEFORE.test(before);
  if (isListed && LISTED_AFTER.test(after)) return 'binding';
  const isAccess = ACCESS_BEFORE.test(before) && !DECLARED_AFTER.test(after);
  return isAccess || (isListed && KEY_AFTER.test(after)) ? 'member' : 'code';
}
