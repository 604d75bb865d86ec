import { join } from 'node:path';
import { withReplaced } from '../base/replaced-map.ts';
import { relativeInside } from '../base/system-path.ts';
import type { ProjectConfig } from '../config/load.ts';
import { type Changes, compareManifest, compareSome } from '../files/changes.ts';
import { type DiscoverOptions, discover } from '../files/discovery/discover.ts';
import type { Discovery, FileEntry } from '../files/discovery/discovery.ts';
import { rediscover } from '../files/discovery/rediscover.ts';
import { fileFingerprint } from '../files/fingerprints.ts';
import { headCommit } from '../files/git-head.ts';
import { NEVER_MS, settled, skippedHash } from '../files/manifest-entries.ts';
import { readSourceFile } from '../files/read.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import { NOTES_FOLDER } from '../model/note.ts';
import type { RepoPath } from '../model/path.ts';
import { type Layout, readLayout } from './layout.ts';

/** The current state of the project on disk, and its difference from the indexed state. */
export interface ProjectScan {
  readonly discovery: Discovery;
  readonly layout: Layout;
  readonly changes: Changes;
  /** The commit checked out when the scan began; undefined outside of git. */
  readonly commit: string | undefined;
  /** Time at which the scan began. */
  readonly scannedMs: number;
}

/** Returns the discovery options that follow from the configuration. */
export function discoverOptionsOf({ code, docs, memory }: ProjectConfig): DiscoverOptions {
  return {
    include: code.enabled ? code.include : [],
    exclude: code.exclude,
    fileSizeBytesMax: code.fileSizeBytesMax,
    pages: docs.enabled ? withNotes(docs, memory) : undefined,
  };
}

const NOTES_PATTERN = `${NOTES_FOLDER}/*.md`;

/** Makes the notes pages, or excludes them, whatever other pages are configured. */
function withNotes(
  { include, exclude }: ProjectConfig['docs'],
  memory: ProjectConfig['memory'],
): NonNullable<DiscoverOptions['pages']> {
  return memory === 'off'
    ? { include, exclude: [...exclude, NOTES_PATTERN] }
    : { include: [...include, NOTES_PATTERN], exclude };
}

/** A listing of the whole project that has begun. */
export interface Listing {
  readonly commit: string | undefined;
  readonly scannedMs: number;
  readonly discovery: Promise<Discovery>;
}

/** Begins to list a project. `scannedMs` is the current time. */
export function beginListing(
  config: ProjectConfig,
  { signal, scannedMs, onFile }: Omit<ScanOptions, 'since' | 'listing'>,
): Listing {
  // Git moves HEAD after the files, so HEAD is read first: the commit is never newer than the files.
  const commit = headCommit(config.root);
  const discovery = discover(config.root, discoverOptionsOf(config), signal, onFile);
  return { commit, scannedMs, discovery };
}

/** The previous scan, and the only paths that can differ from it. */
interface Since {
  readonly projectScan: ProjectScan;
  /** Manifest of the state made from that scan. */
  readonly manifest: Manifest | undefined;
  readonly paths: readonly string[];
}

interface ScanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time at which the scan begins, in ms. */
  readonly scannedMs: number;
  readonly since?: Since | undefined;
  /** A listing that began before. Its time and commit are those of the scan. */
  readonly listing?: Listing | undefined;
  /** Called for each file to index, as it is found. */
  readonly onFile?: ((entry: FileEntry) => void) | undefined;
}

/**
 * Lists the project and compares it with a manifest. Unchanged files are not read. With `since`,
 * only the paths that can have changed are examined.
 */
export async function scanProject(
  config: ProjectConfig,
  manifest: Manifest,
  options: ScanOptions,
): Promise<ProjectScan> {
  const { since } = options;
  const before = since?.projectScan.discovery;
  const again = since && (await listAgain(config, since, options));
  const listing = again ?? options.listing ?? beginListing(config, options);
  const { commit, scannedMs } = listing;
  const discovery = await listing.discovery;
  const hashOf = async (entry: FileEntry) => {
    const read = await readSourceFile(config.root, entry, config.code);
    return 'text' in read ? read.hash : skippedHash(read.reason);
  };
  // Rediscovery keeps the same list object if no path was added or removed.
  const isListSame = discovery.allPaths === before?.allPaths;
  const changes =
    since && isListSame && since.manifest === manifest
      ? await compareSome(manifest, discovery.files, suspectPaths(since), hashOf)
      : await compareManifest(manifest, discovery.files, hashOf);
  const layout =
    since && isListSame && areBasesSame(config.root, since)
      ? since.projectScan.layout
      : await readLayout(config, discovery);
  return { discovery, layout, changes, commit, scannedMs };
}

/** Lists the paths that can differ. Undefined if the whole project has to be listed. */
async function listAgain(
  config: ProjectConfig,
  { projectScan, paths }: Since,
  { signal, scannedMs }: ScanOptions,
): Promise<Listing | undefined> {
  const commit = headCommit(config.root);
  const wanted = { ...discoverOptionsOf(config), signal };
  const discovery = await rediscover(config.root, projectScan.discovery, paths, wanted);
  return discovery && { commit, scannedMs, discovery: Promise.resolve(discovery) };
}

/** Returns the paths that can differ, and those whose times could not be relied on before. */
function suspectPaths({ projectScan: { changes }, paths }: Since): readonly string[] {
  const { added, changed, touched } = changes;
  return [...paths, ...[...added, ...changed, ...touched].map(({ path }) => path)];
}

/**
 * Whether the extended configs are the same. A path with a reported change counts as changed,
 * whatever its timestamps are.
 */
function areBasesSame(root: string, { projectScan: { layout }, paths }: Since): boolean {
  return (
    !paths.some((path) => layout.baseFingerprints.has(path)) &&
    [...layout.baseFingerprints].every(([path, mark]) => fileFingerprint(join(root, path)) === mark)
  );
}

/**
 * Returns the folders to watch: those of the project except its own store, which every save
 * changes.
 */
export function watchedFolders(config: ProjectConfig, projectScan: ProjectScan): readonly string[] {
  const store = relativeInside(config.root, config.storeDir);
  return projectScan.discovery.folders.filter(
    (folder) => folder !== store && !folder.startsWith(`${store}/`),
  );
}

/** Returns the manifest with new timestamps for files whose content is the same, and these files' entries. */
export function updatedTimestamps(
  manifest: Manifest,
  { changes, scannedMs }: ProjectScan,
): { readonly manifest: Manifest; readonly updated: Manifest } {
  const updated = new Map<RepoPath, ManifestEntry>();
  for (const { path, sizeBytes, mtimeMs, ctimeMs } of changes.touched) {
    const known = manifest.get(path);
    if (known === undefined || known.mtimeMs === NEVER_MS) continue;
    updated.set(path, settled({ ...known, sizeBytes, mtimeMs, ctimeMs }, scannedMs));
  }
  return { manifest: withReplaced(manifest, updated), updated };
}
