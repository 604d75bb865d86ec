/**
 * Facts, terms and vectors that several machines share. Facts of a file are found by its path, its
 * content and the version of the program, so that a clone parses no file that another has parsed.
 * The state of a commit is shared too: a clone continues from the newest commit that has one.
 */
import { contentHash } from '../../base/hash.ts';
import { relativeInside } from '../../base/system-path.ts';
import type { ProjectConfig } from '../../config/load.ts';
import { findGitFolder } from '../../files/git-folder.ts';
import { readSourceFile } from '../../files/read.ts';
import { commitsBefore } from '../../git/ancestors.ts';
import { FactsHistory } from '../../indexing/facts-history.ts';
import type { IndexStore } from '../../indexing/index-store.ts';
import type { ProjectScan } from '../../indexing/project-scan.ts';
import { isBusy, isRefusal } from '../../indexing/store-refusals.ts';
import { cacheKeyOf } from '../../indexing/stored-index.ts';
import type { RepoPath } from '../../model/path.ts';
import { decode, encode } from '../../store/codec.ts';
import type { KnownFacts } from '../../store/facts-file.ts';
import type { SavedState } from '../../store/locked-store.ts';
import { type SharedBlobs, sealBlob } from '../../store/shared-blobs.ts';
import { type ReadBlobs, SharedReads } from './shared-reads.ts';
import type { StateToShare } from './state-to-share.ts';

/** Commits that are looked up, the checked-out one and those before it. */
const COMMITS_MAX = 64;
/** Bounds the memory for one blob. */
const PAGE_BYTES = 1024 * 1024;
const PAGES_AT_ONCE = 8;
/** Bytes of one write. */
const WRITE_BYTES_MAX = 4_000_000;
/** Fewer changed files are parsed sooner than a server answers. */
const FILES_MIN = 50;

/** The state of a commit, as it is shared. */
interface StateRecord {
  readonly generation: number;
  /** Keys of the pages of both files. */
  readonly snapshot: readonly string[];
  readonly vectors: readonly string[];
  readonly paths: readonly RepoPath[];
  readonly hashes: readonly string[];
}

/** Numbers of files that were shared, and of those that had not been before. */
export interface SharedCounts {
  readonly files: number;
  readonly filesWritten: number;
}

export class SharedIndex {
  readonly #config: ProjectConfig;
  readonly #blobs: SharedBlobs;
  readonly #reads: SharedReads;

  constructor(config: ProjectConfig, blobs: SharedBlobs, now: () => number) {
    this.#config = config;
    this.#blobs = blobs;
    this.#reads = new SharedReads(blobs, now);
  }

  /**
   * Fills an empty store with the state of the newest commit that has one. Returns whether there was
   * one.
   */
  async restore(store: IndexStore, notice: (line: string) => void): Promise<boolean> {
    const commits = await commitsBefore(this.#config.root, COMMITS_MAX);
    if (commits.length === 0) return false;
    const state = await this.#reads.run((read) => this.#state(commits, read), notice);
    if (state === undefined) return false;
    try {
      await store.withWriterLock((writer) => writer.restore(state));
      return true;
    } catch (error) {
      // The run that follows waits for the other process, or reports the disk.
      if (isBusy(error) || isRefusal(error)) return false;
      throw error;
    }
  }

  async #state(commits: readonly string[], read: ReadBlobs): Promise<SavedState | undefined> {
    const keys = commits.map((commit) => this.#stateKey(commit));
    const found = await read(keys);
    const newest = keys.find((key) => found.has(key));
    const bytes = newest === undefined ? undefined : found.get(newest);
    if (bytes === undefined) return undefined;
    const record = decode(bytes) as StateRecord;
    const files = record.paths.map((path, row) => ({ path, hash: record.hashes[row] ?? '' }));
    const facts = await this.#factsOf(files, read);
    // Files that are skipped have no facts, and are not listed.
    if (facts.size < files.length) return undefined;
    const snapshot = await joined(record.snapshot, read);
    if (snapshot === undefined) return undefined;
    return {
      generation: record.generation,
      snapshot,
      facts,
      vectors: record.vectors.length === 0 ? undefined : await joined(record.vectors, read),
    };
  }

  /** Returns shared facts of the files that a scan found to differ, except those known already. */
  async facts(
    { changes }: ProjectScan,
    known: readonly KnownFacts[],
    notice: (line: string) => void,
  ): Promise<KnownFacts | undefined> {
    const entries = [...changes.added, ...changes.changed];
    if (entries.length < FILES_MIN) return undefined;
    return this.#reads.run(async (read) => {
      const wanted: WantedFile[] = [];
      for (const entry of entries) {
        const file = await readSourceFile(this.#config.root, entry, this.#config.code);
        if (!('hash' in file)) continue;
        const { path, hash } = file;
        if (!known.some((one) => one.hashOf(path) === hash)) wanted.push({ path, hash });
      }
      const found = new FactsHistory(Number.POSITIVE_INFINITY);
      found.keepAll(await this.#factsOf(wanted, read));
      return found;
    }, notice);
  }

  async #factsOf(files: readonly WantedFile[], read: ReadBlobs): Promise<SavedState['facts']> {
    const byKey = new Map(files.map((file) => [this.#factsKey(file), file]));
    const blobs = await read([...byKey.keys()]);
    return new Map(
      Array.from(byKey).flatMap(([key, { path, hash }]) => {
        const bytes = blobs.get(key);
        return bytes === undefined ? [] : [[path, { hash, bytes }] as const];
      }),
    );
  }

  /** Shares a state and its facts. @throws {GraphMemoryError} GM_IO, GM_DATABASE. */
  async share(state: StateToShare, commit: string | undefined): Promise<SharedCounts> {
    const { generation, facts } = state;
    const hashes = facts.paths.map((path) => facts.hashOf(path) ?? '');
    const files = new Map(
      facts.paths.map((path, row) => [this.#factsKey({ path, hash: hashes[row] ?? '' }), path]),
    );
    const filesWritten = await this.#writeMissing([...files.keys()], (key) => {
      const path = files.get(key);
      return path === undefined ? undefined : facts.bytesOf(path);
    });
    if (commit === undefined) return { files: files.size, filesWritten };
    const snapshot = pagesOf(state.snapshot);
    const vectors = pagesOf(state.vectors ?? new Uint8Array());
    const pages = new Map([...snapshot, ...vectors]);
    await this.#writeMissing([...pages.keys()], (key) => pages.get(key));
    const record: StateRecord = {
      generation,
      snapshot: snapshot.map(([key]) => key),
      vectors: vectors.map(([key]) => key),
      paths: facts.paths,
      hashes,
    };
    // Last, so that what it names exists.
    await this.#writeMissing([this.#stateKey(commit)], () => encode(record));
    return { files: files.size, filesWritten };
  }

  /** Writes the blobs that are not there. Returns their number. */
  async #writeMissing(
    keys: readonly string[],
    blobOf: (key: string) => Uint8Array | undefined,
  ): Promise<number> {
    const known = await this.#blobs.known(keys);
    let count = 0;
    let batch = new Map<string, Uint8Array>();
    let size = 0;
    for (const key of keys) {
      const payload = known.has(key) ? undefined : blobOf(key);
      if (payload === undefined) continue;
      batch.set(key, sealBlob(key, payload));
      size += payload.length;
      count++;
      if (size < WRITE_BYTES_MAX) continue;
      await this.#blobs.write(batch);
      batch = new Map();
      size = 0;
    }
    if (batch.size > 0) await this.#blobs.write(batch);
    return count;
  }

  #factsKey({ path, hash }: WantedFile): string {
    return this.#key('facts', path, hash);
  }

  /** The key of a commit's state, which also depends on the folder and on the selected files. */
  #stateKey(commit: string): string {
    const { root, memory, code, docs } = this.#config;
    const folder = relativeInside(findGitFolder(root)?.top ?? root, root) ?? '';
    const { embeddingModel, embeddingServer, sparseModel: _, rerankModel: __, ...settings } = code;
    const models = [embeddingModel?.name, embeddingServer?.model];
    return this.#key('state', commit, folder, JSON.stringify([memory, settings, models, docs]));
  }

  #key(...parts: readonly string[]): string {
    return contentHash(JSON.stringify([cacheKeyOf(this.#config), ...parts]));
  }
}

interface WantedFile {
  readonly path: RepoPath;
  readonly hash: string;
}

function pagesOf(bytes: Uint8Array): readonly (readonly [key: string, page: Uint8Array])[] {
  return Array.from({ length: Math.ceil(bytes.length / PAGE_BYTES) }, (_, page) => {
    const part = bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    return [contentHash(part), part] as const;
  });
}

async function joined(keys: readonly string[], read: ReadBlobs): Promise<Uint8Array | undefined> {
  const pages = await read(keys, PAGES_AT_ONCE);
  const parts = keys.flatMap((key) => pages.get(key) ?? []);
  return parts.length === keys.length ? Buffer.concat(parts) : undefined;
}
