/** Builds signatures: the text of a declaration without its body. */
import { commentBefore } from './comments.ts';
import type { FileDraft } from './file-draft.ts';

const SIGNATURE_CHARS_MAX = 300;

/** Returns the head of a declaration as one line, from `start` to the start of its body. */
export function signatureText(draft: FileDraft, start: number, bodyStart: number): string {
  const head = withoutComments(draft, start, Math.min(bodyStart, start + 4 * SIGNATURE_CHARS_MAX));
  const line = head
    .replace(/([(<[])\s*\n\s*/g, '$1')
    .replace(/,?\s*\n\s*([)>\]])/g, '$1')
    .replace(/,\s*\n\s*}/g, ' }')
    .replace(/\s+/g, ' ')
    .replace(/\s*(=>|[={:])?[\s;,]*$/, '')
    .trim();
  if (line.length <= SIGNATURE_CHARS_MAX) return line;
  // Never cuts a surrogate pair in half.
  return `${line.slice(0, SIGNATURE_CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Removes comments. On a single line, a line comment would hide the code after it. */
function withoutComments(draft: FileDraft, start: number, end: number): string {
  const { comments } = draft.tree;
  const parts: string[] = [];
  let from = end;
  for (let index = commentBefore(comments, end); index >= 0; index--) {
    const comment = comments[index];
    if (comment === undefined || comment.start < start) break;
    parts.unshift(draft.text.slice(comment.end, from).trimEnd());
    from = comment.start;
  }
  return [draft.text.slice(start, from).trimEnd(), ...parts].join('');
}
