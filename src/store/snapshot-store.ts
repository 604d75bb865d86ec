/**
 * A project's index on disk: `snapshot.gm`, all that answering needs, and `facts.gm`, all that an
 * update needs besides. Facts are written first and the snapshot last, each replaced whole, so
 * there is a whole snapshot at every moment; facts may be one save ahead of it after a crash, which
 * does no harm, as each file's facts name the content they are of.
 */

import { isGraphMemoryError } from '../base/errors.ts';
import type { Manifest } from '../model/manifest.ts';
import { sweepTemporaries, writeAtomic } from './atomic-write.ts';
import { decode, encode } from './codec.ts';
import type { Directory } from './directory.ts';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import { encodeFacts, type FactsChanges, FactsFile } from './facts-file.ts';
import { fromManifestRecord, type ManifestRecord, toManifestRecord } from './manifest-record.ts';
import { storeCorrupt } from './store-errors.ts';
import { sweepStaleLocks, type WriterIdentity, WriterLock } from './writer-lock.ts';

const SNAPSHOT_NAME = 'snapshot.gm';
const FACTS_NAME = 'facts.gm';

/** A snapshot in plain data. `Sections` is the caller's: an object of whatever codec.ts can store. */
export interface StoredSnapshot<Sections> {
  /** Also the generation of the facts saved with it. */
  readonly generation: number;
  readonly manifest: Manifest;
  readonly sections: Sections;
}

export interface LoadedSnapshot<Sections> extends StoredSnapshot<Sections> {
  /** What made it: see {@link StoreOptions.producer}. */
  readonly producer: string;
}

export interface StoreOptions {
  readonly writer: WriterIdentity;
  /** Program and grammar versions: whatever, when it changes, changes the facts of unchanged files. */
  readonly producer: string;
}

/** The right to write, while the writer lock is held. */
export interface StoreWriter<Sections> {
  /**
   * Saves the next state and returns its facts, ready to be the `previous` of the one after.
   * `previous` must have been loaded or saved under the same lock; undefined starts from nothing.
   * @throws {GraphMemoryError} GM_IO; GM_BUSY when the lock was lost. The old state is whole then.
   */
  save(
    snapshot: StoredSnapshot<Sections>,
    previous: FactsFile | undefined,
    changes: FactsChanges,
  ): Promise<FactsFile>;
}

/** The snapshot file's content. */
interface SnapshotTree<Sections> {
  readonly generation: number;
  readonly producer: string;
  readonly manifest: ManifestRecord;
  readonly sections: Sections;
}

export class SnapshotStore<Sections extends object> {
  readonly #directory: Directory;
  readonly #producer: string;
  readonly #lock: WriterLock;

  constructor(directory: Directory, options: StoreOptions) {
    this.#directory = directory;
    this.#producer = options.producer;
    this.#lock = new WriterLock(directory, options.writer);
  }

  /**
   * Loads the snapshot and hands it to `revive`, which makes the caller's objects of it; undefined
   * when nothing was saved yet. Typed arrays share one buffer with the file and must not be changed.
   * @throws {GraphMemoryError} GM_STORE_VERSION, GM_STORE_CORRUPT (also when `revive` throws), GM_IO.
   */
  async load<Snapshot>(
    revive: (stored: LoadedSnapshot<Sections>) => Snapshot,
  ): Promise<Snapshot | undefined> {
    const bytes = await this.#directory.read(SNAPSHOT_NAME);
    if (bytes === undefined) return undefined;
    const tree = decode(openEnvelope('snapshot', bytes)) as SnapshotTree<Sections>;
    try {
      const { generation, producer, sections } = tree;
      return revive({
        generation,
        producer,
        manifest: fromManifestRecord(tree.manifest),
        sections,
      });
    } catch (error) {
      if (isGraphMemoryError(error)) throw error;
      const what = error instanceof Error ? error.message : String(error);
      throw storeCorrupt(what, error);
    }
  }

  /**
   * Opens the facts; undefined when there are none that this program can use: none saved, damaged,
   * of another format or producer. They can always be made again from the files, so all of that
   * means the same: index from scratch.
   * @throws {GraphMemoryError} GM_IO when the disk refuses.
   */
  async loadFacts(): Promise<FactsFile | undefined> {
    const bytes = await this.#directory.read(FACTS_NAME);
    if (bytes === undefined) return undefined;
    try {
      const facts = new FactsFile(bytes);
      return facts.producer === this.#producer ? facts : undefined;
    } catch (error) {
      const isUnusable =
        isGraphMemoryError(error) &&
        (error.code === 'GM_STORE_CORRUPT' || error.code === 'GM_STORE_VERSION');
      if (isUnusable) return undefined;
      throw error;
    }
  }

  /**
   * Runs a function as the only writer, among all processes, from reading what is there to saving.
   * @throws {GraphMemoryError} GM_BUSY, naming the holder, when somebody else is writing.
   */
  async withWriterLock<Answer>(
    run: (writer: StoreWriter<Sections>) => Promise<Answer>,
  ): Promise<Answer> {
    await this.#lock.take();
    let answer: Answer;
    try {
      answer = await run({ save: (...state) => this.#save(...state) });
    } catch (error) {
      // What went wrong is the news; a lock that cannot be removed now is taken over later.
      await this.#lock.release().catch(() => undefined);
      throw error;
    }
    await this.#lock.release();
    return answer;
  }

  /** Bytes that the store takes on disk. */
  async sizeBytes(): Promise<number> {
    const ours = [SNAPSHOT_NAME, FACTS_NAME];
    const files = await this.#directory.list();
    return files
      .filter((file) => ours.includes(file.name))
      .reduce((sum, file) => sum + file.sizeBytes, 0);
  }

  async #save(
    snapshot: StoredSnapshot<Sections>,
    previous: FactsFile | undefined,
    changes: FactsChanges,
  ): Promise<FactsFile> {
    const { generation, manifest, sections } = snapshot;
    const head = { generation, producer: this.#producer };
    const tree: SnapshotTree<Sections> = {
      ...head,
      manifest: toManifestRecord(manifest),
      sections,
    };
    const facts = encodeFacts(head, previous, changes);
    const payload = encode(tree);
    const snapshotBytes = sealEnvelope('snapshot', payload.byteLength, (place) =>
      place.set(payload),
    );

    await this.#lock.confirm();
    await sweepTemporaries(this.#directory, [SNAPSHOT_NAME, FACTS_NAME]);
    await sweepStaleLocks(this.#directory);
    await writeAtomic(this.#directory, FACTS_NAME, facts);
    await this.#lock.confirm();
    await writeAtomic(this.#directory, SNAPSHOT_NAME, snapshotBytes);
    return new FactsFile(facts);
  }
}
