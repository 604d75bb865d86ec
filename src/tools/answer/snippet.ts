import { getOrCompute } from '../../base/memoize.ts';
import { commentLineSet } from '../../index/comments.ts';
import { termsOf } from '../../index/tokenize.ts';

/** A part of a file's text for display. */
export interface Snippet {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** First matching line of the snippet; undefined if none matches. */
  readonly matchLine: number | undefined;
}

export const SNIPPET_LINES_MAX = 12;
export const SNIPPET_CHARACTERS_MAX = 600;

/** The most that a snippet may hold. */
interface SnippetSize {
  readonly lines: number;
  readonly characters: number;
}

const SHORT: SnippetSize = { lines: SNIPPET_LINES_MAX, characters: SNIPPET_CHARACTERS_MAX };
/** Three of four functions fit; the reader need not open the file for them. */
const WHOLE: SnippetSize = { lines: 36, characters: 1400 };
const EXCERPT: SnippetSize = { lines: 16, characters: 800 };

interface Range {
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns a symbol whole, with the comment above it, or the best lines of a range if it is long. */
export function wholeOrExcerpt(
  lines: readonly string[],
  { symbol, range }: { readonly symbol: Range; readonly range: Range },
  terms: ReadonlySet<string>,
): Snippet | undefined {
  const whole = withLeadingComment(lines, symbol);
  const text = lines.slice(whole.startLine - 1, whole.endLine);
  const characters = text.reduce((sum, line) => sum + line.length + 1, 0);
  const isShort = text.length <= WHOLE.lines && characters <= WHOLE.characters;
  return isShort
    ? bestSnippet(lines, whole, terms, WHOLE)
    : bestSnippet(lines, range, terms, EXCERPT);
}

/** Terms of lines that answers have shown, by their position in a file. */
const LINE_TERMS = new WeakMap<readonly string[], Map<number, readonly string[]>>();

/**
 * Returns the lines of a range that match a query best. This is the window within the size (at most
 * 12 lines and 600 characters) with the most different query terms. Ties go to a window that begins
 * with a statement, then with a match, then to the earliest. A range that fits is returned whole; otherwise the window ends
 * where the code after it is least nested. Blank lines at the ends are removed.
 * Cost: O(lines of the range × terms).
 */
export function bestSnippet(
  lines: readonly string[],
  range: Range,
  terms: ReadonlySet<string>,
  size: SnippetSize = SHORT,
): Snippet | undefined {
  const first = range.startLine - 1;
  const last = Math.min(range.endLine, lines.length) - 1;
  if (first < 0 || first > last) return undefined;
  const known = getOrCompute(LINE_TERMS, lines, () => new Map<number, readonly string[]>());
  const matches: (readonly string[])[] = [];
  for (let line = first; line <= last; line++) {
    const own = getOrCompute(known, line, () => [...new Set(termsOf(lines[line] ?? ''))]);
    matches.push(own.filter((term) => terms.has(term)));
  }
  const inside = continuations(lines, { first, last });
  let best = { start: first, end: first, score: -1 };
  for (let start = first; start <= last; start++) {
    const end = windowEnd(lines, { start, last }, size);
    const found = new Set<string>();
    for (let line = start; line <= end; line++) {
      for (const term of matches[line - first] ?? []) found.add(term);
    }
    const isMatch = (matches[start - first]?.length ?? 0) > 0;
    const score = 4 * found.size + (inside.has(start) ? 0 : 2) + (isMatch ? 1 : 0);
    if (score > best.score) best = { start, end, score };
    if (start === first && end === last) break;
  }
  let { start, end } = best;
  if (end < last) {
    const shown = matches.slice(start - first, end + 1 - first);
    const lastMatch =
      start +
      Math.max(
        0,
        shown.findLastIndex((found) => found.length > 0),
      );
    end = leastNestedEnd(lines, lastMatch, end);
  }
  const isBlank = (line: number) => (lines[line] ?? '').trim() === '';
  while (start < end && isBlank(start)) start++;
  while (start < end && isBlank(end)) end--;
  const firstMatch = matches
    .slice(start - first, end + 1 - first)
    .findIndex(({ length }) => length > 0);
  return {
    text: clipped(lines.slice(start, end + 1), size.characters),
    startLine: start + 1,
    endLine: end + 1,
    matchLine: firstMatch < 0 ? undefined : start + 1 + firstMatch,
  };
}

/**
 * Maximum number of comment lines shown above a declaration; a longer comment would displace the
 * code.
 */
const LEADING_COMMENT_LINES_MAX = 6;

/** Extends the range by the comment lines directly above it, which explain it. */
export function withLeadingComment(lines: readonly string[], range: Range): Range {
  const comments = commentLineSet(lines);
  let first = range.startLine - 1;
  while (comments.has(first - 1)) first--;
  const isShort = range.startLine - 1 - first <= LEADING_COMMENT_LINES_MAX;
  return isShort ? { ...range, startLine: first + 1 } : range;
}

function windowEnd(
  lines: readonly string[],
  { start, last }: { readonly start: number; readonly last: number },
  size: SnippetSize,
): number {
  let characters = 0;
  let end = start;
  for (let line = start; line <= last && line < start + size.lines; line++) {
    characters += (lines[line]?.length ?? 0) + 1;
    if (characters > size.characters && line > start) break;
    end = line;
  }
  return end;
}

/** Matches a line that goes on with the expression above it. */
const GOES_ON = /^\s*(?:[)\]}.?:&|+]|end\b)/;
/** Matches a line after which the arguments of a call or the items of a list follow. */
const OPENS_LIST = /[([]\s*$/;

/** Returns the lines of a range (0-based) that are inside a statement, as their indentation shows. */
function continuations(
  lines: readonly string[],
  { first, last }: { readonly first: number; readonly last: number },
): ReadonlySet<number> {
  const found = new Set<number>();
  const outer: { readonly indentation: number; readonly opensList: boolean }[] = [];
  for (let line = first; line <= last; line++) {
    const text = lines[line] as string;
    const indentation = text.length - text.trimStart().length;
    if (indentation === text.length) continue;
    while ((outer.at(-1)?.indentation ?? -1) >= indentation) outer.pop();
    if (outer.at(-1)?.opensList === true || GOES_ON.test(text)) found.add(line);
    outer.push({ indentation, opensList: OPENS_LIST.test(text) });
  }
  return found;
}

/** Matches a line that only closes what lines before it opened. */
const CLOSING = /^\s*(?:[)\]}]|end\b)/;

/**
 * Returns the last line from `earliest` to `latest` after which the code is least nested: a branch
 * is shown with its body or not at all. Nesting is read from the indentation, as in any language.
 */
function leastNestedEnd(lines: readonly string[], earliest: number, latest: number): number {
  let best = { end: latest, nesting: Number.POSITIVE_INFINITY };
  for (let end = latest; end >= earliest; end--) {
    let after = end + 1;
    while (after < lines.length && (lines[after] as string).trim() === '') after++;
    const next = lines[after] ?? '';
    const nesting = next.length - next.trimStart().length;
    if (nesting < best.nesting && !CLOSING.test(next)) best = { end, nesting };
  }
  return best.end;
}

/**
 * Joins the lines and cuts the text at the limit, never inside a surrogate pair. Even a single line
 * may be too long.
 */
function clipped(lines: readonly string[], charactersMax: number): string {
  const text = lines.join('\n');
  if (text.length <= charactersMax) return text;
  const cut = text.slice(0, charactersMax - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
