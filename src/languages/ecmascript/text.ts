/** Reading what named nodes do not show: signatures, modifiers and comments, from the text around them. */
import type { Context } from './context.ts';
import type { Syntax } from './syntax.ts';

const SIGNATURE_CHARS_MAX = 300;

/** One line of a declaration's head: `start` up to where its body begins. */
export function signatureText(context: Context, start: number, bodyStart: number): string {
  const head = withoutComments(
    context,
    start,
    Math.min(bodyStart, start + 4 * SIGNATURE_CHARS_MAX),
  );
  const line = head
    .replace(/([(<[])\s*\n\s*/g, '$1')
    .replace(/,?\s*\n\s*([)>\]])/g, '$1')
    .replace(/,\s*\n\s*}/g, ' }')
    .replace(/\s+/g, ' ')
    .replace(/\s*(=>|[={:])?[\s;,]*$/, '')
    .trim();
  if (line.length <= SIGNATURE_CHARS_MAX) return line;
  // Never half of a surrogate pair.
  return `${line.slice(0, SIGNATURE_CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** On one line, a line comment would swallow what follows it. */
function withoutComments(context: Context, start: number, end: number): string {
  const { comments } = context.tree;
  const parts: string[] = [];
  let from = end;
  for (let index = commentBefore(comments, end); index >= 0; index--) {
    const comment = comments[index];
    if (comment === undefined || comment.start < start) break;
    parts.unshift(context.text.slice(comment.end, from).trimEnd());
    from = comment.start;
  }
  return [context.text.slice(start, from).trimEnd(), ...parts].join('');
}

/** The words and marks between two offsets, e.g. the modifiers before a method's name. */
export function wordsBetween(context: Context, start: number, end: number): ReadonlySet<string> {
  return new Set(context.text.slice(start, end).match(/[a-z]+|[*?!]/g) ?? []);
}

/** Takes the markers off a comment. */
function commentText(comment: string): string {
  if (comment.startsWith('//')) return comment.replace(/^\/\/+[ \t]?/, '').trim();
  return comment
    .replace(/^\/\*+/, '')
    .replace(/\*+\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** Index of the last comment that ends at or before `offset`; −1: none. */
function commentBefore(comments: readonly Syntax[], offset: number): number {
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

/** Addressed to tools, not to readers. */
const DIRECTIVE =
  /^(eslint|tslint|prettier|biome|oxlint|deno|istanbul|c8|v8)(-|:| )(ignore|disable|enable|env|lint|fmt)|^@ts-(check|nocheck|ignore|expect-error)|^#?(end)?region\b|^<(reference|amd)/;

const LICENCE =
  /@licen[cs]e\b|@preserve\b|SPDX-License-Identifier|^copyright\b|\bcopyright (\(c\)|©|\d{4})|\blicensed under\b/im;
const FILE_TAG = /@(file|fileoverview|module|packageDocumentation)\b/;

/** A file's first comment may be a licence, which documents nothing. */
function isLicence(index: number, text: string): boolean {
  return index <= 0 && LICENCE.test(text) && !FILE_TAG.test(text);
}

/**
 * The comment that documents what starts at `offset`: the doc block right before it, whatever the blank
 * lines between; or other comments on the lines directly above.
 */
export function docCommentBefore(context: Context, offset: number): string {
  const { comments } = context.tree;
  const index = commentBefore(comments, offset);
  const nearest = comments[index];
  if (nearest === undefined || context.text.slice(nearest.end, offset).trim() !== '') return '';
  if (context.text.startsWith('/**', nearest.start)) {
    const text = commentText(context.textOf(nearest));
    return isLicence(index, text) ? '' : text;
  }
  return lineComments(context, index, offset);
}

/** The comments on the lines directly above `offset`, of which number `index` is the last. */
function lineComments(context: Context, last: number, offset: number): string {
  const { comments } = context.tree;
  const lines: string[] = [];
  let index = last;
  let below = offset;
  for (let comment = comments[index]; comment !== undefined; comment = comments[--index]) {
    const gap = context.text.slice(comment.end, below);
    if (gap.trim() !== '' || gap.split('\n').length > 2 || !startsLine(context, comment)) break;
    const text = commentText(context.textOf(comment));
    if (!DIRECTIVE.test(text)) lines.push(text);
    below = comment.start;
    if (!context.text.startsWith('//', comment.start)) break;
  }
  const text = lines.reverse().join('\n').trim();
  return isLicence(index, text) ? '' : text;
}

/** A comment behind code on the same line belongs to that code. */
function startsLine(context: Context, comment: Syntax): boolean {
  const lineStart = context.startOfLine(context.lineOf(comment.start));
  return context.text.slice(lineStart, comment.start).trim() === '';
}

/**
 * The file's own doc comment: its first doc block, unless that documents the first declaration or is a
 * licence header.
 */
export function fileDoc(context: Context): string {
  const first = context.tree.comments.find(
    (comment, index) =>
      context.text.startsWith('/**', comment.start) &&
      !isLicence(index, commentText(context.textOf(comment))),
  );
  if (first === undefined) return '';
  const firstDeclaration = context.declarations.reduce(
    (least, declaration) => Math.min(least, declaration.start),
    Number.POSITIVE_INFINITY,
  );
  if (first.start > firstDeclaration) return '';
  const text = context.textOf(first);
  const documentsDeclaration =
    context.text.slice(first.end, firstDeclaration).trim() === '' &&
    Number.isFinite(firstDeclaration);
  return documentsDeclaration && !FILE_TAG.test(text) ? '' : commentText(text);
}

/** The value of a quoted name or string literal; escapes stay as written. */
export function unquote(text: string): string {
  return /^(['"`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
