/**
 * Chooses how the nearest vectors are found: by an exact scan, or, if there are many, by a
 * neighbour graph on a thread. The exact scan is used until the graph matches the current rows.
 */
import type { GraphRecord } from '../store/graph-record.ts';
import type { ExactScan, Neighbours } from '../vector/exact-scan.ts';
import type { HnswTable } from '../vector/hnsw.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { createRpcWorker, type RpcWorker } from '../workers/rpc-worker.ts';

export type VectorIndexChoice = 'auto' | 'exact' | 'hnsw';

/** Storage of the graph between processes. */
export interface NeighbourStorage {
  load(): Promise<{ readonly path: string; readonly record: GraphRecord } | undefined>;
  /** Saves the graph; `write` writes it to a given path. */
  save(write: (path: string) => Promise<GraphRecord>): Promise<void>;
}

/** Storage for vectors that are not kept. */
export const NO_STORAGE: NeighbourStorage = {
  load: () => Promise.resolve(undefined),
  save: () => Promise.resolve(),
};

export type HnswRequest =
  | { readonly form: 'load'; readonly path: string; readonly record: GraphRecord }
  | { readonly form: 'follow'; readonly keys: Uint32Array; readonly dimensions: number }
  | {
      readonly form: 'add';
      readonly keys: Uint32Array;
      readonly chunks: Int32Array;
      readonly rows: Int8Array;
    }
  | { readonly form: 'save'; readonly path: string }
  | { readonly form: 'search'; readonly question: Float32Array; readonly count: number };

/**
 * Fewest vectors worth a graph. Fewer are scanned as fast (docs/performance.md), without its memory
 * and build time.
 */
const AUTO_MIN = 100_000;
/**
 * Smallest share of included rows for which the graph is used. Below it, scanning is faster than
 * querying the graph for four times as many neighbours.
 */
const SHARE_MIN = 1 / 4;
const OVER_FETCH = 1.15;
/**
 * Changes worth saving: this many points, and this share of the graph. Fewer are added again at the
 * next start.
 */
const SAVED_MIN = 500;
const SAVED_SHARE = 0.02;

export class NeighbourGraph {
  readonly #choice: VectorIndexChoice;
  readonly #storage: NeighbourStorage;
  #thread: RpcWorker<HnswRequest, unknown> | undefined;
  /** The rows that the graph currently covers. */
  #ready: VectorSet | undefined;
  #pending: VectorSet | undefined;
  #model: string | undefined;
  #problem = '';
  #unsavedCount = 0;
  #queue: Promise<void> = Promise.resolve();

  constructor(choice: VectorIndexChoice, storage: NeighbourStorage) {
    this.#choice = choice;
    this.#storage = storage;
  }

  /** Updates the graph to these rows in the background. */
  follow(set: VectorSet, count: number): void {
    const isWorth = this.#choice === 'hnsw' || (this.#choice === 'auto' && count >= AUTO_MIN);
    this.#pending = isWorth && this.#problem === '' ? set : undefined;
    if (this.#pending !== undefined) this.#queue = this.#queue.then(() => this.#bring(set));
  }

  /** Waits for the work that {@link follow} started. */
  settle(): Promise<void> {
    return this.#queue;
  }

  async close(): Promise<void> {
    this.#pending = undefined;
    await this.#thread?.close();
    await this.#queue;
  }

  /** Describes the search method in use, and why it differs from the configured one. */
  status(): string {
    if (this.#pending !== undefined && this.#ready === this.#pending) return 'hnsw';
    if (this.#problem !== '') return `exact; ${this.#problem}`;
    return this.#pending === undefined ? 'exact' : 'exact; hnsw is being built';
  }

  /** Finds the nearest rows of a set, like {@link ExactScan.nearest}. */
  async nearest(
    set: VectorSet,
    scan: ExactScan,
    question: Float32Array,
    count: number,
    isIncluded: Uint8Array,
  ): Promise<Neighbours> {
    const near = this.#ready === set ? await this.#near(question, count, isIncluded) : undefined;
    return near === undefined
      ? scan.nearest(question, count, isIncluded)
      : scan.ranked(question, near, count);
  }

  /** Queries the graph. Returns undefined when the exact scan is faster or the only option. */
  async #near(
    question: Float32Array,
    count: number,
    isIncluded: Uint8Array,
  ): Promise<Int32Array | undefined> {
    let includedCount = 0;
    for (let row = 0; row < isIncluded.length; row++) includedCount += isIncluded[row] ?? 0;
    const share = includedCount / isIncluded.length;
    if (share < SHARE_MIN) return undefined;
    const fetchCount = Math.ceil((count / share) * OVER_FETCH);
    const request = { form: 'search', question, count: fetchCount } as const;
    const found = await this.#thread?.call(request).catch(() => undefined);
    if (!(found instanceof Int32Array)) return undefined;
    const near = found.filter((row) => isIncluded[row] === 1);
    return near.length < Math.min(count, includedCount) ? undefined : near;
  }

  async #bring(set: VectorSet): Promise<void> {
    // Newer rows have arrived in the meantime.
    if (this.#pending !== set) return;
    try {
      const thread = await this.#threadOf(set);
      const { keys, dimensions } = set;
      const missing = await thread.call({ form: 'follow', keys, dimensions });
      const chunks = (missing as Int32Array).filter((chunk) => isNonZero(set, chunk));
      const rows = new Int8Array(chunks.length * dimensions);
      for (const [place, chunk] of chunks.entries())
        rows.set(
          set.rows.subarray(chunk * dimensions, (chunk + 1) * dimensions),
          place * dimensions,
        );
      await thread.call({ form: 'add', keys, chunks, rows });
      this.#ready = set;
      this.#unsavedCount += chunks.length;
      const savedMin = Math.max(SAVED_MIN, SAVED_SHARE * (set.rows.length / dimensions));
      if (this.#unsavedCount >= savedMin) await this.#save(thread, set.model);
    } catch (error) {
      if (this.#pending !== set) return;
      const why = error instanceof Error ? error.message : String(error);
      this.#problem = `hnsw cannot be used: ${why.split('\n')[0]}`;
    }
  }

  /** Returns a thread with the stored graph of these vectors, or with an empty one. */
  async #threadOf({ model }: VectorSet): Promise<RpcWorker<HnswRequest, unknown>> {
    if (this.#thread !== undefined && this.#model === model) return this.#thread;
    await this.#thread?.close();
    const thread = createRpcWorker<HnswRequest, unknown>('semantic/hnsw-worker', undefined);
    this.#thread = thread;
    this.#model = model;
    const stored = await this.#storage.load().catch(() => undefined);
    if (stored?.record.model === model) await thread.call({ form: 'load', ...stored });
    return thread;
  }

  async #save(thread: RpcWorker<HnswRequest, unknown>, model: string): Promise<void> {
    const write = async (path: string): Promise<GraphRecord> => {
      const table = await thread.call({ form: 'save', path });
      return { ...(table as HnswTable & { readonly checksum: string }), model };
    };
    // If the disk refuses or another process is writing, the graph has to be built again later.
    await this.#storage.save(write).catch(() => undefined);
    this.#unsavedCount = 0;
  }
}

function isNonZero({ rows, dimensions }: VectorSet, chunk: number): boolean {
  return rows.subarray(chunk * dimensions, (chunk + 1) * dimensions).some((value) => value !== 0);
}
