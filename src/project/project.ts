import { GraphMemoryError } from '../base/errors.ts';
import { grouped } from '../base/grouped.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { Code } from '../doclinks/lookup/module-exports.ts';
import type { EmbedderSource } from '../embed/embedder.ts';
import type { FileEntry } from '../files/discovery/discovery.ts';
import { rulesAboveMark } from '../files/discovery/ignore-files.ts';
import { existsInside } from '../files/exists.ts';
import { folderFingerprint } from '../files/fingerprints.ts';
import { headCommit } from '../files/git-head.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { codeView } from '../indexing/code-view.ts';
import { declarationsOf, listFiles, readCurrent } from '../indexing/current-file.ts';
import { type ProjectScan, scanProject, watchedFolders } from '../indexing/project-scan.ts';
import { isBusy } from '../indexing/store-refusals.ts';
import type { IndexState } from '../indexing/stored-index.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { Declaration } from '../model/symbol.ts';
import type { Environment } from '../semantic/embedders.ts';
import type { VectorService } from '../semantic/vector-service.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import { workerFactory } from '../workers/extract-files.ts';
import { withSmallHeap } from '../workers/heap-growth.ts';
import { parseWithDeadline } from '../workers/parse-with-deadline.ts';
import { RunMonitor } from '../workers/progress.ts';
import type { ThreadOptions, WorkerFactory } from '../workers/worker-factory.ts';
import { isRefreshDue, ON_DEMAND } from './freshness.ts';
import type { IndexOptions, IndexRun, PrepareOptions } from './index-run.ts';
import { PersistentIndex, type Unsaved } from './persistent-index.ts';
import { ProjectWatch, type Refresh, type Scan, type WatchSettings } from './project-watch.ts';
import { type ProjectStatus, type Rechecks, statusOf } from './status.ts';
import { SYSTEM_TIMERS, waitUntilDeadline } from './watch-timers.ts';

export { processFingerprint } from '../store/process-fingerprint.ts';
export type { WriterIdentity } from '../store/writer-lock.ts';
export type { Progress } from '../workers/progress.ts';
export type { IndexRun, PrepareOptions } from './index-run.ts';
export type { ProjectStatus } from './status.ts';

export interface ProjectOptions {
  /** Identifies this process in the store's lock. Its clock is the project's clock. */
  readonly writer: WriterIdentity;
  /** Maximum number of extraction threads. Below 2, extraction runs on this thread. */
  readonly threadsMax?: number;
  /** Entry file for extraction threads, instead of the built one. */
  readonly extractThread?: URL | undefined;
  /**
   * Watches the disk after the first {@link Project.prepare} with refresh. When undefined, each
   * question scans the disk.
   */
  readonly watch?: WatchSettings | undefined;
  /**
   * Longest time in ms that a question waits for a run while an older snapshot can answer it, or
   * for a model of the user's own. When undefined, questions wait until these have ended.
   */
  readonly answerWaitMs?: number | undefined;
  /** Overrides the configured source of vectors. */
  readonly embedder?: EmbedderSource;
  /**
   * Looks up environment variables, such as the key of an embedding server. When undefined, no key
   * is found.
   */
  readonly environment?: Environment;
}

/** The current text of a file; `stale` when it differs from what was indexed. */
export interface CurrentText {
  /** File text with secrets masked. */
  readonly text: string;
  readonly hash: string;
  readonly sizeBytes: number;
  readonly stale: boolean;
}

/** Declarations of a file with a given content. */
interface Declared {
  readonly path: RepoPath;
  readonly hash: string;
  readonly declarations: readonly Declaration[] | undefined;
}

/** Pause in ms before retrying while another process is writing. */
const BUSY_PAUSE_MS = 150;
/** Number of tries; enough to outlast another process's update of a few files. */
const REFRESH_TRIES = 3;
/** Pauses grow up to this multiple of the first. */
const BUSY_PAUSES_MAX = 7;
/**
 * Number of tries; about a minute, enough to outlast another process's first index of a large
 * project.
 */
const FIRST_TRIES = 64;
/** Half a minute: long enough for what another process still has to save before it ends. */
const INDEX_TRIES = 32;

/** How another process is waited for. */
interface Insistence {
  /** Ends the waiting before the next try. */
  readonly signal?: AbortSignal | undefined;
  /** Hears that there is something to wait for. */
  readonly waiting?: ((line: string) => void) | undefined;
}

const NO_FILES: Manifest = new Map();

/**
 * A project over time: the snapshot that answers questions, and the runs that replace it. Snapshots
 * are immutable; a holder may keep using one while the next is made. Runs never overlap.
 */
export class Project {
  readonly name: string;
  /** Absolute path. */
  readonly root: string;
  /** False when the configuration disables indexing. */
  readonly isEnabled: boolean;
  /** Names of the projects whose code the pages describe. */
  readonly about: readonly string[];
  /** Globs of pages excluded from checks. */
  readonly driftExclude: readonly string[];
  readonly #config: ProjectConfig;
  readonly #now: () => number;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #watchSettings: WatchSettings | undefined;
  readonly #answerWaitMs: number | undefined;
  readonly #threads: ThreadOptions;
  readonly #index: PersistentIndex;
  /** The last look at the disk that has ended, with what it led to. */
  #scan: Scan | undefined;
  /** Fingerprint of the root at the last scan. */
  #rootFingerprint: string | undefined;
  #commit: string | undefined;
  #files: readonly RepoPath[] | undefined;
  /** Scan of the last run. */
  #projectScan: ProjectScan | undefined;
  #watch: ProjectWatch | undefined;
  #isClosed = false;
  #rechecks: Rechecks = { turns: 0, files: 0, mismatches: [] };
  /** Cached result of the last {@link declarationsNow} call. */
  #declared: Declared | undefined;
  /** Files edited since the last prepared question. */
  #edited = new Set<RepoPath>();
  #queue: Promise<unknown> = Promise.resolve();
  /** Whether the last run found another process writing. */
  #wasBusy = false;
  /** Start time of the current run, in ms. */
  #runningSinceMs: number | undefined;

  /** Creates a project without reading its store; see {@link load}. */
  constructor(config: ProjectConfig, options: ProjectOptions) {
    this.name = config.name;
    this.root = config.root;
    this.isEnabled = config.code.enabled || config.docs.enabled;
    this.about = config.docs.about;
    this.driftExclude = config.docs.driftExclude;
    this.#config = config;
    this.#now = options.writer.now;
    this.#pause = options.writer.pause;
    this.#watchSettings = options.watch;
    this.#answerWaitMs = options.answerWaitMs;
    this.#threads = {
      threadsMax: options.threadsMax ?? 0,
      isServing: options.answerWaitMs !== undefined,
      entry: options.extractThread,
    };
    this.#index = new PersistentIndex(config, options);
  }

  /** Creates a project and loads its stored index, if there is one. */
  static async open(
    config: ProjectConfig,
    options: ProjectOptions & { readonly notice?: (line: string) => void },
  ): Promise<Project> {
    const project = new Project(config, options);
    await project.load(options.notice ?? (() => undefined));
    return project;
  }

  /** The vectors used by semantic search. */
  get vectors(): VectorService {
    return this.#index.vectors;
  }

  /**
   * Returns the current snapshot.
   * @throws {GraphMemoryError} GM_NOT_INDEXED
   */
  snapshot(): Snapshot {
    const { state } = this.#index;
    if (state === undefined) throw this.#notIndexed();
    return state.snapshot;
  }

  status(): ProjectStatus {
    const { storeDir } = this.#config;
    const place = {
      name: this.name,
      root: this.root,
      storeDir,
      storeBytes: this.#index.storeBytes,
      storeProblem: this.#index.storeProblem,
      rechecks: this.#rechecks,
      freshness: this.#watch?.report() ?? ON_DEMAND,
      checkedAt: this.#scan && new Date(this.#scan.startedMs).toISOString(),
    };
    return statusOf({ ...place, vectors: this.vectors.status() }, this.#index.state);
  }

  /** Loads the stored index once. An unusable index counts as missing, and the notice says so. */
  async load(notice: (line: string) => void): Promise<void> {
    // Not queued when already loaded, so that the status is available even during a run.
    if (!this.#index.isLoaded) await this.#inTurn(() => this.#load(notice));
  }

  /**
   * Brings the index to the disk's state, or from scratch with `full`. Waits for another process that is
   * writing, half a minute at most.
   * @throws {GraphMemoryError} GM_BUSY when that goes on; GM_IO when it cannot be saved; questions see the new state all the same.
   */
  async index(options: IndexOptions): Promise<IndexRun> {
    // Others get their turn while it waits.
    const work = () => this.#inTurn(() => this.#run(options, 'saved'));
    return this.#insist(work, INDEX_TRIES, { ...options, waiting: options.notice });
  }

  /**
   * Ensures that there is a snapshot, as fresh as file timestamps can tell. If another process is
   * indexing, or the own run exceeds the deadline, the existing snapshot is used and the notice
   * says so. Returns the files edited since the last call; see {@link IndexRun.edited}.
   */
  async prepare(options: PrepareOptions): Promise<readonly RepoPath[]> {
    const requestedMs = this.#now();
    await this.load(options.notice);
    if (this.#index.state === undefined) await this.#inTurn(() => this.#runFirst(options));
    if (options.refresh) {
      const isNew = await this.#untilDeadline(this.#catchUp(options, requestedMs));
      if (!isNew) options.notice(LATE_NOTICE);
    }
    const edited = [...this.#edited];
    this.#edited.clear();
    return edited;
  }

  async #runFirst(options: PrepareOptions): Promise<void> {
    if (this.#index.state !== undefined) return;
    if (this.isEnabled && !this.#index.isReplaced) {
      options.notice(`${this.name} is not indexed yet; building the index`);
    }
    const work = () => this.#run(options, options.notice);
    const run = await this.#insist(work, FIRST_TRIES, { ...options, waiting: options.notice });
    if (!run.changedAnything) return;
    const files = grouped(this.status().files);
    options.notice(`indexed ${files} files in ${run.seconds.toFixed(1)} s`);
  }

  /** Retries while another process is writing. */
  async #insist<Result>(
    work: () => Promise<Result>,
    tries: number,
    { signal, waiting }: Insistence,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!isBusy(error) || attempt >= tries || signal?.aborted === true) throw error;
        if (attempt === 1) waiting?.(`another process is indexing ${this.name}; waiting for it`);
        await this.#pause(BUSY_PAUSE_MS * Math.min(attempt, BUSY_PAUSES_MAX));
      }
    }
  }

  async #catchUp(options: PrepareOptions, requestedMs: number): Promise<void> {
    if (this.#watch !== undefined) return this.#watch.catchUp(options);
    await this.#inTurn(async () => {
      const isOther = folderFingerprint(this.root) !== this.#rootFingerprint;
      if (isOther || isRefreshDue(this.#scan, requestedMs)) await this.#refresh(options);
      this.#follow();
    });
  }

  /**
   * Waits for background work until the deadline. Returns false when the question should not wait
   * for its end.
   */
  async #untilDeadline(work: Promise<void>): Promise<boolean> {
    if (this.#answerWaitMs === undefined) return work.then(() => true);
    const ranMs = this.#now() - (this.#runningSinceMs ?? this.#now());
    const timers = this.#watchSettings?.timers ?? SYSTEM_TIMERS;
    return waitUntilDeadline(work, Math.max(0, this.#answerWaitMs - ranMs), timers);
  }

  /** Releases the disk, after a run in progress has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watch?.close();
    this.#watch = undefined;
    await this.#queue;
    await this.vectors.close();
  }

  /**
   * A file as it is on disk now, secrets masked; `stale` when that is not what was indexed.
   * @throws {GraphMemoryError} GM_FILE_NOT_FOUND when it is gone or not to be read; GM_FILE_WITHHELD.
   */
  async readText(path: RepoPath): Promise<CurrentText> {
    const { text, hash, sizeBytes } = await readCurrent(this.#config, path);
    const known = this.#index.state?.snapshot.manifest.get(path);
    return { text, hash, sizeBytes, stale: known?.hash !== hash };
  }

  /**
   * Parses a file and returns its current declarations, whether it is indexed or not. Returns
   * undefined when the file cannot be parsed, or parsing would delay other answers. @throws like
   * {@link readText}.
   */
  async declarationsNow(path: RepoPath): Promise<readonly Declaration[] | undefined> {
    const source = await readCurrent(this.#config, path);
    // An answer often has several hits in one file.
    if (this.#declared?.path === path && this.#declared.hash === source.hash)
      return this.#declared.declarations;
    const isServing = this.#answerWaitMs !== undefined;
    const parse = (isLate?: () => boolean) => declarationsOf(this.#config, source, isLate);
    const declarations = await (isServing
      ? parseWithDeadline(this.#now, source.sizeBytes, parse)
      : parse());
    this.#declared = { path, hash: source.hash, declarations };
    return declarations;
  }

  /** Returns every regular file that is not ignored, of any type, sorted, as of the last scan. */
  async files(signal?: AbortSignal): Promise<readonly RepoPath[]> {
    this.#files ??= await listFiles(this.#config, signal);
    return this.#files;
  }

  /** Returns the commit checked out at the last scan, or undefined outside of git. */
  commit(): string | undefined {
    return this.#commit;
  }

  /** Whether anything exists at a path now, be it indexed, ignored or neither. */
  isThere(path: RepoPath): boolean {
    return existsInside(this.root, path);
  }

  /** Whether the project's folder exists now. */
  isRootThere(): boolean {
    return folderFingerprint(this.root) !== undefined;
  }

  /**
   * Returns the view of the code for lookups by module and name. @throws {GraphMemoryError}
   * GM_NOT_INDEXED
   */
  async code(signal?: AbortSignal): Promise<Code> {
    const { state } = this.#index;
    if (state === undefined) throw this.#notIndexed();
    const { manifest } = state.snapshot;
    const projectScan =
      this.#projectScan ??
      (await scanProject(this.#config, manifest, { signal, scannedMs: this.#now() }));
    return codeView(state, projectScan, await this.#index.facts());
  }

  /** Returns the current time in ms; only differences are meaningful. */
  now(): number {
    return this.#now();
  }

  async #load(notice: (line: string) => void): Promise<void> {
    if (this.isEnabled) await this.#index.load(notice);
  }

  /** Watches from the first look on that has ended, be it while a question waits for it or later. */
  #follow(): void {
    const first = this.#scan;
    if (first === undefined || this.#watchSettings === undefined) return;
    if (this.#watch !== undefined || this.#isClosed) return;
    const watched = {
      root: this.root,
      rootFingerprint: () => folderFingerprint(this.root),
      rulesFingerprint: () => rulesAboveMark(this.root),
      now: this.#now,
      scan: () => this.#scan ?? first,
      idle: (options: PrepareOptions) => this.#inTurn(() => this.#recheck(options)),
      refresh: (options: PrepareOptions, changed?: readonly string[]) =>
        this.#inTurn(() => this.#refresh(options, changed)),
    };
    this.#watch = new ProjectWatch(watched, this.#watchSettings);
  }

  /** Refreshes the index. Returns undefined when another process is indexing. */
  async #refresh(options: PrepareOptions, paths?: readonly string[]): Promise<Refresh | undefined> {
    try {
      const work = () => this.#run({ ...options, changed: paths }, options.notice);
      const run = await this.#insist(work, REFRESH_TRIES, { signal: options.signal });
      const { added, changed, removed, seconds } = run;
      for (const path of run.edited) this.#edited.add(path);
      if (run.changedAnything) {
        options.notice(
          `index updated: ${added} added, ${changed} changed, ${removed} removed in ${seconds.toFixed(1)} s`,
        );
      }
      return { changedCount: added + changed + removed };
    } catch (error) {
      if (!isBusy(error)) throw error;
      options.notice(`another process is indexing ${this.name}; answered from the previous index`);
      return undefined;
    }
  }

  /** Derives a few files again. If the index turns out to be wrong, it is rebuilt. */
  async #recheck(options: PrepareOptions): Promise<void> {
    if (this.#projectScan === undefined) return;
    const { turns, files, mismatches } = this.#rechecks;
    const found = await this.#index.recheck(this.#projectScan, turns);
    if (found === undefined) return;
    const known = found.mismatch === undefined ? mismatches : [...mismatches, found.mismatch];
    this.#rechecks = { turns: turns + 1, files: files + found.fileCount, mismatches: known };
    if (found.mismatch === undefined) return;
    options.notice(
      `the index of ${this.name} was wrong about ${found.mismatch}; rebuilding it. Please report this.`,
    );
    await this.#run({ ...options, full: true }, options.notice);
  }

  /**
   * Runs once. `unsaved` is called once when the disk refuses to store the result; with 'saved',
   * the run throws instead.
   */
  async #run(options: IndexOptions, unsaved: Unsaved): Promise<IndexRun> {
    if (!this.isEnabled) throw this.#notIndexed();
    const startedMs = this.#now();
    this.#runningSinceMs = startedMs;
    const threads = workerFactory(this.#config, this.#threads);
    const run = () => this.#runFrom(startedMs, options, unsaved, threads);
    try {
      const isFirst = this.#index.state === undefined || options.full === true;
      // Set before discovery starts: threads start during discovery, and their cached code depends
      // on the current V8 flags.
      const done = await (isFirst ? withSmallHeap(run) : run());
      this.#wasBusy = false;
      return done;
    } catch (error) {
      this.#wasBusy = isBusy(error);
      throw error;
    } finally {
      this.#runningSinceMs = undefined;
      await threads.dismiss();
    }
  }

  async #runFrom(
    startedMs: number,
    options: IndexOptions,
    unsaved: Unsaved,
    threads: WorkerFactory,
  ): Promise<IndexRun> {
    const monitor = new RunMonitor(this.#now, options);
    await this.#index.adopt();
    const previous = options.full === true ? undefined : this.#index.state;
    const { signal } = monitor;
    const since = this.#projectScan &&
      options.changed && { projectScan: this.#projectScan, paths: options.changed };
    // A first index extracts every file, so threads are prepared during discovery. This is skipped
    // if another process was indexing at the last try.
    const onFile =
      previous === undefined && !this.#wasBusy
        ? (file: FileEntry) => threads.prepareFor(file.sizeBytes)
        : undefined;
    const known = previous?.snapshot.manifest ?? NO_FILES;
    // Taken before the scan, so that the next question notices a folder that replaces the root in
    // the meantime.
    const rootFingerprint = folderFingerprint(this.root);
    const projectScan = await monitor.phase('discover', () =>
      scanProject(this.#config, known, { signal, scannedMs: startedMs, since, onFile }),
    );
    this.#rootFingerprint = rootFingerprint;
    this.#commit = headCommit(this.root);
    // Only the duration of the scan decides when the next one is due; the rebuild after it does not
    // count.
    const surveyedMs = this.#now();
    const isSaved = unsaved !== 'saved' || this.#index.isSaved;
    const isSame = previous !== undefined && isSaved && isUnchanged(projectScan, previous);
    let parsed = 0;
    if (isSame) {
      await this.#index.updateTimestamps(previous, projectScan);
      await this.#index.embed(monitor.signal);
    } else {
      const mayBorrow = options.full !== true;
      parsed = await this.#index.rebuild(previous, projectScan, {
        monitor,
        threads,
        unsaved,
        mayBorrow,
      });
    }
    const isFirst = this.#scan === undefined;
    const folders = watchedFolders(this.#config, projectScan);
    this.#scan = { startedMs, endedMs: surveyedMs, folders };
    this.#files = projectScan.discovery.allPaths;
    this.#projectScan = projectScan;
    const { added, changed, removed, unchanged, touched } = projectScan.changes;
    return {
      generation: this.snapshot().generation,
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      unchanged: unchanged.length + touched.length,
      parsed,
      seconds: monitor.seconds(),
      secondsByPhase: monitor.secondsByPhase(),
      changedAnything: !isSame,
      edited: isFirst ? [] : editedPaths(projectScan),
    };
  }

  #notIndexed(): GraphMemoryError {
    return new GraphMemoryError('GM_NOT_INDEXED', `project ${this.name} is not indexed`, {
      hint: this.isEnabled
        ? 'Run reindex first.'
        : 'Its graphs.code.enabled is false in graph-memory.yaml.',
    });
  }

  /** Queues work, so that runs never overlap, whether the previous one succeeded or failed. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(work);
    // The result of a run is saved before the next run begins.
    const ended = () => this.#index.saved();
    this.#queue = turn.then(ended, ended);
    return turn;
  }
}

const LATE_NOTICE =
  'changes are being indexed; answered from the previous index. Retry for the newest.';

/**
 * More files at once indicate a branch switch or a formatter run, which says nothing about the
 * user's task.
 */
const EDITED_MAX = 50;

function editedPaths({ changes }: ProjectScan): readonly RepoPath[] {
  const paths = [...changes.added, ...changes.changed].map(({ path }) => path);
  return paths.length > EDITED_MAX ? [] : paths;
}

function isUnchanged(projectScan: ProjectScan, state: IndexState): boolean {
  const { added, changed, removed } = projectScan.changes;
  const changedCount = added.length + changed.length + removed.length;
  return changedCount === 0 && projectScan.layout.hash === state.layoutHash;
}
