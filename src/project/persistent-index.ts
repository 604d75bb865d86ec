import { runYielding } from '../base/cooperative.ts';
import { isGraphMemoryError } from '../base/errors.ts';
import type { ProjectConfig } from '../config/load.ts';
import type { EmbedderSource } from '../embed/embedder.ts';
import { FactsHistory } from '../indexing/facts-history.ts';
import { type MadeState, makeState } from '../indexing/make-state.ts';
import type { Texts } from '../indexing/pages.ts';
import type { SnapshotPatch } from '../indexing/patch.ts';
import { type ProjectScan, updatedTimestamps } from '../indexing/project-scan.ts';
import { type Rechecked, recheck } from '../indexing/recheck.ts';
import { factsOfSiblingClone, tagRepository } from '../indexing/sibling-facts.ts';
import { isBusy, isCancelled, isRefusal, isUnusableStore } from '../indexing/store-refusals.ts';
import {
  cacheKeyOf,
  fromStored,
  type IndexState,
  type StoredSections,
  toStoredSteps,
} from '../indexing/stored-index.ts';
import type { RepoPath } from '../model/path.ts';
import {
  chunkText,
  type Environment,
  embedderOf,
  previousEmbedder,
} from '../semantic/embedders.ts';
import { NeighbourGraph } from '../semantic/neighbour-graph.ts';
import type { VectorStorage } from '../semantic/stored-vectors.ts';
import { type Indexes, VectorService } from '../semantic/vector-service.ts';
import { DiskDirectory } from '../store/disk-directory.ts';
import type { Facts, FactsChanges, KnownFacts } from '../store/facts-file.ts';
import {
  type Holdings,
  type LoadedFacts,
  SnapshotStore,
  type StoreWriter,
} from '../store/snapshot-store.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import type { RunMonitor } from '../workers/progress.ts';
import type { WorkerFactory } from '../workers/worker-factory.ts';

/** Either receives one line when the state cannot be saved, or requires saving to succeed. */
export type Unsaved = ((line: string) => void) | 'saved';

const NO_CHANGES = { changed: new Map(), removed: new Set<RepoPath>() };

/**
 * Longest chain of deltas; beyond it, the index is written as a whole. Each delta adds some 25 ms
 * to the next start.
 */
const DELTAS_MAX = 8;
/** Most changed files in a delta. Larger deltas cost little less than the whole index. */
const DELTA_FILES_MAX = 500;
/** Most re-resolved files in a delta, which contains their edges. */
const DELTA_RESOLVED_MAX = 2000;

/**
 * Number of touched files whose timestamps are worth saving. Hashing this many takes about as long
 * as saving.
 */
const TOUCHED_SAVED_MIN = 200;

/** How a state is made, and the callback that receives it. */
interface Making {
  readonly make: (facts: Facts | undefined) => Promise<MadeState>;
  readonly loadFacts: () => Promise<LoadedFacts | undefined>;
  readonly made: (made: MadeState) => void;
  /** Resolves when the vectors that were started before the state existed are made and stored. */
  readonly embedded: () => Promise<void>;
  readonly monitor: RunMonitor;
}

/** Input of a full save. */
interface WholeSave {
  /** The previously stored facts. */
  readonly facts: Facts | undefined;
  readonly changes: FactsChanges;
  /** Throws when saving is to be given up. */
  readonly check?: () => undefined;
}

/** Settings of the run that makes a state. */
interface RemakeOptions {
  readonly monitor: RunMonitor;
  readonly threads: WorkerFactory;
  readonly unsaved: Unsaved;
  /** Whether the facts of another working tree may be reused for a first index. */
  readonly mayBorrow: boolean;
}

type Writer = StoreWriter<StoredSections, SnapshotPatch>;

export interface PersistentIndexOptions {
  readonly writer: WriterIdentity;
  readonly threadsMax?: number;
  readonly embedder?: EmbedderSource;
  readonly environment?: Environment;
  readonly answerWaitMs?: number | undefined;
}

/** The in-memory state of a project that answers questions, and its copy on disk. */
export class PersistentIndex {
  readonly #config: ProjectConfig;
  readonly #now: () => number;
  readonly #writer: WriterIdentity;
  readonly #store: SnapshotStore<StoredSections, SnapshotPatch>;
  /** Vectors of the current state's chunks, of code and pages, and of other known chunks. */
  readonly vectors: VectorService;
  readonly #history = new FactsHistory();
  #state: IndexState | undefined;
  #isLoaded = false;
  /** Identifies the stored copy of the current state; undefined when it is not stored. */
  #tip: string | undefined;
  /** Error of the last failed save; already reported. */
  #unsaved: string | undefined;
  #isReplaced = false;
  /** Hint that was reported for an unreadable store. */
  #reportedHint: string | undefined;
  #holdings: Holdings = { sizeBytes: 0, fingerprint: '' };
  #saving: Promise<void> = Promise.resolve();
  /** Writer of the current run, which holds the lock. */
  #activeWriter: Writer | undefined;

  constructor(
    config: ProjectConfig,
    { threadsMax = 0, writer, embedder, environment, answerWaitMs }: PersistentIndexOptions,
  ) {
    this.#config = config;
    this.#now = writer.now;
    this.#writer = writer;
    this.#store = this.#storeIn(config.storeDir);
    const threads = Math.max(1, threadsMax - 1);
    const means = { environment, pause: writer.pause, threads, answerWaitMs };
    const neighbours = new NeighbourGraph(config.code.vectorIndex, {
      load: () => this.#store.loadGraph(),
      save: (write) => this.#write((writer) => writer.saveGraph(write)),
    });
    const storage: VectorStorage = {
      previousSource: (recipe) => previousEmbedder(recipe, config, means),
      loadPrevious: () => this.#store.loadPreviousVectors(),
      savePrevious: (set) => this.#write((writer) => writer.savePreviousVectors(set)),
      textOf: (index, chunk) => chunkText(config, index, chunk),
      load: () => this.#store.loadVectors(),
      save: (set) => this.#write((writer) => writer.saveVectors(set)),
    };
    const source = embedder ?? embedderOf(config, means);
    this.vectors = new VectorService(source, storage, writer.now, neighbours);
  }

  /** The current state; undefined until one has been loaded or made. */
  get state(): IndexState | undefined {
    return this.#state;
  }

  /** Whether the load has been done, or a new state has made it unnecessary. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Whether the last attempt to save the current state succeeded. */
  get isSaved(): boolean {
    return this.#unsaved === undefined;
  }

  /** Error that kept the state from being stored; empty if there was none. */
  get storeProblem(): string {
    return this.#unsaved ?? '';
  }

  /** Whether a stored index exists but could not be used. Its one notice has been given. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  get storeBytes(): number {
    return this.#holdings.sizeBytes;
  }

  /** Loads the stored index, once. An unusable index counts as missing, and the notice says so. */
  async load(notice: (line: string) => void): Promise<void> {
    if (this.#isLoaded) return;
    const { name } = this.#config;
    try {
      // Taken before reading, so that the next run adopts whatever is saved in the meantime.
      this.#holdings = await this.#store.holdings();
      const loaded = await this.#stored();
      this.#state = loaded?.state;
      this.#tip = loaded?.tip;
      if (loaded !== undefined && loaded.state === undefined) {
        this.#isReplaced = true;
        notice(
          `the index of ${name} was built by another version or with other limits; rebuilding`,
        );
      }
    } catch (error) {
      if (isUnusableStore(error)) {
        notice(`the stored index of ${name} cannot be used (${error.message}); rebuilding`);
      } else if (isRefusal(error)) {
        // Whether a stored index exists is unknown here.
        notice(`the store of ${name} cannot be read: ${error.message}. ${error.hint}`);
        this.#reportedHint = error.hint;
      } else throw error;
      this.#isReplaced = true;
    }
    this.#isLoaded = true;
    if (this.#state !== undefined) await this.vectors.adopt(indexesOf(this.#state));
  }

  /**
   * Adopts a newer state that another process has stored, so that its work need not be repeated.
   */
  async adopt(): Promise<void> {
    const { fingerprint } = await this.#holdingsNow();
    if (fingerprint === this.#holdings.fingerprint) return;
    // Taken before reading, so that the next call finds whatever is saved in the meantime.
    this.#holdings = { ...this.#holdings, fingerprint };
    try {
      const loaded = await this.#stored();
      const generation = loaded?.state?.snapshot.generation ?? 0;
      if (generation <= (this.#state?.snapshot.generation ?? 0)) return;
      this.#state = loaded?.state;
      this.#tip = loaded?.tip;
      this.#unsaved = undefined;
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
    return recheck({ config: this.#config, state, facts, projectScan, turn, now: this.#now });
  }

  /** Returns the facts of the current state, or undefined when it is not stored. */
  async facts(): Promise<Facts | undefined> {
    return (await this.#store.loadFacts())?.facts;
  }

  #stored() {
    return this.#store.load((stored) => ({
      state: fromStored(stored, cacheKeyOf(this.#config)),
      tip: stored.tip,
    }));
  }

  async #holdingsNow(): Promise<Holdings> {
    return this.#store.holdings().catch(() => ({ sizeBytes: 0, fingerprint: '' }));
  }

  /**
   * Must run while the lock is held. Afterwards the store may already contain another process's
   * state.
   */
  async #holdOwn(): Promise<void> {
    this.#holdings = await this.#holdingsNow();
  }

  async #measure(): Promise<void> {
    const { sizeBytes } = await this.#holdingsNow();
    this.#holdings = { ...this.#holdings, sizeBytes };
  }

  /**
   * Makes the state of the scanned disk, from `previous` or from nothing. Returns the number of
   * parsed files as soon as questions can be answered; saving continues until {@link saved}
   * resolves. With 'saved', returns only when saving has ended.
   * @throws {GraphMemoryError} GM_BUSY; GM_IO with 'saved'.
   */
  async rebuild(
    previous: IndexState | undefined,
    projectScan: ProjectScan,
    { monitor, threads, unsaved, mayBorrow }: RemakeOptions,
  ): Promise<number> {
    const isFirst = previous === undefined && this.#state === undefined;
    let early = Promise.resolve();
    // Only for a first index: an existing state keeps its own vectors until the new state is ready.
    const textsMade = isFirst
      ? ({ text, docsText }: Texts, rows: ReadonlyMap<RepoPath, Int8Array>): void => {
          early = this.vectors.follow([text, docsText], monitor.signal, rows);
        }
      : undefined;
    const settings = {
      threads,
      now: this.#now,
      monitor,
      others: mayBorrow ? await this.#others(isFirst) : [],
      textsMade,
      embeds: isFirst && this.vectors.isPackaged,
    };
    const make = async (facts: Facts | undefined): Promise<MadeState> => {
      try {
        const generation = this.#state?.snapshot.generation ?? 0;
        return await makeState(previous, facts, projectScan, generation, settings);
      } catch (error) {
        // The early vectors are written as part of this run, which is about to release the store.
        await early;
        throw error;
      }
    };
    const loadFacts = async () => (previous === undefined ? undefined : this.#store.loadFacts());
    return new Promise((resolve, reject) => {
      let parsedCount = 0;
      const made = (state: MadeState): void => {
        parsedCount = state.parsedCount;
        if (unsaved !== 'saved') resolve(parsedCount);
      };
      const work = this.#makeAndSave(
        { make, loadFacts, made, embedded: () => early, monitor },
        unsaved,
      );
      this.#saving = work
        .then(() => (isFirst && this.isSaved ? tagRepository(this.#config) : undefined))
        .then(() => resolve(parsedCount), reject);
    });
  }

  /**
   * Resolves when saving has ended. Never rejects: the caller of `rebuild` has already received any
   * error.
   */
  saved(): Promise<void> {
    return this.#saving;
  }

  async #makeAndSave(making: Making, unsaved: Unsaved): Promise<void> {
    const { make, loadFacts, made, embedded, monitor } = making;
    // Who asked for an index to be stored has it stored; any other is made again by the next start.
    const check = () => (unsaved === 'saved' ? undefined : monitor.checkCancelled());
    let isMade = false;
    const take = async (own: MadeState): Promise<void> => {
      isMade = true;
      this.#state = own.state;
      this.#isLoaded = true;
      await monitor.phase('embed', async () => {
        await embedded();
        await this.embed(monitor.signal);
      });
      made(own);
    };
    try {
      await this.#store.withWriterLock(async (writer) => {
        this.#activeWriter = writer;
        const stored = await loadFacts();
        const own = await make(stored?.facts);
        const { state, changes, patch } = own;
        if (stored !== undefined) this.#history.add(stored.facts, changes);
        const canAppend =
          this.#tip !== undefined &&
          stored?.tip === this.#tip &&
          stored.deltaCount < DELTAS_MAX &&
          changes.changed.size <= DELTA_FILES_MAX &&
          own.resolvedCount <= DELTA_RESOLVED_MAX;
        await take(own);
        const { generation } = state.snapshot;
        this.#tip = await monitor.phase('save', () =>
          patch !== undefined && canAppend
            ? writer.append({ ...changes, generation, patch: patch(), after: stored.tip })
            : this.#saveWhole(writer, state, { facts: stored?.facts, changes, check }),
        );
        await this.#holdOwn();
      }, check);
      this.#unsaved = undefined;
    } catch (error) {
      if (!isMade && !isRefusal(error)) throw error;
      // The stored state is not the current one, so the next save writes the whole index.
      this.#tip = undefined;
      // If the disk refuses access, the next start is slower, but questions are still answered.
      if (!isMade) await take(await make(undefined));
      this.#reportUnsaved(error, unsaved);
      await this.#measure();
    } finally {
      this.#activeWriter = undefined;
    }
  }

  async #saveWhole(
    writer: Writer,
    state: IndexState,
    { facts, changes, check }: WholeSave,
  ): Promise<string> {
    const stored = await runYielding(toStoredSteps(state), this.#now, check);
    return writer.save(stored, facts, changes);
  }

  /** Writes with the current run's writer, or takes the lock itself. */
  async #write(run: (writer: Writer) => Promise<void>): Promise<void> {
    await (this.#activeWriter === undefined
      ? this.#store.withWriterLock(run)
      : run(this.#activeWriter));
  }

  /** Returns the sources of known facts besides the own store. */
  async #others(isFirst: boolean): Promise<readonly KnownFacts[]> {
    if (!isFirst) return [this.#history];
    const borrowed = await factsOfSiblingClone(this.#config, async (storeDir) => {
      return (await this.#storeIn(storeDir).loadFacts())?.facts;
    });
    return borrowed === undefined ? [] : [borrowed];
  }

  #storeIn(storeDir: string): SnapshotStore<StoredSections, SnapshotPatch> {
    return new SnapshotStore(new DiskDirectory(storeDir), {
      writer: this.#writer,
      cacheKey: cacheKeyOf(this.#config),
    });
  }

  /**
   * Updates the timestamps of files that were only touched. If they are few, they are not saved:
   * hashing them again at the next start costs less. If they are many, as after a fresh checkout,
   * the manifest is saved.
   */
  async updateTimestamps(state: IndexState, projectScan: ProjectScan): Promise<void> {
    const { manifest, updatedCount } = updatedTimestamps(state.snapshot.manifest, projectScan);
    if (updatedCount === 0) return;
    const updated = { ...state, snapshot: { ...state.snapshot, manifest } };
    this.#state = updated;
    if (updatedCount < TOUCHED_SAVED_MIN) return;
    try {
      await this.#store.withWriterLock(async (writer) => {
        const stored = await this.#store.loadFacts();
        if (stored?.tip !== this.#tip || stored === undefined) return;
        this.#tip = await this.#saveWhole(writer, updated, {
          facts: stored.facts,
          changes: NO_CHANGES,
        });
        await this.#holdOwn();
      });
    } catch (error) {
      // A concurrent writer updates these timestamps too. If the disk refuses access, the files are
      // only hashed again.
      if (!isBusy(error) && !isRefusal(error)) throw error;
    }
  }

  /** Makes the vectors of the current state. */
  async embed(signal: AbortSignal | undefined): Promise<void> {
    if (this.#state === undefined) return;
    const indexes = indexesOf(this.#state);
    if (this.vectors.isReady(indexes)) return;
    await this.vectors.follow(indexes, signal);
    await this.#measure();
  }

  #reportUnsaved(error: unknown, unsaved: Unsaved): void {
    const problem = error instanceof Error ? error.message : String(error);
    const isNews = this.#unsaved !== problem;
    this.#unsaved = problem;
    if (unsaved === 'saved') throw error;
    if (!isNews || isCancelled(error)) return;
    const isHelp = isGraphMemoryError(error) && error.hint !== this.#reportedHint;
    const hint = isHelp ? ` ${error.hint}` : '';
    unsaved(
      `the index of ${this.#config.name} cannot be saved (${problem}); answering from memory.${hint}`,
    );
  }
}

/** Returns the text indexes that have vectors: code and pages. */
function indexesOf({ snapshot }: IndexState): Indexes {
  return [snapshot.text, snapshot.docsText];
}
