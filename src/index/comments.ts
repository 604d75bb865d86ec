/**
 * Finds comment lines without a grammar, by how lines begin: with `//`, with the opening mark of a
 * block below, or with `#`, `--`, `;;`, `%%` followed by a space or another mark (so that
 * `#include`, `#field` and `--x` stay code). Good enough for ranking, where a missed line costs one
 * word's weight; nothing else may rely on it.
 */
import { getOrCompute } from '../base/memoize.ts';

const LINE_MARK = /^(?:\/\/|#(?=[\s#]|$)|--(?=[\s-]|$)|;;|%%)/;
const BLOCKS: readonly (readonly [open: string, close: string])[] = [
  ['/*', '*/'],
  ['<!--', '-->'],
  ['"""', '"""'],
  ["'''", "'''"],
  ['--[[', ']]'],
  ['{-', '-}'],
  ['=begin', '=end'],
];
/**
 * Characters that can start a comment. A single check of the first character excludes most lines.
 */
const FIRST_CHARACTERS = '/#-;%<"\'{=';
const BLANK = 0x20;
const TILDE = 0x7e;
/** Maximum line of a file header. A later comment is about one declaration, not about the file. */
const HEADER_LINES_MAX = 80;
const LICENCE =
  /licen[cs]e|copyright|\(c\)\s*\d{4}|spdx-|all rights reserved|permission is hereby/i;

/** Returns the 0-based indexes of lines that hold only comments, in order. */
export function commentLines(lines: readonly string[]): readonly number[] {
  const found: number[] = [];
  let close: string | undefined;
  for (const [index, raw] of lines.entries()) {
    if (close === undefined && !mayBeComment(raw)) continue;
    const line = raw.trim();
    if (close !== undefined) {
      found.push(index);
      if (line.includes(close)) close = undefined;
      continue;
    }
    if (!FIRST_CHARACTERS.includes(line.charAt(0))) continue;
    const block = BLOCKS.find(([open]) => line.startsWith(open));
    if (block !== undefined) {
      const [open, end] = block;
      const endIndex = line.indexOf(end, open.length);
      if (endIndex < 0) close = end;
      // `/* global x */ code()` is a line of code.
      if (endIndex < 0 || endIndex + end.length === line.length) found.push(index);
    } else if (LINE_MARK.test(line)) found.push(index);
  }
  return found;
}

/** Comment lines of files that answers have shown; their lines stay the same object until a change. */
const KNOWN = new WeakMap<readonly string[], ReadonlySet<number>>();

/** Returns the same as a set, which is made once for a list of lines. */
export function commentLineSet(lines: readonly string[]): ReadonlySet<number> {
  return getOrCompute(KNOWN, lines, () => new Set(commentLines(lines)));
}

/** Whether the first non-blank character can start a comment. This check rules out most lines. */
function mayBeComment(line: string): boolean {
  let at = 0;
  while (line.charCodeAt(at) === BLANK) at++;
  const unit = line.charCodeAt(at);
  // Other kinds of white space need the full check.
  return unit < BLANK || unit > TILDE || FIRST_CHARACTERS.includes(line.charAt(at));
}

/**
 * Returns the text of the first comment block in the first 80 lines that is not a licence, or ''.
 * A block is a run of comment lines; code or a blank line between two lines ends it.
 */
export function headerComment(lines: readonly string[], comments: readonly number[]): string {
  let block: string[] = [];
  for (const [position, line] of comments.entries()) {
    if (block.length === 0 && line >= HEADER_LINES_MAX) return '';
    block.push(lines[line] ?? '');
    if (comments[position + 1] === line + 1) continue;
    const text = block.join('\n');
    if (!LICENCE.test(text) && /\p{L}{2}/u.test(text)) return text;
    block = [];
  }
  return '';
}
