/** What extraction threads are asked and answer. */
import type { ManifestEntry } from '../model/manifest.ts';
import type { FileRecord } from '../store/file-record.ts';
import type { FactsAndText, FileToCount, FileToExtract, NoRecord } from './extract-one.ts';

export type ThreadRequest =
  | {
      readonly kind: 'extract';
      readonly files: readonly FileToExtract[];
      /** Whether terms are counted at once. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'count'; readonly files: readonly FileToCount[] };

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

export interface BatchAnswer<Answer> {
  /** Parallel to the files of the request. */
  readonly answers: readonly Answer[];
}
