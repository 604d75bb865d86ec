import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';

/** A manifest as columns: row i is one file. */
export interface ManifestRecord {
  readonly paths: readonly string[];
  readonly sizesBytes: Float64Array;
  /**
   * Modification times with fractions: file systems count in nanoseconds, and an update compares
   * for equality.
   */
  readonly mtimesMs: Float64Array;
  readonly ctimesMs: Float64Array;
  readonly hashes: readonly string[];
}

export function toManifestRecord(manifest: Manifest): ManifestRecord {
  const entries = [...manifest.values()];
  return {
    paths: [...manifest.keys()],
    sizesBytes: Float64Array.from(entries, (entry) => entry.sizeBytes),
    mtimesMs: Float64Array.from(entries, (entry) => entry.mtimeMs),
    ctimesMs: Float64Array.from(entries, (entry) => entry.ctimeMs),
    hashes: entries.map((entry) => entry.hash),
  };
}

/**
 * Creates the manifest, with files in their stored order.
 * @throws {Error} when the columns differ in length, or a path occurs twice.
 */
export function fromManifestRecord(record: ManifestRecord): Manifest {
  const { paths, sizesBytes, mtimesMs, ctimesMs, hashes } = record;
  const isWhole =
    sizesBytes.length === paths.length &&
    mtimesMs.length === paths.length &&
    ctimesMs.length === paths.length &&
    hashes.length === paths.length;
  if (!isWhole) throw new Error('manifest record: columns of different lengths');
  const manifest = new Map<RepoPath, ManifestEntry>();
  for (const [row, path] of paths.entries()) {
    manifest.set(path as RepoPath, {
      sizeBytes: sizesBytes[row] as number,
      mtimeMs: mtimesMs[row] as number,
      ctimeMs: ctimesMs[row] as number,
      hash: hashes[row] as string,
    });
  }
  if (manifest.size !== paths.length) throw new Error('manifest record: a path is there twice');
  return manifest;
}
