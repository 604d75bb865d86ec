/**
 * Ensures one writer per store, across processes: a file that only one process can create, which
 * names its creator. A lock left by a dead process is taken over. Readers need no lock, because
 * files are replaced atomically.
 */
import { GraphMemoryError } from '../base/errors.ts';
import type { Directory } from './directory.ts';

export const LOCK_NAME = 'writer.lock';
/** Prefix of a dead writer's lock while it is being removed. */
const STALE_PREFIX = 'writer.lock.stale-';
/** Time that the owner may take between creating its lock file and writing it. */
const UNREADABLE_PAUSE_MS = 100;
/**
 * Maximum number of attempts. The lock may change hands during a check; after this many, another
 * writer has priority.
 */
const ATTEMPTS_MAX = 5;

/**
 * Identity of the writing process, and how it examines other processes. Passed in, because the
 * store does not access processes itself.
 */
export interface WriterIdentity {
  readonly pid: number;
  readonly host: string;
  /** Start time of this process, in ms since 1970. */
  readonly processStartedAtMs: number;
  /** Returns the time in ms since 1970. */
  readonly now: () => number;
  /** Whether a process of this host is running. If unsure (no permission to signal it), true. */
  readonly isAlive: (pid: number) => boolean;
  /**
   * Returns the {@link processFingerprint}, which differs between processes that reuse a number.
   */
  readonly fingerprintOf: (pid: number) => string | undefined;
  readonly pause: (ms: number) => Promise<void>;
}

/** Content of a lock file. */
interface LockHolder {
  readonly pid: number;
  readonly host: string;
  /** Time at which the lock was taken, ISO 8601. */
  readonly startedAt: string;
  /** Fingerprint of the process; missing if the system does not provide one. */
  readonly fingerprint?: string | undefined;
}

/** The writer lock of one store, as seen by one of its users. */
export class WriterLock {
  readonly #directory: Directory;
  readonly #identity: WriterIdentity;
  /** Text of our lock file, from its creation until it is certainly removed. */
  #ownText: string | undefined;
  #isInUse = false;

  constructor(directory: Directory, identity: WriterIdentity) {
    this.#directory = directory;
    this.#identity = identity;
  }

  /**
   * Takes the lock.
   * @throws {GraphMemoryError} GM_BUSY, naming the holder, when another writer holds it.
   */
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
   * Verifies that we still hold the lock before a file is replaced, because users may remove lock
   * files.
   * @throws {GraphMemoryError} GM_BUSY when we do not.
   */
  async confirm(): Promise<void> {
    const found = await this.#read(LOCK_NAME);
    if (found !== undefined && found === this.#ownText) return;
    throw this.#busy(found);
  }

  /**
   * Releases the lock. A lock that changed hands belongs to the new holder and stays. If the file
   * cannot be removed, or another process has just renamed it (see `#takeAway`), our next `take`
   * recognizes it by its text.
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

  /** Reads the lock file, and waits once if it is still being written. */
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
    // The owner had time to write it; a power loss leaves empty lock files like this.
    if (holder === undefined) return true;
    const { pid, host, processStartedAtMs, isAlive, fingerprintOf } = this.#identity;
    if (holder.host !== host) return false;
    const fingerprint = fingerprintOf(holder.pid);
    // The number was reused after a restart of the machine or the process.
    if (fingerprint !== undefined && holder.fingerprint !== undefined)
      return fingerprint !== holder.fingerprint;
    // Same number, earlier process: containers reuse the same small numbers.
    if (holder.pid === pid) return Date.parse(holder.startedAt) < processStartedAtMs;
    return !isAlive(holder.pid);
  }

  /**
   * Removes a stale lock, and only a stale one: renames it first, which only one process can do,
   * and checks the renamed file. If it is a new holder's lock, because another process was faster,
   * it is restored. `confirm` covers the moment in between.
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
      hint: `Wait for it to finish. If it no longer runs, remove ${LOCK_NAME} in ${folder}.`,
      details: { holder, folder },
    });
  }
}

/** Removes stale locks whose removal was interrupted. Only the holder of the lock may call this. */
export async function sweepStaleLocks(directory: Directory): Promise<void> {
  for (const { name } of await directory.list())
    if (name.startsWith(STALE_PREFIX)) await directory.remove(name);
}

function parseHolder(text: string): LockHolder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: half-written or written by another program, which the caller treats alike.
    return undefined;
  }
  const holder = value as Partial<LockHolder> | null;
  const isWhole =
    typeof holder?.pid === 'number' &&
    typeof holder.host === 'string' &&
    typeof holder.startedAt === 'string';
  return isWhole ? (holder as LockHolder) : undefined;
}
