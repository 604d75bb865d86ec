/**
 * Finds the nearest vectors with a graph of neighbours (HNSW), whose query time hardly grows with
 * the number of vectors. A point stands for the content of a chunk and is identified by its key, so
 * points stay when chunks move. Points without a chunk are marked as deleted, and new points
 * replace them.
 */
import { at } from '../base/assert.ts';
import { KEY_WIDTH } from './chunk-keys.ts';

/** The part of the `hnswlib-node` API that is used. */
interface Graph {
  initIndex(options: {
    maxElements: number;
    m: number;
    efConstruction: number;
    randomSeed: number;
    allowReplaceDeleted: boolean;
  }): void;
  readIndexSync(path: string, allowReplaceDeleted: boolean): void;
  writeIndexSync(path: string): void;
  resizeIndex(maxElements: number): void;
  getMaxElements(): number;
  /** Returns the labels of all points, including deleted ones. */
  getIdsList(): readonly number[];
  addPoint(point: readonly number[], label: number, replaceDeleted: boolean): void;
  markDelete(label: number): void;
  setEf(ef: number): void;
  searchKnn(point: readonly number[], count: number): { readonly neighbors: readonly number[] };
}

export interface HnswLibrary {
  readonly HierarchicalNSW: new (space: 'ip', dimensions: number) => Graph;
}

/** Points and their keys, stored beside the graph. */
export interface HnswTable {
  readonly dimensions: number;
  /** {@link KEY_WIDTH} words per point. */
  readonly keys: Uint32Array;
  /** Parallel to the keys. */
  readonly labels: Uint32Array;
}

/** See docs/decisions/015-nearest-vectors.md. */
const LINKS = 16;
const EF_BUILD = 100;
const EF_MIN = 100;
const EF_PER_NEIGHBOUR = 1.25;
/** The more points there are, the more candidates a search must track to find the same share. */
const POINTS_PER_EF = 200;
/** Spare capacity for future points. */
const GROWTH = 1.1;
const SEED = 1;

// Not a literal import: the package is optional and missing where it cannot be compiled.
const PACKAGE: string = 'hnswlib-node';

/**
 * Loads the library.
 * @throws when it is not installed, or was not compiled.
 */
export async function loadHnsw(): Promise<HnswLibrary> {
  const module = (await import(PACKAGE)) as { readonly default: HnswLibrary };
  return module.default;
}

export class HnswIndex {
  readonly #dimensions: number;
  readonly #graph: Graph;
  /** Maps keys to labels. */
  readonly #labels = new Map<number, number>();
  #nextLabel = 0;
  /**
   * Chains chunks with equal content. `#lastChunks` maps a label to its last chunk, `#chunksBefore`
   * a chunk to the previous one; −1: none.
   */
  #lastChunks = new Map<number, number>();
  #chunksBefore = new Int32Array(0);

  private constructor(graph: Graph, dimensions: number) {
    this.#graph = graph;
    this.#dimensions = dimensions;
  }

  static empty({ HierarchicalNSW }: HnswLibrary, dimensions: number, count: number): HnswIndex {
    const graph = new HierarchicalNSW('ip', dimensions);
    graph.initIndex({
      maxElements: Math.ceil(GROWTH * count) + 1,
      m: LINKS,
      efConstruction: EF_BUILD,
      randomSeed: SEED,
      allowReplaceDeleted: true,
    });
    return new HnswIndex(graph, dimensions);
  }

  /** Loads an index that {@link save} wrote. The file at the path must be complete. */
  static load({ HierarchicalNSW }: HnswLibrary, path: string, table: HnswTable): HnswIndex {
    const graph = new HierarchicalNSW('ip', table.dimensions);
    graph.readIndexSync(path, true);
    const index = new HnswIndex(graph, table.dimensions);
    for (const [row, label] of table.labels.entries())
      index.#labels.set(keyOf(table.keys, row), label);
    // Deleted points keep their labels until others replace them.
    for (const label of graph.getIdsList())
      index.#nextLabel = Math.max(index.#nextLabel, label + 1);
    return index;
  }

  save(path: string): HnswTable {
    this.#graph.writeIndexSync(path);
    const keys = new Uint32Array(this.#labels.size * KEY_WIDTH);
    const labels = new Uint32Array(this.#labels.size);
    for (const [row, [key, label]] of [...this.#labels].entries()) {
      keys[row * KEY_WIDTH] = key % 2 ** 32;
      keys[row * KEY_WIDTH + 1] = Math.floor(key / 2 ** 32);
      labels[row] = label;
    }
    return { dimensions: this.#dimensions, keys, labels };
  }

  /**
   * Returns the chunks whose content has no point yet, ascending. Deletes points without a chunk.
   */
  follow(keys: Uint32Array): Int32Array {
    const count = keys.length / KEY_WIDTH;
    const expected = new Set<number>();
    for (let chunk = 0; chunk < count; chunk++) expected.add(keyOf(keys, chunk));
    for (const [key, label] of this.#labels) {
      if (expected.has(key)) continue;
      this.#graph.markDelete(label);
      this.#labels.delete(key);
    }
    const missing: number[] = [];
    for (let chunk = 0; chunk < count; chunk++)
      if (!this.#labels.has(keyOf(keys, chunk))) missing.push(chunk);
    return Int32Array.from(missing);
  }

  /** Adds points for these chunks. From now on, queries return the chunk numbers of these keys. */
  add(keys: Uint32Array, chunks: Int32Array, rows: Int8Array): void {
    const dimensions = this.#dimensions;
    const needed = this.#labels.size + chunks.length + 1;
    if (needed > this.#graph.getMaxElements()) this.#graph.resizeIndex(Math.ceil(GROWTH * needed));
    for (const [place, chunk] of chunks.entries()) {
      const key = keyOf(keys, chunk);
      if (this.#labels.has(key)) continue;
      const vector = unitVector(rows.subarray(place * dimensions, (place + 1) * dimensions));
      // Replaces a deleted point as long as there is one. The library knows the deleted points,
      // also after loading from a file.
      this.#graph.addPoint(vector, this.#nextLabel, true);
      this.#labels.set(key, this.#nextLabel++);
    }
    this.#number(keys);
  }

  #number(keys: Uint32Array): void {
    const count = keys.length / KEY_WIDTH;
    this.#lastChunks = new Map();
    this.#chunksBefore = new Int32Array(count).fill(-1);
    for (let chunk = 0; chunk < count; chunk++) {
      const label = this.#labels.get(keyOf(keys, chunk)) ?? -1;
      this.#chunksBefore[chunk] = this.#lastChunks.get(label) ?? -1;
      this.#lastChunks.set(label, chunk);
    }
  }

  /**
   * Returns about `count` chunks near the query, unordered, including all chunks with the same
   * content.
   */
  nearest(question: Float32Array, count: number): Int32Array {
    const expected = Math.min(count, this.#labels.size);
    if (expected === 0) return new Int32Array(0);
    const forPoints = Math.ceil(this.#labels.size / POINTS_PER_EF);
    this.#graph.setEf(Math.max(EF_MIN, forPoints, Math.ceil(EF_PER_NEIGHBOUR * expected)));
    const chunks: number[] = [];
    for (const label of this.#graph.searchKnn([...question], expected).neighbors) {
      let chunk = this.#lastChunks.get(label) ?? -1;
      for (; chunk >= 0; chunk = at(this.#chunksBefore, chunk)) chunks.push(chunk);
    }
    return Int32Array.from(chunks);
  }
}

/** Normalizes a row. A row of zeros stays zero and is near to nothing. */
function unitVector(row: Int8Array): readonly number[] {
  let square = 0;
  for (const value of row) square += value * value;
  const factor = square === 0 ? 0 : 1 / Math.sqrt(square);
  return Array.from(row, (value) => value * factor);
}

/** Returns 53 of the 64 bits, as in reuse.ts. */
function keyOf(keys: Uint32Array, row: number): number {
  return (at(keys, row * KEY_WIDTH + 1) & 0x1f_ffff) * 2 ** 32 + at(keys, row * KEY_WIDTH);
}
