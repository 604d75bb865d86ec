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
import { runYielding, type Task } from '../base/cooperative.ts';
import { isGraphMemoryError } from '../base/errors.ts';
import type { Manifest } from '../model/manifest.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { replaceWritten, sweepTemporaries, writeAtomic } from './atomic-write.ts';
import { decode, encodeSteps } from './codec.ts';
import { deflateLarge, inflate } from './deflate.ts';
import {
  changesOf,
  decodeDelta,
  deltaName,
  encodeDelta,
  FactsOverlay,
  isDeltaName,
  type StoredDelta,
} from './delta-file.ts';
import type { Directory, DirectoryEntry } from './directory.ts';
import { checksumOf, HEADER_BYTES, openEnvelope, sealEnvelope } from './envelope.ts';
import { encodeFactsSteps, type Facts, type FactsChanges, FactsFile } from './facts-file.ts';
import { refuseForeignFiles } from './foreign-files.ts';
import { decodeGraphRecord, encodeGraphRecord, type GraphRecord } from './graph-record.ts';
import { fromManifestRecord, type ManifestRecord, toManifestRecord } from './manifest-record.ts';
import { storeCorrupt } from './store-errors.ts';
import { decodeVectors, encodeVectors } from './vectors-file.ts';
import { LOCK_NAME, sweepStaleLocks, type WriterIdentity, WriterLock } from './writer-lock.ts';

/**
 * Maximum size of facts kept in memory; larger facts are read whenever they are needed. The facts
 * of 54,000 files are 130 MB: a tenth of the memory that a project of this size needs, and half a
 * second per edit if they are read and checked again.
 */
const CACHED_FACTS_BYTES_MAX = 256_000_000;

const SNAPSHOT_NAME = 'snapshot.gm';
const FACTS_NAME = 'facts.gm';
const VECTORS_NAME = 'vectors.gm';
/** Vectors of the previous model, kept while those of the next are computed. */
const PREVIOUS_NAME = 'earlier.gm';
/** Graph of nearest neighbours; see graph-record.ts. */
const GRAPH_NAME = 'graph.bin';
const GRAPH_RECORD_NAME = 'graph.gm';

const WHOLE_NAMES = [
  SNAPSHOT_NAME,
  FACTS_NAME,
  VECTORS_NAME,
  PREVIOUS_NAME,
  GRAPH_NAME,
  GRAPH_RECORD_NAME,
];

/** Whether saving may replace or remove a file of this name; temporary ones are nobody's. */
function isStoreFile(name: string): boolean {
  return isDeltaName(name) || WHOLE_NAMES.includes(name);
}

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

/** Write access, valid while the writer lock is held. */
export interface StoreWriter<Sections, Patch> {
  /**
   * Saves the next state as a whole and returns its tip. `previous` must have been loaded under the
   * same lock; undefined starts from scratch.
   * @throws {GraphMemoryError} GM_IO; GM_BUSY when the lock was lost. The old state then stays
   * intact.
   */
  save(
    snapshot: StoredSnapshot<Sections>,
    previous: Facts | undefined,
    changes: FactsChanges,
  ): Promise<string>;
  /**
   * Appends the next state as a delta to the stored one, whose tip it must follow.
   * @throws {GraphMemoryError} as `save`.
   */
  append(delta: Omit<StoredDelta<Patch>, 'cacheKey'>): Promise<string>;
  /**
   * Saves the vectors.
   * @throws {GraphMemoryError} as `save`.
   */
  saveVectors(set: VectorSet): Promise<void>;
  /**
   * Saves the vectors of the previous model; undefined removes them. @throws {GraphMemoryError} as
   * `save`.
   */
  savePreviousVectors(set: VectorSet | undefined): Promise<void>;
  /**
   * Saves the graph, which `write` writes to a path. @throws {GraphMemoryError} as `save`; errors
   * of `write`.
   */
  saveGraph(write: (path: string) => Promise<GraphRecord>): Promise<void>;
}

/** Content of the snapshot file. */
interface SnapshotTree<Sections> {
  readonly generation: number;
  readonly cacheKey: string;
  readonly manifest: ManifestRecord;
  readonly sections: Sections;
}

export class SnapshotStore<Sections extends object, Patch extends object> {
  readonly #directory: Directory;
  readonly #cacheKey: string;
  readonly #lock: WriterLock;
  readonly #now: () => number;
  /** Facts read last, cached because every update of a served project needs them. */
  #opened: { readonly head: Uint8Array; readonly file: FactsFile } | undefined;
  /** Whether the folder is known to hold no files of others under our names. */
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
    const payload = inflate(openEnvelope('snapshot', bytes));
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

  /** Loads the vectors of the previous model. */
  async loadPreviousVectors(): Promise<VectorSet | undefined> {
    return this.#vectorsOf(PREVIOUS_NAME);
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
    const deltas: StoredDelta<Patch>[] = [];
    let tip = snapshot;
    for (;;) {
      const generation = from.generation + deltas.length + 1;
      const bytes = await this.#directory.read(deltaName(generation));
      const delta = bytes && unlessUnusable(() => decodeDelta<Patch>(bytes));
      const isNext =
        delta?.generation === generation && delta.after === tip && delta.cacheKey === from.cacheKey;
      if (bytes === undefined || !isNext) return { deltas, tip };
      deltas.push(delta);
      tip = checksumOf(bytes);
    }
  }

  /**
   * Runs a function as the only writer, among all processes, from reading what is there to saving.
   * @throws {GraphMemoryError} GM_BUSY, naming the holder, when somebody else is writing; GM_IO when the
   * folder holds files of others under the store's names; what `check` throws, which is called while a
   * whole state is saved and before anything of it is replaced.
   */
  async withWriterLock<Answer>(
    run: (writer: StoreWriter<Sections, Patch>) => Promise<Answer>,
    check: () => undefined = () => undefined,
  ): Promise<Answer> {
    await this.#refuseForeign();
    await this.#lock.take();
    let answer: Answer;
    try {
      answer = await run({
        save: (...state) => this.#save(check, ...state),
        append: (delta) => this.#append(delta),
        saveVectors: (set) => this.#write(VECTORS_NAME, encodeVectors(set)),
        savePreviousVectors: (set) =>
          set === undefined
            ? this.#directory.remove(PREVIOUS_NAME)
            : this.#write(PREVIOUS_NAME, encodeVectors(set)),
        saveGraph: (write) => this.#saveGraph(write),
      });
    } catch (error) {
      // The original error matters more; a lock that cannot be removed now is taken over later.
      await this.#lock.release().catch(() => undefined);
      throw error;
    }
    await this.#lock.release();
    return answer;
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

  async #save(
    check: () => undefined,
    snapshot: StoredSnapshot<Sections>,
    previous: Facts | undefined,
    changes: FactsChanges,
  ): Promise<string> {
    const { generation, manifest, sections } = snapshot;
    const head = { generation, cacheKey: this.#cacheKey };
    const tree: SnapshotTree<Sections> = {
      ...head,
      manifest: toManifestRecord(manifest),
      sections,
    };
    const payload = await deflateLarge(await this.#runYielding(encodeSteps(tree), check));
    check();
    const snapshotBytes = sealEnvelope('snapshot', payload.byteLength, (place) =>
      place.set(payload),
    );
    const tip = checksumOf(snapshotBytes);
    const factsHead = { ...head, snapshot: tip };
    const facts = await this.#runYielding(encodeFactsSteps(factsHead, previous, changes), check);
    check();

    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [SNAPSHOT_NAME, FACTS_NAME]);
    await sweepStaleLocks(this.#directory);
    await writeAtomic(this.#directory, FACTS_NAME, facts);
    await this.#lock.confirm();
    await writeAtomic(this.#directory, SNAPSHOT_NAME, snapshotBytes);
    // From here on old deltas are useless but harmless.
    for (const { name } of await this.#directory.list())
      if (isDeltaName(name)) await this.#directory.remove(name);
    return tip;
  }

  async #append(delta: Omit<StoredDelta<Patch>, 'cacheKey'>): Promise<string> {
    const bytes = encodeDelta({ ...delta, cacheKey: this.#cacheKey });
    await this.#write(deltaName(delta.generation), bytes);
    return checksumOf(bytes);
  }

  /**
   * Yields to the event loop while encoding, which takes long for a large state; questions are
   * answered meanwhile.
   */
  #runYielding<Result>(steps: Task<Result>, check: () => undefined): Promise<Result> {
    return runYielding(steps, this.#now, check);
  }

  /** Writes the record last: a graph that does not match the record is not read. */
  async #saveGraph(write: (path: string) => Promise<GraphRecord>): Promise<void> {
    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [GRAPH_NAME]);
    const record = await replaceWritten(this.#directory, GRAPH_NAME, async (name) => {
      // A file that the library makes by itself could be read by others.
      await this.#directory.write(name, new Uint8Array());
      return write(join(this.#directory.location, name));
    });
    await this.#write(GRAPH_RECORD_NAME, encodeGraphRecord(record));
  }

  async #write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [name]);
    await writeAtomic(this.#directory, name, bytes);
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
