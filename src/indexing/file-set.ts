import { assert } from '../base/assert.ts';
import { newIndexes } from '../base/new-indexes.ts';
import { withReplaced } from '../base/replaced-map.ts';
import type { FileEntry } from '../files/discovery/discovery.ts';
import { settled } from '../files/manifest-entries.ts';
import type { FileTerms } from '../index/file-terms.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { FactsChange, FactsChanges } from '../store/facts-file.ts';
import type { Counted, Found, Outcome } from '../workers/extract-files.ts';
import type { ProjectScan } from './project-scan.ts';

/** The files of a project after a run, by outcome. */
export interface FileSet {
  readonly manifest: Manifest;
  readonly skipped: readonly SkippedFile[];
  /** Sorted. */
  readonly indexed: readonly RepoPath[];
  /** Files that this run read, sorted by path. */
  readonly found: ReadonlyMap<RepoPath, Found>;
}

/** Known data of the files that a run does not read. */
export interface KnownFiles {
  readonly manifest: Manifest;
  readonly skipped: readonly SkippedFile[];
  /** The indexed files, sorted; undefined if none are known. */
  readonly indexed?: readonly RepoPath[];
}

export function fileSetOf(
  projectScan: ProjectScan,
  known: KnownFiles,
  outcomes: ReadonlyMap<RepoPath, Outcome>,
): FileSet {
  const skippedBefore = new Map(known.skipped.map((file) => [file.path, file]));
  const edited = editedFileSet(projectScan, known, outcomes, skippedBefore);
  if (edited !== undefined) return edited;
  const manifest = new Map<RepoPath, ManifestEntry>();
  const skipped: SkippedFile[] = [...projectScan.discovery.skipped];
  const indexed: RepoPath[] = [];
  const found = new Map<RepoPath, Found>();
  for (const entry of projectScan.discovery.files) {
    const { path } = entry;
    const outcome = outcomes.get(path);
    const still = outcome === undefined ? skippedBefore.get(path) : undefined;
    const skip = outcome !== undefined && 'skipped' in outcome ? outcome.skipped : still;
    const now = outcome?.entry ?? keptEntry(entry, known.manifest.get(path), still);
    manifest.set(path, settled(now, projectScan.scannedMs));
    if (skip === undefined) indexed.push(path);
    else skipped.push(skip);
    if (outcome !== undefined && 'facts' in outcome) found.set(path, outcome);
  }
  return { manifest, skipped, indexed, found };
}

/** Does the same, at the cost of the changed files, if files only changed their contents. */
function editedFileSet(
  { changes, discovery, scannedMs }: ProjectScan,
  { manifest, skipped, indexed }: KnownFiles,
  outcomes: ReadonlyMap<RepoPath, Outcome>,
  skippedBefore: ReadonlyMap<RepoPath, SkippedFile>,
): FileSet | undefined {
  const { added, changed, removed, touched } = changes;
  const isSameList =
    manifest.size === discovery.files.length && added.length + removed.length === 0;
  if (!isSameList || indexed === undefined) return undefined;
  const found = new Map<RepoPath, Found>();
  for (const { path } of changed) {
    const outcome = outcomes.get(path);
    if (outcome === undefined || 'skipped' in outcome || skippedBefore.has(path)) return undefined;
    found.set(path, outcome);
  }
  const entries = new Map<RepoPath, ManifestEntry>();
  for (const [path, { entry }] of found) entries.set(path, settled(entry, scannedMs));
  for (const entry of touched) {
    const { path } = entry;
    const now = keptEntry(entry, manifest.get(path), skippedBefore.get(path));
    entries.set(path, settled(now, scannedMs));
  }
  const still = skipped.filter(({ path }) => manifest.has(path));
  return {
    manifest: withReplaced(manifest, entries),
    skipped: [...discovery.skipped, ...still],
    indexed,
    found,
  };
}

/** Returns a file's previous entry with its current timestamps. */
function keptEntry(
  { path, sizeBytes, mtimeMs, ctimeMs }: FileEntry,
  before: ManifestEntry | undefined,
  skipped: SkippedFile | undefined,
): ManifestEntry {
  if (before === undefined) throw new Error(`${path} is neither indexed nor pending`);
  const hasSameTime = before.mtimeMs === mtimeMs && before.ctimeMs === ctimeMs;
  if (hasSameTime && before.sizeBytes === sizeBytes) return before;
  // An unreadable file keeps its impossible timestamp, so that the next scan reads it again.
  return skipped?.reason === 'unreadable' ? before : { ...before, sizeBytes, mtimeMs, ctimeMs };
}

/** Returns the terms of a file, which must have been counted. */
export function termsOf(counted: ReadonlyMap<RepoPath, FileTerms>, path: RepoPath): FileTerms {
  const terms = counted.get(path);
  assert(terms !== undefined, `the terms of ${path} were not counted`);
  return terms;
}

/**
 * Returns how a run changed the facts of the files in `pathsBefore`, in the order of `indexed`. With
 * `areSame`, both have the same files.
 */
export function factsChanges(
  outcomes: ReadonlyMap<RepoPath, Outcome>,
  counted: ReadonlyMap<RepoPath, Counted>,
  indexed: readonly RepoPath[],
  pathsBefore: readonly RepoPath[],
  areSame = false,
): FactsChanges {
  const changed = new Map<RepoPath, FactsChange>();
  for (const [path, { entry }] of outcomes) {
    const bytes = counted.get(path)?.bytes;
    if (bytes !== undefined) changed.set(path, { hash: entry.hash, bytes });
  }
  if (areSame) return { changed, removed: new Set() };
  const numbers = newIndexes(pathsBefore, indexed);
  return { changed, removed: new Set(pathsBefore.filter((_, old) => numbers[old] === -1)) };
}
