import type { ProjectConfig } from '../config/load.ts';
import type { FileEntry } from '../files/discovery/discovery.ts';
import { folderFingerprint } from '../files/fingerprints.ts';
import { listFiles } from '../indexing/current-file.ts';
import {
  beginListing,
  type Listing,
  type ProjectScan,
  scanProject,
  watchedFolders,
} from '../indexing/project-scan.ts';
import { isBusy } from '../indexing/store-refusals.ts';
import type { IndexState } from '../indexing/stored-index.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import { workerFactory } from '../workers/extract-files.ts';
import { withSmallHeap } from '../workers/heap-growth.ts';
import { type Progress, RunMonitor } from '../workers/progress.ts';
import type { ThreadOptions, WorkerFactory } from '../workers/worker-factory.ts';
import type { IndexOptions, IndexRun, PrepareOptions } from './index-run.ts';
import type { PersistentIndex } from './persistent-index.ts';
import type { Scan } from './project-watch.ts';
import type { Rebuilt, Unsaved } from './rebuild.ts';
import type { Rechecks } from './status.ts';

const NO_FILES: Manifest = new Map();

/**
 * More files at once indicate a branch switch or a formatter run, which says nothing about the
 * user's task.
 */
const EDITED_MAX = 50;

/** A run whose state answers questions. */
interface Ran {
  readonly run: IndexRun;
  /** Resolves when saving has ended. */
  readonly saved: Promise<void>;
}

/**
 * Brings an index to the disk's state, one run at a time, and holds the results of the last run.
 */
export class IndexRunner {
  readonly #config: ProjectConfig;
  readonly #index: PersistentIndex;
  readonly #now: () => number;
  readonly #threads: ThreadOptions;
  #lastScan: Scan | undefined;
  #projectScan: ProjectScan | undefined;
  /** Manifest of the state that the last completed run left. */
  #scannedManifest: Manifest | undefined;
  #files: readonly RepoPath[] | undefined;
  #rootFingerprint: string | undefined;
  /** A listing for the next run, and the fingerprint of the root before it. */
  #ahead: { readonly listing: Listing; readonly rootFingerprint: string | undefined } | undefined;
  #rechecks: Rechecks = { turns: 0, files: 0, mismatches: [] };
  /** Whether the last run found another process writing. */
  #wasBusy = false;
  /** Start time of the current run, in ms. */
  #runningSinceMs: number | undefined;
  /** The latest report of the current run. */
  #latest: Progress | undefined;

  constructor(
    config: ProjectConfig,
    index: PersistentIndex,
    now: () => number,
    threads: ThreadOptions,
  ) {
    this.#config = config;
    this.#index = index;
    this.#now = now;
    this.#threads = threads;
  }

  /** Time and folders of the scan of the last completed run. */
  get lastScan(): Scan | undefined {
    return this.#lastScan;
  }

  /** Scan of the last completed run. */
  get projectScan(): ProjectScan | undefined {
    return this.#projectScan;
  }

  /** Fingerprint of the root at the last scan. */
  get rootFingerprint(): string | undefined {
    return this.#rootFingerprint;
  }

  get rechecks(): Rechecks {
    return this.#rechecks;
  }

  /** Time since the current run began, in ms; 0 when there is none. */
  get elapsedMs(): number {
    return this.#runningSinceMs === undefined ? 0 : this.#now() - this.#runningSinceMs;
  }

  /** How far the current run is, for people. */
  get progress(): string {
    const { phase = 'discover', done = 0, total = 0 } = this.#latest ?? {};
    if (phase === 'discover') return 'listing the files';
    if (phase !== 'extract') return '100 % of the files read, references being resolved';
    return `${total === 0 ? 0 : Math.floor((100 * done) / total)} % of the files read`;
  }

  /** Derives a few files of the index again. Returns what the index was wrong about, if anything. */
  async recheck(): Promise<string | undefined> {
    if (this.#projectScan === undefined) return undefined;
    const { turns, files, mismatches } = this.#rechecks;
    const found = await this.#index.recheck(this.#projectScan, turns);
    if (found === undefined) return undefined;
    const { fileCount, mismatch } = found;
    const known = mismatch === undefined ? mismatches : [...mismatches, mismatch];
    this.#rechecks = { turns: turns + 1, files: files + fileCount, mismatches: known };
    return mismatch;
  }

  /**
   * Begins to list the project for the run that a question is about to start, if it starts one. The
   * stored index is read on other threads meanwhile.
   */
  listAhead({ refresh, signal }: PrepareOptions): void {
    if (refresh === false || this.#lastScan !== undefined || this.#ahead !== undefined) return;
    const rootFingerprint = folderFingerprint(this.#config.root);
    const listing = beginListing(this.#config, { signal, scannedMs: this.#now() });
    this.#ahead = { listing, rootFingerprint };
    // The run reports the failure, unless loading fails first.
    listing.discovery.catch(() => undefined);
  }

  /** Returns every regular file that is not ignored, of any type, sorted, as of the last scan. */
  async files(signal: AbortSignal | undefined): Promise<readonly RepoPath[]> {
    this.#files ??= await listFiles(this.#config, signal);
    return this.#files;
  }

  /**
   * Runs once. `unsaved` is called once when the disk refuses to store the result; with 'saved',
   * the run throws instead.
   */
  async run(options: IndexOptions, unsaved: Unsaved): Promise<Ran> {
    const startedMs = this.#now();
    this.#runningSinceMs = startedMs;
    const threads = workerFactory(this.#config, this.#threads);
    const run = () => this.#run(startedMs, options, unsaved, threads);
    try {
      const isFirst = this.#index.state === undefined || options.full === true;
      // Set before discovery starts: threads start during discovery, and their cached code depends
      // on the current V8 flags.
      const ran = await (isFirst ? withSmallHeap(run) : run());
      this.#wasBusy = false;
      return ran;
    } catch (error) {
      this.#wasBusy = isBusy(error);
      throw error;
    } finally {
      this.#runningSinceMs = undefined;
      this.#latest = undefined;
      await threads.dismiss();
    }
  }

  async #run(
    startedMs: number,
    options: IndexOptions,
    unsaved: Unsaved,
    threads: WorkerFactory,
  ): Promise<Ran> {
    const onProgress = (progress: Progress) => {
      this.#latest = progress;
      options.onProgress?.(progress);
    };
    const monitor = new RunMonitor(this.#now, { ...options, onProgress });
    await this.#index.adopt();
    if (options.full !== true) await this.#index.borrow();
    const previous = options.full === true ? undefined : this.#index.state;
    const projectScan = await monitor.phase('discover', () =>
      this.#scan(startedMs, previous, options, threads),
    );
    // Only the duration of the scan decides when the next one is due; the rebuild after it does not
    // count.
    const endedMs = this.#now();
    const isSaved = unsaved !== 'saved' || this.#index.storeProblem === '';
    const isSame = previous !== undefined && isSaved && isUnchanged(projectScan, previous);
    let rebuilt: Rebuilt = { parsedCount: 0, saved: Promise.resolve() };
    if (isSame) {
      await this.#index.confirm(previous, projectScan);
      await this.#index.embed(monitor.signal);
    } else {
      const mayBorrow = options.full !== true;
      const notice = options.notice ?? (() => undefined);
      const settings = { monitor, threads, unsaved, mayBorrow, notice };
      rebuilt = await this.#index.rebuild(previous, projectScan, settings);
    }
    const isFirst = this.#lastScan === undefined;
    const folders = watchedFolders(this.#config, projectScan);
    this.#lastScan = { startedMs: projectScan.scannedMs, endedMs, folders };
    this.#files = projectScan.discovery.allPaths;
    this.#projectScan = projectScan;
    this.#scannedManifest = this.#index.state?.snapshot.manifest;
    const { added, changed, removed, unchangedCount, touched } = projectScan.changes;
    const run = {
      generation: this.#index.generation,
      added: added.length,
      changed: changed.length,
      removed: removed.length,
      unchanged: unchangedCount + touched.length,
      parsed: rebuilt.parsedCount,
      seconds: monitor.seconds(),
      secondsByPhase: monitor.secondsByPhase(),
      changedAnything: !isSame,
      edited: isFirst ? [] : editedPaths(projectScan),
    };
    return { run, saved: rebuilt.saved };
  }

  async #scan(
    scannedMs: number,
    previous: IndexState | undefined,
    { signal, changed }: IndexOptions,
    threads: WorkerFactory,
  ): Promise<ProjectScan> {
    const since = this.#projectScan &&
      changed && {
        projectScan: this.#projectScan,
        manifest: this.#scannedManifest,
        paths: changed,
      };
    // A first index extracts every file, so threads are prepared during discovery. This is skipped
    // if another process was indexing at the last try.
    const onFile =
      previous === undefined && !this.#wasBusy
        ? (file: FileEntry) => threads.prepareFor(file.sizeBytes)
        : undefined;
    const known = previous?.snapshot.manifest ?? NO_FILES;
    // Taken before the scan, so that the next question notices a folder that replaces the root in
    // the meantime.
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const rootFingerprint = ahead?.rootFingerprint ?? folderFingerprint(this.#config.root);
    const projectScan = await scanProject(this.#config, known, {
      signal,
      scannedMs,
      since,
      listing: ahead?.listing,
      onFile,
    });
    this.#rootFingerprint = rootFingerprint;
    return projectScan;
  }
}

function editedPaths({ changes }: ProjectScan): readonly RepoPath[] {
  const paths = [...changes.added, ...changes.changed].map(({ path }) => path);
  return paths.length > EDITED_MAX ? [] : paths;
}

function isUnchanged(projectScan: ProjectScan, state: IndexState): boolean {
  const { added, changed, removed } = projectScan.changes;
  const changedCount = added.length + changed.length + removed.length;
  return changedCount === 0 && projectScan.layout.hash === state.layoutHash;
}
