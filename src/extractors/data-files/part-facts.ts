/**
 * Creates facts from the named parts of a file. Declarations are nested by their ranges, and
 * comments become their docs.
 */
import { at } from '../../base/assert.ts';
import { indentOf } from '../../base/indent-of.ts';
import type { FileFacts, ImportFact } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { commentText } from '../lowering/comments.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import { finishFacts } from '../lowering/finish.ts';
import { signatureText } from '../lowering/signature.ts';
import { textDraft } from '../text-facts.ts';

export interface Part {
  readonly name: string;
  readonly kind: SymbolKind;
  /** UTF-16 offsets, half-open. */
  readonly start: number;
  readonly end: number;
  /** End of the signature. Defaults to the first brace or line break. */
  readonly bodyStart?: number;
}

interface PartedFile {
  readonly language: string;
  readonly text: string;
  readonly path: RepoPath;
  /** Matches the start of a comment line. */
  readonly comment: RegExp;
  /** Sorted by start. Parts that start at the same place are ordered from the outside in. */
  readonly parts: readonly Part[];
  readonly imports?: readonly { readonly specifier: string; readonly offset: number }[];
}

export function partFacts({
  language,
  text,
  path,
  comment,
  parts,
  imports,
}: PartedFile): FileFacts {
  const draft = textDraft(text);
  const open: { index: number; end: number }[] = [];
  for (const { name, kind, start, end, bodyStart = bodyAfter(text, start, end) } of parts) {
    while (open.length > 0 && at(open, open.length - 1).end <= start) open.pop();
    const index = draft.addDeclaration({
      name,
      kind,
      parent: open.at(-1)?.index ?? -1,
      start,
      end,
      bodyStart,
      signature: signatureText(draft, start, bodyStart),
      doc: docAbove(draft, comment, start),
      // Nothing refers to a settings key by its name alone.
      exported: kind !== 'key',
      visibility: 'public',
      modifiers: 0,
    });
    open.push({ index, end });
  }
  for (const { specifier, offset } of imports ?? []) {
    const line = draft.lineOf(offset);
    draft.imports.push({ specifier, form: 'import', names: [], line } satisfies ImportFact);
  }
  return finishFacts(draft, { path, language, doc: docBelow(draft, comment) });
}

function bodyAfter(text: string, start: number, end: number): number {
  const head = text.slice(start, end);
  const body = /\{|\(?[ \t\r]*\n/.exec(head);
  return body === null ? end : start + body.index;
}

/**
 * Returns the comment lines directly above. Lines that are indented more belong to the entry above
 * and end the search.
 */
function docAbove(draft: FileDraft, comment: RegExp, start: number): string {
  const lines: string[] = [];
  const own = draft.lineOf(start);
  const indent = indentOf(lineText(draft, own));
  for (let line = own - 1; line >= 1; line--) {
    const text = lineText(draft, line);
    if (!comment.test(text) || indentOf(text) > indent) break;
    lines.unshift(commentText(text.trim()));
  }
  return lines.join('\n').trim();
}

/** Returns the comment at the start of the file, if a blank line follows it. */
function docBelow(draft: FileDraft, comment: RegExp): string {
  const lines: string[] = [];
  for (let line = 1; line <= draft.lineCount; line++) {
    const text = lineText(draft, line);
    if (text.startsWith('#!')) continue;
    if (!comment.test(text)) return text.trim() === '' ? lines.join('\n').trim() : '';
    lines.push(commentText(text.trim()));
  }
  return '';
}

function lineText(draft: FileDraft, line: number): string {
  const start = draft.startOfLine(line);
  const end = draft.text.indexOf('\n', start);
  return draft.text.slice(start, end < 0 ? undefined : end).trimEnd();
}
