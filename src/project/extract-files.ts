import { at } from '../base/assert.ts';
import type { ProjectConfig } from '../config/load.ts';
import { extractFile } from '../extract/extract.ts';
import type { FileEntry } from '../files/discover.ts';
import { readSourceFile } from '../files/read.ts';
import { maskSecrets } from '../files/secrets.ts';
import { fileTerms } from '../index/file-terms.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { FactsChange, FactsFile, FileRecord } from '../store/facts-file.ts';
import { boundedMap } from './bounded-map.ts';
import { READS_PARALLEL_MAX } from './limits.ts';
import type { RunMonitor } from './progress.ts';
import { manifestEntry, type Survey, skippedEntry } from './survey.ts';

/** What was known before this run. */
export interface KnownFiles {
  readonly manifest: Manifest;
  readonly skipped: readonly SkippedFile[];
  /** Undefined when there are none that can be used. */
  readonly facts: FactsFile | undefined;
}

export interface ExtractedFiles {
  /** Facts and terms of every file that can be indexed, sorted by path. */
  readonly records: ReadonlyMap<RepoPath, FileRecord>;
  /** Those of them that were made by this run. */
  readonly changed: ReadonlyMap<RepoPath, FactsChange>;
  readonly manifest: Manifest;
  /** Files that were skipped when they were read or parsed. */
  readonly skipped: readonly SkippedFile[];
  readonly parsedCount: number;
}

/** One file's outcome. */
type Outcome = { readonly entry: ManifestEntry; readonly isParsed: boolean } & (
  | { readonly record: FileRecord }
  | { readonly skipped: SkippedFile }
);

/**
 * Facts and terms of every file: known ones are kept, the others are read and extracted. A changed
 * file whose content is known all the same, as after a branch was switched back, is not parsed again.
 */
export async function extractFiles(
  config: ProjectConfig,
  survey: Survey,
  known: KnownFiles,
  monitor: RunMonitor,
): Promise<ExtractedFiles> {
  const { unchanged, touched } = survey.changes;
  const same = new Set([...unchanged, ...touched].map((entry) => entry.path));
  const skippedBefore = new Map(known.skipped.map((file) => [file.path, file]));
  let done = 0;
  const files = survey.discovery.files;
  const outcomes = await boundedMap(files, READS_PARALLEL_MAX, async (entry) => {
    await monitor.breathe();
    monitor.checkCancelled();
    const before = same.has(entry.path)
      ? knownOutcome(entry, known, skippedBefore.get(entry.path))
      : undefined;
    const outcome = before ?? (await extractOne(config, entry, known));
    monitor.step('extract', ++done, files.length);
    return outcome;
  });
  return collect(files, outcomes);
}

function knownOutcome(
  entry: FileEntry,
  known: KnownFiles,
  skipped: SkippedFile | undefined,
): Outcome | undefined {
  const before = known.manifest.get(entry.path);
  if (before === undefined) return undefined;
  const mtimeMs = skipped?.reason === 'unreadable' ? before.mtimeMs : entry.mtimeMs;
  const isParsed = false;
  if (skipped !== undefined) return { entry: { ...before, mtimeMs }, isParsed, skipped };
  const record = known.facts?.get(entry.path, before.hash);
  return record === undefined ? undefined : { entry: { ...before, mtimeMs }, isParsed, record };
}

async function extractOne(
  config: ProjectConfig,
  entry: FileEntry,
  known: KnownFiles,
): Promise<Outcome> {
  const read = await readSourceFile(config.root, entry, config.code);
  if ('reason' in read) {
    return { entry: skippedEntry(entry, read.reason), isParsed: false, skipped: read };
  }
  const record = known.facts?.get(entry.path, read.hash);
  if (record !== undefined) return { entry: manifestEntry(read), isParsed: false, record };
  // Masked before anything is taken from it, so that no secret reaches a signature, a doc comment or a
  // term; offsets stay those of the file.
  const source = { ...read, text: maskSecrets(read.text).text };
  const facts = await extractFile(source, config.code);
  if ('reason' in facts) return { entry: manifestEntry(read), isParsed: true, skipped: facts };
  const terms = fileTerms(facts, source.text);
  return {
    entry: manifestEntry(read),
    isParsed: true,
    record: { facts, terms },
  };
}

function collect(files: readonly FileEntry[], outcomes: readonly Outcome[]): ExtractedFiles {
  const records = new Map<RepoPath, FileRecord>();
  const changed = new Map<RepoPath, FactsChange>();
  const manifest = new Map<RepoPath, ManifestEntry>();
  const skipped: SkippedFile[] = [];
  let parsedCount = 0;
  for (const [index, outcome] of outcomes.entries()) {
    const { path } = at(files, index);
    manifest.set(path, outcome.entry);
    if (outcome.isParsed) parsedCount++;
    if ('skipped' in outcome) {
      skipped.push(outcome.skipped);
      continue;
    }
    const { record, entry, isParsed } = outcome;
    records.set(path, record);
    if (isParsed) changed.set(path, { hash: entry.hash, record });
  }
  return { records, changed, manifest, skipped, parsedCount };
}
