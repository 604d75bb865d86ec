import { lstatSync } from 'node:fs';
import { systemCode } from '../base/system-code.ts';
import { joinInside } from '../base/system-path.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';

/** Returns the files of a manifest whose size or times on disk differ from their entry. */
export function changedOnDisk(root: string, manifest: Manifest): readonly RepoPath[] {
  const changed: RepoPath[] = [];
  for (const [path, { sizeBytes, mtimeMs, ctimeMs }] of manifest) {
    try {
      const stats = lstatSync(joinInside(root, path));
      const isSame =
        stats.size === sizeBytes && stats.mtimeMs === mtimeMs && stats.ctimeMs === ctimeMs;
      if (!isSame) changed.push(path);
    } catch (error) {
      systemCode(error);
      changed.push(path);
    }
  }
  return changed;
}
