/**
 * Stores a project's index on disk: `snapshot.gm`, all data needed for answering; `facts.gm`, the
 * additional data needed for an update; and `delta-N.gm`, changes since both were written. Facts
 * are written first and the snapshot last, each replaced atomically, so a complete snapshot always
 * exists. After a crash facts may be newer than the snapshot, which is harmless, because each
 * file's facts record the hash of its content. A delta counts from its rename on, and no longer
 * once the snapshot is replaced. `vectors.gm` does not belong to a specific snapshot: each of its
 * rows names its chunk. The same holds for the points of `graph.bin`, which `graph.gm` lists.
 */

import { join } from 'node:path';
import { isGraphMemoryError } from '../base/errors.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { decode } from './codec.ts';
import { inflateLarge } from './deflate.ts';
import {
  changesOf,
  decodeDelta,
  deltaName,
  FactsOverlay,
  isDeltaName,
  type StoredDelta,
} from './delta-file.ts';
import type { Directory, DirectoryEntry } from './directory.ts';
import { checksumOf, HEADER_BYTES, openEnvelope } from './envelope.ts';
import { type Facts, FactsFile } from './facts-file.ts';
import { FactsFiles } from './facts-files.ts';
import { refuseForeignFiles } from './foreign-files.ts';
import { decodeGraphRecord, type GraphRecord } from './graph-record.ts';
import { isBorrowed } from './link-files.ts';
import { LockedStore, type SnapshotTree, type StoredSnapshot } from './locked-store.ts';
import { fromManifestRecord } from './manifest-record.ts';
import { storeCorrupt } from './store-errors.ts';
import {
  COMMITS_NAME,
  FACTS_NAME,
  GRAPH_NAME,
  GRAPH_RECORD_NAME,
  isStoreFile,
  PARTIAL_NAMES,
  PREVIOUS_NAME,
  PROBLEM_NAME,
  SNAPSHOT_NAME,
  SPARSE_NAME,
  VECTORS_NAME,
  WHOLE_NAMES,
} from './store-files.ts';
import { decodeCommits, type StoredCommits } from './stored-commits.ts';
import { decodeVectors } from './vectors-file.ts';
import { decodeProblem, type VectorsProblem } from './vectors-problem.ts';
import { LOCK_NAME, type WriterIdentity, WriterLock } from './writer-lock.ts';

/**
 * Maximum size of facts kept in memory; larger facts are read whenever they are needed. The facts
 * of 54,000 files are 130 MB: a tenth of the memory that a project of this size needs, and half a
 * second per edit if they are read and checked again.
 */
const CACHED_FACTS_BYTES_MAX = 256_000_000;

export interface LoadedSnapshot<Sections, Patch> extends StoredSnapshot<Sections> {
  /** Identifies the program that wrote it: see {@link StoreOptions.cacheKey}. */
  readonly cacheKey: string;
  /** Later changes, oldest first. */
  readonly deltas: readonly StoredDelta<Patch>[];
  /** Checksum of the last file of the chain; identifies the stored state. */
  readonly tip: string;
}

/** Facts, and the chain from which they were loaded. */
export interface LoadedFacts {
  readonly facts: Facts;
  /** As {@link LoadedSnapshot.tip}; differs if the facts are newer than the snapshot. */
  readonly tip: string;
  readonly deltaCount: number;
}

/** Disk usage of the store. */
export interface Holdings {
  readonly sizeBytes: number;
  /**
   * Changes with every save. Derived from the checksums in the files' headers: times do not
   * distinguish two saves if the file system counts in whole seconds, and sizes are often equal.
   */
  readonly fingerprint: string;
}

export interface StoreOptions {
  readonly writer: WriterIdentity;
  /** Program and grammar versions: everything that affects the facts of unchanged files. */
  readonly cacheKey: string;
}

/** Deltas that follow a snapshot, and the checksum of the last one. */
interface Chain<Patch> {
  readonly snapshot: string;
  readonly deltas: readonly StoredDelta<Patch>[];
  readonly tip: string;
}

export class SnapshotStore<Sections extends object, Patch extends object> {
  readonly #directory: Directory;
  readonly #cacheKey: string;
  readonly #lock: WriterLock;
  readonly #now: () => number;
  /** Facts read last, cached because every update of a served project needs them. */
  #opened: { readonly head: Uint8Array; readonly file: FactsFile } | undefined;
  /** The deltas read last, cached like the facts. */
  #chain: Chain<Patch> | undefined;
  /** Whether the folder is known to contain no foreign files under the store's names. */
  #isOwn = false;

  constructor(directory: Directory, options: StoreOptions) {
    this.#directory = directory;
    this.#cacheKey = options.cacheKey;
    this.#now = options.writer.now;
    this.#lock = new WriterLock(directory, options.writer);
  }

  /**
   * Loads the snapshot and passes it to `revive`, which creates the caller's objects; undefined if
   * none was saved. Typed arrays share one buffer with the file and must not be changed.
   * @throws {GraphMemoryError} GM_STORE_VERSION, GM_STORE_CORRUPT (also when `revive` throws),
   * GM_IO.
   */
  async load<Snapshot>(
    revive: (stored: LoadedSnapshot<Sections, Patch>) => Snapshot,
  ): Promise<Snapshot | undefined> {
    const bytes = await this.#directory.read(SNAPSHOT_NAME);
    if (bytes === undefined) return undefined;
    const payload = await inflateLarge(openEnvelope('snapshot', bytes));
    const tree = decode(payload) as SnapshotTree<Sections>;
    const { deltas, tip } = await this.#deltasAfter(checksumOf(bytes), tree);
    try {
      const { generation, cacheKey, sections } = tree;
      const manifest = fromManifestRecord(tree.manifest);
      return revive({ generation, cacheKey, manifest, sections, deltas, tip });
    } catch (error) {
      if (isGraphMemoryError(error)) throw error;
      const what = error instanceof Error ? error.message : String(error);
      throw storeCorrupt(what, error);
    }
  }

  /** Whether a stored state, given by its tip, is still that of another working tree. */
  async isBorrowed(tip: string): Promise<boolean> {
    return isBorrowed(this.#directory, tip);
  }

  /**
   * Opens the facts; undefined if this program has no usable ones: none saved, damaged, of another
   * format or cache key. Facts can always be derived from the files again, so the consequence is
   * the same: index from scratch.
   * @throws {GraphMemoryError} GM_IO when the disk reports an error.
   */
  async loadFacts(): Promise<LoadedFacts | undefined> {
    const file = await this.#openFacts();
    if (file?.cacheKey !== this.#cacheKey) return undefined;
    const { deltas, tip } = await this.#deltasAfter(file.snapshot, file);
    const last = deltas.at(-1);
    const facts =
      last === undefined ? file : new FactsOverlay(file, last.generation, changesOf(deltas));
    return { facts, tip, deltaCount: deltas.length };
  }

  /**
   * Returns the facts that an unfinished first index has left.
   * @throws {GraphMemoryError} GM_IO when the disk reports an error.
   */
  async loadPartial(): Promise<readonly Facts[]> {
    const partials = new FactsFiles(this.#directory, PARTIAL_NAMES, {
      cacheKey: this.#cacheKey,
      now: this.#now,
    });
    const found: Facts[] = [];
    for await (const { facts } of partials.load()) found.push(facts);
    return found;
  }

  /**
   * Opens the facts file. The header contains its checksum, so a file that is already open is not
   * read again.
   */
  async #openFacts(): Promise<FactsFile | undefined> {
    const head = await this.#directory.readHead(FACTS_NAME, HEADER_BYTES);
    if (head === undefined) return undefined;
    if (this.#opened !== undefined && Buffer.compare(this.#opened.head, head) === 0)
      return this.#opened.file;
    this.#opened = undefined;
    const bytes = await this.#directory.read(FACTS_NAME);
    const file = bytes && unlessUnusable(() => new FactsFile(bytes));
    if (bytes !== undefined && file !== undefined && bytes.length <= CACHED_FACTS_BYTES_MAX)
      this.#opened = { head: bytes.subarray(0, HEADER_BYTES), file };
    return file;
  }

  /**
   * Loads the vectors saved last; undefined if this program has no usable ones.
   * @throws {GraphMemoryError} GM_IO when the disk reports an error.
   */
  async loadVectors(): Promise<VectorSet | undefined> {
    return this.#vectorsOf(VECTORS_NAME);
  }

  /** Loads the sparse vectors, like {@link loadVectors}. */
  async loadSparseVectors(): Promise<VectorSet | undefined> {
    return this.#vectorsOf(SPARSE_NAME);
  }

  async loadPreviousVectors(): Promise<VectorSet | undefined> {
    return this.#vectorsOf(PREVIOUS_NAME);
  }

  /** Loads why vectors could not be made; undefined if they were, or never tried. */
  async loadVectorsProblem(): Promise<VectorsProblem | undefined> {
    const bytes = await this.#directory.read(PROBLEM_NAME);
    return bytes && decodeProblem(bytes);
  }

  /** Loads the commits saved last; undefined without any. @throws {GraphMemoryError} GM_IO */
  async loadCommits(): Promise<StoredCommits | undefined> {
    const bytes = await this.#directory.read(COMMITS_NAME);
    return bytes && decodeCommits(bytes);
  }

  async #vectorsOf(name: string): Promise<VectorSet | undefined> {
    const bytes = await this.#directory.read(name);
    return bytes && unlessUnusable(() => decodeVectors(bytes));
  }

  /**
   * Returns the path and the record of the graph saved last; undefined if there is no known one.
   * @throws {GraphMemoryError} GM_IO when the disk reports an error.
   */
  async loadGraph(): Promise<{ readonly path: string; readonly record: GraphRecord } | undefined> {
    const bytes = await this.#directory.read(GRAPH_RECORD_NAME);
    const record = bytes && unlessUnusable(() => decodeGraphRecord(bytes));
    return record && { path: join(this.#directory.location, GRAPH_NAME), record };
  }

  /**
   * Returns the deltas that follow a snapshot, identified by its checksum. A missing, damaged or
   * foreign delta ends the chain. The state before it is complete, and a refresh finds the lost
   * changes on disk again.
   */
  async #deltasAfter(
    snapshot: string,
    from: { readonly generation: number; readonly cacheKey: string },
  ): Promise<{ readonly deltas: readonly StoredDelta<Patch>[]; readonly tip: string }> {
    const known = await this.#knownChain(snapshot);
    const deltas = [...known.deltas];
    let { tip } = known;
    for (;;) {
      const generation = from.generation + deltas.length + 1;
      const bytes = await this.#directory.read(deltaName(generation));
      const delta = bytes && unlessUnusable(() => decodeDelta<Patch>(bytes));
      const isNext =
        delta?.generation === generation && delta.after === tip && delta.cacheKey === from.cacheKey;
      if (bytes === undefined || !isNext) {
        this.#chain = { snapshot, deltas, tip };
        return { deltas, tip };
      }
      deltas.push(delta);
      tip = checksumOf(bytes);
    }
  }

  /** Returns the deltas read before, if the last one is still there: it names the ones before it. */
  async #knownChain(snapshot: string): Promise<Omit<Chain<Patch>, 'snapshot'>> {
    const chain = this.#chain;
    const last = chain?.snapshot === snapshot ? chain.deltas.at(-1) : undefined;
    if (chain === undefined || last === undefined) return { deltas: [], tip: snapshot };
    const head = await this.#directory.readHead(deltaName(last.generation), HEADER_BYTES);
    const isSame = head !== undefined && checksumOf(head) === chain.tip;
    return isSame ? chain : { deltas: [], tip: snapshot };
  }

  /**
   * Takes the writer lock, so that no other process writes until it is released.
   * @throws {GraphMemoryError} GM_BUSY, naming the holder, when another writer holds it; GM_IO when
   * the folder contains foreign files under the store's names.
   */
  async lock(): Promise<LockedStore<Sections, Patch>> {
    await this.#refuseForeign();
    await this.#lock.take();
    return new LockedStore(this.#directory, this.#lock, this.#cacheKey, this.#now);
  }

  /**
   * Runs a function while the writer lock is held.
   * @throws {GraphMemoryError} as `lock`, and any error of `run`.
   */
  async withWriterLock<Answer>(
    run: (writer: LockedStore<Sections, Patch>) => Promise<Answer>,
  ): Promise<Answer> {
    const store = await this.lock();
    try {
      const answer = await run(store);
      await store.release();
      return answer;
    } finally {
      await store.abandon();
    }
  }

  async #refuseForeign(): Promise<void> {
    if (this.#isOwn) return;
    await refuseForeignFiles(this.#directory, { isStoreFile, lock: LOCK_NAME });
    this.#isOwn = true;
  }

  async holdings(): Promise<Holdings> {
    const files = await this.#directory.list();
    const states = files.filter(({ name }) => name === SNAPSHOT_NAME || isDeltaName(name));
    const rest = files.filter(({ name }) => name !== SNAPSHOT_NAME && WHOLE_NAMES.includes(name));
    const fingerprints = await Promise.all(states.map((file) => this.#fingerprintOf(file)));
    return {
      sizeBytes: [...states, ...rest].reduce((sum, file) => sum + file.sizeBytes, 0),
      fingerprint: fingerprints.join('\n'),
    };
  }

  async #fingerprintOf({ name, sizeBytes }: DirectoryEntry): Promise<string> {
    const head = await this.#directory.readHead(name, HEADER_BYTES);
    return `${name} ${sizeBytes} ${head && checksumOf(head)}`;
  }
}

/** Returns undefined for bytes that this version cannot read. */
function unlessUnusable<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    const isUnusable =
      isGraphMemoryError(error) &&
      (error.code === 'GM_STORE_CORRUPT' || error.code === 'GM_STORE_VERSION');
    if (isUnusable) return undefined;
    throw error;
  }
}
