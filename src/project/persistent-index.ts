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
import type { ThreadSupply } from '../workers/worker-factory.ts';

/** Takes the one line about a state that cannot be saved, or insists on saving. */
export type Unsaved = ((line: string) => void) | 'saved';

const NO_CHANGES = { changed: new Map(), removed: new Set<RepoPath>() };

/** A chain of more changes than this is written anew as a whole: each costs the next start some 25 ms. */
const DELTAS_MAX = 8;
/** Larger changes cost little less than the whole. */
const DELTA_FILES_MAX = 500;
/** The same of files that such a change has resolved anew, whose edges are in it. */
const DELTA_RESOLVED_MAX = 2000;

/** Hashing so many files takes about as long as saving. */
const TOUCHED_SAVED_MIN = 200;

/** How a state is made, and who is told when it is there. */
interface Making {
  readonly make: (facts: Facts | undefined) => Promise<MadeState>;
  readonly loadFacts: () => Promise<LoadedFacts | undefined>;
  readonly made: (made: MadeState) => void;
  /** The vectors that were begun before the state was there are made, and stored. */
  readonly embedded: () => Promise<void>;
  readonly monitor: RunMonitor;
}

/** What a state is saved with as a whole. */
interface WholeSave {
  /** What was stored before. */
  readonly facts: Facts | undefined;
  readonly changes: FactsChanges;
  /** Throws when saving is to be given up. */
  readonly check?: () => undefined;
}

/** The run that a state is made by. */
interface RemakeOptions {
  readonly monitor: RunMonitor;
  readonly threads: ThreadSupply;
  readonly unsaved: Unsaved;
  /** What another working tree has stored serves for a first index. */
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

/** The state of a project that questions are answered from, and the same on disk. */
export class PersistentIndex {
  readonly #config: ProjectConfig;
  readonly #now: () => number;
  readonly #writer: WriterIdentity;
  readonly #store: SnapshotStore<StoredSections, SnapshotPatch>;
  /** Of the chunks of the state at hand, of code and of pages, and of others. */
  readonly vectors: VectorService;
  readonly #history = new FactsHistory();
  #state: IndexState | undefined;
  #isLoaded = false;
  /** Names the stored state that the one at hand is; undefined when it is not stored. */
  #tip: string | undefined;
  /** The disk refused the state at hand; this refusal has been told. */
  #unsaved: string | undefined;
  #isReplaced = false;
  /** What to do about a store that could not be read. */
  #reportedHint: string | undefined;
  #holdings: Holdings = { sizeBytes: 0, fingerprint: '' };
  #saving: Promise<void> = Promise.resolve();
  /** Of the run under way. */
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

  /** Undefined until one was loaded or made. */
  get state(): IndexState | undefined {
    return this.#state;
  }

  /** There is nothing to load any more. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** The state at hand is on disk, as far as anybody tried. */
  get isSaved(): boolean {
    return this.#unsaved === undefined;
  }

  /** What kept it from being stored; empty when nothing did. */
  get storeProblem(): string {
    return this.#unsaved ?? '';
  }

  /** There was a stored index that could not be used; the one notice about it has been given. */
  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  get storeBytes(): number {
    return this.#holdings.sizeBytes;
  }

  /** Loads what is stored, once. What cannot be used is as good as nothing, and the notice says so. */
  async load(notice: (line: string) => void): Promise<void> {
    if (this.#isLoaded) return;
    const { name } = this.#config;
    try {
      // Of before reading: what is saved meanwhile is taken over by the next run.
      this.#holdings = await this.#store.holdings();
      const loaded = await this.#stored();
      this.#state = loaded?.state;
      this.#tip = loaded?.tip;
      if (loaded !== undefined && loaded.state === undefined) {
        this.#isReplaced = true;
        notice(`the index of ${name} was made by another version or other limits; rebuilding`);
      }
    } catch (error) {
      if (isUnusableStore(error)) {
        notice(`the stored index of ${name} cannot be used (${error.message}); rebuilding`);
      } else if (isRefusal(error)) {
        // Whether anything is stored there nobody knows.
        notice(`the store of ${name} cannot be read: ${error.message}. ${error.hint}`);
        this.#reportedHint = error.hint;
      } else throw error;
      this.#isReplaced = true;
    }
    this.#isLoaded = true;
    if (this.#state !== undefined) await this.vectors.adopt(indexesOf(this.#state));
  }

  /**
   * Takes over what another process has stored since this one loaded or stored: what it has worked out
   * need not be worked out twice.
   */
  async adopt(): Promise<void> {
    const { fingerprint } = await this.#holdingsNow();
    if (fingerprint === this.#holdings.fingerprint) return;
    // Of before reading: what is saved meanwhile is found by the next call.
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
      // Nothing to go on from: the next save replaces it whole.
      this.#tip = undefined;
    }
  }

  /**
   * Derives some files again and compares; undefined when there is nothing to compare with, as when
   * another process has written since.
   */
  async recheck(projectScan: ProjectScan, turn: number): Promise<Rechecked | undefined> {
    const state = this.#state;
    const stored = await this.#store.loadFacts();
    if (state === undefined || stored === undefined || stored.tip !== this.#tip) return undefined;
    const { facts } = stored;
    return recheck({ config: this.#config, state, facts, projectScan, turn, now: this.#now });
  }

  /** Facts of the state at hand; undefined when it is not stored. */
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

  /** While the lock is held: once it is not, what is there may be another process's already. */
  async #holdOwn(): Promise<void> {
    this.#holdings = await this.#holdingsNow();
  }

  async #measure(): Promise<void> {
    const { sizeBytes } = await this.#holdingsNow();
    this.#holdings = { ...this.#holdings, sizeBytes };
  }

  /**
   * Makes the state of the disk as surveyed, from `previous` or from nothing. Returns how many files were
   * parsed as soon as questions can be answered from it, while saving goes on until {@link saved}; with
   * 'saved' when that has ended.
   * @throws {GraphMemoryError} GM_BUSY; GM_IO with 'saved'.
   */
  async rebuild(
    previous: IndexState | undefined,
    projectScan: ProjectScan,
    { monitor, threads, unsaved, mayBorrow }: RemakeOptions,
  ): Promise<number> {
    const isFirst = previous === undefined && this.#state === undefined;
    let early = Promise.resolve();
    // What answers already goes on with its own vectors until the new state is there.
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
        // It writes as part of this run, which is about to let go of the store.
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

  /** Never rejects: who asked for saving has heard of what went wrong. */
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
      // What is stored is not the state at hand, so the next save is a whole one.
      this.#tip = undefined;
      // A disk that refuses costs the next start, not the answer.
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

  /** As part of a run that is writing, or by itself. */
  async #write(run: (writer: Writer) => Promise<void>): Promise<void> {
    await (this.#activeWriter === undefined
      ? this.#store.withWriterLock(run)
      : run(this.#activeWriter));
  }

  /** What is known of contents besides the own store. */
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
   * Learns the new times of files that were only touched. A few are hashed again at the next start,
   * which costs less than saving; many, as after a fresh checkout, are saved.
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
      // Who is writing learns these times too; a disk that refuses only costs hashing them again.
      if (!isBusy(error) && !isRefusal(error)) throw error;
    }
  }

  /** Makes the vectors of the state at hand. */
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

/** What has vectors: code, and pages. */
function indexesOf({ snapshot }: IndexState): Indexes {
  return [snapshot.text, snapshot.docsText];
}
