import { commentText, isLicence, lineComments } from '../lowering/comments.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import type { Syntax } from '../lowering/syntax.ts';

/**
 * Returns the comment at the start of a file, unless it is a licence or documents the first
 * declaration.
 */
export function headerDoc(draft: FileDraft, root: Syntax): string {
  const { comments } = draft.tree;
  const firstCode = root.children.find(({ type }) => type !== 'php_tag')?.start ?? root.end;
  const declared = new Set(draft.declarations.map(({ start }) => start));
  let last = -1;
  for (const [index, comment] of comments.entries()) {
    if (comment.start >= firstCode) break;
    const text = draft.textOf(comment);
    if (text.startsWith('#!') || isLicence(0, commentText(text))) continue;
    const next = comments[index + 1];
    last = index;
    // A block of line comments ends at a blank line.
    if (next === undefined || /\n\s*\n/.test(draft.text.slice(comment.end, next.start))) break;
  }
  const comment = comments[last];
  if (comment === undefined) return '';
  const below = /^\s*/.exec(draft.text.slice(comment.end))?.[0] ?? '';
  const isAttached = !/\n[ \t\r]*\n/.test(below) && declared.has(comment.end + below.length);
  return isAttached ? '' : lineComments(draft, last, comment.end);
}
