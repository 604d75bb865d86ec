import { grouped } from '../base/grouped.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { Code } from '../doclinks/lookup/module-exports.ts';
import { rulesAboveMark } from '../files/discovery/ignore-files.ts';
import { existsInside } from '../files/exists.ts';
import { folderFingerprint } from '../files/fingerprints.ts';
import { headCommit } from '../files/git-head.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { codeView } from '../indexing/code-view.ts';
import { scanProject } from '../indexing/project-scan.ts';
import { isBusy } from '../indexing/store-refusals.ts';
import type { RepoPath } from '../model/path.ts';
import type { Declaration } from '../model/symbol.ts';
import type { Reranker } from '../semantic/reranker.ts';
import type { VectorService } from '../semantic/vector-service.ts';
import type { CommitHistory } from './commit-history.ts';
import { createReranker } from './create-vector-service.ts';
import { CurrentFiles, type CurrentText } from './current-files.ts';
import { type Freshness, isRefreshDue, ON_DEMAND } from './freshness.ts';
import type { IndexOptions, IndexRun, PrepareOptions } from './index-run.ts';
import { IndexRunner } from './index-runner.ts';
import { notIndexed } from './not-indexed.ts';
import { type NotesFolders, notesFoldersOf } from './notes-folder.ts';
import { PersistentIndex } from './persistent-index.ts';
import type { ProjectOptions } from './project-options.ts';
import { ProjectWatch, type Refresh, type WatchSettings } from './project-watch.ts';
import type { Unsaved } from './rebuild.ts';
import { FIRST_TRIES, INDEX_TRIES, REFRESH_TRIES, retryWhileBusy } from './retry-busy.ts';
import { type CurrentState, Revisions } from './revisions/revisions.ts';
import { changesSince, type SnapshotChange } from './since-snapshot.ts';
import { modelStatus, type ProjectStatus, statusOf } from './status.ts';
import { TurnQueue } from './turn-queue.ts';
import { SYSTEM_TIMERS, waitUntilDeadline } from './watch-timers.ts';

export { processFingerprint } from '../store/process-fingerprint.ts';
export type { WriterIdentity } from '../store/writer-lock.ts';
export type { Progress } from '../workers/progress.ts';
export type { CurrentText } from './current-files.ts';
export type { IndexRun, PrepareOptions } from './index-run.ts';
export type { ProjectOptions } from './project-options.ts';
export { NO_FILES, STAGED } from './revisions/listing.ts';
export type { ProjectRevision } from './revisions/revisions.ts';
export type { ProjectStatus } from './status.ts';

const LATE_NOTICE =
  'changes are being indexed; answered from the previous index. Retry for the newest.';

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
  /** Whether notes are read and written; undefined if the configuration does not say. */
  readonly memory: ProjectConfig['memory'];
  readonly notes: NotesFolders;
  /** The cross-encoder that orders the first files of an answer. */
  readonly reranker: Reranker;
  /** The project at commits, tags and branches. */
  readonly revisions: Revisions;
  readonly #config: ProjectConfig;
  readonly #now: () => number;
  readonly #pause: (ms: number) => Promise<void>;
  readonly #watchSettings: WatchSettings | undefined;
  readonly #answerWaitMs: number | undefined;
  readonly #firstWaitMs: number | undefined;
  readonly #index: PersistentIndex;
  readonly #runner: IndexRunner;
  readonly #current: CurrentFiles;
  readonly #turns = new TurnQueue();
  #watch: ProjectWatch | undefined;
  #isClosed = false;
  /** Whether the notice about an unusable index has been given. */
  #isReplacing = false;
  /** Whether the last refresh ended because another process was indexing. */
  #isElsewhereBusy = false;
  /** Files edited since the last prepared question. */
  #edited = new Set<RepoPath>();

  /** Creates a project without reading its store; see {@link load}. */
  constructor(config: ProjectConfig, options: ProjectOptions) {
    this.name = config.name;
    this.root = config.root;
    this.isEnabled = config.code.enabled || config.docs.enabled;
    this.about = config.docs.about;
    this.driftExclude = config.docs.driftExclude;
    this.memory = config.memory;
    this.notes = notesFoldersOf(config, options.writer);
    this.#config = config;
    this.#now = options.writer.now;
    this.#pause = options.writer.pause;
    this.#watchSettings = options.watch;
    this.#answerWaitMs = options.answerWaitMs;
    this.#firstWaitMs = options.firstWaitMs;
    const isServing = options.answerWaitMs !== undefined;
    this.#index = new PersistentIndex(config, options);
    const { threadsMax = 0, extractThread: entry, writer, published } = options;
    const threads = { threadsMax, isServing, entry };
    this.reranker = createReranker(config, options);
    this.#runner = new IndexRunner(config, this.#index, this.#now, threads);
    this.revisions = new Revisions(config, {
      ...{ writer, threads, published },
      // In turn, so that the stored facts are those of the current state.
      withCurrent: (signal, work) =>
        this.#turns.inTurn(async () => work(await this.current(signal))),
    });
    this.#current = new CurrentFiles(config, { ...options, now: this.#now, isServing });
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

  /** The sparse vectors; none unless a model is configured. */
  get sparse(): VectorService {
    return this.#index.sparse;
  }

  /** How the snapshot follows the disk. */
  get freshness(): Freshness {
    return this.#watch?.report() ?? ON_DEMAND;
  }

  /** Returns the current snapshot. @throws {GraphMemoryError} GM_NOT_INDEXED */
  snapshot(): Snapshot {
    const { state } = this.#index;
    if (state === undefined) throw notIndexed(this);
    return state.snapshot;
  }

  status(): ProjectStatus {
    const { storeBytes, storeProblem, state } = this.#index;
    const { lastScan, rechecks } = this.#runner;
    const { name, root, freshness } = this;
    const place = { name, root, storeDir: this.#config.storeDir, storeBytes, storeProblem };
    const checkedAt = lastScan && new Date(lastScan.startedMs).toISOString();
    return statusOf({ ...place, ...modelStatus(this), rechecks, freshness, checkedAt }, state);
  }

  /** Loads the stored index once. An unusable index counts as missing, and the notice says so. */
  async load(notice: (line: string) => void, onFound?: () => void): Promise<void> {
    // Not queued when already loaded, so that the status is available even during a run.
    if (!this.#index.isLoaded) await this.#turns.inTurn(() => this.#load(notice, onFound));
  }

  /**
   * Brings the index to the disk's state, or from scratch with `full`. Waits for another process that is
   * writing, half a minute at most.
   * @throws {GraphMemoryError} GM_BUSY when that goes on; GM_IO when it cannot be saved; questions see the new state all the same.
   */
  async index(options: IndexOptions): Promise<IndexRun> {
    // Other turns run during the wait.
    const work = () => this.#turns.inTurn(() => this.#run(options, 'saved'));
    return this.#retryWhileBusy(work, INDEX_TRIES, options);
  }

  /** Shares the index with other machines. @throws {GraphMemoryError} as `PersistentIndex.share`. */
  share() {
    return this.#turns.inTurn(() => this.#index.share());
  }

  /**
   * Ensures that there is a snapshot, as fresh as file timestamps can tell. If another process is
   * indexing, or the own run exceeds the deadline, the existing snapshot is used and the notice
   * says so. Returns the files edited since the last call; see {@link IndexRun.edited}.
   */
  async prepare(options: PrepareOptions): Promise<readonly RepoPath[]> {
    const requestedMs = this.#now();
    await this.load(options.notice, () => this.#runner.listAhead(options));
    if (this.#index.state === undefined) await this.#turns.inTurn(() => this.#runFirst(options));
    if (options.refresh !== false) {
      const caughtUp = this.#catchUp(options, requestedMs);
      const waitMs = options.refresh === 'always' ? undefined : this.#answerWaitMs;
      const isNew = await this.#untilDeadline(caughtUp, waitMs);
      const outdated = options.outdated ?? options.notice;
      if (!isNew) outdated(LATE_NOTICE);
      else if (this.#isElsewhereBusy)
        outdated(`another process is indexing ${this.name}; answered from the previous index`);
    }
    const edited = [...this.#edited];
    this.#edited.clear();
    return edited;
  }

  /**
   * Begins the first index if there is none, and waits for it as long as an answer may take. Returns
   * how far it is if it is not ready by then; it continues.
   */
  async firstIndex(options: PrepareOptions): Promise<string | undefined> {
    if (this.#firstWaitMs === undefined || !this.isEnabled || this.#index.state) return undefined;
    const made = this.load(options.notice).then(async () => {
      if (this.#index.state === undefined) await this.#turns.inTurn(() => this.#runFirst(options));
    });
    return (await this.#untilDeadline(made, this.#firstWaitMs)) ? undefined : this.#runner.progress;
  }

  async #runFirst(options: PrepareOptions): Promise<void> {
    if (this.#index.state !== undefined) return;
    if (this.isEnabled && !this.#isReplacing) {
      options.notice(`${this.name} is not indexed yet; building the index`);
    }
    const work = () => this.#run(options, options.notice);
    const run = await this.#retryWhileBusy(work, FIRST_TRIES, options);
    if (!run.changedAnything) return;
    options.notice(`indexed ${grouped(this.status().files)} files in ${run.seconds.toFixed(1)} s`);
  }

  #retryWhileBusy<Result>(
    work: () => Promise<Result>,
    triesMax: number,
    { signal, notice }: IndexOptions,
  ): Promise<Result> {
    const onWait = () => notice?.(`another process is indexing ${this.name}; waiting for it`);
    return retryWhileBusy(work, { triesMax, pause: this.#pause, signal, onWait });
  }

  async #catchUp(options: PrepareOptions, requestedMs: number): Promise<void> {
    if (this.#watch !== undefined) return this.#watch.catchUp(options);
    await this.#turns.inTurn(async () => {
      const isOther = folderFingerprint(this.root) !== this.#runner.rootFingerprint;
      if (isOther || isRefreshDue(this.#runner.lastScan, requestedMs, options.refresh))
        await this.#refresh(options);
      this.#follow();
    });
  }

  /**
   * Waits for background work until the deadline. Returns false when the question should not wait
   * for its end.
   */
  async #untilDeadline(work: Promise<void>, waitMs: number | undefined): Promise<boolean> {
    if (waitMs === undefined) return work.then(() => true);
    const leftMs = Math.max(0, waitMs - this.#runner.elapsedMs);
    return waitUntilDeadline(work, leftMs, this.#watchSettings?.timers ?? SYSTEM_TIMERS);
  }

  /** Releases the disk, after a run in progress has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watch?.close();
    this.#watch = undefined;
    await this.#turns.ended();
    await this.#index.close();
    await this.reranker.close();
  }

  /**
   * Returns a file as it is on disk now, secrets masked: the same object until it changes.
   * @throws {GraphMemoryError} GM_FILE_NOT_FOUND if it is missing or unreadable; GM_FILE_WITHHELD.
   */
  readText(path: RepoPath): Promise<CurrentText> {
    return this.#current.read(path);
  }

  /** Returns a file that was read before with the content of the snapshot; undefined if none was. */
  knownText(path: RepoPath, { manifest }: Snapshot): CurrentText | undefined {
    return this.#current.known(path, manifest.get(path)?.hash);
  }

  /**
   * Finds a word in files: in the content of a snapshot if that was read before, else in the files as
   * they are on disk now. Unreadable ones are left out.
   */
  occurrences(paths: readonly RepoPath[], word: string, { manifest }: Snapshot) {
    return this.#current.occurrences(paths, word, manifest);
  }

  /**
   * Returns the current declarations of a file, indexed or not. Undefined when it cannot be parsed,
   * or parsing would delay other answers. @throws like {@link readText}.
   */
  async declarationsNow(path: RepoPath): Promise<readonly Declaration[] | undefined> {
    return (await this.#current.parse(path)).facts?.declarations;
  }

  /**
   * Returns what a symbol uses that is no symbol of the project. Undefined for an earlier snapshot,
   * and if its file has changed before the index was stored.
   */
  async unresolvedUses({ graph }: Snapshot, node: number) {
    const { state } = this.#index;
    if (state?.snapshot.graph !== graph) return undefined;
    return this.#current.unresolvedUses(state, node, () => this.#index.facts());
  }

  /** Returns every regular file that is not ignored, of any type, sorted, as of the last scan. */
  async files(signal?: AbortSignal): Promise<readonly RepoPath[]> {
    return this.#runner.files(signal);
  }

  /** Returns the commit of the snapshot. Undefined outside of git and before the first scan. */
  commit(): string | undefined {
    return this.#index.state?.commit;
  }

  /** The words of recent commits. */
  get commits(): CommitHistory {
    return this.#index.commits;
  }

  /** Returns the files on disk that differ from the snapshot. @throws {GraphMemoryError} GM_NOT_INDEXED */
  async changesSinceSnapshot(signal?: AbortSignal): Promise<readonly SnapshotChange[]> {
    return changesSince(this.snapshot().manifest, this.#config, { signal, scannedMs: this.#now() });
  }

  /** Whether anything exists at a path now, be it indexed, ignored or neither. */
  isThere(path: RepoPath): boolean {
    return existsInside(this.root, path);
  }

  /** Whether the project's folder exists now. */
  isRootThere(): boolean {
    return folderFingerprint(this.root) !== undefined;
  }

  /** Returns the code for lookups by module and name. @throws {GraphMemoryError} GM_NOT_INDEXED */
  async code(signal?: AbortSignal): Promise<Code> {
    const { state, projectScan, facts } = await this.current(signal);
    return codeView(state, projectScan, await facts());
  }

  /** Returns the current state with its scan and its facts. @throws {GraphMemoryError} GM_NOT_INDEXED */
  async current(signal?: AbortSignal): Promise<CurrentState> {
    const { state } = this.#index;
    if (state === undefined) throw notIndexed(this);
    const projectScan =
      this.#runner.projectScan ??
      (await scanProject(this.#config, state.snapshot.manifest, {
        signal,
        scannedMs: this.#now(),
      }));
    return { state, projectScan, facts: () => this.#index.facts() };
  }

  /** Returns the current time in ms; only differences are meaningful. */
  now(): number {
    return this.#now();
  }

  async #load(notice: (line: string) => void, onFound?: () => void): Promise<void> {
    if (!this.isEnabled) return;
    const problem = await this.#index.load(notice, onFound);
    if (problem === undefined) return;
    this.#isReplacing = true;
    notice(problem);
  }

  /** Starts watching when the first scan has ended, whether or not a question waited for it. */
  #follow(): void {
    const first = this.#runner.lastScan;
    if (first === undefined || this.#watchSettings === undefined) return;
    if (this.#watch !== undefined || this.#isClosed) return;
    const watched = {
      root: this.root,
      rootFingerprint: () => folderFingerprint(this.root),
      unwatchedFingerprint: () => `${headCommit(this.root)}\n${rulesAboveMark(this.root)}`,
      now: this.#now,
      scan: () => this.#runner.lastScan ?? first,
      idle: (options: PrepareOptions) => this.#turns.inTurn(() => this.#recheck(options)),
      refresh: (options: PrepareOptions, changed?: readonly string[]) =>
        this.#turns.inTurn(() => this.#refresh(options, changed)),
    };
    this.#watch = new ProjectWatch(watched, this.#watchSettings);
  }

  /** Refreshes the index. Returns undefined when another process is indexing. */
  async #refresh(options: PrepareOptions, paths?: readonly string[]): Promise<Refresh | undefined> {
    try {
      const work = () => this.#run({ ...options, changed: paths }, options.notice);
      const run = await retryWhileBusy(work, {
        triesMax: options.refresh === 'always' ? INDEX_TRIES : REFRESH_TRIES,
        pause: this.#pause,
        signal: options.signal,
      });
      this.#isElsewhereBusy = false;
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
      this.#isElsewhereBusy = true;
      return undefined;
    }
  }

  /** Merges stored changes, and derives a few files again. If the index turns out to be wrong, it is rebuilt. */
  async #recheck(options: PrepareOptions): Promise<void> {
    await this.#index.mergeDeltas();
    const mismatch = await this.#runner.recheck();
    if (mismatch === undefined) return;
    options.notice(
      `the index of ${this.name} was wrong about ${mismatch}; rebuilding it. Please report this.`,
    );
    await this.#run({ ...options, full: true }, options.notice);
  }

  /**
   * Runs once. `unsaved` is called once when the disk refuses to store the result; with 'saved',
   * the run throws instead.
   */
  async #run(options: IndexOptions, unsaved: Unsaved): Promise<IndexRun> {
    if (!this.isEnabled) throw notIndexed(this);
    const { run, saved } = await this.#runner.run(options, unsaved);
    // The result of a run is saved before the next run begins.
    this.#turns.hold(saved);
    return run;
  }
}
