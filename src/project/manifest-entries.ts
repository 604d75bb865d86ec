import type { FileEntry } from '../files/discover.ts';
import type { SkipReason } from '../model/diagnostic.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import type { SourceFile } from '../model/source-file.ts';

/** Equal to no file's time. */
export const NEVER_MS = -1;

export function manifestEntry(source: SourceFile): ManifestEntry {
  const { sizeBytes, mtimeMs, hash } = source;
  return { sizeBytes, mtimeMs, hash };
}

/**
 * A file that was skipped when it was read is in the manifest too, so that the next run knows it and
 * does not try it again. That it could not be read at all may pass without the file's time changing;
 * an impossible time sends such a file to be compared by content every time.
 */
export function skippedEntry(entry: FileEntry, reason: SkipReason): ManifestEntry {
  const mtimeMs = reason === 'unreadable' ? NEVER_MS : entry.mtimeMs;
  return { sizeBytes: entry.sizeBytes, mtimeMs, hash: skippedHash(reason) };
}

export function skippedHash(reason: SkipReason): string {
  return `skipped:${reason}`;
}
