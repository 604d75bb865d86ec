/** Reading what named nodes do not show: modifiers and doc comments, from the text around them. */
import {
  commentBefore,
  commentText,
  FILE_TAG,
  isLicence,
  lineComments,
} from '../../extractors/lowering/comments.ts';
import type { Context } from './context.ts';

/** The words and marks between two offsets, e.g. the modifiers before a method's name. */
export function wordsBetween(context: Context, start: number, end: number): ReadonlySet<string> {
  return new Set(context.text.slice(start, end).match(/[a-z]+|[*?!]/g) ?? []);
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
