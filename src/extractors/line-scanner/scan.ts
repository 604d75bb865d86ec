/**
 * Finds named parts of files whose format has no grammar here. A rule matches the line where a part
 * begins and says how the part ends. Comments and strings are not recognized, so rules match at the
 * start of a line.
 */
import type { FileFacts } from '../../model/facts.ts';
import type { RepoPath } from '../../model/path.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { type Part, partFacts } from '../data-files/part-facts.ts';
import { type Start, withStarts } from '../data-files/starts.ts';
import type { Language, TextLanguage } from '../language.ts';
import { pathModules } from '../path-modules.ts';

export interface PartRule {
  /** Matched at the start of every line; the group `name` is the name. */
  readonly pattern: RegExp;
  readonly kind: SymbolKind;
  /**
   * Where the part ends.
   *
   * - braces: at the bracket that closes the first `{`, or at a `;` before it
   * - statement: at the first `;` at the end of a line
   * - indented: before the next line that is not indented
   * - line: at the end of the line
   */
  readonly until: 'braces' | 'statement' | 'indented' | 'line';
}

interface ScanSpec {
  readonly parts: readonly PartRule[];
  /**
   * Matches an import; the group `path` is a file path, relative to this file or to the project
   * root.
   */
  readonly imports?: RegExp;
  /** Matches the start of a comment line. */
  readonly comment: RegExp;
  /** Returns what a file starts. */
  readonly starts?: (text: string) => readonly Start[];
}

export function scannedLanguage(
  language: Pick<Language, 'id' | 'title' | 'extensions'> & Partial<TextLanguage>,
  spec: ScanSpec,
): TextLanguage {
  return {
    family: language.id,
    support: 'parts',
    extractText: (text, path) =>
      withStarts(scan(spec, language.id, text, path), text, spec.starts?.(text) ?? []),
    createModuleResolver: pathModules(language.extensions),
    ...language,
  };
}

function scan(spec: ScanSpec, language: string, text: string, path: RepoPath): FileFacts {
  const imports = spec.imports === undefined ? [] : [...text.matchAll(spec.imports)];
  return partFacts({
    language,
    text,
    path,
    comment: spec.comment,
    parts: partsOf(spec, text),
    imports: imports.map(({ index, groups }) => ({
      specifier: groups?.['path'] ?? '',
      offset: index,
    })),
  });
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
