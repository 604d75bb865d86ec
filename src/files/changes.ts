import { at } from '../base/assert.ts';
import { lowerBoundBy } from '../base/lower-bound.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileEntry } from './discovery/discovery.ts';

/**
 * Difference between a project and its last index. Every list is in the order of the entries or the
 * manifest.
 */
export interface Changes {
  readonly added: readonly FileEntry[];
  /** Files with changed content, or that can no longer be read. */
  readonly changed: readonly FileEntry[];
  readonly removed: readonly RepoPath[];
  readonly unchangedCount: number;
  /**
   * Files with the same content but a different time on disk; the manifest should store the new
   * time.
   */
  readonly touched: readonly FileEntry[];
}

/** Returns the current content hash of a file; undefined if it cannot be read. */
export type HashOf = (entry: FileEntry) => Promise<string | undefined>;

/** Number of files hashed in parallel: enough to keep the disk busy, few enough to limit memory. */
const PARALLEL_MAX = 16;

/**
 * Compares a manifest with the files on disk. Size and times are compared first. Only a file of the
 * same size with a different time is hashed, so an unchanged project costs no reads. The change
 * time (ctime) counts because programs that preserve a file's modification time (`cp -p`, `rsync
 * -t`, `touch -r`) cannot preserve it.
 */
export async function compareManifest(
  manifest: Manifest,
  entries: readonly FileEntry[],
  hashOf: HashOf,
): Promise<Changes> {
  const added: FileEntry[] = [];
  const suspects: FileEntry[] = [];
  let unchangedCount = 0;
  // A single pass over the entries: in a large project most lookups miss the CPU cache.
  for (const entry of entries) {
    const before = manifest.get(entry.path);
    if (before === undefined) added.push(entry);
    else if (differsOnDisk(before, entry)) suspects.push(entry);
    else unchangedCount++;
  }
  const { changed, touched } = await splitSuspects(manifest, suspects, hashOf);
  const removed = removedPaths(manifest, entries, suspects.length + unchangedCount);
  return { added, changed, removed, unchangedCount, touched };
}

/**
 * Does the same for a manifest of the same files as the entries, of which only some can differ.
 * `entries` are sorted by path.
 */
export async function compareSome(
  manifest: Manifest,
  entries: readonly FileEntry[],
  paths: Iterable<string>,
  hashOf: HashOf,
): Promise<Changes> {
  const suspects: FileEntry[] = [];
  for (const path of [...new Set(paths)].sort()) {
    const entry = entries[lowerBoundBy(entries.length, (row) => at(entries, row).path < path)];
    const before = entry?.path === path ? manifest.get(entry.path) : undefined;
    if (entry !== undefined && before !== undefined && differsOnDisk(before, entry))
      suspects.push(entry);
  }
  const { changed, touched } = await splitSuspects(manifest, suspects, hashOf);
  const unchangedCount = entries.length - suspects.length;
  return { added: [], changed, removed: [], unchangedCount, touched };
}

/** Tells files with other content from those that were only touched. */
async function splitSuspects(
  manifest: Manifest,
  suspects: readonly FileEntry[],
  hashOf: HashOf,
): Promise<Pick<Changes, 'changed' | 'touched'>> {
  const ofSameSize = suspects.filter(
    ({ path, sizeBytes }) => manifest.get(path)?.sizeBytes === sizeBytes,
  );
  const touchedPaths = await findSame(manifest, ofSameSize, hashOf);
  return {
    changed: suspects.filter((entry) => !touchedPaths.has(entry.path)),
    touched: suspects.filter((entry) => touchedPaths.has(entry.path)),
  };
}

/** Returns the removed paths. `stillCount` files of the manifest are among the entries. */
function removedPaths(
  manifest: Manifest,
  entries: readonly FileEntry[],
  stillCount: number,
): readonly RepoPath[] {
  if (stillCount === manifest.size) return [];
  const present = new Set(entries.map((entry) => entry.path));
  return [...manifest.keys()].filter((path) => !present.has(path));
}

function differsOnDisk(before: ManifestEntry, entry: FileEntry): boolean {
  return (
    before.sizeBytes !== entry.sizeBytes ||
    before.mtimeMs !== entry.mtimeMs ||
    before.ctimeMs !== entry.ctimeMs
  );
}

async function findSame(
  manifest: Manifest,
  suspects: readonly FileEntry[],
  hashOf: HashOf,
): Promise<Set<RepoPath>> {
  const same = new Set<RepoPath>();
  for (let start = 0; start < suspects.length; start += PARALLEL_MAX) {
    const batch = suspects.slice(start, start + PARALLEL_MAX);
    const hashes = await Promise.all(batch.map(hashOf));
    for (const [index, entry] of batch.entries())
      if (hashes[index] === manifest.get(entry.path)?.hash) same.add(entry.path);
  }
  return same;
}
