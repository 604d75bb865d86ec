import { at } from '../../base/assert.ts';
import { EXPANDED } from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import {
  CHUNK_FIELD_COUNT,
  CHUNK_FIELDS,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
} from '../../index/text-index-data.ts';

/** Average lengths of fields, in terms; 0 for an empty index. */
export interface AverageLengths {
  readonly body: number;
  readonly definition: number;
  readonly scope: number;
  /** Of the {@link expandedSum} of these three. */
  readonly expanded: number;
  readonly stem: number;
  readonly folder: number;
  readonly header: number;
  readonly comment: number;
}

/** Computes the averages over chunks; for comments, over files. Sums of whole numbers are exact. */
export function averageLengths({ data, chunkCount, fileCount }: TextIndex): AverageLengths {
  const { chunkLengths, fileLengths, chunkStarts } = data;
  let [body, definition, scope] = [0, 0, 0];
  for (let place = 0; place < chunkLengths.length; place += CHUNK_FIELD_COUNT) {
    body += chunkLengths[place + CHUNK_FIELDS.body] as number;
    definition += chunkLengths[place + CHUNK_FIELDS.definition] as number;
    scope += chunkLengths[place + CHUNK_FIELDS.scope] as number;
  }
  // A file's stem, folders and header count as if every chunk had a copy.
  const ofCopies = (field: number): number => {
    let total = 0;
    for (let file = 0; file < fileCount; file++)
      total +=
        (at(chunkStarts, file + 1) - at(chunkStarts, file)) *
        at(fileLengths, file * FILE_FIELD_COUNT + field);
    return total;
  };
  let comment = 0;
  for (let place = FILE_FIELDS.comment; place < fileLengths.length; place += FILE_FIELD_COUNT)
    comment += fileLengths[place] as number;
  const mean = (total: number, count: number): number => (count === 0 ? 0 : total / count);
  return {
    body: mean(body, chunkCount),
    definition: mean(definition, chunkCount),
    scope: mean(scope, chunkCount),
    expanded: mean(expandedSum(body, definition, scope), chunkCount),
    stem: mean(ofCopies(FILE_FIELDS.stem), chunkCount),
    folder: mean(ofCopies(FILE_FIELDS.folder), chunkCount),
    header: mean(ofCopies(FILE_FIELDS.header), chunkCount),
    comment: mean(comment, fileCount),
  };
}

/** Returns the weighted sum of three counts or lengths, for scores with related words. */
export function expandedSum(body: number, definition: number, scope: number): number {
  const { weights } = EXPANDED;
  return weights.body * body + weights.definition * definition + weights.scope * scope;
}
