import type { TextIndex } from '../../index/text-index.ts';
import type { Project } from '../../project/project.ts';
import type { MeaningEvidence, SparseEvidence } from '../../query/evidence/evidence.ts';
import type { Degraded } from './degraded.ts';

export interface VectorAnswer {
  readonly meaning: MeaningEvidence | undefined;
  readonly sparse: SparseEvidence | undefined;
  /** `dense` or `sparse` while vectors are missing that should exist. */
  readonly degraded: readonly Degraded[];
}

/** Searches the vectors of an index. */
export async function searchVectors(
  { vectors, sparse }: Project,
  index: TextIndex,
  question: string,
  inScope: Uint8Array,
): Promise<VectorAnswer> {
  const [meaning, related] = await Promise.all([
    vectors.meaning(index, question, inScope),
    sparse.related(index, question, inScope),
  ]);
  const isWhole = !vectors.isIncluded || (meaning !== undefined && vectors.isWhole(index));
  const isSparseWhole = !sparse.isIncluded || (related !== undefined && sparse.isWhole(index));
  const degraded: Degraded[] = [];
  if (!isWhole) degraded.push('dense');
  if (!isSparseWhole) degraded.push('sparse');
  return { meaning, sparse: related, degraded };
}
