import type { SkipReason } from '../model/diagnostic.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import type { SourceFile } from '../model/source-file.ts';
import type { FileEntry } from './discovery/discovery.ts';

/** Equal to no file's time. */
export const NEVER_MS = -1;

/** How long a file may be written without its times telling, by the clock of most file systems. */
const TICK_MS = 20;
/** By the clock of those that count in seconds, or in two. */
const COARSE_TICK_MS = 2000;

/**
 * An entry that a later look may rely on. Where the file had just changed when the look began, more may
 * have been written in the same tick of the clock, with the same size: such a file is compared by
 * content once more.
 */
export function settled(entry: ManifestEntry, scannedMs: number): ManifestEntry {
  const tickMs = entry.ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS;
  return scannedMs - entry.ctimeMs > tickMs ? entry : { ...entry, ctimeMs: NEVER_MS };
}

export function manifestEntry(source: SourceFile): ManifestEntry {
  const { sizeBytes, mtimeMs, ctimeMs, hash } = source;
  return { sizeBytes, mtimeMs, ctimeMs, hash };
}

/**
 * A file that was skipped when it was read is in the manifest too, so that the next run knows it and
 * does not try it again. That it could not be read at all may pass without the file's time changing;
 * an impossible time sends such a file to be compared by content every time.
 */
export function skippedEntry(entry: FileEntry, reason: SkipReason): ManifestEntry {
  const mtimeMs = reason === 'unreadable' ? NEVER_MS : entry.mtimeMs;
  return { sizeBytes: entry.sizeBytes, mtimeMs, ctimeMs: entry.ctimeMs, hash: skippedHash(reason) };
}

export function skippedHash(reason: SkipReason): string {
  return `skipped:${reason}`;
}
