/**
 * Keeps a project up to date while a process serves it. System notifications only signal *that*
 * something may have changed; a scan (project-scan.ts) finds what changed. Missing, duplicate or
 * reordered notifications therefore only cost time. Where the system cannot watch folders, the
 * project is polled.
 */
import { FolderSetWatch } from '../files/watch/folder-set-watch.ts';
import { type OpenWatch, watchFolder } from '../files/watch/watch-folder.ts';
import { type Check, type Freshness, isRefreshDue } from './freshness.ts';
import type { PrepareOptions } from './index-run.ts';
import { SYSTEM_TIMERS, type WatchTimers } from './watch-timers.ts';

export interface WatchSettings {
  /** Whether one system call watches a whole folder tree (macOS, Windows). */
  readonly recursive: boolean;
  /** Receives one human-readable line for each change that was picked up without a question. */
  readonly notice?: ((line: string) => void) | undefined;
  /** Aborts a scan in progress. */
  readonly signal?: AbortSignal | undefined;
  /** Opens a folder watch; tests replace the system's implementation. */
  readonly open?: OpenWatch;
  readonly timers?: WatchTimers;
}

/** A look at the disk that has come to its end: without one there is nothing to watch. */
export interface Scan extends Check {
  /** The folders that it went through, relative to the root. */
  readonly folders: readonly string[];
}

/** Result of a refresh; undefined while another process is indexing. */
export interface Refresh {
  /** Number of files that were added, removed or changed. */
  readonly changedCount: number;
}

/** The part of a project that its watch uses. */
export interface Watched {
  readonly root: string;
  /** Returns a fingerprint of the root folder, or undefined while it does not exist. */
  readonly rootFingerprint: () => string | undefined;
  /** Returns a fingerprint of what is not watched but applies: outer rules and the commit. */
  readonly unwatchedFingerprint: () => string;
  /** The clock of {@link scan}, ms. */
  readonly now: () => number;
  /** The last look. */
  readonly scan: () => Scan;
  /** Called from time to time when there is nothing to do. */
  readonly idle: (options: PrepareOptions) => Promise<void>;
  /** Scans the given paths, or the whole project. */
  readonly refresh: (
    options: PrepareOptions,
    changed?: readonly string[],
  ) => Promise<Refresh | undefined>;
}

/**
 * Quiet period in ms before a scan. An editor writes, renames and removes within a few ms of one
 * save.
 */
const QUIET_MS = 60;
/** Longest wait in ms while changes keep arriving, for example during a long checkout. */
const DEADLINE_MS = 1000;
/**
 * Delay in ms before the next try while another process is writing; its result will be available
 * soon.
 */
const BUSY_RETRY_MS = 1000;
const FAILED_RETRY_MS = 5000;
/**
 * Interval in ms between scans without notification. While watching, they catch changes that the
 * system did not report.
 */
const CHECK_MS = 60_000;
/** Longest interval in ms between these, however long a scan takes. */
const CHECK_MS_MAX = 600_000;
const POLL_MS = 2000;
/**
 * A scan that is overdue by this many periods will not come by itself: its timer was lost, or the
 * machine slept.
 */
const OVERDUE_PERIODS = 2;
/**
 * Shares of time that scans without notification may take. A scan uses up to two cores, and an idle
 * watch may use a thousandth of one.
 */
const CHECK_SHARE = 0.0005;
const POLL_SHARE = 0.05;
/** With more changed paths than this, scanning the whole project is as fast. */
const PATHS_MAX = 200;
/** Most pending paths to count; a more exact number has no use. */
const PENDING_MAX = 10_000;

export class ProjectWatch {
  readonly #project: Watched;
  readonly #timers: WatchTimers;
  readonly #folders: FolderSetWatch;
  /** Options of a scan that no question requested. */
  readonly #idleRefresh: PrepareOptions;
  /** Fingerprint of the root at the last check. */
  #rootFingerprint: string | undefined;
  #unwatchedMark: string;
  /** Reason for polling; empty while watching. */
  #reason = '';
  #problem = '';
  #pending = new Set<string>();
  #pendingSinceMs: number | undefined;
  #idleMs = Number.NEGATIVE_INFINITY;
  /** Time of the last whole scan, in ms. */
  #wholeMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #cancelTimer: () => void = () => undefined;
  /** Delay before the next try after a failed one, in ms. */
  #retryMs: number | undefined;
  #isClosed = false;

  constructor(project: Watched, settings: WatchSettings) {
    this.#project = project;
    this.#timers = settings.timers ?? SYSTEM_TIMERS;
    this.#idleRefresh = {
      refresh: true,
      notice: settings.notice ?? (() => undefined),
      signal: settings.signal,
    };
    this.#folders = new FolderSetWatch(project.root, {
      open: settings.open ?? watchFolder,
      recursive: settings.recursive,
      changed: (path) => this.#changed(path),
      failed: (code) => this.#poll(refusalText(code)),
    });
    this.#rootFingerprint = project.rootFingerprint();
    this.#unwatchedMark = project.unwatchedFingerprint();
    this.#follow();
    this.#arm();
  }

  report(): Freshness {
    return {
      mode: this.#reason === '' ? 'watching' : 'polling',
      reason: this.#reason,
      folderCount: this.#folders.folderCount,
      pendingCount: this.#pending.size,
      problem: this.#problem,
    };
  }

  /** Resolves when the snapshot includes everything that happened before this call. */
  async catchUp(options: PrepareOptions): Promise<void> {
    const requestedMs = this.#project.now();
    await this.#timers.turn();
    this.#checkUnwatched();
    // A scan that began before the question may have missed later changes; the next one cannot.
    for (let refreshes = 0; refreshes < 2 && this.#isDue(requestedMs, options); refreshes++)
      await this.#refresh(options);
  }

  /** Stops watching. Resolves when a scan in progress has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#folders.close();
    await this.#running?.catch(() => undefined);
  }

  #isDue(requestedMs: number, { refresh }: PrepareOptions): boolean {
    if (this.#running !== undefined || this.#pending.size > 0) return true;
    const scan = this.#project.scan();
    if (requestedMs - scan.startedMs > OVERDUE_PERIODS * this.#periodMs()) return true;
    return this.#reason !== '' && isRefreshDue(scan, requestedMs, refresh);
  }

  /**
   * Checks what no file event reports. A watch belongs to a folder, not to its path. No event is
   * sent when a folder above it is moved, or when it is removed while in use. `.git` and the
   * folders above the project, whose rules apply to it, are not watched either.
   */
  #checkUnwatched(): void {
    const unwatched = this.#project.unwatchedFingerprint();
    if (unwatched !== this.#unwatchedMark) {
      this.#unwatchedMark = unwatched;
      this.#changed('');
    }
    const mark = this.#project.rootFingerprint();
    // If there is no root, the scan reports it; a folder created there later has another
    // fingerprint.
    if (mark !== undefined && mark === this.#rootFingerprint) return;
    this.#rootFingerprint = mark;
    this.#folders.close();
    this.#wholeMs = Number.NEGATIVE_INFINITY;
    this.#changed('');
  }

  #changed(path: string): void {
    if (this.#isClosed) return;
    if (this.#pending.size < PENDING_MAX) this.#pending.add(path);
    this.#pendingSinceMs ??= this.#project.now();
    this.#arm();
  }

  /** Sets the single timer to the next due action. */
  #arm(): void {
    this.#cancelTimer();
    if (this.#isClosed || this.#running !== undefined) return;
    this.#cancelTimer = this.#timers.schedule(this.#delayMs(), () => {
      // The error is kept for the status. A question that shares this scan receives the error
      // itself.
      this.#refresh(this.#idleRefresh).catch(() => undefined);
    });
  }

  #delayMs(): number {
    if (this.#retryMs !== undefined) return this.#retryMs;
    if (this.#pendingSinceMs !== undefined) {
      const waitedMs = this.#project.now() - this.#pendingSinceMs;
      return Math.max(0, Math.min(QUIET_MS, DEADLINE_MS - waitedMs));
    }
    return this.#periodMs();
  }

  /** From one look without need to the next. */
  #periodMs(): number {
    const { startedMs, endedMs } = this.#project.scan();
    const costMs = endedMs - startedMs;
    return this.#reason === ''
      ? Math.min(CHECK_MS_MAX, Math.max(CHECK_MS, costMs / CHECK_SHARE))
      : Math.max(POLL_MS, costMs / POLL_SHARE);
  }

  /** Runs one scan at a time; calls during a scan share it. */
  #refresh(options: PrepareOptions): Promise<void> {
    this.#running ??= this.#refreshOnce(options).finally(() => {
      this.#running = undefined;
      this.#arm();
    });
    return this.#running;
  }

  async #refreshOnce(options: PrepareOptions): Promise<void> {
    this.#checkUnwatched();
    this.#cancelTimer();
    const taken = this.#pending;
    this.#pending = new Set();
    this.#pendingSinceMs = undefined;
    try {
      const paths = this.#pathsOf(taken);
      const scannedMs = this.#project.now();
      const refresh = await this.#project.refresh(options, paths);
      if (paths === undefined) this.#wholeMs = scannedMs;
      const isIdle =
        options === this.#idleRefresh && refresh?.changedCount === 0 && taken.size === 0;
      if (isIdle && scannedMs - this.#idleMs >= CHECK_MS / 2) {
        this.#idleMs = scannedMs;
        await this.#project.idle(options);
      }
      this.#problem = '';
      this.#retryMs = refresh === undefined ? BUSY_RETRY_MS : undefined;
      if (refresh === undefined) return this.#giveBack(taken);
      await this.#timers.turn();
      const isUnannounced = taken.size === 0 && this.#pending.size === 0;
      if (isUnannounced && refresh.changedCount > 0 && this.#reason === '') {
        this.#poll('the system did not report a change');
      } else this.#follow();
    } catch (error) {
      this.#giveBack(taken);
      this.#problem = error instanceof Error ? error.message : String(error);
      this.#retryMs = FAILED_RETRY_MS;
      throw error;
    }
  }

  /** Returns the only paths that need scanning, or undefined when a whole scan is due. */
  #pathsOf(taken: ReadonlySet<string>): readonly string[] | undefined {
    const isWholeDue = this.#project.now() - this.#wholeMs >= CHECK_MS;
    const isFew = taken.size > 0 && taken.size <= PATHS_MAX;
    return isFew && !isWholeDue && this.#reason === '' ? [...taken] : undefined;
  }

  #giveBack(taken: ReadonlySet<string>): void {
    for (const path of taken) this.#pending.add(path);
    this.#pendingSinceMs ??= this.#project.now();
  }

  /** Watches the folders that the last scan visited. */
  #follow(): void {
    if (this.#isClosed || this.#reason !== '') return;
    const followed = this.#folders.follow(this.#project.scan().folders);
    if ('refusal' in followed) this.#poll(refusalText(followed.refusal));
    // Changes between the scan of a folder and the start of its watch were not reported.
    else if (followed.openedCount > 0) this.#changed('');
  }

  #poll(reason: string): void {
    this.#folders.close();
    this.#reason = reason;
    this.#arm();
  }
}

function refusalText(code: string): string {
  const remedy = code === 'ENOSPC' ? '; raise fs.inotify.max_user_watches to watch instead' : '';
  return `the system refuses to watch more folders (${code})${remedy}`;
}
