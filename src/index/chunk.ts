/**
 * Cuts a file into chunks at declarations, which include their leading comments. Adjacent pieces
 * are merged while they stay small; large pieces are cut at blank lines. Chunks tile the file:
 * every line is in exactly one chunk, in order, and no chunk boundary lies inside a line.
 */
import { at } from '../base/assert.ts';
import { linesOf } from '../base/lines.ts';
import type { Chunk } from '../model/chunk.ts';
import type { FileFacts } from '../model/facts.ts';
import type { Declaration } from '../model/symbol.ts';
import { commentLines } from './comments.ts';

/**
 * Maximum length of merged chunks, in UTF-16 code units. Measured as better than 1,500 (see
 * docs/ranking.md).
 */
export const CHUNK_MERGED_LENGTH_MAX = 750;
/** Maximum length of a chunk, in UTF-16 code units. Only a single long line may exceed it. */
export const CHUNK_LENGTH_MAX = 1500;

/** Returns the chunks of a file in order. An empty file has none. */
export function chunkFile(
  facts: FileFacts,
  text: string,
  lines = lineTable(text),
): readonly Chunk[] {
  if (text === '') return [];
  const ranges: LineRange[] = [];
  for (const piece of declarationPieces(facts.declarations, lines)) {
    ranges.push(...cutToLength(piece, lines));
  }
  const starts = declarationsByLine(facts.declarations);
  return mergeSmall(ranges, lines).map(({ first, last }) => ({
    path: facts.path,
    startLine: first + 1,
    endLine: last + 1,
    start: at(lines.offsets, first),
    end: at(lines.offsets, last + 1),
    declaration: largestStartingIn(starts, first + 1, last + 1),
  }));
}

/** A range of 0-based lines, both inclusive. */
interface LineRange {
  readonly first: number;
  readonly last: number;
}

/** The lines of a text with their offsets and comments. @package */
export interface LineTable {
  readonly lines: readonly string[];
  /** Offset of every line's first code unit, followed by the length of the text. */
  readonly offsets: readonly number[];
  /** Indexes of lines that hold only comments, in order; below, a flag per line. */
  readonly comments: readonly number[];
  readonly isComment: Uint8Array;
}

/** @package */
export function lineTable(text: string): LineTable {
  const lines = linesOf(text);
  const offsets: number[] = [];
  let offset = 0;
  for (const line of lines) {
    offsets.push(offset);
    offset += line.length + 1;
  }
  offsets.push(text.length);
  const isComment = new Uint8Array(lines.length);
  const comments = commentLines(lines);
  for (const line of comments) isComment[line] = 1;
  return { lines, offsets, comments, isComment };
}

/**
 * Cuts before each declaration and its comments, and after each outermost declaration that code
 * follows.
 */
function declarationPieces(declarations: readonly Declaration[], table: LineTable): LineRange[] {
  const count = table.lines.length;
  const cuts = new Set<number>([0]);
  for (const declaration of declarations) {
    const first = declaration.startLine - 1;
    if (first >= count) continue;
    cuts.add(withLeadingComments(first, table));
    if (declaration.parent === -1 && declaration.endLine < count) cuts.add(declaration.endLine);
  }
  const ordered = [...cuts].sort((a, b) => a - b);
  const pieces: LineRange[] = [];
  for (const [position, first] of ordered.entries()) {
    const last = (ordered[position + 1] ?? count) - 1;
    const previous = pieces.at(-1);
    // Blank lines alone form no piece; they stay with the preceding one.
    if (previous !== undefined && isBlank(table, first, last)) {
      pieces[pieces.length - 1] = { first: previous.first, last };
    } else pieces.push({ first, last });
  }
  return pieces;
}

function withLeadingComments(line: number, table: LineTable): number {
  let first = line;
  while (first > 0 && table.isComment[first - 1] === 1) first--;
  return first;
}

function isBlank(table: LineTable, first: number, last: number): boolean {
  for (let line = first; line <= last; line++) {
    if (at(table.lines, line).trim() !== '') return false;
  }
  return true;
}

/** Cuts after the last blank line that fits, otherwise after the last line that fits. */
function cutToLength(piece: LineRange, table: LineTable): LineRange[] {
  const parts: LineRange[] = [];
  let first = piece.first;
  while (first <= piece.last) {
    const last = lastFittingLine(first, piece.last, table);
    parts.push({ first, last });
    first = last + 1;
  }
  return parts;
}

function lastFittingLine(first: number, lastLine: number, table: LineTable): number {
  const limit = at(table.offsets, first) + CHUNK_LENGTH_MAX;
  let last = first;
  let lastBlank = -1;
  for (let line = first; line <= lastLine; line++) {
    if (at(table.offsets, line + 1) > limit) break;
    last = line;
    if (at(table.lines, line).trim() === '') lastBlank = line;
  }
  if (last === lastLine || lastBlank < 0) return last;
  return lastBlank;
}

function mergeSmall(ranges: readonly LineRange[], table: LineTable): LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges) {
    const previous = merged.at(-1);
    if (
      previous !== undefined &&
      at(table.offsets, range.last + 1) - at(table.offsets, previous.first) <=
        CHUNK_MERGED_LENGTH_MAX
    ) {
      merged[merged.length - 1] = { first: previous.first, last: range.last };
    } else merged.push(range);
  }
  return merged;
}

interface DeclarationStart {
  readonly line: number;
  readonly index: number;
  readonly length: number;
}

function declarationsByLine(declarations: readonly Declaration[]): DeclarationStart[] {
  return declarations
    .map(({ startLine, start, end }, index) => ({ line: startLine, index, length: end - start }))
    .sort((a, b) => a.line - b.line || b.length - a.length || a.index - b.index);
}

/** Returns the largest declaration that starts between the two lines; −1 if there is none. */
function largestStartingIn(
  starts: readonly DeclarationStart[],
  firstLine: number,
  lastLine: number,
): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(starts, middle).line < firstLine) low = middle + 1;
    else high = middle;
  }
  let best: DeclarationStart | undefined;
  for (let index = low; index < starts.length && at(starts, index).line <= lastLine; index++) {
    const start = at(starts, index);
    if (best === undefined || start.length > best.length) best = start;
  }
  return best?.index ?? -1;
}
