/**
 * Computes FileTerms: everything the text index needs of one file, counted once and cached by
 * content hash. A pure function of the file's facts and text. Path terms are not included: they
 * depend on the other files (see path-words.ts) and are cheap to compute when the index is built.
 */
import { at } from '../base/assert.ts';
import type { Chunk } from '../model/chunk.ts';
import type { FileFacts } from '../model/facts.ts';
import { type Declaration, SYMBOL_KINDS } from '../model/symbol.ts';
import { TermCounter } from './build/term-counter.ts';
import { chunkFile, type LineTable, lineTable } from './chunk.ts';
import { headerComment } from './comments.ts';
import { nameRoleOf } from './name-role.ts';
import { listedWords, type TextWords } from './word-index.ts';

/** Integers per chunk in {@link FileTerms.chunks}. */
export const CHUNK_WIDTH = 6;
/**
 * Columns of a chunk row, in order: first and last line (1-based), declaration (−1 for none), then
 * terms per field.
 */
export const CHUNK_COLUMNS = [
  'startLine',
  'endLine',
  'declaration',
  'bodyLength',
  'definitionLength',
  'scopeLength',
] as const;

/** Counts per posting in {@link FileTerms.postingCounts}: body, definition, scope. */
export const POSTING_WIDTH = 3;
/** Integers per entry of {@link FileTerms.fileTerms}: term, count in the header, count in comments. */
export const FILE_TERM_WIDTH = 3;

export interface FileTerms {
  readonly language: string;
  /** Bit mask of the declared kinds, by position in SYMBOL_KINDS. */
  readonly kinds: number;
  /** Distinct terms in order of first use; the arrays below refer to them by position. */
  readonly terms: readonly string[];
  /** {@link CHUNK_WIDTH} integers per chunk, chunks in order. */
  readonly chunks: Int32Array;
  /** Start of each chunk's postings, with one extra entry at the end. */
  readonly postingStarts: Int32Array;
  readonly postingTerms: Int32Array;
  /** {@link POSTING_WIDTH} counts per posting, each at most 255. */
  readonly postingCounts: Uint8Array;
  /** {@link FILE_TERM_WIDTH} integers per entry; each term occurs once. */
  readonly fileTerms: Int32Array;
  readonly headerLength: number;
  readonly commentLength: number;
  /** Distinct declared names in order of first use. */
  readonly names: readonly string[];
  /** Bits of NAME_ROLES, parallel to `names`. */
  readonly nameRoles: Uint8Array;
  /** All words of the text as written. */
  readonly words: TextWords;
}

/** The part of FileTerms in the inverted index; words as written have their own index. */
export type CountedTerms = Omit<FileTerms, 'words'>;

/** Counts a file's terms per chunk and field. Cost: linear in the text. */
export function fileTerms(facts: FileFacts, text: string): FileTerms {
  const lines = lineTable(text);
  const chunks = chunkFile(facts, text, lines);
  const counter = new TermCounter(POSTING_WIDTH);
  const columns = new Int32Array(chunks.length * CHUNK_WIDTH);
  const scopes = new ScopeNames(facts.declarations);
  const names = definedNames(facts.declarations, chunks);
  const starts = [0];
  for (const [index, chunk] of chunks.entries()) {
    const lengths = [
      counter.addPiece(text.slice(chunk.start, chunk.end), 0),
      addNames(counter, at(names, index), 1),
      addNames(counter, scopes.around(chunk), 2),
    ];
    columns.set(
      [chunk.startLine, chunk.endLine, chunk.declaration, ...lengths],
      index * CHUNK_WIDTH,
    );
    counter.flush();
    starts.push(counter.rowCount);
  }
  const postings = counter.takeRows();
  const whole = countComments(counter, lines);
  return {
    // Chunks cover all of the text and are cut between words.
    words: listedWords(counter.wordsOfText()),
    language: facts.language,
    kinds: kindBits(facts.declarations),
    terms: counter.terms(),
    chunks: columns,
    postingStarts: Int32Array.from(starts),
    postingTerms: Int32Array.from(postings.terms),
    postingCounts: Uint8Array.from(postings.counts),
    ...whole,
    ...declaredNames(facts.declarations),
  };
}

function addNames(counter: TermCounter, names: readonly string[], field: number): number {
  let length = 0;
  for (const name of names) length += counter.addText(name, field);
  return length;
}

function countComments(
  counter: TermCounter,
  { lines, comments }: LineTable,
): Pick<FileTerms, 'fileTerms' | 'headerLength' | 'commentLength'> {
  const headerLength = counter.addText(headerComment(lines, comments), 0);
  let commentLength = 0;
  for (const line of comments) {
    commentLength += counter.addText(at(lines, line), 1);
  }
  counter.flush();
  const { terms, counts } = counter.takeRows();
  const entries: number[] = [];
  for (const [row, term] of terms.entries()) {
    entries.push(term, at(counts, row * POSTING_WIDTH), at(counts, row * POSTING_WIDTH + 1));
  }
  return { fileTerms: Int32Array.from(entries), headerLength, commentLength };
}

function kindBits(declarations: readonly Declaration[]): number {
  let bits = 0;
  for (const { kind } of declarations) bits |= 1 << SYMBOL_KINDS.indexOf(kind);
  return bits;
}

function declaredNames(
  declarations: readonly Declaration[],
): Pick<FileTerms, 'names' | 'nameRoles'> {
  const roles = new Map<string, number>();
  for (const declaration of declarations) {
    const role = nameRoleOf(declaration);
    // NUL separates names in the stored record. No identifier contains it, but a quoted member
    // might.
    if (role === 0 || declaration.name.includes('\0')) continue;
    roles.set(declaration.name, (roles.get(declaration.name) ?? 0) | role);
  }
  return { names: [...roles.keys()], nameRoles: Uint8Array.from(roles.values()) };
}

/** Returns, per chunk, the names of the declarations that start in it. */
function definedNames(
  declarations: readonly Declaration[],
  chunks: readonly Chunk[],
): readonly (readonly string[])[] {
  const names: string[][] = chunks.map(() => []);
  let index = 0;
  for (const declaration of declarations.toSorted((a, b) => a.startLine - b.startLine)) {
    while (index + 1 < chunks.length && at(chunks, index).endLine < declaration.startLine) index++;
    if (nameRoleOf(declaration) !== 0) names[index]?.push(declaration.name);
  }
  return names;
}

/**
 * Minimum lines of a scope that counts. Naming a one-line object adds nothing; three lines is the
 * bound of the measured recipe.
 */
const SCOPE_LINES_MIN = 3;

/** Returns the names of the scopes around chunks. Chunks must be passed in source order. */
class ScopeNames {
  readonly #waiting: readonly Declaration[];
  #next = 0;
  #open: readonly Declaration[] = [];

  constructor(declarations: readonly Declaration[]) {
    this.#waiting = declarations
      .filter(
        (declaration) =>
          declaration.endLine - declaration.startLine + 1 >= SCOPE_LINES_MIN &&
          nameRoleOf(declaration) !== 0,
      )
      .sort((a, b) => a.startLine - b.startLine);
  }

  around(chunk: Chunk): readonly string[] {
    const open = [...this.#open];
    for (; this.#next < this.#waiting.length; this.#next++) {
      const declaration = at(this.#waiting, this.#next);
      if (declaration.startLine >= chunk.startLine) break;
      open.push(declaration);
    }
    this.#open = open.filter((declaration) => declaration.endLine >= chunk.startLine);
    return this.#open.map((declaration) => declaration.name);
  }
}
