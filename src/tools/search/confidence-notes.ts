import { nearestNames } from '../../base/edit-distance.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { wordsOf } from '../../index/tokenize.ts';
import type { SearchAnswer } from '../../query/search.ts';
import { STOP_WORDS } from '../../query/stop-words.ts';
import { coverageNotes } from '../answer/coverage.ts';

/** Confidence labels a list and never shortens it: the right place may still be in it. */
export const WEAK_NOTE = 'no confident match; verify these';

/**
 * Returns notes for a weak or empty answer: terms that occur nowhere, similar names, and files that
 * were not indexed.
 */
export function confidenceNotes(snapshot: Snapshot, answer: SearchAnswer, query: string): string[] {
  const isWeak = answer.confidence === 'low' || answer.confidence === 'none';
  if (!isWeak && answer.hits.length > 0) return [];
  const notes: string[] = [];
  if (answer.hits.length > 0) notes.push(WEAK_NOTE);
  if (answer.absentTerms.length > 0) {
    notes.push(`not in this project: ${answer.absentTerms.join(', ')}`);
  }
  // With two edits, any short word matches any other.
  const words = wordsOf(query).filter(
    (word) => word.length >= 4 && !STOP_WORDS.has(word.toLowerCase()),
  );
  const similar = [
    ...new Set(words.flatMap((word) => nearestNames(word, snapshot.graph.names(), 3))),
  ].slice(0, 5);
  if (similar.length > 0) notes.push(`similar names: ${similar.join(', ')}`);
  const isAbsent = answer.confidence === 'none' || answer.hits.length === 0;
  return isAbsent ? [...notes, ...coverageNotes(snapshot)] : notes;
}
