import type { SkipReason } from '../model/diagnostic.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { SourceFile } from '../model/source-file.ts';
import type { FileEntry } from './discovery/discovery.ts';

/** A time that equals no file's time. */
export const NEVER_MS = -1;

/**
 * Longest time in which writes may leave a file's times unchanged, by the clock resolution of most
 * file systems.
 */
const TICK_MS = 20;
/** The same limit for file systems with a resolution of one or two seconds. */
const COARSE_TICK_MS = 2000;

/**
 * Returns an entry that a later refresh can rely on. If the file had just changed when the scan
 * began, more may have been written within the same clock tick and with the same size. Such a file
 * is compared by content again.
 */
export function settled(entry: ManifestEntry, scannedMs: number): ManifestEntry {
  return isSettled(entry, scannedMs) ? entry : { ...entry, ctimeMs: NEVER_MS };
}

/** Whether a file changed at least a clock tick before a moment, so that its times tell of later writes. */
export function isSettled({ ctimeMs }: { readonly ctimeMs: number }, atMs: number): boolean {
  return atMs - ctimeMs > (ctimeMs % 1000 === 0 ? COARSE_TICK_MS : TICK_MS);
}

/** Returns the manifest without times, so that a refresh compares every file by content. */
export function withoutTimes(manifest: Manifest): Manifest {
  return new Map(
    Array.from(manifest, ([path, entry]) => [path, { ...entry, ctimeMs: NEVER_MS }] as const),
  );
}

export function manifestEntry(source: SourceFile): ManifestEntry {
  const { sizeBytes, mtimeMs, ctimeMs, hash } = source;
  return { sizeBytes, mtimeMs, ctimeMs, hash };
}

/**
 * Returns the manifest entry of a file that was skipped on reading, so that the next run does not
 * try it again. An unreadable file may become readable without a change of its time; an impossible
 * time forces a comparison by content in every run.
 */
export function skippedEntry(entry: FileEntry, reason: SkipReason): ManifestEntry {
  const mtimeMs = reason === 'unreadable' ? NEVER_MS : entry.mtimeMs;
  return { sizeBytes: entry.sizeBytes, mtimeMs, ctimeMs: entry.ctimeMs, hash: skippedHash(reason) };
}

export function skippedHash(reason: SkipReason): string {
  return `skipped:${reason}`;
}
