/**
 * What one update changed, in a file of its own beside the snapshot and the facts that it builds on:
 * a one-line edit writes kilobytes where the whole would be megabytes. Deltas form a chain: each names
 * the file before it by its checksum, so that leftovers of another chain can never be taken for its own.
 */
import { assert } from '../base/assert.ts';
import { compareStrings } from '../base/compare.ts';
import type { RepoPath } from '../model/path.ts';
import { decode, encode } from './codec.ts';
import { deflate, inflate } from './deflate.ts';
import { openEnvelope, sealEnvelope } from './envelope.ts';
import type { Facts, FactsChange, FactsChanges } from './facts-file.ts';
import { type FileRecord, unpackRecord } from './file-record.ts';
import { storeCorrupt } from './store-errors.ts';

const NAME = /^delta-(\d+)\.gm(\.tmp)?$/;

export function deltaName(generation: number): string {
  return `delta-${generation}.gm`;
}

/** Also of one that a crash left half-written. */
export function isDeltaName(name: string): boolean {
  return NAME.test(name);
}

/** A delta in plain data. `Patch` is the caller's: an object of whatever codec.ts can store. */
export interface StoredDelta<Patch> {
  /** Of the state that it leads to; it starts from the one before. */
  readonly generation: number;
  /** Checksum of the snapshot or delta that it follows. */
  readonly after: string;
  readonly cacheKey: string;
  readonly patch: Patch;
  readonly changed: ReadonlyMap<RepoPath, { readonly hash: string; readonly bytes: Uint8Array }>;
  readonly removed: ReadonlySet<RepoPath>;
}

interface DeltaTree<Patch> {
  readonly generation: number;
  readonly after: string;
  readonly cacheKey: string;
  readonly patch: Patch;
  readonly paths: readonly string[];
  readonly hashes: readonly string[];
  readonly records: readonly Uint8Array[];
  readonly removed: readonly string[];
}

export function encodeDelta<Patch>(delta: StoredDelta<Patch>): Uint8Array {
  const { generation, after, cacheKey, patch, changed, removed } = delta;
  const entries = [...changed].sort(([a], [b]) => compareStrings(a, b));
  const tree: DeltaTree<Patch> = {
    generation,
    after,
    cacheKey,
    patch,
    paths: entries.map(([path]) => path),
    hashes: entries.map(([, { hash }]) => hash),
    records: entries.map(([, { bytes }]) => bytes),
    removed: [...removed].sort(compareStrings),
  };
  const payload = deflate(encode(tree));
  return sealEnvelope('delta', payload.byteLength, (place) => place.set(payload));
}

/** @throws {GraphMemoryError} GM_STORE_VERSION or GM_STORE_CORRUPT. */
export function decodeDelta<Patch>(bytes: Uint8Array): StoredDelta<Patch> {
  const tree = decode(inflate(openEnvelope('delta', bytes))) as DeltaTree<Patch>;
  const { generation, after, cacheKey, patch, paths, hashes, records, removed } = tree;
  if (
    !(Array.isArray(paths) && hashes?.length === paths.length && records?.length === paths.length)
  )
    throw storeCorrupt('a delta of different lengths');
  const changed = new Map(
    paths.map((path, row) => [
      path as RepoPath,
      { hash: hashes[row] as string, bytes: records[row] as Uint8Array },
    ]),
  );
  const removedPaths = new Set((removed ?? []) as readonly RepoPath[]);
  return { generation, after, cacheKey, patch, changed, removed: removedPaths };
}

/** What a chain of deltas did to facts, as one change. */
export function changesOf(deltas: readonly FactsChanges[]): FactsChanges {
  const changed = new Map<RepoPath, FactsChange>();
  const removed = new Set<RepoPath>();
  for (const delta of deltas) {
    for (const path of delta.removed) {
      changed.delete(path);
      removed.add(path);
    }
    for (const [path, change] of delta.changed) {
      changed.set(path, change);
      removed.delete(path);
    }
  }
  return { changed, removed };
}

/** Facts with later changes laid over them. */
export class FactsOverlay implements Facts {
  readonly generation: number;
  readonly cacheKey: string;
  readonly paths: readonly RepoPath[];
  readonly #below: Facts;
  readonly #changed: FactsChanges['changed'];
  readonly #removed: ReadonlySet<RepoPath>;

  constructor(below: Facts, generation: number, { changed, removed }: FactsChanges) {
    assert(generation > below.generation, 'changes come later than what they change');
    this.generation = generation;
    this.cacheKey = below.cacheKey;
    this.#below = below;
    this.#changed = changed;
    this.#removed = removed;
    const added = [...changed.keys()].filter(
      (path) => below.hashOf(path) === undefined && !removed.has(path),
    );
    // Nearly always the same: sorting the paths of a large project anew takes long.
    this.paths =
      added.length === 0 && removed.size === 0
        ? below.paths
        : [...below.paths.filter((path) => !removed.has(path)), ...added].sort(compareStrings);
  }

  hashOf(path: RepoPath): string | undefined {
    if (this.#removed.has(path)) return undefined;
    return this.#changed.get(path)?.hash ?? this.#below.hashOf(path);
  }

  get(path: RepoPath, hash?: string): FileRecord | undefined {
    if (this.#removed.has(path)) return undefined;
    const change = this.#changed.get(path);
    if (change === undefined) return this.#below.get(path, hash);
    return hash === undefined || hash === change.hash ? unpackRecord(change.bytes) : undefined;
  }

  bytesOf(path: RepoPath): Uint8Array | undefined {
    if (this.#removed.has(path)) return undefined;
    return this.#changed.get(path)?.bytes ?? this.#below.bytesOf(path);
  }
}
