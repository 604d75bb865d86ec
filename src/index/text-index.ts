import { assert, at } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import { runSync, type Task } from '../base/cooperative.ts';
import { lowerBound } from '../base/lower-bound.ts';
import type { RepoPath } from '../model/path.ts';
import { assembleNumberedSteps, type IndexedFile } from './build/assemble.ts';
import { filesOfChunks } from './build/chunk-frequency.ts';
import { NumberedFiles } from './build/numbered-files.ts';
import { type ChunkMoves, type TextChange, updateDataSteps } from './build/update.ts';
import type { FileTerms } from './file-terms.ts';
import type { TextIndexData } from './text-index-data.ts';
import { updateWordSteps } from './update-words.ts';
import { type TextWords, WordCollector } from './word-index.ts';
import { Words } from './words.ts';

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

type FileWithTerms = IndexedFile & { readonly terms: FileTerms };

/** Builds an index from files that are added one at a time, in any order. Keeps no decoded terms. */
export class TextIndexBuilder {
  #files = new NumberedFiles();
  #words = new WordCollector();

  /** Adds a file, whose path must differ from those of the others. */
  add(path: RepoPath, terms: FileTerms): void {
    this.#files.add(path, terms);
    this.#words.add(terms.words);
  }

  /**
   * Builds the index, and empties the builder, whose memory is large. Cost: linear in the terms, except
   * for sorting.
   */
  *buildSteps(): Task<TextIndex> {
    const [numbered, collected] = [this.#files, this.#words];
    this.#files = new NumberedFiles();
    this.#words = new WordCollector();
    const { files } = numbered;
    const order = Array.from(files.keys()).sort((a, b) =>
      compareStrings(at(files, a).path, at(files, b).path),
    );
    const sorted = order.map((place) => at(files, place));
    for (const [number, { path }] of sorted.entries())
      assert(sorted[number - 1]?.path !== path, `${path} was added twice`);
    const numbers = new Int32Array(files.length);
    for (const [number, place] of order.entries()) numbers[place] = number;
    const words = new Words(yield* collected.indexSteps(numbers));
    return new TextIndex(yield* assembleNumberedSteps(numbered, sorted), words);
  }
}

/** Builds the index of a project. */
export function buildTextIndex(files: readonly FileWithTerms[]): TextIndex {
  const builder = new TextIndexBuilder();
  for (const { path, terms } of files) builder.add(path, terms);
  return runSync(builder.buildSteps());
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
