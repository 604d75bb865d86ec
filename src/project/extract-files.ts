import { assert } from '../base/assert.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { FileEntry } from '../files/discover.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { Manifest, ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import { decode, encode } from '../store/codec.ts';
import type { FactsChange, FactsFile, FileRecord } from '../store/facts-file.ts';
import { type ExtractSettings, extractOne, type FileToExtract } from './extract-one.ts';
import { extractInThreads, type FileAnswer, type TakeAnswer } from './extract-threads.ts';
import { EXTRACT_MS_MAX, THREAD_BYTES_MIN } from './limits.ts';
import type { RunMonitor } from './progress.ts';
import type { Survey } from './survey.ts';

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

/** One file's outcome; `bytes` of a record that is new. */
type Outcome = { readonly entry: ManifestEntry; readonly isParsed: boolean } & (
  | { readonly record: FileRecord; readonly bytes?: Uint8Array }
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
  threadsMax: number,
  monitor: RunMonitor,
): Promise<ExtractedFiles> {
  const { unchanged, touched } = survey.changes;
  const same = new Set([...unchanged, ...touched].map((entry) => entry.path));
  const skippedBefore = new Map(known.skipped.map((file) => [file.path, file]));
  const outcomes = new Map<RepoPath, Outcome>();
  const toExtract: FileToExtract[] = [];
  const { files } = survey.discovery;
  for (const entry of files) {
    await monitor.breathe();
    monitor.checkCancelled();
    const before = same.has(entry.path)
      ? knownOutcome(entry, known, skippedBefore.get(entry.path))
      : undefined;
    if (before === undefined) {
      toExtract.push({ entry, knownHash: known.facts?.hashOf(entry.path) });
      continue;
    }
    outcomes.set(entry.path, before);
    monitor.step('extract', outcomes.size, files.length);
  }
  const settings = { root: config.root, ...limitsOf(config) };
  await extractAll(settings, toExtract, threadsMax, monitor, (path, answer) => {
    monitor.checkCancelled();
    outcomes.set(path, outcomeOf(path, answer, known));
    monitor.step('extract', outcomes.size, files.length);
  });
  return collect(files, outcomes);
}

function limitsOf({ code }: ProjectConfig): Omit<ExtractSettings, 'root'> {
  return { fileSizeBytesMax: code.fileSizeBytesMax, parseMsMax: code.parseMsMax };
}

/** Extracts on threads when there is enough to do, and here otherwise. */
async function extractAll(
  settings: ExtractSettings,
  files: readonly FileToExtract[],
  threadsMax: number,
  monitor: RunMonitor,
  take: TakeAnswer,
): Promise<void> {
  const bytes = files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
  const threads = Math.min(threadsMax, Math.floor(bytes / THREAD_BYTES_MIN));
  const limits = {
    threads,
    fileMsMax: settings.parseMsMax + EXTRACT_MS_MAX,
    check: () => monitor.checkCancelled(),
  };
  // One more thread than none only moves the work.
  const left = threads < 2 ? files : await extractInThreads(settings, files, limits, take);
  for (const file of left) {
    await monitor.breathe();
    const extracted = await extractOne(settings, file);
    if (extracted.kind !== 'record') {
      take(file.entry.path, extracted);
      continue;
    }
    const { entry, record } = extracted;
    take(file.entry.path, { kind: 'bytes', entry, bytes: encode(record), record });
  }
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

function outcomeOf(path: RepoPath, answer: FileAnswer, { facts }: KnownFiles): Outcome {
  const { entry } = answer;
  switch (answer.kind) {
    case 'skipped':
      return answer;
    case 'bytes': {
      const { bytes, record = decode(bytes) as FileRecord } = answer;
      return { entry, isParsed: true, record, bytes };
    }
    case 'known': {
      const record = facts?.get(path, entry.hash);
      assert(record !== undefined, `facts of ${path} were known and are not`);
      return { entry, isParsed: false, record };
    }
  }
}

function collect(
  files: readonly FileEntry[],
  outcomes: ReadonlyMap<RepoPath, Outcome>,
): ExtractedFiles {
  const records = new Map<RepoPath, FileRecord>();
  const changed = new Map<RepoPath, FactsChange>();
  const manifest = new Map<RepoPath, ManifestEntry>();
  const skipped: SkippedFile[] = [];
  let parsedCount = 0;
  for (const { path } of files) {
    const outcome = outcomes.get(path);
    assert(outcome !== undefined, `nothing became of ${path}`);
    manifest.set(path, outcome.entry);
    if (outcome.isParsed) parsedCount++;
    if ('skipped' in outcome) {
      skipped.push(outcome.skipped);
      continue;
    }
    const { record, entry, bytes } = outcome;
    records.set(path, record);
    if (bytes !== undefined) changed.set(path, { hash: entry.hash, bytes });
  }
  return { records, changed, manifest, skipped, parsedCount };
}
