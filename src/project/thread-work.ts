/** What extraction threads are asked and answer. */
import type { ManifestEntry } from '../model/manifest.ts';
import type { FileRecord } from '../store/file-record.ts';
import type { FileToExtract, NoRecord } from './extract-one.ts';

/** Of a file whose terms are yet to be counted. */
export interface FactsAndText {
  /** Encoded. */
  readonly facts: Uint8Array;
  /** Without its secrets. */
  readonly text: string;
}

export type ThreadRequest =
  | {
      readonly kind: 'extract';
      readonly files: readonly FileToExtract[];
      /** Whether terms are counted at once. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'count'; readonly files: readonly FactsAndText[] };

/** A record travels as the bytes in which it is stored; one made on this thread is there as well. */
export type FileAnswer =
  | NoRecord
  | {
      readonly kind: 'bytes';
      readonly entry: ManifestEntry;
      readonly bytes: Uint8Array;
      readonly record?: FileRecord;
    }
  | ({ readonly kind: 'facts'; readonly entry: ManifestEntry } & FactsAndText);

export interface CountAnswer {
  /** Encoded. */
  readonly terms: Uint8Array;
  /** The whole record, packed. */
  readonly bytes: Uint8Array;
}

export interface BatchAnswer<Answer> {
  /** Parallel to the files of the request. */
  readonly answers: readonly Answer[];
}
