import { assert } from '../base/assert.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import type { RepoPath } from '../model/path.ts';
import { assembleSteps, type IndexedFile } from './build/assemble.ts';
import { filesOfChunks } from './build/chunk-frequency.ts';
import { type ChunkMoves, type TextChange, updateDataSteps } from './build/update.ts';
import type { FileTerms } from './file-terms.ts';
import type { TextIndexData } from './text-index-data.ts';
import { updateWordSteps } from './update-words.ts';
import type { TextWords } from './word-index.ts';
import { type Words, wordsSteps } from './words.ts';

/** The previous index, and how its chunks map to the new one. */
export interface Origin extends ChunkMoves {
  /**
   * A weak reference, because a chain of updates would otherwise keep every earlier index alive.
   */
  readonly index: WeakRef<TextIndex>;
}

/**
 * The inverted index over all chunks of all files: term → chunks and files, name → files.
 * Immutable. Scoring is done in `query`, which reads the arrays.
 */
export class TextIndex {
  /** The arrays; callers must not write to them. */
  readonly data: TextIndexData;
  /** Words of the same files as written. */
  readonly words: Words;
  readonly chunkCount: number;
  readonly fileCount: number;
  /** Returns the file of every chunk. */
  readonly chunkFiles: Int32Array;
  /**
   * The index that this one was updated from; undefined if it was built from scratch or the origin
   * is unknown.
   */
  readonly origin: Origin | undefined;

  /**
   * The same object for an index and all that are updated from it, so that what is derived from one can
   * be updated too.
   */
  readonly lineage: object;

  constructor(data: TextIndexData, words: Words, origin?: Origin, lineage: object = {}) {
    this.origin = origin;
    this.lineage = lineage;
    this.data = data;
    this.words = words;
    this.chunkCount = data.chunkStartLines.length;
    this.fileCount = data.paths.length;
    this.chunkFiles = filesOfChunks(data.chunkStarts);
  }

  /** Returns the term's number, or −1. Cost: one binary search. */
  termNumber(term: string): number {
    const position = lowerBound(this.data.terms, term);
    return this.data.terms[position] === term ? position : -1;
  }

  /** Returns the half-open range of terms that begin with `prefix`. */
  termsWithPrefix(prefix: string): { readonly first: number; readonly end: number } {
    const first = lowerBound(this.data.terms, prefix);
    let end = first;
    while (this.data.terms[end]?.startsWith(prefix)) end++;
    return { first, end };
  }

  /** Returns the declared name's number, or −1. */
  nameNumber(name: string): number {
    const position = lowerBound(this.data.names, name);
    return this.data.names[position] === name ? position : -1;
  }

  /** Returns the file's number, or −1. */
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

/** Does the same as a cooperative task. */
export function* textIndexSteps(files: readonly FileWithTerms[]): Task<TextIndex> {
  for (let index = 1; index < files.length; index++) {
    const [before, after] = [files[index - 1], files[index]];
    assert(
      before !== undefined && after !== undefined && before.path < after.path,
      `files out of order at ${after?.path}`,
    );
  }
  const words = yield* wordsSteps(files.map(({ terms }) => terms.words));
  return new TextIndex(yield* assembleSteps(files), words);
}

/**
 * Updates an index after a change; the result equals an index built from scratch. Cost: one pass
 * over the index.
 */
export function updateTextIndex(before: TextIndex, change: TextChange): TextIndex {
  return runSync(updateTextIndexSteps(before, change));
}

function wordsOf(files: ReadonlyMap<RepoPath, FileTerms>): ReadonlyMap<RepoPath, TextWords> {
  return new Map(Array.from(files, ([path, { words }]) => [path, words]));
}

/** Does the same as a cooperative task. */
export function* updateTextIndexSteps(before: TextIndex, change: TextChange): Task<TextIndex> {
  const words = yield* updateWordSteps(before.words, before.data.paths, {
    paths: change.paths,
    texts: wordsOf(change.files),
    before: change.before && wordsOf(change.before),
  });
  const { data, moves } = yield* updateDataSteps(before.data, change);
  return new TextIndex(
    data,
    words,
    moves && { ...moves, index: new WeakRef(before) },
    before.lineage,
  );
}
