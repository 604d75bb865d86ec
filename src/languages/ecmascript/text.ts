/** Reads modifiers and doc comments, which have no named nodes, from the surrounding text. */
import {
  commentBefore,
  commentText,
  FILE_TAG,
  isLicence,
  lineComments,
} from '../../extractors/lowering/comments.ts';
import type { Context } from './context.ts';

/**
 * Returns the words and punctuation between two offsets, such as the modifiers before a method's
 * name.
 */
export function wordsBetween(context: Context, start: number, end: number): ReadonlySet<string> {
  return new Set(context.text.slice(start, end).match(/[a-z]+|[*?!]/g) ?? []);
}

/**
 * Returns the comment that documents the code at `offset`. This is the doc block right before it,
 * regardless of blank lines, or other comments on the lines directly above.
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
 * Returns the file's own doc comment: its first doc block. Skipped if it documents the first
 * declaration or is a licence header.
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

/** Returns the value of a quoted name or string literal. Escapes are kept as written. */
export function unquote(text: string): string {
  return /^(['"`]).*\1$/s.test(text) ? text.slice(1, -1) : text;
}
