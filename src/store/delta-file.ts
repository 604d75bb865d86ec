/**
 * Stores the changes of one update in a separate file, based on the snapshot and the facts: a
 * one-line edit writes kilobytes instead of megabytes. Deltas form a chain. Each names the previous
 * file by its checksum, so leftovers of another chain are never mistaken for part of this one.
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

/** Whether a name is of a delta, including one that a crash left half-written. */
export function isDeltaName(name: string): boolean {
  return NAME.test(name);
}

/** A delta as plain data. `Patch` is defined by the caller: any object that codec.ts can store. */
export interface StoredDelta<Patch> {
  /** Generation of the resulting state; it is based on the previous generation. */
  readonly generation: number;
  /** Checksum of the preceding snapshot or delta. */
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

/**
 * Decodes the bytes of a delta file.
 * @throws {GraphMemoryError} GM_STORE_VERSION or GM_STORE_CORRUPT.
 */
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

/** Merges the facts changes of a chain of deltas into one. */
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

/** Facts with later changes applied on top. */
export class FactsOverlay implements Facts {
  readonly generation: number;
  readonly cacheKey: string;
  readonly paths: readonly RepoPath[];
  readonly #below: Facts;
  readonly #changed: FactsChanges['changed'];
  readonly #removed: ReadonlySet<RepoPath>;

  constructor(below: Facts, generation: number, { changed, removed }: FactsChanges) {
    assert(generation > below.generation, 'changes must be newer than their base');
    this.generation = generation;
    this.cacheKey = below.cacheKey;
    this.#below = below;
    this.#changed = changed;
    this.#removed = removed;
    const added = [...changed.keys()].filter(
      (path) => below.hashOf(path) === undefined && !removed.has(path),
    );
    // The paths nearly always stay the same, and sorting those of a large project again takes long.
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
