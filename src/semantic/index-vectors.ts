/**
 * Manages the vectors of one text index over time: those of the configured model, and those used
 * for answers.
 */
import { assert, at } from '../base/assert.ts';
import type { ChunkJob, Embedder } from '../embed/embedder.ts';
import type { TextIndex } from '../index/text-index.ts';
import { chunkKeys, keepKeys, movedKeys } from '../vector/chunk-keys.ts';
import { ExactScan, type MovedRows, type Neighbours } from '../vector/exact-scan.ts';
import { reuseMovedRows, reuseRows, withoutRows } from '../vector/reuse.ts';
import type { VectorSet } from '../vector/vector-set.ts';
import { type FileVectors, fileVectors } from './file-vectors.ts';
import type { NeighbourGraph } from './neighbour-graph.ts';
import { SparseScan } from './sparse-scan.ts';

export interface Vectors {
  readonly index: TextIndex;
  /** The embedder that made the set. */
  readonly embedder: Embedder;
  readonly set: VectorSet;
  /** Indexes of rows that are still zeros, ascending. */
  readonly missing: Int32Array;
}

interface Serving extends Vectors {
  readonly scan: ExactScan | SparseScan;
}

interface MakeOptions extends Pick<ChunkJob, 'textOf' | 'signal'> {
  readonly step: number;
}

export class IndexVectors {
  readonly neighbours: NeighbourGraph;
  #own: Vectors | undefined;
  #serving: Serving | undefined;
  /** Made when a question first needs them, then updated. */
  #files: FileVectors | undefined;

  constructor(neighbours: NeighbourGraph) {
    this.neighbours = neighbours;
  }

  /** Vectors of the configured model. */
  get own(): Vectors | undefined {
    return this.#own;
  }

  /** Vectors used for answers, by any model. */
  get serving(): Vectors | undefined {
    return this.#serving;
  }

  /** Stores vectors made by the configured model. */
  take(vectors: Vectors): void {
    if (vectors === this.#own) return;
    this.#own = vectors;
    this.serve(vectors);
  }

  /**
   * Reuses known vectors for a newer index. Falls back to `stored` when there are none in memory by
   * this model.
   */
  begin(
    embedder: Embedder,
    index: TextIndex,
    { recipe, stored }: { readonly recipe: string; readonly stored: VectorSet | undefined },
  ): Vectors {
    const own = this.#own;
    // An edit of code leaves the index of pages unchanged.
    if (own?.index === index && own.set.model === embedder.model) return own;
    const { origin } = index;
    const isMoved = own !== undefined && origin !== undefined && origin.index.deref() === own.index;
    if (isMoved && own.set.model === embedder.model && own.missing.length === 0) {
      const keys = movedKeys(own.set.keys, origin, index.chunkCount);
      keepKeys(index.data, keys);
      const { rows, missing } = reuseMovedRows(own.set, keys, origin);
      return { index, embedder, set: { ...own.set, recipe, keys, rows }, missing };
    }
    const set = this.ownSet();
    return vectorsOf(set?.model === embedder.model ? set : stored, embedder, index, recipe);
  }

  /**
   * Makes and stores the missing vectors, `step` chunks at a time. Yields the number of vectors
   * made.
   */
  async *make(
    { missing, ...vectors }: Vectors,
    { step, textOf, signal }: MakeOptions,
  ): AsyncGenerator<number> {
    const { index, embedder, set } = vectors;
    const { dimensions } = embedder;
    for (let done = 0; done < missing.length; done += step) {
      const chunks = missing.subarray(done, done + step);
      const made = await embedder.embedChunks({ ...jobOf(index, chunks, textOf), signal });
      for (const [place, chunk] of chunks.entries()) {
        const from = place * dimensions;
        set.rows.set(made.subarray(from, from + dimensions), chunk * dimensions);
      }
      this.take({ ...vectors, missing: missing.subarray(done + chunks.length) });
      yield chunks.length;
    }
  }

  /** Uses these vectors for answers, unless another model has more vectors of the same index. */
  serve(vectors: Vectors): void {
    const now = this.#serving;
    const isOther = now?.index === vectors.index && now.set.model !== vectors.set.model;
    if (isOther && now.missing.length < vectors.missing.length) return;
    const { set, index, missing, embedder } = vectors;
    const moved = now && movedRows(now, vectors);
    const isSparse = embedder.isSparse === true;
    const scan = isSparse
      ? new SparseScan(set.rows)
      : new ExactScan(set.rows, set.dimensions, moved);
    this.#serving = { ...vectors, scan };
    this.#files = moved && this.#files && fileVectors(set, index, this.#files);
    if (missing.length === 0 && !isSparse) this.neighbours.follow(set, index.chunkCount);
  }

  /** Reuses the known vectors for a newer index, without making any. */
  takeKnown(index: TextIndex): void {
    const set = this.ownSet();
    if (this.#own === undefined || set === undefined || this.#own.index === index) return;
    this.take(vectorsOf(set, this.#own.embedder, index));
  }

  /** The existing rows of the configured model. */
  ownSet(): VectorSet | undefined {
    return this.#own && withoutRows(this.#own.set, this.#own.missing);
  }

  /** Whether all vectors of the configured model exist. */
  isReady(index: TextIndex): boolean {
    return this.#own?.index === index && this.#own.missing.length === 0;
  }

  /** Whether every chunk has a vector, by any model. */
  isWhole(index: TextIndex): boolean {
    return this.#serving?.index === index && this.#serving.missing.length === 0;
  }

  /** Finds the nearest chunks among those marked in `isIncluded`. Requires {@link serving}. */
  nearest(question: Float32Array, count: number, isIncluded: Uint8Array): Promise<Neighbours> {
    assert(this.#serving !== undefined, 'there are no vectors to search');
    const { set, scan } = this.#serving;
    if (scan instanceof SparseScan)
      return Promise.resolve(scan.nearest(question, count, isIncluded));
    return this.neighbours.nearest(set, scan, question, count, isIncluded);
  }

  /**
   * Returns the cosine of the question with the mean of each file's chunks. Requires {@link serving}
   * with dense vectors.
   */
  fileCosines(question: Float32Array): Float64Array {
    assert(this.#serving !== undefined, 'there are no vectors to search');
    const { set, index } = this.#serving;
    this.#files ??= fileVectors(set, index);
    return this.#files.scan.cosines(question);
  }
}

/** Returns where the rows of complete vectors are in those of the next index. */
function movedRows(before: Serving, { index, set, missing }: Vectors): MovedRows | undefined {
  const { origin } = index;
  if (origin === undefined || origin.index.deref() !== before.index) return undefined;
  const isComplete = before.missing.length === 0 && missing.length === 0;
  if (!isComplete || before.set.model !== set.model) return undefined;
  if (before.scan instanceof SparseScan) return undefined;
  return { scan: before.scan, rowOfOld: origin.chunkOfOld };
}

/** Selects the rows of a set that fit an index. */
export function vectorsOf(
  known: VectorSet | undefined,
  embedder: Embedder,
  index: TextIndex,
  recipe = known?.recipe ?? '',
): Vectors {
  const { model, dimensions } = embedder;
  const keys = chunkKeys(index.data);
  const { rows, missing } = reuseRows(known, keys, dimensions);
  return { index, embedder, set: { model, recipe, dimensions, keys, rows }, missing };
}

/**
 * Fills in missing rows from the vectors of whole files; `rows` is in the form that `embedFile`
 * returns.
 */
export function withRows(vectors: Vectors, rows: ReadonlyMap<string, Int8Array>): Vectors {
  if (rows.size === 0) return vectors;
  const { index, embedder, set } = vectors;
  const { dimensions } = embedder;
  const missing = vectors.missing.filter((chunk) => {
    const file = at(index.chunkFiles, chunk);
    const own = rows.get(at(index.data.paths, file));
    if (own === undefined) return true;
    const from = (chunk - at(index.data.chunkStarts, file)) * dimensions;
    set.rows.set(own.subarray(from, from + dimensions), chunk * dimensions);
    return false;
  });
  return { ...vectors, missing };
}

/**
 * Creates a job that embeds chunks of changed files from an index of these files only: the whole
 * index is large.
 */
function jobOf(
  index: TextIndex,
  chunks: Int32Array,
  textOf: ChunkJob['textOf'],
): Omit<ChunkJob, 'signal'> {
  const { made, chunkOfMade } = index.origin ?? {};
  const numbers = new Map(Array.from(chunkOfMade ?? [], (chunk, number) => [chunk, number]));
  if (made === undefined || chunks.some((chunk) => !numbers.has(chunk)))
    return { index: index.data, chunks, textOf };
  return {
    index: made,
    chunks: chunks.map((chunk) => numbers.get(chunk) ?? -1),
    textOf: (number) => textOf(chunkOfMade?.[number] ?? -1),
  };
}
