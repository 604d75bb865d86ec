/** Evidence from files that a question names by path, or in stack frames. */
import type { FoundPlace } from '../question/find-places.ts';

export interface NamedPlaces {
  /** Stack frames that lie in the project, innermost first. */
  readonly frames: readonly FoundPlace[];
  readonly places: readonly FoundPlace[];
}

/** A fault shows in the innermost frame; its cause is often a caller, and less often a caller's. */
export const OUTER_FRAME_FACTOR = 0.7;

export function namedFiles(
  fileCount: number,
  { frames, places }: NamedPlaces,
): { readonly stackFrame: Float64Array; readonly namedFile: Float64Array } {
  const stackFrame = new Float64Array(fileCount);
  const namedFile = new Float64Array(fileCount);
  for (const [depth, { file }] of frames.entries()) {
    stackFrame[file] = Math.max(stackFrame[file] ?? 0, OUTER_FRAME_FACTOR ** depth);
  }
  for (const { file } of places) namedFile[file] = 1;
  return { stackFrame, namedFile };
}
