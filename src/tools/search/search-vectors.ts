import type { TextIndex } from '../../index/text-index.ts';
import type { Project } from '../../project/project.ts';
import type { MeaningEvidence } from '../../query/evidence/evidence.ts';
import type { Degraded } from './degraded.ts';

export interface VectorAnswer {
  readonly meaning: MeaningEvidence | undefined;
  /** `dense` while vectors are missing that should exist. */
  readonly degraded: readonly Degraded[];
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
