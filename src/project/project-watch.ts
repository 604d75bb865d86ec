/**
 * Keeps one project up to date while a process serves it. The system's notices only say *that* there
 * is something to look at; what changed is found by looking (survey.ts), so a notice too many, too
 * few or in the wrong order costs time at most. Where the system cannot watch, looking now and then
 * takes its place.
 */
import { FolderSetWatch } from '../files/watch/folder-set-watch.ts';
import { type OpenWatch, watchFolder } from '../files/watch/watch-folder.ts';
import { type Check, type Freshness, isRefreshDue } from './freshness.ts';
import type { PrepareOptions } from './index-run.ts';
import { SYSTEM_TIMERS, type WatchTimers } from './watch-timers.ts';

export interface WatchSettings {
  /** Whether the system watches whole trees by one call (macOS, Windows). */
  readonly recursive: boolean;
  /** Takes one line for people about each change that was picked up without a question. */
  readonly notice?: ((line: string) => void) | undefined;
  /** Ends a look under way. */
  readonly signal?: AbortSignal | undefined;
  /** The system's, unless a test has its own. */
  readonly open?: OpenWatch;
  readonly timers?: WatchTimers;
}

/** A look at the disk that has come to its end: without one there is nothing to watch. */
export interface Scan extends Check {
  /** The folders that it went through, relative to the root. */
  readonly folders: readonly string[];
}

/** What a look found out; undefined while another process is indexing. */
export interface Refresh {
  /** Files whose content came, went or changed. */
  readonly changedCount: number;
}

/** The project, as its watch sees it. */
export interface Watched {
  readonly root: string;
  /** Tells the folder that is at the root now from any other; undefined while none is there. */
  readonly rootFingerprint: () => string | undefined;
  /** Tells the rules that reach the project from outside now from any others. */
  readonly rulesFingerprint: () => string;
  /** The clock of {@link scan}, ms. */
  readonly now: () => number;
  /** The last look. */
  readonly scan: () => Scan;
  /** Called now and then when nothing is to be done. */
  readonly idle: (options: PrepareOptions) => Promise<void>;
  /** Looks at the paths given, or at everything. */
  readonly refresh: (
    options: PrepareOptions,
    changed?: readonly string[],
  ) => Promise<Refresh | undefined>;
}

/** An editor writes, renames and removes within a few ms of one save. */
const QUIET_MS = 60;
/** Changes that never stop, as of a long checkout, are looked at this often. */
const DEADLINE_MS = 1000;
/** Another process is writing: its result can be had soon. */
const BUSY_RETRY_MS = 1000;
const FAILED_RETRY_MS = 5000;
/** How often to look without a notice: when watching, for what the system may have kept quiet about. */
const CHECK_MS = 60_000;
const POLL_MS = 2000;
/** A look that is later than so many times its period will not come by itself: a timer was lost, or time stood still. */
const OVERDUE_PERIODS = 2;
/** Looking without need may take this share of the time. */
const CHECK_SHARE = 0.01;
const POLL_SHARE = 0.05;
/** More than these are found as quickly by looking at everything. */
const PATHS_MAX = 200;
/** Beyond it the number says enough. */
const PENDING_MAX = 10_000;

export class ProjectWatch {
  readonly #project: Watched;
  readonly #timers: WatchTimers;
  readonly #folders: FolderSetWatch;
  /** Of a look that nobody asked for. */
  readonly #idleRefresh: PrepareOptions;
  /** Of the root when it was last seen to be another. */
  #rootFingerprint: string | undefined;
  #rulesMark: string;
  /** Empty: watching; else why not. */
  #reason = '';
  #problem = '';
  #pending = new Set<string>();
  #pendingSinceMs: number | undefined;
  #idleMs = Number.NEGATIVE_INFINITY;
  /** When everything was looked at last. */
  #wholeMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> | undefined;
  #cancelTimer: () => void = () => undefined;
  /** How long to wait before the next try, when the last one did not succeed. */
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
    this.#rulesMark = project.rulesFingerprint();
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

  /** Resolves when everything that happened before this call is in the snapshot. */
  async catchUp(options: PrepareOptions): Promise<void> {
    const requestedMs = this.#project.now();
    await this.#timers.turn();
    this.#checkUnwatched();
    // A look that began before the question may have missed what happened since; the next one cannot.
    for (let refreshes = 0; refreshes < 2 && this.#isDue(requestedMs); refreshes++)
      await this.#refresh(options);
  }

  /** Stops watching; resolves when a look under way has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer();
    this.#folders.close();
    await this.#running?.catch(() => undefined);
  }

  #isDue(requestedMs: number): boolean {
    if (this.#running !== undefined || this.#pending.size > 0) return true;
    const scan = this.#project.scan();
    if (requestedMs - scan.startedMs > OVERDUE_PERIODS * this.#periodMs()) return true;
    return this.#reason !== '' && isRefreshDue(scan, requestedMs);
  }

  /**
   * A watch belongs to the folder that was there and not to its path, and nobody says so when a folder
   * above it is moved, or when it is removed while a process works in it. Nor are `.git` and what is
   * above the project watched, whose rules decide what belongs to it.
   */
  #checkUnwatched(): void {
    const rulesFingerprint = this.#project.rulesFingerprint();
    if (rulesFingerprint !== this.#rulesMark) {
      this.#rulesMark = rulesFingerprint;
      this.#changed('');
    }
    const mark = this.#project.rootFingerprint();
    // Where nothing is, the look says so; whatever comes there is another one.
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

  /** Sets the one timer to whatever is due next. */
  #arm(): void {
    this.#cancelTimer();
    if (this.#isClosed || this.#running !== undefined) return;
    this.#cancelTimer = this.#timers.schedule(this.#delayMs(), () => {
      // Kept for the status; who asks in the meantime gets the error itself.
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
      ? Math.max(CHECK_MS, costMs / CHECK_SHARE)
      : Math.max(POLL_MS, costMs / POLL_SHARE);
  }

  /** One look at a time; who comes while it goes on shares it. */
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

  /** The paths that alone need to be looked at; undefined when it is time to look at everything. */
  #pathsOf(taken: ReadonlySet<string>): readonly string[] | undefined {
    const isWholeDue = this.#project.now() - this.#wholeMs >= CHECK_MS;
    const isFew = taken.size > 0 && taken.size <= PATHS_MAX;
    return isFew && !isWholeDue && this.#reason === '' ? [...taken] : undefined;
  }

  #giveBack(taken: ReadonlySet<string>): void {
    for (const path of taken) this.#pending.add(path);
    this.#pendingSinceMs ??= this.#project.now();
  }

  /** Watches the folders that the last look went through. */
  #follow(): void {
    if (this.#isClosed || this.#reason !== '') return;
    const followed = this.#folders.follow(this.#project.scan().folders);
    if ('refusal' in followed) this.#poll(refusalText(followed.refusal));
    // What happened in a folder between the look and its watch was not heard.
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
