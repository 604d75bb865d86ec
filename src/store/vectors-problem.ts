/** Stores why vectors could not be made, so that the next process can say so. */

export interface VectorsProblem {
  /** The settings of the model that failed; the problem says nothing about other settings. */
  readonly recipe: string;
  readonly problem: string;
}

export function encodeProblem(problem: VectorsProblem): Uint8Array {
  return Buffer.from(JSON.stringify(problem));
}

/** Returns undefined for text of any other shape: a lost reason costs nothing but a line. */
export function decodeProblem(bytes: Uint8Array): VectorsProblem | undefined {
  try {
    const { recipe, problem } = JSON.parse(
      Buffer.from(bytes).toString(),
    ) as Partial<VectorsProblem>;
    return typeof recipe === 'string' && typeof problem === 'string'
      ? { recipe, problem }
      : undefined;
  } catch {
    return undefined;
  }
}
