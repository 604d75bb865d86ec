/**
 * Write access to a store. See snapshot-store.ts for its files and the order in which they are
 * written.
 */
import { join } from 'node:path';
import { runYielding, type Task } from '../base/cooperative.ts';
import type { Manifest } from '../model/manifest.ts';
import type { RepoPath } from '../model/path.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { byteLengthOf } from './align.ts';
import { replaceWritten, sweepTemporaries, writeAtomic } from './atomic-write.ts';
import { encodePiecesSteps } from './codec.ts';
import { deflateLarge } from './deflate.ts';
import { deltaName, encodeDelta, isDeltaName, type StoredDelta } from './delta-file.ts';
import type { Directory, FileContent } from './directory.ts';
import { checksumOf, sealPiecesSteps } from './envelope.ts';
import { encodeFactsSteps, type Facts, type FactsChanges } from './facts-file.ts';
import { FactsFiles } from './facts-files.ts';
import { encodeGraphRecord, type GraphRecord } from './graph-record.ts';
import { type ManifestRecord, toManifestRecord } from './manifest-record.ts';
import {
  COMMITS_NAME,
  FACTS_NAME,
  GRAPH_NAME,
  GRAPH_RECORD_NAME,
  PARTIAL_NAMES,
  PREVIOUS_NAME,
  PROBLEM_NAME,
  SNAPSHOT_NAME,
  SPARSE_NAME,
  VECTORS_NAME,
} from './store-files.ts';
import { encodeCommits, type StoredCommits } from './stored-commits.ts';
import { encodeVectors } from './vectors-file.ts';
import { encodeProblem, type VectorsProblem } from './vectors-problem.ts';
import { sweepStaleLocks, type WriterLock } from './writer-lock.ts';

/**
 * A snapshot as plain data. `Sections` is defined by the caller: any object that codec.ts can
 * store.
 */
export interface StoredSnapshot<Sections> {
  /** Generation of the snapshot and of the facts saved with it. */
  readonly generation: number;
  readonly manifest: Manifest;
  readonly sections: Sections;
}

/** Content of the snapshot file. */
export interface SnapshotTree<Sections> {
  readonly generation: number;
  readonly cacheKey: string;
  readonly manifest: ManifestRecord;
  readonly sections: Sections;
}

/** The files of a state. */
export interface SavedState {
  readonly generation: number;
  readonly snapshot: Uint8Array;
  readonly facts: FactsChanges['changed'];
  readonly vectors: Uint8Array | undefined;
}

/** Write access to a store, valid until it is released or abandoned. */
export class LockedStore<Sections extends object, Patch extends object> {
  readonly #directory: Directory;
  readonly #lock: WriterLock;
  readonly #cacheKey: string;
  readonly #now: () => number;
  #isReleased = false;

  /** The lock must have been taken. */
  constructor(directory: Directory, lock: WriterLock, cacheKey: string, now: () => number) {
    this.#directory = directory;
    this.#lock = lock;
    this.#cacheKey = cacheKey;
    this.#now = now;
  }

  /**
   * Saves the next state as a whole and returns its tip. `previous` must have been loaded under the
   * same lock; undefined starts from scratch. `check` is called repeatedly before any file is
   * replaced, and may throw.
   * @throws {GraphMemoryError} GM_IO; GM_BUSY when the lock was lost. The old state then stays
   * intact. Also throws any error of `check`.
   */
  async save(
    snapshot: StoredSnapshot<Sections>,
    previous: Facts | undefined,
    changes: FactsChanges,
    check: () => undefined = () => undefined,
  ): Promise<string> {
    const { generation, manifest, sections } = snapshot;
    const head = { generation, cacheKey: this.#cacheKey };
    const tree: SnapshotTree<Sections> = {
      ...head,
      manifest: toManifestRecord(manifest),
      sections,
    };
    const payload = await deflateLarge(await this.#runYielding(encodePiecesSteps(tree), check));
    check();
    const sealing = sealPiecesSteps('snapshot', byteLengthOf(payload), payload);
    const snapshotFile = await this.#runYielding(sealing, check);
    const tip = snapshotFile.checksum;
    const factsHead = { ...head, snapshot: tip };
    const facts = await this.#runYielding(encodeFactsSteps(factsHead, previous, changes), check);
    check();

    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [SNAPSHOT_NAME, FACTS_NAME]);
    await sweepStaleLocks(this.#directory);
    await writeAtomic(this.#directory, FACTS_NAME, facts);
    await this.#lock.confirm();
    await writeAtomic(this.#directory, SNAPSHOT_NAME, snapshotFile);
    // From here on old deltas and partial facts are useless but harmless.
    for (const { name } of await this.#directory.list())
      if (isDeltaName(name) || PARTIAL_NAMES.isName(name)) await this.#directory.remove(name);
    return tip;
  }

  /**
   * Saves a state that was saved elsewhere by the same program, with all of its facts.
   * @throws {GraphMemoryError} as `save`.
   */
  async restore({ generation, snapshot, facts, vectors }: SavedState): Promise<void> {
    const head = { generation, cacheKey: this.#cacheKey, snapshot: checksumOf(snapshot) };
    const changes = { changed: facts, removed: new Set<RepoPath>() };
    const steps = encodeFactsSteps(head, undefined, changes);
    const factsFile = await this.#runYielding(steps, () => undefined);
    await sweepStaleLocks(this.#directory);
    await this.#write(FACTS_NAME, factsFile);
    if (vectors !== undefined) await this.#write(VECTORS_NAME, vectors);
    await this.#write(SNAPSHOT_NAME, snapshot);
  }

  /**
   * Appends the next state as a delta to the stored one, whose tip it must follow.
   * @throws {GraphMemoryError} as `save`.
   */
  async append(delta: Omit<StoredDelta<Patch>, 'cacheKey'>): Promise<string> {
    const bytes = encodeDelta({ ...delta, cacheKey: this.#cacheKey });
    await this.#write(deltaName(delta.generation), bytes);
    return checksumOf(bytes);
  }

  /**
   * Saves facts of a first index before it is complete; see `SnapshotStore.loadPartial`.
   * @throws {GraphMemoryError} as `save`.
   */
  async addPartial(changed: FactsChanges['changed']): Promise<void> {
    await this.#lock.confirm();
    const options = { cacheKey: this.#cacheKey, now: this.#now };
    await new FactsFiles(this.#directory, PARTIAL_NAMES, options).write(changed);
  }

  /**
   * Saves the vectors.
   * @throws {GraphMemoryError} as `save`.
   */
  async saveVectors(set: VectorSet): Promise<void> {
    await this.#write(VECTORS_NAME, encodeVectors(set));
  }

  /** Saves the sparse vectors. @throws {GraphMemoryError} as `save`. */
  async saveSparseVectors(set: VectorSet): Promise<void> {
    await this.#write(SPARSE_NAME, encodeVectors(set));
  }

  /**
   * Saves the vectors of the previous model; undefined removes them. @throws {GraphMemoryError} as
   * `save`.
   */
  async savePreviousVectors(set: VectorSet | undefined): Promise<void> {
    if (set === undefined) await this.#directory.remove(PREVIOUS_NAME);
    else await this.#write(PREVIOUS_NAME, encodeVectors(set));
  }

  /** Saves why vectors could not be made; undefined removes it. @throws as {@link save}. */
  async saveVectorsProblem(problem: VectorsProblem | undefined): Promise<void> {
    if (problem === undefined) await this.#directory.remove(PROBLEM_NAME);
    else await this.#write(PROBLEM_NAME, encodeProblem(problem));
  }

  /** Saves the messages of recent commits. @throws as {@link save}. */
  async saveCommits(commits: StoredCommits): Promise<void> {
    await this.#write(COMMITS_NAME, encodeCommits(commits));
  }

  /**
   * Saves the graph, which `write` writes to a path. @throws {GraphMemoryError} as `save`; errors
   * of `write`.
   */
  async saveGraph(write: (path: string) => Promise<GraphRecord>): Promise<void> {
    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [GRAPH_NAME]);
    const record = await replaceWritten(this.#directory, GRAPH_NAME, async (name) => {
      // Created first, because a file that the library creates could be readable by others.
      await this.#directory.write(name, new Uint8Array());
      return write(join(this.#directory.location, name));
    });
    // Last, because a graph that does not match the record is not read.
    await this.#write(GRAPH_RECORD_NAME, encodeGraphRecord(record));
  }

  /**
   * Releases the lock after the work has succeeded.
   * @throws {GraphMemoryError} GM_IO when the lock file cannot be removed.
   */
  async release(): Promise<void> {
    if (this.#isReleased) return;
    this.#isReleased = true;
    await this.#lock.release();
  }

  /**
   * Releases the lock after the work has failed; has no effect after {@link release}. Never throws:
   * the original error matters more, and a lock that cannot be removed now is taken over later.
   */
  async abandon(): Promise<void> {
    await this.release().catch(() => undefined);
  }

  /**
   * Yields to the event loop while encoding, which takes long for a large state; questions are
   * answered meanwhile.
   */
  #runYielding<Result>(steps: Task<Result>, check: () => undefined): Promise<Result> {
    return runYielding(steps, this.#now, check);
  }

  async #write(name: string, content: FileContent): Promise<void> {
    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [name]);
    await writeAtomic(this.#directory, name, content);
  }
}
