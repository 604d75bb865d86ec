import { extractFile } from '../extract/extract.ts';
import type { FileEntry } from '../files/discover.ts';
import { readSourceFile } from '../files/read.ts';
import { maskSecrets } from '../files/secrets.ts';
import { fileTerms } from '../index/file-terms.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import type { FileRecord } from '../store/facts-file.ts';
import { manifestEntry, skippedEntry } from './manifest-entries.ts';

/** What extraction needs to know of a project; plain data, so that it can go to another thread. */
export interface ExtractSettings {
  /** Absolute. */
  readonly root: string;
  readonly fileSizeBytesMax: number;
  readonly parseMsMax: number;
}

export interface FileToExtract {
  readonly entry: FileEntry;
  /** Content whose facts are at hand: a file that has it again is not parsed. */
  readonly knownHashes: readonly string[];
}

/** A file without a new record. */
export type NoRecord = { readonly entry: ManifestEntry } & (
  | { readonly kind: 'known' }
  | { readonly kind: 'skipped'; readonly skipped: SkippedFile; readonly isParsed: boolean }
);

/** What became of one file. */
type Extracted =
  | NoRecord
  | { readonly kind: 'record'; readonly entry: ManifestEntry; readonly record: FileRecord };

/** Reads a file and works out its facts and terms. Never throws on content. */
export async function extractOne(
  settings: ExtractSettings,
  { entry, knownHashes }: FileToExtract,
): Promise<Extracted> {
  const read = await readSourceFile(settings.root, entry, settings);
  if ('reason' in read) {
    const { reason } = read;
    return { kind: 'skipped', entry: skippedEntry(entry, reason), skipped: read, isParsed: false };
  }
  const known = manifestEntry(read);
  if (knownHashes.includes(read.hash)) return { kind: 'known', entry: known };
  // Masked before anything is taken from it, so that no secret reaches a signature, a doc comment or a
  // term; offsets stay those of the file.
  const source = { ...read, text: maskSecrets(read.text).text };
  const facts = await extractFile(source, settings);
  if ('reason' in facts) return { kind: 'skipped', entry: known, skipped: facts, isParsed: true };
  return { kind: 'record', entry: known, record: { facts, terms: fileTerms(facts, source.text) } };
}
