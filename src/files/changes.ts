import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { FileEntry } from './discovery/discovery.ts';

/** How a project differs from what was last indexed; every list in the order of the entries or manifest. */
export interface Changes {
  readonly added: readonly FileEntry[];
  /** Other content than before, or no content to be had any more. */
  readonly changed: readonly FileEntry[];
  readonly removed: readonly RepoPath[];
  readonly unchanged: readonly FileEntry[];
  /** Same content, but another time on disk: the manifest should learn the new one. */
  readonly touched: readonly FileEntry[];
}

/** The content hash of a file now; undefined when it cannot be read. */
export type HashOf = (entry: FileEntry) => Promise<string | undefined>;

/** Files hashed at a time: enough to keep the disk busy, few enough to stay small in memory. */
const PARALLEL_MAX = 16;

/**
 * Compares a manifest with the files on disk. Size and times are compared first; only a file of the
 * same size and another time is hashed, so an unchanged project costs no reading at all. The change
 * time counts because programs that keep a file's modification time (`cp -p`, `rsync -t`, `touch -r`)
 * cannot keep that.
 */
export async function compareManifest(
  manifest: Manifest,
  entries: readonly FileEntry[],
  hashOf: HashOf,
): Promise<Changes> {
  const added: FileEntry[] = [];
  const suspects: FileEntry[] = [];
  const unchanged: FileEntry[] = [];
  // One look at each: of a large project, one file is another in most cases.
  for (const entry of entries) {
    const before = manifest.get(entry.path);
    if (before === undefined) added.push(entry);
    else if (differsOnDisk(before, entry)) suspects.push(entry);
    else unchanged.push(entry);
  }
  const ofSameSize = suspects.filter(
    ({ path, sizeBytes }) => manifest.get(path)?.sizeBytes === sizeBytes,
  );
  const touchedPaths = await findSame(manifest, ofSameSize, hashOf);
  return {
    added,
    changed: suspects.filter((entry) => !touchedPaths.has(entry.path)),
    removed: removedPaths(manifest, entries, suspects.length + unchanged.length),
    unchanged,
    touched: suspects.filter((entry) => touchedPaths.has(entry.path)),
  };
}

/** `stillCount` files of the manifest are among the entries. */
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
