import type { ProjectConfig } from '../config/load.ts';
import { type Changes, compareManifest } from '../files/changes.ts';
import { type Discovery, discover, type FileEntry } from '../files/discover.ts';
import { readSourceFile } from '../files/read.ts';
import type { SkipReason } from '../model/diagnostic.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { SourceFile } from '../model/source-file.ts';
import { type Layout, readLayout } from './layout.ts';

/** The project as the disk has it now, and how that differs from what was indexed. */
export interface Survey {
  readonly discovery: Discovery;
  readonly layout: Layout;
  readonly changes: Changes;
}

/** Lists the project and compares it with a manifest. Unchanged files are not read. */
export async function surveyProject(
  config: ProjectConfig,
  manifest: Manifest,
  signal: AbortSignal | undefined,
): Promise<Survey> {
  const discovery = await discover(config.root, config.code, signal);
  const changes = await compareManifest(manifest, discovery.files, async (entry) => {
    const read = await readSourceFile(config.root, entry, config.code);
    return 'text' in read ? read.hash : skippedHash(read.reason);
  });
  return { discovery, layout: await readLayout(config, discovery), changes };
}

/** The manifest with the new times of files whose content is still the same. */
export function learnTimes(
  manifest: Manifest,
  touched: readonly FileEntry[],
): { readonly manifest: Manifest; readonly learntCount: number } {
  const learnt = new Map(manifest);
  let learntCount = 0;
  for (const { path, sizeBytes, mtimeMs } of touched) {
    const known = learnt.get(path);
    if (known === undefined || known.mtimeMs === NEVER_MS) continue;
    learnt.set(path, { ...known, sizeBytes, mtimeMs });
    learntCount++;
  }
  return { manifest: learnt, learntCount };
}

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

const NEVER_MS = -1;

function skippedHash(reason: SkipReason): string {
  return `skipped:${reason}`;
}
