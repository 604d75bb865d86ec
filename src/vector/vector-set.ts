/** Vectors of chunks, and what they are of. Rows and keys are parallel. */
export interface VectorSet {
  /** Names the model with its version; vectors of two models cannot be compared. */
  readonly model: string;
  /** How the model can be had again: the settings that made it. */
  readonly recipe: string;
  readonly dimensions: number;
  /** See chunk-keys.ts. */
  readonly keys: Uint32Array;
  /** A signed byte a dimension; a row of zeros says nothing. */
  readonly rows: Int8Array;
}
