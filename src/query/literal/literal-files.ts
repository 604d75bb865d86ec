import type { TextIndex } from '../../index/text-index.ts';
import { wordsOf } from '../../index/tokenize.ts';
import type { WordFit } from '../../index/word-index.ts';

/** The files that may hold a literal text. */
export interface LiteralFiles {
  /** Ascending. */
  readonly files: readonly number[];
  /** Subset of `files`: whether these hold it, only their text can tell. */
  readonly unsure: ReadonlySet<number>;
}

/** States of a file: it may hold a word that is too long to be listed; it holds one that is. */
const MAY_HOLD = 1;
const HOLDS = 2;

/**
 * The files of an index that may hold a text, exactly as written: no file that does is missing. All
 * are sure where the text is one word or part of one. Nothing is read.
 */
export function literalFiles(index: TextIndex, literal: string): LiteralFiles {
  const pieces = piecesOf(literal);
  const { longerFiles } = index.words.data;
  const isWord = pieces.length === 1 && pieces[0]?.fit === 'part';
  const held = new Uint8Array(index.fileCount).fill(HOLDS);
  for (const { text, fit } of pieces) {
    const has = new Uint8Array(index.fileCount);
    for (const file of longerFiles) has[file] = MAY_HOLD;
    index.words.filesWith(text, fit, (file) => {
      has[file] = HOLDS;
    });
    for (let file = 0; file < held.length; file++) {
      held[file] = Math.min(held[file] ?? 0, has[file] ?? 0);
    }
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

/** The words of a literal; the first and the last may be parts of longer words of a text. */
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
