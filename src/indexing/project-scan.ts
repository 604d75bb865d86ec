import { join } from 'node:path';
import { relativeInside } from '../base/system-path.ts';
import type { ProjectConfig } from '../config/load.ts';
import { type Changes, compareManifest } from '../files/changes.ts';
import { type DiscoverOptions, discover } from '../files/discovery/discover.ts';
import type { Discovery, FileEntry } from '../files/discovery/discovery.ts';
import { rediscover } from '../files/discovery/rediscover.ts';
import { fileFingerprint } from '../files/fingerprints.ts';
import { NEVER_MS, settled, skippedHash } from '../files/manifest-entries.ts';
import { readSourceFile } from '../files/read.ts';
import type { Manifest } from '../model/manifest.ts';
import { type Layout, readLayout } from './layout.ts';

/** The project as the disk has it now, and how that differs from what was indexed. */
export interface ProjectScan {
  readonly discovery: Discovery;
  readonly layout: Layout;
  readonly changes: Changes;
  /** When the look at the disk began. */
  readonly scannedMs: number;
}

/** What the configuration asks for. */
export function discoverOptionsOf({ code, docs }: ProjectConfig): DiscoverOptions {
  return {
    include: code.enabled ? code.include : [],
    exclude: code.exclude,
    fileSizeBytesMax: code.fileSizeBytesMax,
    pages: docs.enabled ? docs : undefined,
  };
}

/** The last survey, and the only paths that can differ from it. */
interface Since {
  readonly projectScan: ProjectScan;
  readonly paths: readonly string[];
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** When it begins, in ms. */
  readonly scannedMs: number;
  readonly since?: Since | undefined;
  /** Hears of each file to index as it is met. */
  readonly onFile?: ((entry: FileEntry) => void) | undefined;
}

/**
 * Lists the project and compares it with a manifest. Unchanged files are not read. Where it is known
 * what alone can have changed since another survey, nothing else is looked at.
 */
export async function scanProject(
  config: ProjectConfig,
  manifest: Manifest,
  { signal, scannedMs, since, onFile }: ScanOptions,
): Promise<ProjectScan> {
  const wanted = discoverOptionsOf(config);
  const before = since?.projectScan.discovery;
  const again =
    before && (await rediscover(config.root, before, since.paths, { ...wanted, signal }));
  const discovery = again ?? (await discover(config.root, wanted, signal, onFile));
  const changes = await compareManifest(manifest, discovery.files, async (entry) => {
    const read = await readSourceFile(config.root, entry, config.code);
    return 'text' in read ? read.hash : skippedHash(read.reason);
  });
  // A rediscovery keeps the list of all paths where none came or went.
  const isListSame = discovery.allPaths === before?.allPaths;
  const layout =
    since && isListSame && areBasesSame(config.root, since)
      ? since.projectScan.layout
      : await readLayout(config, discovery);
  return { discovery, layout, changes, scannedMs };
}

/** The configs that others extend; a path that is told of is another one whatever its times say. */
function areBasesSame(root: string, { projectScan: { layout }, paths }: Since): boolean {
  return (
    !paths.some((path) => layout.baseFingerprints.has(path)) &&
    [...layout.baseFingerprints].every(([path, mark]) => fileFingerprint(join(root, path)) === mark)
  );
}

/** The folders whose changes matter: those of the project without its own store, which every save changes. */
export function watchedFolders(config: ProjectConfig, projectScan: ProjectScan): readonly string[] {
  const store = relativeInside(config.root, config.storeDir);
  return projectScan.discovery.folders.filter(
    (folder) => folder !== store && !folder.startsWith(`${store}/`),
  );
}

/** The manifest with the new times of files whose content is still the same. */
export function updatedTimestamps(
  manifest: Manifest,
  { changes, scannedMs }: ProjectScan,
): { readonly manifest: Manifest; readonly updatedCount: number } {
  const updated = new Map(manifest);
  let updatedCount = 0;
  for (const { path, sizeBytes, mtimeMs, ctimeMs } of changes.touched) {
    const known = updated.get(path);
    if (known === undefined || known.mtimeMs === NEVER_MS) continue;
    updated.set(path, settled({ ...known, sizeBytes, mtimeMs, ctimeMs }, scannedMs));
    updatedCount++;
  }
  return { manifest: updated, updatedCount };
}
