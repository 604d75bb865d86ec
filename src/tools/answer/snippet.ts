import { getOrCompute } from '../../base/memoize.ts';
import { commentLines } from '../../index/comments.ts';
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

/**
 * Returns the lines of a range that match a query best. This is the window of at most 12 lines and
 * 600 characters with the most different query terms. Ties go to a window that begins with a match,
 * then to the earliest. A range that fits is returned whole. Blank lines at the ends are removed.
 * Cost: O(lines of the range × terms).
 */
export function bestSnippet(
  lines: readonly string[],
  range: { readonly startLine: number; readonly endLine: number },
  terms: ReadonlySet<string>,
): Snippet | undefined {
  const first = range.startLine - 1;
  const last = Math.min(range.endLine, lines.length) - 1;
  if (first < 0 || first > last) return undefined;
  const matches = lines
    .slice(first, last + 1)
    .map((line) => new Set(termsOf(line).filter((term) => terms.has(term))));
  let best = { start: first, end: first, score: -1 };
  for (let start = first; start <= last; start++) {
    const end = windowEnd(lines, start, last);
    const found = new Set<string>();
    for (let line = start; line <= end; line++) {
      for (const term of matches[line - first] ?? []) found.add(term);
    }
    const score = 2 * found.size + ((matches[start - first]?.size ?? 0) > 0 ? 1 : 0);
    if (score > best.score) best = { start, end, score };
    if (start === first && end === last) break;
  }
  let { start, end } = best;
  const isBlank = (line: number) => (lines[line] ?? '').trim() === '';
  while (start < end && isBlank(start)) start++;
  while (start < end && isBlank(end)) end--;
  const firstMatch = matches
    .slice(start - first, end + 1 - first)
    .findIndex(({ size }) => size > 0);
  return {
    text: clipped(lines.slice(start, end + 1)),
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

/** Comment lines of files that answers have shown; their lines stay the same object until a change. */
const COMMENTS = new WeakMap<readonly string[], ReadonlySet<number>>();

/** Extends the range by the comment lines directly above it, which explain it. */
export function withLeadingComment(
  lines: readonly string[],
  range: { readonly startLine: number; readonly endLine: number },
): { readonly startLine: number; readonly endLine: number } {
  const comments = getOrCompute(COMMENTS, lines, () => new Set(commentLines(lines)));
  let first = range.startLine - 1;
  while (comments.has(first - 1)) first--;
  const isShort = range.startLine - 1 - first <= LEADING_COMMENT_LINES_MAX;
  return isShort ? { ...range, startLine: first + 1 } : range;
}

function windowEnd(lines: readonly string[], start: number, last: number): number {
  let characters = 0;
  let end = start;
  for (let line = start; line <= last && line < start + SNIPPET_LINES_MAX; line++) {
    characters += (lines[line]?.length ?? 0) + 1;
    if (characters > SNIPPET_CHARACTERS_MAX && line > start) break;
    end = line;
  }
  return end;
}

/**
 * Joins the lines and cuts the text at the limit, never inside a surrogate pair. Even a single line
 * may be too long.
 */
function clipped(lines: readonly string[]): string {
  const text = lines.join('\n');
  if (text.length <= SNIPPET_CHARACTERS_MAX) return text;
  const cut = text.slice(0, SNIPPET_CHARACTERS_MAX - 1);
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
