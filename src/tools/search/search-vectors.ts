import type { TextIndex } from '../../index/text-index.ts';
import type { Project } from '../../project/project.ts';
import type { MeaningEvidence } from '../../query/evidence/evidence.ts';

export interface VectorAnswer {
  readonly meaning: MeaningEvidence | undefined;
  /** Signals that were not available: `dense` while vectors are missing that should exist. */
  readonly degraded: readonly 'dense'[];
}

/** Searches the vectors of an index. */
export async function searchVectors(
  { vectors }: Project,
  index: TextIndex,
  question: string,
  inScope: Uint8Array,
): Promise<VectorAnswer> {
  const meaning = await vectors.meaning(index, question, inScope);
  const isWhole = !vectors.isIncluded || (meaning !== undefined && vectors.isWhole(index));
  return { meaning, degraded: isWhole ? [] : ['dense'] };
}
