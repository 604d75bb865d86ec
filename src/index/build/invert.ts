import { at } from '../../base/assert.ts';
import { runSync, type Task } from '../../base/cooperative.ts';
import type { RepoPath } from '../../model/path.ts';
import { CHUNK_WIDTH, type CountedTerms } from '../file-terms.ts';
import {
  CHUNK_FIELD_COUNT,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
  type TextIndexData,
} from '../text-index-data.ts';
import { filesOfChunks, TERMS_PER_STEP } from './chunk-frequency.ts';

/** One file's terms under construction. */
interface Draft {
  readonly terms: string[];
  /** Per chunk of the file: positions in `terms`, and counts. */
  readonly chunkTerms: number[][];
  readonly chunkCounts: number[][];
  readonly fileTerms: number[];
  readonly names: string[];
  readonly nameRoles: number[];
}

/**
 * Reconstructs the contribution of every file to an index; an index built from the result is equal.
 * Terms are in sorted order, because an index does not record the order of first use.
 */
export function termsByFile(data: TextIndexData): ReadonlyMap<RepoPath, CountedTerms> {
  return runSync(termsByFileSteps(data));
}

/** Does the same as a cooperative task. */
export function* termsByFileSteps(data: TextIndexData): Task<ReadonlyMap<RepoPath, CountedTerms>> {
  const drafts = data.paths.map((_, file): Draft => {
    const count = at(data.chunkStarts, file + 1) - at(data.chunkStarts, file);
    return {
      terms: [],
      chunkTerms: Array.from({ length: count }, () => []),
      chunkCounts: Array.from({ length: count }, () => []),
      fileTerms: [],
      names: [],
      nameRoles: [],
    };
  });
  const fileOfChunk = filesOfChunks(data.chunkStarts);
  for (const [term, text] of data.terms.entries()) {
    if (term % TERMS_PER_STEP === 0) yield;
    takePostings(data, drafts, fileOfChunk, term, text);
    takeEntries(data, drafts, term, text);
  }
  for (const [name, text] of data.names.entries()) takeName(data, drafts, name, text);
  return new Map(data.paths.map((path, file) => [path, finished(data, file, at(drafts, file))]));
}

/** Returns the position of a term in a file. Terms must arrive in order. */
function positionOf(draft: Draft, text: string): number {
  const last = draft.terms.length - 1;
  return draft.terms[last] === text ? last : draft.terms.push(text) - 1;
}

function takePostings(
  data: TextIndexData,
  drafts: readonly Draft[],
  fileOfChunk: Int32Array,
  term: number,
  text: string,
): void {
  const end = at(data.postingStarts, term + 1);
  for (let row = at(data.postingStarts, term); row < end; row++) {
    const chunk = at(data.postingChunks, row);
    const file = at(fileOfChunk, chunk);
    const draft = at(drafts, file);
    const own = chunk - at(data.chunkStarts, file);
    at(draft.chunkTerms, own).push(positionOf(draft, text));
    const counts = row * CHUNK_FIELD_COUNT;
    at(draft.chunkCounts, own).push(
      ...data.postingCounts.subarray(counts, counts + CHUNK_FIELD_COUNT),
    );
  }
}

function takeEntries(
  data: TextIndexData,
  drafts: readonly Draft[],
  term: number,
  text: string,
): void {
  const end = at(data.fileStarts, term + 1);
  for (let row = at(data.fileStarts, term); row < end; row++) {
    const header = at(data.fileCounts, row * FILE_FIELD_COUNT + FILE_FIELDS.header);
    const comment = at(data.fileCounts, row * FILE_FIELD_COUNT + FILE_FIELDS.comment);
    // Only the path contains the term.
    if (header === 0 && comment === 0) continue;
    const draft = at(drafts, at(data.fileFiles, row));
    draft.fileTerms.push(positionOf(draft, text), header, comment);
  }
}

function takeName(data: TextIndexData, drafts: readonly Draft[], name: number, text: string): void {
  const end = at(data.nameStarts, name + 1);
  for (let row = at(data.nameStarts, name); row < end; row++) {
    const draft = at(drafts, at(data.nameFiles, row));
    draft.names.push(text);
    draft.nameRoles.push(at(data.nameRoles, row));
  }
}

function finished(data: TextIndexData, file: number, draft: Draft): CountedTerms {
  const first = at(data.chunkStarts, file);
  const chunks = new Int32Array(draft.chunkTerms.length * CHUNK_WIDTH);
  const postingStarts = new Int32Array(draft.chunkTerms.length + 1);
  for (const [own, terms] of draft.chunkTerms.entries()) {
    const chunk = first + own;
    postingStarts[own + 1] = at(postingStarts, own) + terms.length;
    const lengths = data.chunkLengths.subarray(
      chunk * CHUNK_FIELD_COUNT,
      (chunk + 1) * CHUNK_FIELD_COUNT,
    );
    const lines = [at(data.chunkStartLines, chunk), at(data.chunkEndLines, chunk)];
    chunks.set([...lines, at(data.chunkDeclarations, chunk), ...lengths], own * CHUNK_WIDTH);
  }
  return {
    language: at(data.languages, at(data.fileLanguages, file)),
    kinds: at(data.fileKinds, file),
    terms: draft.terms,
    chunks,
    postingStarts,
    postingTerms: Int32Array.from(draft.chunkTerms.flat()),
    postingCounts: Uint8Array.from(draft.chunkCounts.flat()),
    fileTerms: Int32Array.from(draft.fileTerms),
    headerLength: at(data.fileLengths, file * FILE_FIELD_COUNT + FILE_FIELDS.header),
    commentLength: at(data.fileLengths, file * FILE_FIELD_COUNT + FILE_FIELDS.comment),
    names: draft.names,
    nameRoles: Uint8Array.from(draft.nameRoles),
  };
}
