import { assert } from '../base/assert.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { FileEntry } from '../files/discover.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import {
  type Facts,
  type FileRecord,
  type KnownFacts,
  packRecord,
  unpackRecord,
} from '../store/facts-file.ts';
import { extractOne, type FileToExtract } from './extract-one.ts';
import { extractInThreads, type FileAnswer, type TakeAnswer } from './extract-threads.ts';
import { EXTRACT_MS_MAX } from './limits.ts';
import type { RunMonitor } from './progress.ts';
import { ThreadSupply } from './thread-supply.ts';

/** One file's outcome; `bytes` of a record that is new. */
export type Outcome = { readonly entry: ManifestEntry; readonly isParsed: boolean } & (
  | { readonly record: FileRecord; readonly bytes?: Uint8Array }
  | { readonly skipped: SkippedFile }
);

/**
 * Reads and extracts files; what became of each, by path. One whose content is known all the same, as
 * after a branch was switched back, is not parsed again: the own facts know it, or `others`.
 */
export async function extractFiles(
  supply: ThreadSupply,
  files: readonly FileEntry[],
  facts: Facts | undefined,
  monitor: RunMonitor,
  others: readonly KnownFacts[] = [],
): Promise<ReadonlyMap<RepoPath, Outcome>> {
  const outcomes = new Map<RepoPath, Outcome>();
  const known = { own: facts, others };
  const sources = facts === undefined ? others : [facts, ...others];
  const hashesOf = (path: RepoPath) => sources.flatMap((source) => source.hashOf(path) ?? []);
  const toExtract = files.map((entry) => ({ entry, knownHashes: hashesOf(entry.path) }));
  await extractAll(supply, toExtract, monitor, (path, answer) => {
    monitor.checkCancelled();
    outcomes.set(path, outcomeOf(path, answer, known));
    monitor.step('extract', outcomes.size, files.length);
  });
  return outcomes;
}

/** The threads that a run of a project may have. */
export function threadSupply({ root, code }: ProjectConfig, threadsMax: number): ThreadSupply {
  const { fileSizeBytesMax, parseMsMax } = code;
  return new ThreadSupply({ root, fileSizeBytesMax, parseMsMax }, { threadsMax });
}

/** Extracts on threads when there is enough to do, and here otherwise. */
async function extractAll(
  supply: ThreadSupply,
  files: readonly FileToExtract[],
  monitor: RunMonitor,
  take: TakeAnswer,
): Promise<void> {
  const bytes = files.reduce((sum, { entry }) => sum + entry.sizeBytes, 0);
  const { settings } = supply;
  const limits = {
    threads: supply.countFor(bytes),
    fileMsMax: settings.parseMsMax + EXTRACT_MS_MAX,
    check: () => monitor.checkCancelled(),
  };
  const isShared = limits.threads > 0;
  const left = isShared ? await extractInThreads(supply, files, limits, take) : files;
  // They would lie idle for as long as the run goes on.
  await supply.dismiss();
  for (const file of left) {
    await monitor.breathe();
    const extracted = await extractOne(settings, file);
    if (extracted.kind !== 'record') {
      take(file.entry.path, extracted);
      continue;
    }
    const { entry, record } = extracted;
    take(file.entry.path, { kind: 'bytes', entry, bytes: packRecord(record), record });
  }
}

function outcomeOf(
  path: RepoPath,
  answer: FileAnswer,
  { own, others }: { readonly own: Facts | undefined; readonly others: readonly KnownFacts[] },
): Outcome {
  const { entry } = answer;
  switch (answer.kind) {
    case 'skipped':
      return answer;
    case 'bytes': {
      const { bytes, record = unpackRecord(bytes) } = answer;
      return { entry, isParsed: true, record, bytes };
    }
    case 'known': {
      const record = own?.get(path, entry.hash);
      if (record !== undefined) return { entry, isParsed: false, record };
      // What is not in the own store is to be kept there, too.
      const bytes = others.find((other) => other.hashOf(path) === entry.hash)?.bytesOf(path);
      assert(bytes !== undefined, `facts of ${path} were known and are not`);
      return { entry, isParsed: false, record: unpackRecord(bytes), bytes };
    }
  }
}
