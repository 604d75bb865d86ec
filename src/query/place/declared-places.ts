/** The lines and chunks of the declarations of a file, which are the same for every question. */
import { at } from '../../base/assert.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { type ChunkRange, chunkAt, chunksOfFile } from '../occurrences.ts';
import {
  enclosingDeclaration,
  type FileDeclaration,
  fileDeclarations,
} from './file-declarations.ts';

/**
 * Minimum number of lines shown of a named declaration, if it has them: about one chunk. Chunks are
 * added until it is reached.
 */
const SHOWN_LINES_MIN = 20;

/** 1-based lines, inclusive. */
interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

export interface DeclaredPlace extends ChunkRange {
  readonly declaration: FileDeclaration;
  /** Last line to show. */
  readonly endLine: number;
}

const PLACES = new WeakMap<readonly FileDeclaration[], readonly DeclaredPlace[]>();

/** Returns the places of some declarations of a file; cached for as long as the list lives. */
export function declaredPlaces(
  index: TextIndex,
  file: number,
  declarations: readonly FileDeclaration[],
): readonly DeclaredPlace[] {
  return getOrCompute(PLACES, declarations, () =>
    declarations.map((declaration) => {
      const { startLine } = declaration;
      const endLine = shownEndLine(index, file, declaration);
      return { declaration, endLine, ...chunksOfLines(index, file, { startLine, endLine }) };
    }),
  );
}

const OWNERS = new WeakMap<readonly FileDeclaration[], readonly (FileDeclaration | undefined)[]>();

/**
 * Returns, for each chunk of a file, the declaration around it if no other declaration begins in it.
 * Cached for as long as the list of the file's declarations lives.
 */
export function chunkOwners(
  snapshot: Snapshot,
  path: string,
  file: number,
): readonly (FileDeclaration | undefined)[] {
  return getOrCompute(OWNERS, fileDeclarations(snapshot, path), () => {
    const { chunkStartLines, chunkEndLines, chunkDeclarations } = snapshot.text.data;
    const { first, end } = chunksOfFile(snapshot.text, file);
    return Array.from({ length: end - first }, (_, place) => {
      const chunk = first + place;
      if (at(chunkDeclarations, chunk) >= 0) return undefined;
      const lines = { startLine: at(chunkStartLines, chunk), endLine: at(chunkEndLines, chunk) };
      return enclosingDeclaration(snapshot, path, lines);
    });
  });
}

/**
 * Returns the last line to show of a declaration, which is that of its first chunks. A class is not
 * shown whole; if its first method fills the next chunk, more than its opening line is shown.
 */
export function shownEndLine(
  index: TextIndex,
  file: number,
  { startLine, endLine: lastLine }: Lines,
): number {
  const { chunkEndLines } = index.data;
  const { end } = chunksOfFile(index, file);
  let endLine = startLine;
  for (let chunk = chunkAt(index, file, startLine); chunk >= 0 && chunk < end; chunk++) {
    endLine = Math.min(lastLine, at(chunkEndLines, chunk));
    if (endLine === lastLine || endLine - startLine + 1 >= SHOWN_LINES_MIN) break;
  }
  return endLine;
}

/** Returns the chunks of a file from the one with the first line to the last that begins in the lines. */
export function chunksOfLines(
  index: TextIndex,
  file: number,
  { startLine, endLine }: Lines,
): ChunkRange {
  const { chunkStartLines } = index.data;
  const { first: start, end: last } = chunksOfFile(index, file);
  const first = Math.max(start, chunkAt(index, file, startLine));
  let end = first;
  while (end < last && at(chunkStartLines, end) <= endLine) end++;
  return { first, end };
}
