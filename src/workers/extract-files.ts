import { assert } from '../base/assert.ts';
import { ByteSlabs } from '../base/byte-slabs.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { FilePlace } from '../embed/static-chunks.ts';
import type { FileEntry } from '../files/discovery/discovery.ts';
import { skippedEntry } from '../files/manifest-entries.ts';
import type { FileTerms } from '../index/file-terms.ts';
import type { SkippedFile } from '../model/diagnostic.ts';
import type { FileFacts } from '../model/facts.ts';
import type { ManifestEntry } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { Facts, FactsChange, KnownFacts } from '../store/facts-file.ts';
import {
  decodeFacts,
  decodeTerms,
  packRecord,
  unpackFacts,
  unpackOwnFacts,
  unpackTerms,
} from '../store/file-record.ts';
import {
  type CountedFile,
  countOne,
  extractOne,
  type FactsAndText,
  type FileToExtract,
} from './extract-one.ts';
import { COUNT_LATER_MS_MAX, EXTRACT_MS_MAX, WAITING_SIZE_MAX } from './limits.ts';
import { parseWithDeadline } from './parse-with-deadline.ts';
import type { RunMonitor } from './progress.ts';
import { type ThreadOptions, WorkerFactory } from './worker-factory.ts';
import type { FileAnswer } from './worker-messages.ts';
import { runInWorkers, type ThreadWork } from './worker-pool.ts';

export interface Found {
  readonly entry: ManifestEntry;
  readonly isParsed: boolean;
  /** Decodes the facts of the file. The result is not kept. */
  readonly facts: () => FileFacts;
}

/** The outcome of extracting one file. */
export type Outcome = Found | (Omit<Found, 'facts'> & { readonly skipped: SkippedFile });

/** Data derived from a file besides its facts and terms. `bytes` is set for a new record. */
export interface Counted {
  readonly bytes?: Uint8Array;
  /** Vectors of the packaged model, one per chunk, if they were made together with the terms. */
  readonly rows?: Int8Array | undefined;
}

export interface Extraction {
  readonly outcomes: ReadonlyMap<RepoPath, Outcome>;
  /** Whether all terms have already been counted. */
  readonly isCounted: boolean;
  /**
   * Counts the remaining terms, so that `takeTerms` has those of all files with facts. With `placeOf`, also
   * makes the vectors of the files counted now. This thread helps once `idle` resolves.
   * @throws {TermsLost} when the terms of a file cannot be counted; its facts must not be used
   * either.
   */
  readonly countTerms: (options?: CountOptions) => Promise<ReadonlyMap<RepoPath, Counted>>;
}

interface CountOptions {
  readonly placeOf?: ((path: RepoPath) => FilePlace) | undefined;
  readonly idle?: Promise<void>;
}

export interface ExtractOptions {
  /**
   * Further sources of facts: earlier contents of files, or other working trees. Content they know
   * is not parsed again.
   */
  readonly others?: readonly KnownFacts[];
  /**
   * Whether terms may be counted after all facts are extracted. Resolving needs only the facts and
   * uses one thread, so counting can run on the other processors in the meantime.
   */
  readonly countsLater?: boolean;
  /** Contents of files that are not to be read from disk, by path. */
  readonly contents?: ReadonlyMap<RepoPath, Uint8Array> | undefined;
  /** Receives the terms of each file with facts, as soon as they are counted. */
  readonly takeTerms?: ((path: RepoPath, terms: FileTerms) => void) | undefined;
  /** Receives each new record as soon as it is complete. */
  readonly keep?: ((path: RepoPath, record: FactsChange) => void) | undefined;
}

/**
 * Thrown when counting a file's terms ended a worker thread. The file must be skipped, but its
 * facts have already been used.
 */
export class TermsLost extends Error {}

/**
 * Reads and extracts files; returns the outcome of each by path. A file whose content is known, for
 * example after switching back to a branch, is not parsed again. The known facts come from `facts`
 * or `others`.
 */
export async function extractFiles(
  factory: WorkerFactory,
  files: readonly FileEntry[],
  facts: Facts | undefined,
  monitor: RunMonitor,
  { others = [], countsLater = false, contents, ...receivers }: ExtractOptions = {},
): Promise<Extraction> {
  const sources = facts === undefined ? others : [facts, ...others];
  const hashesOf = (path: RepoPath) => sources.flatMap((source) => source.hashOf(path) ?? []);
  const toExtract = files.map((entry) => ({
    entry,
    knownHashes: hashesOf(entry.path),
    bytes: contents?.get(entry.path),
  }));
  const extracted = new Extracted(facts, others, receivers);
  const take = ({ entry: { path } }: FileToExtract, answer: FileAnswer) => {
    monitor.checkCancelled();
    extracted.take(path, answer);
    monitor.step('extract', extracted.outcomes.size, files.length);
  };
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const threads = factory.countFor(bytes);
  const work = (isWhole: () => boolean): ThreadWork<FileToExtract, FileAnswer> => ({
    bytesOf: ({ entry }) => entry.sizeBytes,
    request: (batch) => ({ kind: 'extract', files: batch, isWhole: isWhole() }),
    take,
    lose: (file, reason, detail) => take(file, lostAnswer(file, reason, detail)),
  });
  const limits = {
    threads,
    batchesAtOnce: 1,
    itemMsMax: factory.settings.parseMsMax + EXTRACT_MS_MAX,
    check: () => monitor.checkCancelled(),
  };
  const wholeFromMs = monitor.now() + COUNT_LATER_MS_MAX;
  const isWholeNow = () =>
    !countsLater || extracted.waitingSize > WAITING_SIZE_MAX || monitor.now() > wholeFromMs;
  const left = await runInWorkers(factory, toExtract, work(isWholeNow), limits);
  // Resolving uses only this thread, so all other threads may count terms.
  const counters = extracted.isCounted ? 0 : Math.max(1, threads - 1);
  await factory.dismiss(counters);
  const deferred = await extractHere(factory, left, {
    monitor,
    take,
    mayBlock: !factory.usesWorkerWhenSlow,
  });
  const none = await runInWorkers(
    factory,
    deferred,
    work(() => true),
    { ...limits, threads: 1 },
  );
  await extractHere(factory, none, { monitor, take, mayBlock: true });
  return {
    outcomes: extracted.outcomes,
    isCounted: extracted.isCounted,
    countTerms: (options = {}) => countTerms(factory, counters, extracted, monitor, options),
  };
}

interface ExtractHere {
  readonly monitor: RunMonitor;
  readonly take: (file: FileToExtract, answer: FileAnswer) => void;
  /** If false, nothing may block this thread for long. */
  readonly mayBlock: boolean;
}

/** Extracts files on this thread. Returns the files that would block it for too long. */
async function extractHere(
  { settings }: WorkerFactory,
  files: readonly FileToExtract[],
  { monitor, take, mayBlock }: ExtractHere,
): Promise<readonly FileToExtract[]> {
  const left: FileToExtract[] = [];
  for (const file of files) {
    await monitor.yieldIfDue();
    const extract = (isLate?: () => boolean) => extractOne(settings, file, isLate);
    const one = await (mayBlock
      ? extract()
      : parseWithDeadline(monitor.now, file.entry.sizeBytes, extract));
    if (one === undefined) left.push(file);
    else if (one.kind !== 'record') take(file, one);
    else {
      const { entry, record } = one;
      take(file, { kind: 'record', entry, bytes: packRecord(record), record });
    }
  }
  return left;
}

/** Creates the worker factory for one run of a project. */
export function workerFactory(
  { root, code }: ProjectConfig,
  options: ThreadOptions,
): WorkerFactory {
  const { fileSizeBytesMax, parseMsMax } = code;
  return new WorkerFactory({ root, fileSizeBytesMax, parseMsMax }, options);
}

function lostAnswer(
  { entry }: FileToExtract,
  reason: 'parseFailed' | 'parseBudget',
  detail: string,
): FileAnswer {
  const skipped = { path: entry.path, reason, detail };
  return { kind: 'skipped', entry: skippedEntry(entry, reason), skipped, isParsed: true };
}

type WaitingFile = readonly [RepoPath, FactsAndText, KeptFacts];

/** The facts of a file that waits for counting. Its record, which is smaller, replaces them. */
class KeptFacts {
  #bytes: Uint8Array;
  #isRecord = false;

  constructor(facts: Uint8Array) {
    this.#bytes = facts;
  }

  replace(record: Uint8Array): void {
    this.#bytes = record;
    this.#isRecord = true;
  }

  decode(): FileFacts {
    return this.#isRecord ? unpackOwnFacts(this.#bytes) : decodeFacts(this.#bytes);
  }
}

/** The results of extraction so far. */
class Extracted {
  readonly outcomes = new Map<RepoPath, Outcome>();
  /** Size of the files that wait for counting; see {@link WAITING_SIZE_MAX}. */
  waitingSize = 0;
  readonly records = new ByteSlabs();
  #counted = new Map<RepoPath, Counted>();
  /** Files whose terms have not been counted yet. */
  #waiting: WaitingFile[] = [];
  readonly #own: Facts | undefined;
  readonly #others: readonly KnownFacts[];
  readonly #keep: ExtractOptions['keep'];
  readonly takeTerms: (path: RepoPath, terms: FileTerms) => void;

  constructor(
    own: Facts | undefined,
    others: readonly KnownFacts[],
    { keep, takeTerms }: Pick<ExtractOptions, 'keep' | 'takeTerms'>,
  ) {
    this.#own = own;
    this.#others = others;
    this.#keep = keep;
    this.takeTerms = takeTerms ?? (() => undefined);
  }

  get isCounted(): boolean {
    return this.#waiting.length === 0;
  }

  /**
   * Returns and releases both the counted and the waiting files. They are large, and this object
   * lives as long as the run.
   */
  handOver() {
    const [counted, waiting] = [this.#counted, this.#waiting];
    this.#counted = new Map();
    this.#waiting = [];
    return { counted, waiting };
  }

  take(path: RepoPath, answer: FileAnswer): void {
    const { entry } = answer;
    switch (answer.kind) {
      case 'skipped':
        this.outcomes.set(path, answer);
        return;
      case 'facts': {
        const { facts, text } = answer;
        const kept = new KeptFacts(facts);
        this.outcomes.set(path, { entry, isParsed: true, facts: () => kept.decode() });
        this.#waiting.push([path, { facts, text }, kept]);
        this.waitingSize += text.length + facts.byteLength;
        return;
      }
      case 'bytes': {
        const { terms } = answer;
        const bytes = this.records.copy(answer.bytes);
        this.outcomes.set(path, { entry, isParsed: true, facts: () => unpackOwnFacts(bytes) });
        this.takeTerms(path, decodeTerms(terms));
        this.#counted.set(path, { bytes });
        this.keep(path, bytes);
        return;
      }
      case 'record': {
        const { bytes, record } = answer;
        this.outcomes.set(path, { entry, isParsed: true, facts: () => record.facts });
        this.takeTerms(path, record.terms);
        this.#counted.set(path, { bytes });
        this.keep(path, bytes);
        return;
      }
      case 'known':
        this.#takeKnown(path, entry);
    }
  }

  /** Hands on the record of a file. */
  keep(path: RepoPath, bytes: Uint8Array): void {
    const hash = this.outcomes.get(path)?.entry.hash;
    if (hash !== undefined) this.#keep?.(path, { hash, bytes });
  }

  #takeKnown(path: RepoPath, entry: ManifestEntry): void {
    const isKnownTo = (source: KnownFacts | undefined) => source?.hashOf(path) === entry.hash;
    const isOwn = isKnownTo(this.#own);
    const source = isOwn ? this.#own : this.#others.find(isKnownTo);
    const bytes = source?.bytesOf(path);
    assert(bytes !== undefined, `cached facts of ${path} are missing`);
    this.outcomes.set(path, { entry, isParsed: false, facts: () => unpackFacts(bytes) });
    this.takeTerms(path, unpackTerms(bytes));
    // Records from other sources are also written to the own store.
    this.#counted.set(path, isOwn ? {} : { bytes });
  }
}

async function countTerms(
  factory: WorkerFactory,
  threads: number,
  extracted: Extracted,
  monitor: RunMonitor,
  { placeOf, idle }: CountOptions,
): Promise<ReadonlyMap<RepoPath, Counted>> {
  const { counted, waiting } = extracted.handOver();
  const take = ([path, , kept]: WaitingFile, { terms, rows, ...made }: CountedFile) => {
    const bytes = extracted.records.copy(made.bytes);
    kept.replace(bytes);
    extracted.takeTerms(path, decodeTerms(terms));
    counted.set(path, { bytes, rows });
    extracted.keep(path, bytes);
  };
  const requestOf = ([path, file]: WaitingFile) => ({ ...file, place: placeOf?.(path) });
  const count = (file: WaitingFile) => countOne(requestOf(file));
  const left = await runInWorkers<WaitingFile, CountedFile>(
    factory,
    // Emptied, so that each text is released as soon as it is done.
    waiting.splice(0),
    {
      bytesOf: ([, { text }]) => text.length,
      request: (batch) => ({
        kind: 'count',
        files: batch.map(requestOf),
      }),
      take,
      lose: ([path], _, detail) => {
        throw new TermsLost(`the terms of ${path} cannot be counted: ${detail}`);
      },
      ...(idle && { help: { from: idle, answer: count, yieldIfDue: () => monitor.yieldIfDue() } }),
    },
    {
      threads,
      batchesAtOnce: 2,
      itemMsMax: EXTRACT_MS_MAX,
      check: () => monitor.checkCancelled(),
    },
  );
  await factory.dismiss();
  for (const file of left) {
    await monitor.yieldIfDue();
    take(file, count(file));
  }
  return counted;
}
