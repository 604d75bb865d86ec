/**
 * Shares extracted facts between working trees and clones of one repository. Facts are a function
 * of path, content and program, so the stored facts of another clone are equally valid.
 */
import { basename, dirname, join } from 'node:path';
import { compareStrings } from '../base/compare.ts';
import { contentHash } from '../base/hash.ts';
import { getOrCompute } from '../base/memoize.ts';
import type { ProjectConfig } from '../config/load.ts';
import { repositoryOf } from '../files/git-folder.ts';
import type { RepoPath } from '../model/path.ts';
import { DiskDirectory, foldersIn } from '../store/disk-directory.ts';
import type { Facts, FactsChange, KnownFacts } from '../store/facts-file.ts';
import { linkStoreFiles } from '../store/link-files.ts';
import { REVISION_BYTES_MAX, RevisionFacts } from '../store/revision-facts.ts';
import type { StoreOptions } from '../store/snapshot-store.ts';
import type { WriterIdentity } from '../store/writer-lock.ts';
import { type IndexStore, indexStoreOf } from './index-store.ts';
import { isBusy, isRefusal, nothingIfUnusable } from './store-refusals.ts';
import { cacheKeyOf } from './stored-index.ts';

/** File in a store that identifies its repository. */
const TAG_NAME = 'repository.txt';
/** Maximum number of sibling stores to examine. */
const STORES_MAX = 200;

/**
 * Tags the store, so that other clones of the repository can find it. A failed write is ignored: it
 * only costs the others time.
 */
export async function tagRepository(config: ProjectConfig): Promise<void> {
  const tag = fingerprintOf(config);
  if (tag === undefined) return;
  const store = new DiskDirectory(config.storeDir);
  try {
    const text = await textOf(store);
    // A file of this name with other content belongs to the user.
    if (text === tag || !/^([0-9a-f]{32})?$/.test(text)) return;
    // A link from the project would redirect the write to its target.
    await store.remove(TAG_NAME);
    await store.write(TAG_NAME, Buffer.from(tag));
  } catch {
    // A failed write only costs other clones time.
  }
}

/** Loads the facts of a sibling store that belongs to the same repository, if there is one. */
export async function factsOfSiblingClone(
  config: ProjectConfig,
  writer: WriterIdentity,
): Promise<Facts | undefined> {
  for (const directory of await siblingStores(config)) {
    const loaded = await loadFactsOf(directory, config, writer);
    if (loaded !== undefined) return loaded.facts;
  }
  return undefined;
}

/**
 * Gives an empty store the files of a sibling store of the same repository. Returns whether there is
 * one, and the own store could be written.
 */
export async function adoptSiblingStore(
  config: ProjectConfig,
  store: IndexStore,
  writer: WriterIdentity,
): Promise<boolean> {
  for (const directory of await siblingStores(config)) {
    if ((await loadFactsOf(directory, config, writer)) === undefined) continue;
    try {
      const own = new DiskDirectory(config.storeDir);
      await store.withWriterLock(() => linkStoreFiles(directory, own));
      await tagRepository(config);
      return true;
    } catch (error) {
      // The run that follows waits for the other process, or reports the disk.
      if (isBusy(error) || isRefusal(error)) return false;
      throw error;
    }
  }
  return false;
}

/** Returns the facts of a store; undefined if it has none that this program can use. */
function loadFactsOf(directory: DiskDirectory, config: ProjectConfig, writer: WriterIdentity) {
  return indexStoreOf(directory, config, writer).loadFacts().catch(nothingIfUnusable);
}

/** Access to the facts of other revisions, which all working trees of a repository share. */
export class SharedRevisionFacts {
  readonly #config: ProjectConfig;
  readonly #options: StoreOptions;
  /** By folder, because they remember what they have read. */
  readonly #stores = new Map<string, RevisionFacts>();

  constructor(config: ProjectConfig, writer: WriterIdentity) {
    this.#config = config;
    this.#options = { writer, cacheKey: cacheKeyOf(config) };
  }

  /** Returns what is stored, by this working tree first. It is large, so release it when done. */
  async load(): Promise<readonly KnownFacts[]> {
    const found: KnownFacts[] = [];
    let bytesLeft = REVISION_BYTES_MAX;
    const own = new DiskDirectory(this.#config.storeDir);
    for (const directory of [own, ...(await siblingStores(this.#config))]) {
      for await (const { facts, sizeBytes } of this.#in(directory).load()) {
        bytesLeft -= sizeBytes;
        if (bytesLeft < 0) return found;
        found.push(facts);
      }
    }
    return found;
  }

  /** Stores facts, without those that are `known`. */
  async add(
    changed: ReadonlyMap<RepoPath, FactsChange>,
    known: readonly KnownFacts[],
  ): Promise<void> {
    const isNew = ([path, { hash }]: readonly [RepoPath, FactsChange]) =>
      !known.some((one) => one.hashOf(path) === hash);
    const fresh = new Map([...changed].filter(isNew));
    if (fresh.size === 0) return;
    await this.#in(new DiskDirectory(this.#config.storeDir)).add(fresh);
  }

  #in(directory: DiskDirectory): RevisionFacts {
    const make = () => new RevisionFacts(directory, this.#options);
    return getOrCompute(this.#stores, directory.location, make);
  }
}

/** Returns the stores of other working trees and clones of a repository. */
async function siblingStores(config: ProjectConfig): Promise<readonly DiskDirectory[]> {
  const tag = fingerprintOf(config);
  if (tag === undefined) return [];
  const around = dirname(config.storeDir);
  const names = (await foldersIn(around))
    .filter((name) => name !== basename(config.storeDir))
    .sort(compareStrings)
    .slice(0, STORES_MAX);
  const found: DiskDirectory[] = [];
  for (const name of names) {
    const directory = new DiskDirectory(join(around, name));
    if ((await textOf(directory).catch(() => '')) === tag) found.push(directory);
  }
  return found;
}

/**
 * Returns a hash that identifies the repository, or undefined outside of git. It is a hash because
 * a clone URL may contain secrets.
 */
function fingerprintOf({ root }: ProjectConfig): string | undefined {
  const repository = repositoryOf(root);
  return repository === undefined ? undefined : contentHash(repository);
}

async function textOf(store: DiskDirectory): Promise<string> {
  return Buffer.from((await store.read(TAG_NAME)) ?? []).toString('latin1');
}
