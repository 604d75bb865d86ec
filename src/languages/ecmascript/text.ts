/** Reading what named nodes do not show: signatures, modifiers and comments, from the text around them. */
import type { Context } from './context.ts';
import type { Syntax } from './syntax.ts';

const SIGNATURE_CHARS_MAX = 300;

/** One line of a declaration's head: `start` up to where its body begins. */
export function signatureText(context: Context, start: number, bodyStart: number): string {
  const head = context.text.slice(start, Math.min(bodyStart, start + 4 * SIGNATURE_CHARS_MAX));
  const line = head
    .replace(/\s+/g, ' ')
    .replace(/\s*(=>|[={:])?[\s;,]*$/, '')
    .trim();
  if (line.length <= SIGNATURE_CHARS_MAX) return line;
  // Never half of a surrogate pair.
  return `${line.slice(0, SIGNATURE_CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** The words and marks between two offsets, e.g. the modifiers before a method's name. */
export function wordsBetween(context: Context, start: number, end: number): ReadonlySet<string> {
  return new Set(context.text.slice(start, end).match(/[a-z]+|[*?!]/g) ?? []);
}

/** Takes the markers off a comment. */
export function commentText(comment: string): string {
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

/**
 * The comment that documents what starts at `offset`: the doc block right before it, whatever the blank
 * lines between; or other comments on the lines directly above.
 */
export function docCommentBefore(context: Context, offset: number): string {
  const { comments } = context.tree;
  let index = commentBefore(comments, offset);
  const nearest = comments[index];
  if (nearest === undefined || context.text.slice(nearest.end, offset).trim() !== '') return '';
  if (context.text.startsWith('/**', nearest.start)) return commentText(context.textOf(nearest));
  const lines: string[] = [];
  let below = offset;
  for (let comment = comments[index]; comment !== undefined; comment = comments[--index]) {
    const gap = context.text.slice(comment.end, below);
    if (gap.trim() !== '' || gap.split('\n').length > 2 || !startsLine(context, comment)) break;
    lines.unshift(commentText(context.textOf(comment)));
    below = comment.start;
    if (!context.text.startsWith('//', comment.start)) break;
  }
  return lines.join('\n').trim();
}

/** A comment behind code on the same line belongs to that code. */
function startsLine(context: Context, comment: Syntax): boolean {
  const lineStart = context.text.lastIndexOf('\n', comment.start - 1) + 1;
  return context.text.slice(lineStart, comment.start).trim() === '';
}

/** The file's own doc comment: its first doc block, unless that documents the first declaration. */
export function fileDoc(context: Context): string {
  const first = context.tree.comments.find((comment) =>
    context.text.startsWith('/**', comment.start),
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
  if (documentsDeclaration && !/@(file|fileoverview|module|packageDocumentation)\b/.test(text)) {
    return '';
  }
  return commentText(text);
}

/** The value of a quoted name or string literal; escapes stay as written. */
export function unquote(text: string): string {
  return /^(['"`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
