/**
 * One writer per store, across processes: a file that only one can create, saying who did.
 * A lock left by a process that is gone is taken over. Readers need no lock: files are replaced whole.
 */
import { GraphMemoryError } from '../base/errors.ts';
import type { Directory } from './directory.ts';

export const LOCK_NAME = 'writer.lock';
/** A dead writer's lock on its way out. */
const STALE_PREFIX = 'writer.lock.stale-';
/** How long the owner may take between creating its lock and having written it. */
const UNREADABLE_PAUSE_MS = 100;
/** The lock may change hands while we look at it; more often than this is somebody else's turn. */
const ATTEMPTS_MAX = 5;

/** Who is writing, and what it knows of others: handed in, for the store asks no process by itself. */
export interface WriterIdentity {
  readonly pid: number;
  readonly host: string;
  /** When this process began, ms since 1970. */
  readonly processStartedAtMs: number;
  /** The time, ms since 1970. */
  readonly now: () => number;
  /** Whether a process of this host is running. When in doubt (not ours to signal), it is. */
  readonly isAlive: (pid: number) => boolean;
  /** See {@link processFingerprint}: two lives of one number have different marks. */
  readonly fingerprintOf: (pid: number) => string | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/** What a lock file says. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** When it took the lock, ISO 8601. */
  readonly startedAt: string;
  /** Which life of its process number it is; missing where the system does not say. */
  readonly fingerprint?: string | undefined;
}

/** The writer lock of one store, as one user of it sees it. */
export class WriterLock {
  readonly #directory: Directory;
  readonly #identity: WriterIdentity;
  /** Our lock file's text, from making it until it is certainly gone. */
  #ownText: string | undefined;
  #isInUse = false;

  constructor(directory: Directory, identity: WriterIdentity) {
    this.#directory = directory;
    this.#identity = identity;
  }

  /** @throws {GraphMemoryError} GM_BUSY, naming the holder, when another writer has it. */
  async take(): Promise<void> {
    if (this.#isInUse) throw this.#busy(this.#ownText);
    this.#isInUse = true;
    try {
      await this.#acquire();
    } catch (error) {
      this.#isInUse = false;
      throw error;
    }
  }

  async #acquire(): Promise<void> {
    const { pid, host, now, fingerprintOf } = this.#identity;
    const startedAt = new Date(now()).toISOString();
    const text = JSON.stringify({
      pid,
      host,
      startedAt,
      fingerprint: fingerprintOf(pid),
    } satisfies LockHolder);
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (await this.#directory.createExclusive(LOCK_NAME, Buffer.from(text))) {
        this.#ownText = text;
        return;
      }
      const found = await this.#readFilled();
      if (found === undefined) continue;
      if (!this.#isStale(found)) throw this.#busy(found);
      await this.#takeAway(found);
    }
    throw this.#busy(undefined);
  }

  /**
   * Makes sure that the lock still is ours, before something is replaced: people remove lock files.
   * @throws {GraphMemoryError} GM_BUSY when it is not.
   */
  async confirm(): Promise<void> {
    const found = await this.#read(LOCK_NAME);
    if (found !== undefined && found === this.#ownText) return;
    throw this.#busy(found);
  }

  /**
   * Gives the lock back. A lock that changed hands in the meantime is the new holder's and stays.
   * When it cannot be removed, or somebody has it aside just now (see `#takeAway`), our next `take`
   * knows it by its text.
   */
  async release(): Promise<void> {
    try {
      if ((await this.#read(LOCK_NAME)) !== this.#ownText) return;
      await this.#directory.remove(LOCK_NAME);
      this.#ownText = undefined;
    } finally {
      this.#isInUse = false;
    }
  }

  /** Gives a lock file that is being created the time to say whose it is. */
  async #readFilled(): Promise<string | undefined> {
    const text = await this.#read(LOCK_NAME);
    if (text === undefined || parseHolder(text) !== undefined) return text;
    await this.#identity.pause(UNREADABLE_PAUSE_MS);
    return this.#read(LOCK_NAME);
  }

  #isStale(text: string): boolean {
    // Left over from our last release.
    if (text === this.#ownText) return true;
    const holder = parseHolder(text);
    // Its owner had its time; a power loss leaves such empty files.
    if (holder === undefined) return true;
    const { pid, host, processStartedAtMs, isAlive, fingerprintOf } = this.#identity;
    if (holder.host !== host) return false;
    const fingerprint = fingerprintOf(holder.pid);
    // The number is in use again, after a restart of the machine or of the process.
    if (fingerprint !== undefined && holder.fingerprint !== undefined)
      return fingerprint !== holder.fingerprint;
    // Same number, earlier life: containers give the same small numbers again and again.
    if (holder.pid === pid) return Date.parse(holder.startedAt) < processStartedAtMs;
    return !isAlive(holder.pid);
  }

  /**
   * Removes a stale lock, and only that: by renaming it first, which one process can do, and looking
   * at what it got. Should that be a new holder's lock, because somebody else was faster, it is put
   * back; `confirm` covers the moment in between.
   */
  async #takeAway(stale: string): Promise<void> {
    const renamed = STALE_PREFIX + this.#identity.pid;
    if (!(await this.#directory.rename(LOCK_NAME, renamed))) return;
    const taken = await this.#read(renamed);
    if (taken !== undefined && taken !== stale)
      await this.#directory.createExclusive(LOCK_NAME, Buffer.from(taken));
    await this.#directory.remove(renamed);
  }

  async #read(name: string): Promise<string | undefined> {
    const bytes = await this.#directory.read(name);
    return bytes && Buffer.from(bytes).toString();
  }

  #busy(lockText: string | undefined): GraphMemoryError {
    const folder = this.#directory.location;
    const holder = lockText === undefined ? undefined : parseHolder(lockText);
    const who =
      holder === undefined
        ? 'another process'
        : `process ${holder.pid} on ${holder.host}, since ${holder.startedAt},`;
    return new GraphMemoryError('GM_BUSY', `${who} is writing the index in ${folder}`, {
      hint: `Wait for it to finish. If it is gone for good, remove ${LOCK_NAME} in ${folder}.`,
      details: { holder, folder },
    });
  }
}

/** Removes stale locks whose removal was cut short. Only for the holder of the lock. */
export async function sweepStaleLocks(directory: Directory): Promise<void> {
  for (const { name } of await directory.list())
    if (name.startsWith(STALE_PREFIX)) await directory.remove(name);
}

function parseHolder(text: string): LockHolder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: half-written or not ours, which the caller treats alike.
    return undefined;
  }
  const holder = value as Partial<LockHolder> | null;
  const isWhole =
    typeof holder?.pid === 'number' &&
    typeof holder.host === 'string' &&
    typeof holder.startedAt === 'string';
  return isWhole ? (holder as LockHolder) : undefined;
}
