import type { TextIndex } from '../index/text-index.ts';
import type { MeaningEvidence } from '../query/evidence/evidence.ts';
import { scopeOf } from '../query/scope.ts';
import type { VectorService } from '../semantic/vector-service.ts';
import type { Meanings } from './evaluate.ts';
import type { Question } from './question.ts';

/**
 * Returns the vector evidence for questions about an index, which may differ from the index that
 * the vectors were made for.
 */
export async function meaningsOf(
  vectors: VectorService,
  index: TextIndex,
  questions: readonly Question[],
): Promise<Meanings> {
  const own = vectors.sibling();
  await own.follow([index]);
  await own.settle();
  const inScope = scopeOf(index, { languages: [], kinds: [], includeTests: 'penalize' });
  const meanings = new Map<Question, MeaningEvidence>();
  for (const question of questions) {
    const meaning = await own.meaning(index, question.query, inScope);
    if (meaning !== undefined) meanings.set(question, meaning);
  }
  return meanings;
}
