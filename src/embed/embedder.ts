import type { TextIndexData } from '../index/text-index-data.ts';

/** Chunks to be turned into vectors. */
export interface ChunkJob {
  readonly index: TextIndexData;
  /** Numbers of chunks, ascending. */
  readonly chunks: Int32Array;
  /** Path and lines of a chunk as they are now, secrets masked. */
  readonly textOf: (chunk: number) => Promise<string>;
  readonly signal: AbortSignal | undefined;
}

/** Turns questions and code into vectors of one space. */
export interface Embedder {
  /** Names the model with its version. */
  readonly model: string;
  readonly dimensions: number;
  /** What its cosines tell was measured (docs/ranking.md), so confidence may rest on them. */
  readonly areCosinesMeasured?: true;
  /** Of length 1; zeros for what the model knows nothing of. */
  embedQuestion(question: string): Promise<Float32Array>;
  /** Rows parallel to the job's chunks, a signed byte a dimension. */
  embedChunks(job: ChunkJob): Promise<Int8Array>;
}

/** Where an embedder comes from. */
export interface EmbedderSource {
  /** What it is made of, as text: it is kept with the vectors, to make it again when it is named no more. */
  readonly recipe: string;
  /** Of the packaged model. */
  readonly isPackaged?: true;
  /** A run waits for its vectors; those of others are made while questions are answered. */
  readonly isQuick: boolean;
  /** It can be had without a network, which a start does not wait for. */
  isHere(): boolean;
  /** The same each time; what failed is tried again. `tell` is given what is being done, for people. */
  open(onProgress: (work: string) => void): Promise<Embedder>;
  /** Ends what it does. */
  close(): Promise<void>;
}
