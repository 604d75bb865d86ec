import type { TextIndex } from '../../index/text-index.ts';
import { wordsOf } from '../../index/tokenize.ts';
import type { WordFit } from '../../index/word-index.ts';

/** The files that may hold a literal text. */
export interface LiteralFiles {
  /** Ascending. */
  readonly files: readonly number[];
  /** Subset of `files` that may not contain the text; only reading them can tell. */
  readonly unsure: ReadonlySet<number>;
}

/**
 * States of a file: it may contain the word among words too long to be indexed, or it certainly
 * contains it.
 */
const MAY_HOLD = 1;
const HOLDS = 2;

/**
 * Returns the files of an index that may contain a text exactly as written. No file that contains
 * it is missing. Files are certain only if the text is one word or part of one. Reads no files.
 */
export function literalFiles(index: TextIndex, literal: string): LiteralFiles {
  const pieces = piecesOf(literal);
  const { longerFiles } = index.words;
  const isWord = pieces.length === 1 && pieces[0]?.fit === 'part';
  const held = new Uint8Array(index.fileCount).fill(HOLDS);
  // Whole words are looked up, others are searched for among all words.
  const costs: Record<WordFit, number> = { whole: 0, start: 1, end: 2, part: 2 };
  for (const { text, fit } of pieces.toSorted((a, b) => costs[a.fit] - costs[b.fit])) {
    const has = new Uint8Array(index.fileCount);
    for (const file of longerFiles) has[file] = MAY_HOLD;
    index.words.filesWith(text, fit, (file) => {
      has[file] = HOLDS;
    });
    for (let file = 0; file < held.length; file++) {
      held[file] = Math.min(held[file] ?? 0, has[file] ?? 0);
    }
    if (!held.some((state) => state > 0)) return { files: [], unsure: new Set() };
  }
  const files: number[] = [];
  const unsure = new Set<number>();
  for (const [file, state] of held.entries()) {
    if (state === 0) continue;
    files.push(file);
    if (!isWord || state === MAY_HOLD) unsure.add(file);
  }
  return { files, unsure };
}

interface Piece {
  readonly text: string;
  readonly fit: WordFit;
}

/** Splits a literal into words. The first and the last may be parts of longer words in a file. */
function piecesOf(literal: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let position = 0;
  for (const text of wordsOf(literal)) {
    const start = literal.indexOf(text, position);
    position = start + text.length;
    const atStart = start === 0;
    const atEnd = position === literal.length;
    const fit = atStart ? (atEnd ? 'part' : 'end') : atEnd ? 'start' : 'whole';
    pieces.push({ text, fit });
  }
  return pieces;
}
