/**
 * Named parts of files whose format has no grammar here: a rule finds where each begins, line by line,
 * and says how it ends. Comments and strings are not understood, so rules ask for the start of a line.
 */
import { at } from '../../base/assert.ts';
import type { FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import type { Language, TextLanguage } from '../language.ts';
import { commentText } from '../lowering/comments.ts';
import type { FileDraft } from '../lowering/file-draft.ts';
import { finishFacts } from '../lowering/finish.ts';
import { signatureText } from '../lowering/signature.ts';
import { pathModules } from '../path-modules.ts';
import { textDraft } from '../text-facts.ts';

export interface PartRule {
  /** Tried at the start of every line; the group `name` is the name. */
  readonly pattern: RegExp;
  readonly kind: SymbolKind;
  /**
   * braces: with the bracket that closes the first `{`, or with a `;` before any. statement: with the
   * first `;` at a line's end. indented: before the next line that is not indented.
   */
  readonly until: 'braces' | 'statement' | 'indented' | 'line';
}

interface ScanSpec {
  readonly parts: readonly PartRule[];
  /** The group `path` is a file of the project, as seen from this one or from the root. */
  readonly imports?: RegExp;
  /** How a comment line begins. */
  readonly comment: RegExp;
}

export function scannedLanguage(
  language: Pick<Language, 'id' | 'title' | 'extensions'> & Partial<TextLanguage>,
  spec: ScanSpec,
): TextLanguage {
  return {
    family: language.id,
    support: 'parts',
    extractText: (text, path) => scan(spec, language.id, text, path),
    createModuleResolver: pathModules(language.extensions),
    ...language,
  };
}

interface Part {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly start: number;
  readonly end: number;
}

function scan(spec: ScanSpec, language: string, text: string, path: RepoPath): FileFacts {
  const draft = textDraft(text);
  const open: { index: number; end: number }[] = [];
  for (const part of partsOf(spec, text)) {
    while (open.length > 0 && at(open, open.length - 1).end <= part.start) open.pop();
    const { name, kind, start, end } = part;
    const index = draft.addDeclaration({
      name,
      kind,
      parent: open.at(-1)?.index ?? -1,
      start,
      end,
      bodyStart: bodyStart(text, start, end),
      signature: signatureText(draft, start, bodyStart(text, start, end)),
      doc: docAbove(draft, spec, start),
      exported: true,
      visibility: 'public',
      modifiers: 0,
    });
    open.push({ index, end });
  }
  for (const match of spec.imports === undefined ? [] : text.matchAll(spec.imports)) {
    draft.imports.push({
      specifier: match.groups?.['path'] ?? '',
      form: 'import',
      names: [],
      line: draft.lineOf(match.index),
    });
  }
  return finishFacts(draft, { path, language, doc: docBelow(draft, spec) });
}

function partsOf(spec: ScanSpec, text: string): Part[] {
  return spec.parts
    .flatMap(({ pattern, kind, until }) =>
      [...text.matchAll(pattern)].map((match) => {
        const start = match.index + (/^\s*/.exec(match[0])?.[0].length ?? 0);
        const name = (match.groups?.['name'] ?? '').replace(/["'`[\]]/g, '');
        return { name, kind, start, end: ENDS[until](text, start, match.index + match[0].length) };
      }),
    )
    .filter(({ name }) => name !== '')
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

const ENDS: Readonly<
  Record<PartRule['until'], (text: string, start: number, headEnd: number) => number>
> = {
  braces(text, start, headEnd) {
    let depth = 0;
    const from = Math.max(start, headEnd - 1);
    for (let index = from; index < text.length; index++) {
      const mark = text[index];
      if (mark === '{') depth++;
      else if (mark === '}' && --depth <= 0) return index + 1;
      else if (mark === ';' && depth === 0) return index + 1;
    }
    return headEnd;
  },
  statement(text, _, headEnd) {
    const end = /;[ \t]*\r?$/m.exec(text.slice(headEnd));
    return end === null ? text.trimEnd().length : headEnd + end.index + 1;
  },
  indented(text, _, headEnd) {
    const end = /\n(?=[^\s#])/.exec(text.slice(headEnd));
    const stop = end === null ? text.length : headEnd + end.index;
    return Math.max(headEnd, text.slice(0, stop).trimEnd().length);
  },
  line(text, _, headEnd) {
    const end = text.indexOf('\n', headEnd);
    return end < 0 ? text.length : end;
  },
};

function bodyStart(text: string, start: number, end: number): number {
  const head = text.slice(start, end);
  const body = /\{|\(?[ \t\r]*\n/.exec(head);
  return body === null ? end : start + body.index;
}

/** The comment lines directly above. */
function docAbove(draft: FileDraft, spec: ScanSpec, start: number): string {
  const lines: string[] = [];
  for (let line = draft.lineOf(start) - 1; line >= 1; line--) {
    const text = lineText(draft, line);
    if (!spec.comment.test(text)) break;
    lines.unshift(commentText(text.trim()));
  }
  return lines.join('\n').trim();
}

/** The comment that the file begins with, where a blank line ends it. */
function docBelow(draft: FileDraft, spec: ScanSpec): string {
  const lines: string[] = [];
  for (let line = 1; line <= draft.lineCount; line++) {
    const text = lineText(draft, line);
    if (text.startsWith('#!')) continue;
    if (!spec.comment.test(text)) return text.trim() === '' ? lines.join('\n').trim() : '';
    lines.push(commentText(text.trim()));
  }
  return '';
}

function lineText(draft: FileDraft, line: number): string {
  const start = draft.startOfLine(line);
  const end = draft.text.indexOf('\n', start);
  return draft.text.slice(start, end < 0 ? undefined : end).trimEnd();
}
