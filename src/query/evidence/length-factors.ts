import { at } from '../../base/assert.ts';
import { COMMENTS, EXPANDED, LENGTH_NORMALIZATION, lengthFactor } from '../../index/bm25.ts';
import type { TextIndex } from '../../index/text-index.ts';
import {
  CHUNK_FIELD_COUNT,
  CHUNK_FIELDS,
  FILE_FIELD_COUNT,
  FILE_FIELDS,
} from '../../index/text-index-data.ts';

/** Factors that normalize counts by the length of their field, per chunk or per file. */
export interface LengthFactors {
  readonly body: Float64Array;
  readonly definition: Float64Array;
  readonly scope: Float64Array;
  readonly expanded: Float64Array;
  readonly stem: Float64Array;
  readonly folder: Float64Array;
  readonly header: Float64Array;
  readonly comment: Float64Array;
}

export function lengthFactors(index: TextIndex): LengthFactors {
  const { chunkLengths, fileLengths, chunkStarts } = index.data;
  const body = column(chunkLengths, CHUNK_FIELD_COUNT, CHUNK_FIELDS.body);
  const definition = column(chunkLengths, CHUNK_FIELD_COUNT, CHUNK_FIELDS.definition);
  const scope = column(chunkLengths, CHUNK_FIELD_COUNT, CHUNK_FIELDS.scope);
  const { weights, b } = EXPANDED;
  const expanded = body.map(
    (length, chunk) =>
      weights.body * length +
      weights.definition * at(definition, chunk) +
      weights.scope * at(scope, chunk),
  );
  const ofFiles = (field: number): Float64Array => column(fileLengths, FILE_FIELD_COUNT, field);
  // A file's stem, folders and header count as if every chunk had a copy, so their average is over
  // chunks.
  const copies = Float64Array.from(
    { length: index.fileCount },
    (_, file) => at(chunkStarts, file + 1) - at(chunkStarts, file),
  );
  const normalization = LENGTH_NORMALIZATION;
  return {
    body: factors(normalization.body, body),
    definition: factors(normalization.definition, definition),
    scope: factors(normalization.scope, scope),
    expanded: factors(b, expanded),
    stem: factors(normalization.stem, ofFiles(FILE_FIELDS.stem), copies),
    folder: factors(normalization.folder, ofFiles(FILE_FIELDS.folder), copies),
    header: factors(normalization.header, ofFiles(FILE_FIELDS.header), copies),
    comment: factors(COMMENTS.b, ofFiles(FILE_FIELDS.comment)),
  };
}

function column(table: Int32Array, width: number, field: number): Float64Array {
  const values = new Float64Array(table.length / width);
  for (let row = 0, place = field; row < values.length; row++, place += width) {
    values[row] = table[place] as number;
  }
  return values;
}

function factors(b: number, lengths: Float64Array, copies?: Float64Array): Float64Array {
  let total = 0;
  let count = 0;
  for (const [row, length] of lengths.entries()) {
    const copyCount = copies === undefined ? 1 : at(copies, row);
    total += copyCount * length;
    count += copyCount;
  }
  const average = count === 0 ? 0 : total / count;
  return lengths.map((length) => lengthFactor(b, length, average));
}
