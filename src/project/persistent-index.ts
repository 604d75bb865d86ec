import { runYielding } from '../base/cooperative.ts';
import { isGraphMemoryError } from '../base/errors.ts';
import type { ProjectConfig } from '../config/load.ts';
import { FactsHistory } from '../indexing/facts-history.ts';
import { type IndexStore, type IndexWriter, indexStoreOf } from '../indexing/index-store.ts';
import { loadState } from '../indexing/load-state.ts';
import { fitsDelta, isLongChain, type MakeSettings, makeState } from '../indexing/make-state.ts';
import { type ProjectScan, updatedTimestamps } from '../indexing/project-scan.ts';
import { type Rechecked, recheck } from '../indexing/recheck.ts';
import { adoptSiblingStore, tagRepository } from '../indexing/sibling-facts.ts';
import {
  isCancelled,
  isRefusal,
  isUnusableStore,
  nothingIfUnusable,
} from '../indexing/store-refusals.ts';
import { type IndexState, toStoredSteps } from '../indexing/stored-index.ts';
import type { VectorService } from '../semantic/vector-service.ts';
import { DiskDirectory } from '../store/disk-directory.ts';
import type { Facts } from '../store/facts-file.ts';
import type { Holdings, LoadedFacts } from '../store/snapshot-store.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import { CommitHistory } from './commit-history.ts';
import { createVectorServices, indexesOf } from './create-vector-service.ts';
import { otherFacts } from './other-facts.ts';
import { PartialKeeper } from './partial-keeper.ts';
import type { ProjectOptions } from './project-options.ts';
import {
  openStore,
  type RebuildOptions,
  type Rebuilt,
  type StoreAccess,
  type Unsaved,
  type Unstored,
} from './rebuild.ts';
import { type SaveStored, saveTimes, saveWhole, trySave } from './save-between-runs.ts';
import { type SharedCounts, SharedIndex } from './shared/shared-index.ts';
import { noPlace, readState } from './shared/state-to-share.ts';

/**
 * Number of touched files whose timestamps are worth saving. Hashing this many takes about as long
 * as saving.
 */
const TOUCHED_SAVED_MIN = 200;

/** The in-memory state of a project that answers questions, and its copy on disk. */
export class PersistentIndex {
  readonly #config: ProjectConfig;
  readonly #writer: WriterIdentity;
  readonly #store: IndexStore;
  readonly #hasVectorsOnDemand: boolean;
  readonly #isWatched: boolean;
  readonly #isPublished: boolean;
  /** Vectors of the current state's chunks, of code and pages, and of other known chunks. */
  readonly vectors: VectorService;
  /** Sparse vectors; none unless a model is configured. */
  readonly sparse: VectorService;
  readonly commits: CommitHistory;
  readonly #history = new FactsHistory();
  /** Facts that several machines share, if there are any. */
  readonly #shared: SharedIndex | undefined;
  #state: IndexState | undefined;
  #isLoaded = false;
  /** Identifies the stored copy of the current state; undefined when it is not stored. */
  #tip: string | undefined;
  /** Error of the last failed save, already reported; empty if it succeeded. */
  #storeProblem = '';
  /** Hint that was reported for an unreadable store. */
  #reportedHint: string | undefined;
  #holdings: Holdings = { sizeBytes: 0, fingerprint: '' };
  /** Writer of the current run, which holds the lock. */
  #activeWriter: IndexWriter | undefined;

  constructor(config: ProjectConfig, options: ProjectOptions) {
    this.#config = config;
    this.#writer = options.writer;
    this.#hasVectorsOnDemand = options.hasVectorsOnDemand === true;
    this.#isWatched = options.watch !== undefined;
    this.#isPublished = options.published !== undefined;
    const directory = options.published?.store ?? new DiskDirectory(config.storeDir);
    this.#store = indexStoreOf(directory, config, options.writer);
    this.#shared = options.shared && new SharedIndex(config, options.shared, options.writer.now);
    const write = (save: (writer: IndexWriter) => Promise<void>) => this.#write(save);
    const { vectors, sparse } = createVectorServices(config, options, this.#store, write);
    this.vectors = vectors;
    this.sparse = sparse;
    const root = options.published === undefined ? config.root : undefined;
    this.commits = new CommitHistory({ root, store: this.#store, write });
  }

  /** The current state; undefined until one has been loaded or made. */
  get state(): IndexState | undefined {
    return this.#state;
  }

  /** Generation of the current state; 0 without one. */
  get generation(): number {
    return this.#state?.snapshot.generation ?? 0;
  }

  /** Whether the load has been done, or a new state has made it unnecessary. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Error that kept the state from being stored; empty if there was none. */
  get storeProblem(): string {
    return this.#storeProblem;
  }

  get storeBytes(): number {
    return this.#holdings.sizeBytes;
  }

  /** Waits until vectors and commits are stored. */
  async close(): Promise<void> {
    await this.vectors.close();
    await this.sparse.close();
    await this.commits.saved();
  }

  /**
   * Loads the stored index, once. Calls `onFound` before it is read, if there is one. Returns one line
   * for people if it is unusable.
   */
  async load(notice: (line: string) => void, onFound?: () => void): Promise<string | undefined> {
    if (this.#isLoaded) return undefined;
    const problem = await this.#loadStored(notice, onFound);
    this.#isLoaded = true;
    if (this.#state === undefined) return problem;
    const indexes = indexesOf(this.#state);
    for (const vectors of [this.vectors, this.sparse]) {
      if (this.#hasVectorsOnDemand) vectors.adoptOnDemand(indexes);
      else await vectors.adopt(indexes);
    }
    return problem;
  }

  async #loadStored(
    notice: (line: string) => void,
    onFound: (() => void) | undefined,
  ): Promise<string | undefined> {
    const { name } = this.#config;
    try {
      // Taken before reading, so that the next run adopts whatever is saved in the meantime.
      this.#holdings = await this.#store.holdings();
      if (
        this.#holdings.fingerprint === '' &&
        (await this.#shared?.restore(this.#store, notice)) === true
      )
        this.#holdings = await this.#store.holdings();
      if (this.#holdings.fingerprint !== '') onFound?.();
      const loaded = await loadState(this.#store, this.#config);
      this.#state = loaded?.state;
      this.#tip = loaded?.tip;
      if (loaded === undefined || loaded.state !== undefined) return undefined;
      return `the index of ${name} was built by another version or with other limits; rebuilding`;
    } catch (error) {
      if (isUnusableStore(error))
        return `the stored index of ${name} cannot be used (${error.message}); rebuilding`;
      if (!isRefusal(error)) throw error;
      // Whether a stored index exists is unknown here.
      this.#reportedHint = error.hint;
      return `the store of ${name} cannot be read: ${error.message}. ${error.hint}`;
    }
  }

  /**
   * Shares the stored state and its facts with other machines.
   * @throws {GraphMemoryError} GM_USAGE if there is no place; GM_BUSY; GM_IO; GM_DATABASE.
   */
  async share(): Promise<SharedCounts> {
    const state = this.#state;
    if (this.#shared === undefined || state === undefined) throw noPlace(this.#config.name);
    const stored = await this.#store.withWriterLock(async (writer) => {
      // Deltas are merged, because a shared state is whole.
      if ((await this.#store.loadFacts())?.deltaCount !== 0)
        await this.#saveStored(writer, state, saveWhole);
      return readState(this.#store, this.#config, this.#tip);
    });
    return this.#shared.share(stored, state.commit);
  }

  /**
   * Adopts the stored state of another working tree of the repository if nothing is stored yet. The next
   * run updates it to the files on disk.
   */
  async borrow(): Promise<void> {
    if (this.#state !== undefined || this.#isPublished || this.#holdings.fingerprint !== '') return;
    if (!(await adoptSiblingStore(this.#config, this.#store, this.#writer))) return;
    this.#isLoaded = false;
    await this.load(() => undefined);
  }

  /** Adopts a newer state that another process has stored, instead of repeating its work. */
  async adopt(): Promise<void> {
    const { fingerprint } = await this.#holdingsNow();
    if (fingerprint === this.#holdings.fingerprint) return;
    // Taken before reading, so that the next call finds whatever is saved in the meantime.
    this.#holdings = { ...this.#holdings, fingerprint };
    try {
      const loaded = await loadState(this.#store, this.#config);
      const generation = loaded?.state?.snapshot.generation ?? 0;
      if (generation <= this.generation) return;
      this.#state = loaded?.state;
      this.#tip = loaded?.tip;
      this.#storeProblem = '';
      this.#isLoaded = true;
    } catch (error) {
      if (!isUnusableStore(error) && !isRefusal(error)) throw error;
      // There is no base for a delta, so the next save writes the whole index.
      this.#tip = undefined;
    }
  }

  /**
   * Derives some files again and compares them with the index. Returns undefined when there is
   * nothing to compare with, for example after another process has written.
   */
  async recheck(projectScan: ProjectScan, turn: number): Promise<Rechecked | undefined> {
    const state = this.#state;
    const stored = await this.#store.loadFacts();
    if (state === undefined || stored === undefined || stored.tip !== this.#tip) return undefined;
    const { facts } = stored;
    const { now } = this.#writer;
    return recheck({ config: this.#config, state, facts, projectScan, turn, now });
  }

  /** Returns the facts of the current state, or undefined when it is not stored. */
  async facts(): Promise<Facts | undefined> {
    return (await this.#store.loadFacts().catch(nothingIfUnusable))?.facts;
  }

  async #holdingsNow(): Promise<Holdings> {
    return this.#store.holdings().catch(() => ({ sizeBytes: 0, fingerprint: '' }));
  }

  async #measure(): Promise<void> {
    const { sizeBytes } = await this.#holdingsNow();
    this.#holdings = { ...this.#holdings, sizeBytes };
  }

  /**
   * Makes the state of the scanned disk, from `previous` or from nothing. Returns as soon as
   * questions can be answered, while saving continues; with 'saved', returns when saving has ended.
   * @throws {GraphMemoryError} GM_BUSY; GM_CANCELLED; GM_IO with 'saved'.
   */
  async rebuild(
    previous: IndexState | undefined,
    projectScan: ProjectScan,
    options: RebuildOptions,
  ): Promise<Rebuilt> {
    const { monitor, threads, unsaved } = options;
    const isFirst = previous === undefined && this.#state === undefined;
    const others = options.mayBorrow ? await this.#others(isFirst, projectScan, options) : [];
    const access = await openStore(this.#store, previous !== undefined);
    this.#activeWriter = access.writer;
    const { stored } = access;
    let early = Promise.resolve();
    const keeper =
      isFirst && access.writer ? new PartialKeeper(access.writer, this.#writer.now) : undefined;
    const settings: MakeSettings = {
      threads,
      now: this.#writer.now,
      monitor,
      others,
      // An existing state keeps its own vectors until the new state is ready.
      textsMade: isFirst
        ? ({ text, docsText }, rows) => {
            early = this.vectors.follow([text, docsText], monitor.signal, rows);
          }
        : undefined,
      embeds: isFirst && this.vectors.isPackaged,
      keep: keeper && ((path, record) => keeper.add(path, record)),
    };
    let saved: Promise<void> | undefined;
    try {
      const made = await makeState(previous, stored?.facts, projectScan, this.generation, settings);
      await keeper?.ended();
      const base = this.#publish(made, stored);
      await monitor.phase('embed', () => early.then(() => this.embed(monitor.signal)));
      saved = this.#save({ made, base, isFirst }, access, options);
      if (unsaved === 'saved') await saved;
      return { parsedCount: made.parsedCount, saved };
    } finally {
      // Early vectors and partial facts are written before the lock is released.
      const written = Promise.all([early, keeper?.ended()]);
      if (saved === undefined) await written.then(() => this.#abandon(access.writer));
    }
  }

  /** Releases the lock if it is still held. */
  async #abandon(writer: IndexWriter | undefined): Promise<void> {
    this.#activeWriter = undefined;
    await writer?.abandon();
  }

  /** Makes a state the current one. Returns the stored tip that a delta can follow, if any. */
  #publish(made: Unstored['made'], stored: LoadedFacts | undefined): string | undefined {
    const isBase =
      stored?.tip === this.#tip && fitsDelta(made, stored?.deltaCount ?? 0, this.#isWatched);
    if (stored !== undefined) this.#history.add(stored.facts, made.changes);
    this.#state = made.state;
    this.#isLoaded = true;
    this.#tip = undefined;
    return isBase ? stored?.tip : undefined;
  }

  /**
   * Saves the published state and releases the lock. A failure is reported.
   * @throws {GraphMemoryError} With 'saved' only: GM_IO; GM_BUSY when the lock was lost.
   */
  async #save(unstored: Unstored, access: StoreAccess, options: RebuildOptions): Promise<void> {
    try {
      this.#tip = await this.#saveAndRelease(unstored, access, options);
      this.#storeProblem = '';
    } catch (error) {
      this.#reportUnsaved(error, options.unsaved);
      await this.#measure();
      return;
    }
    if (unstored.isFirst) await tagRepository(this.#config);
  }

  /** Returns the tip of the saved state. */
  async #saveAndRelease(
    { made, base }: Unstored,
    { writer, stored, refusal }: StoreAccess,
    { monitor, unsaved }: RebuildOptions,
  ): Promise<string> {
    if (writer === undefined) throw refusal;
    const { state, changes, patch } = made;
    const { generation } = state.snapshot;
    // An explicit request to store the index is completed. Any other state is made again by the
    // next start.
    const check = () => (unsaved === 'saved' ? undefined : monitor.checkCancelled());
    try {
      const tip = await monitor.phase('save', async () => {
        if (base !== undefined && patch !== undefined)
          return writer.append({ ...changes, generation, patch: patch(), after: base });
        const whole = await runYielding(toStoredSteps(state), this.#writer.now, check);
        return writer.save(whole, stored?.facts, changes, check);
      });
      // While the lock is held: afterwards the store may already contain another process's state.
      this.#holdings = await this.#holdingsNow();
      await writer.release();
      return tip;
    } finally {
      await this.#abandon(writer);
    }
  }

  #others(isFirst: boolean, projectScan: ProjectScan, { notice }: RebuildOptions) {
    const own = { config: this.#config, writer: this.#writer, store: this.#store };
    const sources = { ...own, history: this.#history, shared: this.#shared, notice };
    return otherFacts(isFirst, projectScan, sources);
  }

  /** Writes with the current run's writer, or takes the lock itself. */
  async #write(run: (writer: IndexWriter) => Promise<void>): Promise<void> {
    await (this.#activeWriter === undefined
      ? this.#store.withWriterLock(run)
      : run(this.#activeWriter));
  }

  /**
   * Records that the scanned disk equals the state: its commit, and the timestamps of files that
   * were only touched. If these are few, they are not saved: hashing them again at the next start
   * costs less. If they are many, as after a fresh checkout, the manifest is saved.
   */
  async confirm(state: IndexState, projectScan: ProjectScan): Promise<void> {
    const { manifest, updated } = updatedTimestamps(state.snapshot.manifest, projectScan);
    const snapshot = updated.size === 0 ? state.snapshot : { ...state.snapshot, manifest };
    const confirmed = { ...state, snapshot, commit: projectScan.commit };
    this.#state = confirmed;
    // A concurrent writer updates these timestamps too. If the disk refuses access, the files are
    // only hashed again.
    if (updated.size >= TOUCHED_SAVED_MIN)
      await this.#saveBetweenRuns(confirmed, (writer, to) => saveTimes(writer, to, updated));
  }

  /** Saves the whole state instead of a long chain of deltas. */
  async mergeDeltas(): Promise<void> {
    const state = this.#state;
    if (state === undefined || this.#tip === undefined) return;
    const stored = await this.#store.loadFacts().catch(nothingIfUnusable);
    if (isLongChain(stored?.deltaCount ?? 0)) await this.#saveBetweenRuns(state, saveWhole);
  }

  async #saveBetweenRuns(state: IndexState, save: SaveStored): Promise<void> {
    await trySave(this.#store, (writer) => this.#saveStored(writer, state, save));
  }

  async #saveStored(writer: IndexWriter, state: IndexState, save: SaveStored): Promise<void> {
    const { now } = this.#writer;
    const saved = await save(writer, { store: this.#store, state, tip: this.#tip, now });
    if (saved === undefined) return;
    this.#state = saved.state;
    this.#tip = saved.tip;
    this.#holdings = await this.#holdingsNow();
  }

  /** Makes the vectors of the current state. */
  async embed(signal: AbortSignal | undefined): Promise<void> {
    if (this.#state === undefined) return;
    const indexes = indexesOf(this.#state);
    if (this.vectors.isReady(indexes) && this.sparse.isReady(indexes)) return;
    await this.vectors.follow(indexes, signal);
    await this.sparse.follow(indexes, signal);
    await this.#measure();
  }

  #reportUnsaved(error: unknown, unsaved: Unsaved): void {
    const problem = error instanceof Error ? error.message : String(error);
    const isNews = this.#storeProblem !== problem;
    this.#storeProblem = problem;
    if (unsaved === 'saved') throw error;
    if (!isNews || isCancelled(error)) return;
    const isHelp = isGraphMemoryError(error) && error.hint !== this.#reportedHint;
    const hint = isHelp ? ` ${error.hint}` : '';
    unsaved(
      `the index of ${this.#config.name} cannot be saved (${problem}); answering from memory.${hint}`,
    );
  }
}
