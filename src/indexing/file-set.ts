import { assert } from '../base/assert.ts';
import { newIndexes } from '../base/new-indexes.ts';
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
}

export function fileSetOf(
  projectScan: ProjectScan,
  known: KnownFiles,
  outcomes: ReadonlyMap<RepoPath, Outcome>,
): FileSet {
  const skippedBefore = new Map(known.skipped.map((file) => [file.path, file]));
  const { added, removed, unchanged } = projectScan.changes;
  const isAtPlace = known.manifest.size === projectScan.discovery.files.length;
  // If the files and their order are the same, the manifest already contains the unchanged entries.
  const isSameList = isAtPlace && added.length === 0 && removed.length === 0;
  const manifest = new Map<RepoPath, ManifestEntry>(isSameList ? known.manifest : []);
  let unchangedCount = 0;
  const skipped: SkippedFile[] = [...projectScan.discovery.skipped];
  const indexed: RepoPath[] = [];
  const found = new Map<RepoPath, Found>();
  for (const entry of projectScan.discovery.files) {
    const { path } = entry;
    const outcome = outcomes.get(path);
    const still = outcome === undefined ? skippedBefore.get(path) : undefined;
    const skip = outcome !== undefined && 'skipped' in outcome ? outcome.skipped : still;
    if (isSameList && unchanged[unchangedCount] === entry) unchangedCount++;
    else {
      const now = outcome?.entry ?? keptEntry(entry, known.manifest.get(path), still);
      manifest.set(path, settled(now, projectScan.scannedMs));
    }
    if (skip === undefined) indexed.push(path);
    else skipped.push(skip);
    if (outcome !== undefined && 'facts' in outcome) found.set(path, outcome);
  }
  return { manifest, skipped, indexed, found };
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

/** Returns the counted terms of a file. */
export function termsOf(counted: ReadonlyMap<RepoPath, Counted>, path: RepoPath): FileTerms {
  const one = counted.get(path);
  assert(one !== undefined, `the terms of ${path} were not counted`);
  return one.terms;
}

/** Returns how a run changed the facts of the files in `pathsBefore`, in the order of `indexed`. */
export function factsChanges(
  outcomes: ReadonlyMap<RepoPath, Outcome>,
  counted: ReadonlyMap<RepoPath, Counted>,
  indexed: readonly RepoPath[],
  pathsBefore: readonly RepoPath[],
): FactsChanges {
  const changed = new Map<RepoPath, FactsChange>();
  for (const [path, { entry }] of outcomes) {
    const bytes = counted.get(path)?.bytes;
    if (bytes !== undefined) changed.set(path, { hash: entry.hash, bytes });
  }
  const numbers = newIndexes(pathsBefore, indexed);
  return { changed, removed: new Set(pathsBefore.filter((_, old) => numbers[old] === -1)) };
}
