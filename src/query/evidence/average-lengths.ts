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
  /** The average of the {@link expandedSum} of these three. */
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
  let [stem, folder, header, comment] = [0, 0, 0, 0];
  for (let file = 0, place = 0; file < fileCount; file++, place += FILE_FIELD_COUNT) {
    // A file's stem, folders and header count as if every chunk had a copy.
    const copies = (chunkStarts[file + 1] as number) - (chunkStarts[file] as number);
    stem += copies * (fileLengths[place + FILE_FIELDS.stem] as number);
    folder += copies * (fileLengths[place + FILE_FIELDS.folder] as number);
    header += copies * (fileLengths[place + FILE_FIELDS.header] as number);
    comment += fileLengths[place + FILE_FIELDS.comment] as number;
  }
  const mean = (total: number, count: number): number => (count === 0 ? 0 : total / count);
  return {
    body: mean(body, chunkCount),
    definition: mean(definition, chunkCount),
    scope: mean(scope, chunkCount),
    expanded: mean(expandedSum(body, definition, scope), chunkCount),
    stem: mean(stem, chunkCount),
    folder: mean(folder, chunkCount),
    header: mean(header, chunkCount),
    comment: mean(comment, fileCount),
  };
}

/** Returns the weighted sum of three counts or lengths, for scores with related words. */
export function expandedSum(body: number, definition: number, scope: number): number {
  const { weights } = EXPANDED;
  return weights.body * body + weights.definition * definition + weights.scope * scope;
}
