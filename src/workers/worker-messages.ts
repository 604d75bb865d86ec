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

/** `bytes` is the packed record. */
export type FileAnswer =
  | NoRecord
  | {
      readonly kind: 'bytes';
      readonly entry: ManifestEntry;
      readonly bytes: Uint8Array;
      /** Encoded, so that the record need not be unpacked for them. */
      readonly terms: Uint8Array;
    }
  // Made on this thread.
  | {
      readonly kind: 'record';
      readonly entry: ManifestEntry;
      readonly bytes: Uint8Array;
      readonly record: FileRecord;
    }
  | ({ readonly kind: 'facts'; readonly entry: ManifestEntry } & FactsAndText);

export interface BatchAnswer<Answer> {
  /** Answers in the order of the request's files. */
  readonly answers: readonly Answer[];
}
