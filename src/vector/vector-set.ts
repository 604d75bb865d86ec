/** Vectors of chunks and their keys. Rows and keys are parallel. */
export interface VectorSet {
  /** Name and version of the model; vectors of two models cannot be compared. */
  readonly model: string;
  /** Settings from which the model can be created again. */
  readonly recipe: string;
  readonly dimensions: number;
  /** See chunk-keys.ts. */
  readonly keys: Uint32Array;
  /** One signed byte per dimension; a row of zeros carries no information. */
  readonly rows: Int8Array;
}
