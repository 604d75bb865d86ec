import type { TextIndexData } from '../index/text-index-data.ts';

/** Chunks for which vectors are computed. */
export interface ChunkJob {
  readonly index: TextIndexData;
  /** Numbers of chunks, ascending. */
  readonly chunks: Int32Array;
  /** Returns the path and current lines of a chunk, with secrets masked. */
  readonly textOf: (chunk: number) => Promise<string>;
  readonly signal: AbortSignal | undefined;
}

/** Computes vectors of questions and code in one space. */
export interface Embedder {
  /** Name and version of the model. */
  readonly model: string;
  readonly dimensions: number;
  /**
   * Whether the model's cosines were calibrated (docs/ranking.md), so that confidence may use them.
   */
  readonly areCosinesMeasured?: true;
  /**
   * Set if rows and the vector of a question have the form of sparse-rows.ts; `dimensions` is then
   * their length in bytes.
   */
  readonly isSparse?: true;
  /** Returns a vector of length 1; zeros if the model knows no word of the question. */
  embedQuestion(question: string): Promise<Float32Array>;
  /** Returns rows parallel to the job's chunks, one signed byte per dimension. */
  embedChunks(job: ChunkJob): Promise<Int8Array>;
}

/** Creates an embedder. */
export interface EmbedderSource {
  /**
   * Description of the embedder as text. It is stored with the vectors, to recreate the embedder
   * when it is no longer configured.
   */
  readonly recipe: string;
  /** Set for the packaged model. */
  readonly isPackaged?: true;
  /**
   * Whether an index run waits for the vectors. Vectors of slow embedders are computed while
   * questions are answered.
   */
  readonly isQuick: boolean;
  /** Whether it is available without network access, for which startup does not wait. */
  isHere(): boolean;
  /**
   * Returns the same embedder each time; a failed attempt is repeated. `onProgress` receives
   * descriptions of the current work for users.
   */
  open(onProgress: (work: string) => void): Promise<Embedder>;
  /** Stops all work. */
  close(): Promise<void>;
}
