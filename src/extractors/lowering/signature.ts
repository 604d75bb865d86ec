/** Signatures: what readers see of a declaration without its body. */
import { commentBefore } from './comments.ts';
import type { FileDraft } from './file-draft.ts';

const SIGNATURE_CHARS_MAX = 300;

/** One line of a declaration's head: `start` up to where its body begins. */
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
  // Never half of a surrogate pair.
  return `${line.slice(0, SIGNATURE_CHARS_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** On one line, a line comment would swallow what follows it. */
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
