/** Turns comments into documentation, whatever the language's comment markers. */
import type { FileDraft } from './file-draft.ts';
import type { Syntax } from './syntax.ts';

/** Line comment markers: those of C, shell, SQL and Haskell, Lisp, and Erlang. */
const LINE_MARK = /^[ \t]*(?:\/\/+!?|#+!?:?|--+(?!\[=*\[)(?: ?[|^])?|;+|%+)[ \t]?/;
const BLOCK_OPEN = /^(?:\/\*+!?|\(\*+|\{-+ ?[|^]?|--\[=*\[|=begin\b)/;
/** Matches the prefix of lines in a block comment. */
const STAR = /^\s*\*? ?/;
const BLOCK_CLOSE = /(?:\*+\/|\*+\)|-+\}|\]=*\]|^=end)$/m;

/**
 * Removes the markers of a comment. A grammar may return consecutive comment lines as one comment.
 */
export function commentText(comment: string): string {
  const text = comment.trimEnd();
  const lines = text.split('\n');
  if (lines.every(isLineComment)) return lines.map(withoutLineMark).join('\n').trim();
  const block = text.replace(BLOCK_OPEN, '').replace(BLOCK_CLOSE, '');
  return block.split('\n').map(withoutStar).join('\n').trim();
}

function isLineComment(line: string): boolean {
  return LINE_MARK.test(line) && !BLOCK_OPEN.test(line);
}

function withoutLineMark(line: string): string {
  return line.replace(LINE_MARK, '').trimEnd();
}

function withoutStar(line: string): string {
  return line.replace(STAR, '').trimEnd();
}

/** Returns the index of the last comment that ends at or before `offset`, or −1. */
export function commentBefore(comments: readonly Syntax[], offset: number): number {
  let low = -1;
  let high = comments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const comment = comments[middle];
    if (comment !== undefined && comment.end <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Comments addressed to tools, not to readers. */
const DIRECTIVE =
  /^(eslint|tslint|prettier|biome|oxlint|deno|istanbul|c8|v8)(-|:| )(ignore|disable|enable|env|lint|fmt)|^@ts-(check|nocheck|ignore|expect-error)|^#?(end)?region\b|^<(reference|amd)|^go:[a-z]|^(frozen_string_literal|(en)?coding):|^(shellcheck|rubocop:|noqa)\b/;

const LICENCE =
  /@licen[cs]e\b|@preserve\b|SPDX-License-Identifier|^copyright\b|\bcopyright (\(c\)|©|\d{4})|\blicensed under\b/im;
/** Marks a comment as documentation of the file. */
export const FILE_TAG = /@(file|fileoverview|module|packageDocumentation)\b/;

/**
 * Whether a comment is a licence: the first comment of a file may be one, and it documents nothing.
 */
export function isLicence(index: number, text: string): boolean {
  return index <= 0 && LICENCE.test(text) && !FILE_TAG.test(text);
}

/**
 * Returns the comments on the lines directly above `offset`; `last` is the index of the last of
 * them.
 */
export function lineComments(draft: FileDraft, last: number, offset: number): string {
  const { comments } = draft.tree;
  const lines: string[] = [];
  let index = last;
  let below = offset;
  for (let comment = comments[index]; comment !== undefined; comment = comments[--index]) {
    const gap = draft.text.slice(comment.end, below);
    if (gap.trim() !== '' || gap.split('\n').length > 2 || !startsLine(draft, comment)) break;
    const text = commentText(draft.textOf(comment));
    const isShebang = comment.start === 0 && draft.text.startsWith('#!');
    if (!isShebang && !DIRECTIVE.test(text)) lines.push(text);
    below = comment.start;
    if (BLOCK_OPEN.test(draft.text.slice(comment.start, comment.start + 8))) break;
  }
  const text = lines.reverse().join('\n').trim();
  return isLicence(index, text) ? '' : text;
}

/**
 * Whether a comment starts its line. A comment after code on the same line belongs to that code.
 */
function startsLine(draft: FileDraft, comment: Syntax): boolean {
  const lineStart = draft.startOfLine(draft.lineOf(comment.start));
  return draft.text.slice(lineStart, comment.start).trim() === '';
}
