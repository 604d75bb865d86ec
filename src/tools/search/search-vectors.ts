import type { TextIndex } from '../../index/text-index.ts';
import type { Project } from '../../project/project.ts';
import type { MeaningEvidence } from '../../query/evidence/evidence.ts';

export interface VectorAnswer {
  readonly meaning: MeaningEvidence | undefined;
  /** What could not be asked: `dense` while there are no vectors that there should be. */
  readonly degraded: readonly 'dense'[];
}

/** What the vectors of an index say to a question. */
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
