import { assert } from '../base/assert.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import { assembleSteps, type IndexedFile } from './build/assemble.ts';
import { filesOfChunks } from './build/chunk-frequency.ts';
import { type ChunkMoves, type TextChange, updateDataSteps } from './build/update.ts';
import type { FileTerms } from './file-terms.ts';
import type { TextIndexData } from './text-index-data.ts';
import { updateWordSteps } from './update-words.ts';
import { type WordIndex, wordIndexSteps } from './word-index.ts';

/** The index before an update, and what became of its chunks. */
export interface Origin extends ChunkMoves {
  /** Not the index itself: each would hold on to the one before it. */
  readonly index: WeakRef<TextIndex>;
}

/**
 * The inverted index over all chunks of all files: term → chunks and files, name → files. Immutable.
 * Scoring is not in here; `query` reads the arrays.
 */
export class TextIndex {
  /** The arrays; the caller must not write into them. */
  readonly data: TextIndexData;
  /** The same files' words as they are written. */
  readonly words: WordIndex;
  readonly chunkCount: number;
  readonly fileCount: number;
  /** The file of every chunk. */
  readonly chunkFiles: Int32Array;
  /** How it was made from another one; undefined: from nothing that is known of. */
  readonly origin: Origin | undefined;

  constructor(data: TextIndexData, words: WordIndex, origin?: Origin) {
    this.origin = origin;
    this.data = data;
    this.words = words;
    this.chunkCount = data.chunkStartLines.length;
    this.fileCount = data.paths.length;
    this.chunkFiles = filesOfChunks(data.chunkStarts);
  }

  /** The term's number, or −1. Cost: one binary search. */
  termNumber(term: string): number {
    const position = lowerBound(this.data.terms, term);
    return this.data.terms[position] === term ? position : -1;
  }

  /** Numbers of the terms that begin with `prefix`, half-open. */
  termsWithPrefix(prefix: string): { readonly first: number; readonly end: number } {
    const first = lowerBound(this.data.terms, prefix);
    let end = first;
    while (this.data.terms[end]?.startsWith(prefix)) end++;
    return { first, end };
  }

  /** The declared name's number, or −1. */
  nameNumber(name: string): number {
    const position = lowerBound(this.data.names, name);
    return this.data.names[position] === name ? position : -1;
  }

  /** The file's number, or −1. */
  fileNumber(path: string): number {
    const position = lowerBound(this.data.paths, path);
    return this.data.paths[position] === path ? position : -1;
  }
}

export type FileWithTerms = IndexedFile & { readonly terms: FileTerms };

/** Builds the index of a project. Files must be sorted by path. Cost: linear in their terms. */
export function buildTextIndex(files: readonly FileWithTerms[]): TextIndex {
  return runSync(textIndexSteps(files));
}

/** The same in steps. */
export function* textIndexSteps(files: readonly FileWithTerms[]): Task<TextIndex> {
  for (let index = 1; index < files.length; index++) {
    const [before, after] = [files[index - 1], files[index]];
    assert(
      before !== undefined && after !== undefined && before.path < after.path,
      `files out of order at ${after?.path}`,
    );
  }
  const words = yield* wordIndexSteps(files.map(({ terms }) => terms.words));
  return new TextIndex(yield* assembleSteps(files), words);
}

/** The index after a change, equal to one built from scratch. Cost: one pass over the index. */
export function updateTextIndex(before: TextIndex, change: TextChange): TextIndex {
  return runSync(updateTextIndexSteps(before, change));
}

/** The same in steps. */
export function* updateTextIndexSteps(before: TextIndex, change: TextChange): Task<TextIndex> {
  const words = yield* updateWordSteps(before.words, before.data.paths, {
    paths: change.paths,
    texts: new Map([...change.files].map(([path, { words: own }]) => [path, own])),
  });
  const { data, moves } = yield* updateDataSteps(before.data, change);
  return new TextIndex(data, words, moves && { ...moves, index: new WeakRef(before) });
}
