import type { ProjectConfig } from '../config/load.ts';
import { readSourceFile } from '../files/read.ts';
import { scanProject } from '../indexing/project-scan.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';

/** A file that differs from a snapshot, in the words of git. */
export interface SnapshotChange {
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed';
  readonly path: RepoPath;
  /** Path of the removed file that has the same content. */
  readonly oldPath?: RepoPath;
}

/** Returns the files on disk that differ from a snapshot, sorted by path. Nothing is indexed. */
export async function changesSince(
  manifest: Manifest,
  config: ProjectConfig,
  options: { readonly signal: AbortSignal | undefined; readonly scannedMs: number },
): Promise<readonly SnapshotChange[]> {
  const { changes } = await scanProject(config, manifest, options);
  const removed = new Map(changes.removed.map((path) => [manifest.get(path)?.hash ?? '', path]));
  const found: SnapshotChange[] = [];
  for (const { path } of changes.added) {
    const read = await readSourceFile(config.root, { path }, config.code);
    const hash = 'text' in read ? read.hash : '';
    const oldPath = removed.get(hash);
    if (oldPath === undefined) found.push({ status: 'added', path });
    else {
      removed.delete(hash);
      found.push({ status: 'renamed', path, oldPath });
    }
  }
  for (const { path } of changes.changed) found.push({ status: 'modified', path });
  const renamed = new Set(found.map(({ oldPath }) => oldPath));
  for (const path of changes.removed) {
    if (!renamed.has(path)) found.push({ status: 'deleted', path });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}
