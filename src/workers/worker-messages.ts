/** Messages between this thread and extraction threads. */
import type { ManifestEntry } from '../model/manifest.ts';
import type { FileRecord } from '../store/file-record.ts';
import type { FactsAndText, FileToCount, FileToExtract, NoRecord } from './extract-one.ts';

export type ThreadRequest =
  | {
      readonly kind: 'extract';
      readonly files: readonly FileToExtract[];
      /** Whether terms are counted together with the facts. */
      readonly isWhole: boolean;
    }
  | { readonly kind: 'count'; readonly files: readonly FileToCount[] };

/**
 * A record is sent in its stored bytes. If it was made on this thread, the object is included as
 * well.
 */
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
  /** Answers in the order of the request's files. */
  readonly answers: readonly Answer[];
}
