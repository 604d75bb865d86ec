import { isGraphMemoryError } from '../base/errors.ts';
import { embedFile, type FilePlace } from '../embed/static-chunks.ts';
import { staticModel } from '../embed/static-model.ts';
import { extractFile } from '../extract/extract.ts';
import type { FileEntry } from '../files/discovery/discovery.ts';
import { manifestEntry, skippedEntry } from '../files/manifest-entries.ts';
import { readSourceFile, sourceOfBytes } from '../files/read.ts';
import { maskSecrets } from '../files/secrets/mask-secrets.ts';
import { type FileTerms, fileTerms } from '../index/file-terms.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import { decodeFacts, encodeTerms, type FileRecord, packParts } from '../store/file-record.ts';

/** The project settings that extraction needs, as plain data that can be sent to another thread. */
export interface ExtractSettings {
  /** Absolute path. */
  readonly root: string;
  readonly fileSizeBytesMax: number;
  readonly parseMsMax: number;
}

export interface FileToExtract {
  readonly entry: FileEntry;
  /** Hashes of content whose facts are available. A file with such content is not parsed again. */
  readonly knownHashes: readonly string[];
  /** The content, if it is not to be read from disk. */
  readonly bytes?: Uint8Array | undefined;
}

/** A file for which no new record was made. */
export type NoRecord = { readonly entry: ManifestEntry } & (
  | { readonly kind: 'known' }
  | { readonly kind: 'skipped'; readonly skipped: SkippedFile; readonly isParsed: boolean }
);

/** The outcome of one file. */
type Extracted =
  | NoRecord
  | { readonly kind: 'record'; readonly entry: ManifestEntry; readonly record: FileRecord };

/** A file's facts, and the text whose terms are to be counted. */
interface ReadFile {
  readonly kind: 'facts';
  readonly entry: ManifestEntry;
  readonly facts: FileFacts;
  readonly text: string;
}

/** A file whose terms have not been counted yet. */
export interface FactsAndText {
  /** Encoded for transfer between threads. */
  readonly facts: Uint8Array;
  /** File text with secrets masked. */
  readonly text: string;
}

export interface FileToCount extends FactsAndText {
  /** The file's place in its index; set when the vectors of its chunks are to be made as well. */
  readonly place?: FilePlace | undefined;
}

export interface CountedFile {
  /** Encoded for transfer between threads. */
  readonly terms: Uint8Array;
  /** The whole record, packed. */
  readonly bytes: Uint8Array;
  /** Vectors of the packaged model, one per chunk. */
  readonly rows?: Int8Array | undefined;
}

/**
 * Reads a file and derives its facts and terms. Never throws because of file content.
 * @throws {ParseInterrupted} once `isInterrupted` is true.
 */
export async function extractOne(
  settings: ExtractSettings,
  file: FileToExtract,
  isInterrupted?: () => boolean,
): Promise<Extracted> {
  const read = await readFacts(settings, file, isInterrupted);
  if (read.kind !== 'facts') return read;
  const { entry, facts, text } = read;
  return { kind: 'record', entry, record: { facts, terms: fileTerms(facts, text) } };
}

/** Does the same without terms. */
export async function readFacts(
  settings: ExtractSettings,
  { entry, knownHashes, bytes }: FileToExtract,
  isInterrupted?: () => boolean,
): Promise<NoRecord | ReadFile> {
  const read =
    bytes === undefined
      ? await readSourceFile(settings.root, entry, settings)
      : sourceOfBytes(entry, bytes, settings);
  if ('reason' in read) {
    const { reason } = read;
    return { kind: 'skipped', entry: skippedEntry(entry, reason), skipped: read, isParsed: false };
  }
  const known = manifestEntry(read);
  if (knownHashes.includes(read.hash)) return { kind: 'known', entry: known };
  // Secrets are masked before anything is extracted, so that none reaches a signature, a doc
  // comment or a term. Offsets remain those of the file.
  const source = { ...read, text: maskSecrets(read.text).text };
  const facts = await extractFile(source, { ...settings, isInterrupted });
  if ('reason' in facts) return { kind: 'skipped', entry: known, skipped: facts, isParsed: true };
  return { kind: 'facts', entry: known, facts, text: source.text };
}

/** Counts the terms of a file whose facts have already been derived. */
export function countOne({ facts, text, place }: FileToCount): CountedFile {
  const counted = fileTerms(decodeFacts(facts), text);
  const terms = encodeTerms(counted);
  const rows = place && rowsOf(place, counted);
  return { terms, bytes: packParts(facts, terms), rows };
}

/**
 * Returns the vectors of a file, or undefined when the model cannot be loaded. Code that needs the
 * vectors later tries again and reports the problem.
 */
function rowsOf(place: FilePlace, terms: FileTerms): Int8Array | undefined {
  try {
    return embedFile(staticModel(), place, terms);
  } catch (error) {
    if (!isGraphMemoryError(error)) throw error;
    return undefined;
  }
}
