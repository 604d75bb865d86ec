import { GraphMemoryError, isGraphMemoryError } from '../base/errors.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { Declaration } from '../model/symbol.ts';
import { DiskDirectory } from '../store/disk-directory.ts';
import type { Facts, FactsChanges } from '../store/facts-file.ts';
import { SnapshotStore } from '../store/snapshot-store.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import { declarationsOf, listFiles, readCurrent } from './current-file.ts';
import { type Check, isRefreshDue, ON_DEMAND } from './freshness.ts';
import type { IndexOptions, IndexRun, PrepareOptions } from './index-run.ts';
import { patchOf, type SnapshotPatch } from './patch.ts';
import { runPipeline } from './pipeline.ts';
import { RunMonitor } from './progress.ts';
import { type Look, ProjectWatch, type WatchSettings } from './project-watch.ts';
import { engineOf, fromStored, type IndexState, type StoredSections, toStored } from './state.ts';
import { type ProjectStatus, statusOf } from './status.ts';
import { learnTimes, type Survey, surveyProject, watchedFolders } from './survey.ts';
import { runUpdate } from './update.ts';

export { processMark } from '../store/process-mark.ts';
export type { WriterIdentity } from '../store/writer-lock.ts';
export type { IndexRun, PrepareOptions } from './index-run.ts';
export type { Progress } from './progress.ts';
export type { ProjectStatus } from './status.ts';

export interface ProjectOptions {
  /** This process, as the store's lock names it; its clock is the project's. */
  readonly writer: WriterIdentity;
  /** How many threads may extract at a time; below 2, this thread does it. */
  readonly threadsMax?: number;
  /** Follow the disk once {@link Project.prepare} was asked to refresh; otherwise each question looks. */
  readonly watch?: WatchSettings | undefined;
}

/** A file as it is now; `stale` when that is not what was indexed. */
export interface CurrentText {
  /** Secrets masked. */
  readonly text: string;
  readonly hash: string;
  readonly sizeBytes: number;
  readonly stale: boolean;
}

/** Takes the one line about a state that cannot be saved, or insists on saving. */
type Unsaved = ((line: string) => void) | 'saved';

/** A new state and what saving it takes. */
interface Made {
  readonly state: IndexState;
  readonly changes: FactsChanges;
  /** The step from the state before, when there was one to start from. */
  readonly patch: { readonly generation: number; readonly patch: SnapshotPatch } | undefined;
  readonly parsedCount: number;
}

const NO_FILES: Manifest = new Map();
const NO_CHANGES = { changed: new Map(), removed: new Set<RepoPath>() };

/** A chain of more changes than this is written anew as a whole: each costs the next start some 25 ms. */
const DELTAS_MAX = 8;
/** Larger changes cost little less than the whole. */
const DELTA_FILES_MAX = 500;

/** Hashing so many files takes about as long as saving. */
const TOUCHED_SAVED_MIN = 200;

/**
 * One project over time: the snapshot that questions are answered from, and the runs that replace it.
 * A snapshot never changes; who holds one keeps it while the next is made. Runs follow one another.
 */
export class Project {
  readonly name: string;
  /** Absolute. */
  readonly root: string;
  /** false: the configuration says not to index it. */
  readonly isEnabled: boolean;
  readonly #config: ProjectConfig;
  readonly #now: () => number;
  readonly #threadsMax: number;
  readonly #watchSettings: WatchSettings | undefined;
  readonly #store: SnapshotStore<StoredSections, SnapshotPatch>;
  #state: IndexState | undefined;
  #isLoaded = false;
  /** Names the stored state that the one at hand is; undefined when it is not stored. */
  #tip: string | undefined;
  /** The disk refused the state at hand; this refusal has been told. */
  #unsaved: string | undefined;
  /** There was a stored index, and the one notice about it has been given. */
  #isReplaced = false;
  #storeBytes = 0;
  #checked: Check | undefined;
  #files: readonly RepoPath[] | undefined;
  /** What the last look at the disk went through. */
  #folders: readonly string[] = [];
  #watch: ProjectWatch | undefined;
  /** Edited since a question was last prepared. */
  #edited = new Set<RepoPath>();
  #queue: Promise<unknown> = Promise.resolve();

  /** Makes a project that has not looked at its store yet; see {@link load}. */
  constructor(config: ProjectConfig, options: ProjectOptions) {
    this.name = config.name;
    this.root = config.root;
    this.isEnabled = config.code.enabled;
    this.#config = config;
    this.#now = options.writer.now;
    this.#threadsMax = options.threadsMax ?? 0;
    this.#watchSettings = options.watch;
    this.#store = new SnapshotStore(new DiskDirectory(config.storeDir), {
      writer: options.writer,
      producer: engineOf(config),
    });
  }

  /** Makes a project and loads its stored index, if there is one. */
  static async open(
    config: ProjectConfig,
    options: ProjectOptions & { readonly notice?: (line: string) => void },
  ): Promise<Project> {
    const project = new Project(config, options);
    await project.load(options.notice ?? (() => undefined));
    return project;
  }

  /** @throws {GraphMemoryError} GM_NOT_INDEXED */
  snapshot(): Snapshot {
    if (this.#state === undefined) throw this.#notIndexed();
    return this.#state.snapshot;
  }

  status(): ProjectStatus {
    const { storeDir } = this.#config;
    const place = {
      name: this.name,
      root: this.root,
      storeDir,
      storeBytes: this.#storeBytes,
      freshness: this.#watch?.report() ?? ON_DEMAND,
      checkedAt: this.#checked && new Date(this.#checked.startedMs).toISOString(),
    };
    return statusOf(place, this.#state);
  }

  /** Loads the stored index once. One that cannot be used is as good as none, and the notice says so. */
  async load(notice: (line: string) => void): Promise<void> {
    // Not in turn: what is loaded can be told even while a run goes on.
    if (!this.#isLoaded) await this.#inTurn(() => this.#load(notice));
  }

  /**
   * Brings the index to the disk's state, or from scratch with `full`.
   * @throws {GraphMemoryError} GM_IO when it cannot be saved; questions see the new state all the same.
   */
  async index(options: IndexOptions): Promise<IndexRun> {
    return this.#inTurn(() => this.#run(options, 'saved'));
  }

  /**
   * Makes sure that there is a snapshot, and that it is as new as the stat gate can tell. When another
   * process is indexing, the snapshot at hand has to do. Returns the files that were edited since the
   * last time; see {@link IndexRun.edited}.
   */
  async prepare(options: PrepareOptions): Promise<readonly RepoPath[]> {
    if (options.refresh && this.#watch !== undefined) await this.#watch.catchUp(options);
    else await this.#prepare(options);
    const edited = [...this.#edited];
    this.#edited.clear();
    return edited;
  }

  async #prepare(options: PrepareOptions): Promise<void> {
    const askedMs = this.#now();
    await this.#inTurn(async () => {
      await this.#load(options.notice);
      if (this.#state === undefined) {
        if (this.isEnabled && !this.#isReplaced) {
          options.notice(`${this.name} is not indexed yet; building the index`);
        }
        const run = await this.#run(options, options.notice);
        const files = this.status().files.toLocaleString('en-US');
        options.notice(`indexed ${files} files in ${run.seconds.toFixed(1)} s`);
      } else if (options.refresh && isRefreshDue(this.#checked, askedMs)) {
        await this.#refresh(options);
      }
    });
    if (options.refresh) this.#follow();
  }

  /** Lets go of the disk; a run that has begun ends first. */
  async close(): Promise<void> {
    await this.#watch?.close();
    this.#watch = undefined;
  }

  /**
   * A file as it is on disk now, secrets masked; `stale` when that is not what was indexed.
   * @throws {GraphMemoryError} GM_FILE_NOT_FOUND when it is gone or not to be read.
   */
  async readText(path: RepoPath): Promise<CurrentText> {
    const { text, hash, sizeBytes } = await readCurrent(this.#config, path);
    const known = this.#state?.snapshot.manifest.get(path);
    return { text, hash, sizeBytes, stale: known?.hash !== hash };
  }

  /** What a file declares now, be it indexed so or not. Parses it. @throws like {@link readText}. */
  async declarationsNow(path: RepoPath): Promise<readonly Declaration[]> {
    return declarationsOf(this.#config, await readCurrent(this.#config, path));
  }

  /** Every regular file that is not ignored, of any type, sorted; as of the last look at the disk. */
  async files(signal?: AbortSignal): Promise<readonly RepoPath[]> {
    this.#files ??= await listFiles(this.#config, signal);
    return this.#files;
  }

  /** In ms; only differences mean something. */
  now(): number {
    return this.#now();
  }

  async #load(notice: (line: string) => void): Promise<void> {
    if (this.#isLoaded || !this.isEnabled) return;
    try {
      const loaded = await this.#store.load((stored) => ({
        state: fromStored(stored, engineOf(this.#config)),
        tip: stored.tip,
      }));
      this.#state = loaded?.state;
      this.#tip = loaded?.tip;
      if (loaded !== undefined && loaded.state === undefined) {
        this.#isReplaced = true;
        notice(`the index of ${this.name} was made by another version or other limits; rebuilding`);
      }
      this.#storeBytes = await this.#store.sizeBytes();
    } catch (error) {
      if (!isUnusableStore(error) && !isRefusal(error)) throw error;
      this.#isReplaced = true;
      notice(`the stored index of ${this.name} cannot be used (${error.message}); rebuilding`);
    }
    this.#isLoaded = true;
  }

  #follow(): void {
    if (this.#watchSettings === undefined || this.#watch !== undefined) return;
    const watched = {
      root: this.root,
      now: this.#now,
      folders: () => this.#folders,
      lastCheck: () => this.#checked,
      look: (options: PrepareOptions) => this.#inTurn(() => this.#refresh(options)),
    };
    this.#watch = new ProjectWatch(watched, this.#watchSettings);
  }

  /** Undefined: another process is indexing. */
  async #refresh(options: PrepareOptions): Promise<Look | undefined> {
    try {
      const run = await this.#run(options, options.notice);
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
      options.notice(
        `another process is indexing ${this.name}; answered from what was indexed before`,
      );
      return undefined;
    }
  }

  /** `unsaved` is told once when the disk refuses to keep what was made; 'saved' throws then. */
  async #run(options: IndexOptions, unsaved: Unsaved): Promise<IndexRun> {
    if (!this.isEnabled) throw this.#notIndexed();
    const startedMs = this.#now();
    const monitor = new RunMonitor(this.#now, options);
    const previous = options.full === true ? undefined : this.#state;
    const survey = await monitor.phase('discover', () =>
      surveyProject(this.#config, previous?.snapshot.manifest ?? NO_FILES, monitor.signal),
    );
    this.#folders = watchedFolders(this.#config, survey);
    // The look at the disk alone, not the rebuild after it, decides when the next look is due.
    const surveyedMs = this.#now();
    const isSaved = unsaved !== 'saved' || this.#unsaved === undefined;
    const isSame = previous !== undefined && isSaved && isUnchanged(survey, previous);
    let parsed = 0;
    if (isSame) await this.#keep(previous, survey);
    else parsed = await this.#rebuild(previous, survey, monitor, unsaved);
    const isFirst = this.#checked === undefined;
    this.#checked = { startedMs, endedMs: surveyedMs };
    this.#files = survey.discovery.allPaths;
    const { added, changed, removed, unchanged, touched } = survey.changes;
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
      edited: isFirst ? [] : editedPaths(survey),
    };
  }

  /** Returns how many files were parsed. */
  async #rebuild(
    previous: IndexState | undefined,
    survey: Survey,
    monitor: RunMonitor,
    unsaved: Unsaved,
  ): Promise<number> {
    let made: Made | undefined;
    try {
      await this.#store.withWriterLock(async (writer) => {
        const stored = previous === undefined ? undefined : await this.#store.loadFacts();
        made = await this.#make(previous, stored?.facts, survey, monitor);
        const { state, changes, patch } = made;
        const canAppend =
          this.#tip !== undefined &&
          stored?.tip === this.#tip &&
          stored.deltaCount < DELTAS_MAX &&
          changes.changed.size <= DELTA_FILES_MAX;
        this.#tip = await monitor.phase('save', () =>
          patch !== undefined && canAppend
            ? writer.append({ ...changes, ...patch, after: stored.tip })
            : writer.save(toStored(state), stored?.facts, changes),
        );
      });
      this.#unsaved = undefined;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.#tip = undefined;
      // A disk that refuses costs the next start, not the answer.
      made ??= await this.#make(previous, undefined, survey, monitor);
      this.#state = made.state;
      this.#tellUnsaved(error, unsaved);
    }
    if (made === undefined) throw new Error('a run that was saved made nothing');
    this.#state = made.state;
    this.#storeBytes = await this.#store.sizeBytes().catch(() => 0);
    return made.parsedCount;
  }

  async #make(
    previous: IndexState | undefined,
    facts: Facts | undefined,
    survey: Survey,
    monitor: RunMonitor,
  ): Promise<Made> {
    // Another process may have saved since this one loaded; generations only ever rise.
    const before = Math.max(this.#state?.snapshot.generation ?? 0, facts?.generation ?? 0);
    const settings = {
      config: this.#config,
      generation: before + 1,
      threadsMax: this.#threadsMax,
      monitor,
    };
    const known = previous && facts && { ...previous, links: previous.links(), facts };
    const updated = known && (await runUpdate(survey, known, settings));
    const made = updated ?? (await runPipeline(survey, facts, settings));
    const { snapshot, links, changes, parsedCount, resolution } = made;
    const { hash: layoutHash, linkHash } = survey.layout;
    const indexedAt = new Date(this.#now()).toISOString();
    const marks = { layoutHash, linkHash, indexedAt };
    const patch = known && resolution && patchOf(known, { snapshot, links, ...marks }, resolution);
    return {
      state: { snapshot, links: () => links, ...marks },
      patch: patch && { generation: snapshot.generation, patch },
      changes,
      parsedCount,
    };
  }

  #tellUnsaved(error: GraphMemoryError, unsaved: Unsaved): void {
    const isNews = this.#unsaved !== error.message;
    this.#unsaved = error.message;
    if (unsaved === 'saved') throw error;
    if (!isNews) return;
    unsaved(
      `the index of ${this.name} cannot be saved (${error.message}); answering from memory. ${error.hint}`,
    );
  }

  /**
   * Nothing to do but to learn the new times of files that were only touched. A few are hashed again
   * at the next start, which costs less than saving; many, as after a fresh checkout, are saved.
   */
  async #keep(state: IndexState, survey: Survey): Promise<void> {
    const { manifest, learntCount } = learnTimes(state.snapshot.manifest, survey.changes.touched);
    if (learntCount === 0) return;
    const learnt = { ...state, snapshot: { ...state.snapshot, manifest } };
    this.#state = learnt;
    if (learntCount < TOUCHED_SAVED_MIN) return;
    try {
      await this.#store.withWriterLock(async (writer) => {
        const stored = await this.#store.loadFacts();
        if (stored?.tip !== this.#tip || stored === undefined) return;
        this.#tip = await writer.save(toStored(learnt), stored.facts, NO_CHANGES);
      });
    } catch (error) {
      // Who is writing learns these times too; a disk that refuses only costs hashing them again.
      if (!isBusy(error) && !isRefusal(error)) throw error;
    }
  }

  #notIndexed(): GraphMemoryError {
    return new GraphMemoryError('GM_NOT_INDEXED', `project ${this.name} is not indexed`, {
      hint: this.isEnabled
        ? 'Run reindex first.'
        : 'Its graphs.code.enabled is false in graph-memory.yaml.',
    });
  }

  /** Runs follow one another, whatever became of the one before. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn;
    return turn;
  }
}

/** More files at once are a branch switched or a formatter run, which says nothing of a task. */
const EDITED_MAX = 50;

function editedPaths({ changes }: Survey): readonly RepoPath[] {
  const paths = [...changes.added, ...changes.changed].map(({ path }) => path);
  return paths.length > EDITED_MAX ? [] : paths;
}

function isUnchanged(survey: Survey, state: IndexState): boolean {
  const { added, changed, removed } = survey.changes;
  const changedCount = added.length + changed.length + removed.length;
  return changedCount === 0 && survey.layout.hash === state.layoutHash;
}

/** The disk said no, of the store as of everything in it. */
function isRefusal(error: unknown): error is GraphMemoryError {
  return isGraphMemoryError(error) && error.code === 'GM_IO';
}

function isBusy(error: unknown): boolean {
  return isGraphMemoryError(error) && error.code === 'GM_BUSY';
}

/** Errors that mean: what is stored is of no use, but a new index can take its place. */
function isUnusableStore(error: unknown): error is GraphMemoryError {
  return (
    isGraphMemoryError(error) &&
    (error.code === 'GM_STORE_VERSION' || error.code === 'GM_STORE_CORRUPT')
  );
}
