import { nearestNames } from '../../base/edit-distance.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { splitIdentifier, wordsOf } from '../../index/tokenize.ts';
import { readReport } from '../../query/question/read-question.ts';
import type { SearchAnswer } from '../../query/search.ts';
import { coverageNotes } from '../answer/coverage.ts';

/** A report has many words that are not of the project. */
const ABSENT_NAMED_MAX = 8;

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
    const named = answer.absentTerms.slice(0, ABSENT_NAMED_MAX);
    const more = answer.absentTerms.length > named.length ? ', …' : '';
    notes.push(`not in this project: ${named.join(', ')}${more}`);
  }
  // With two edits, any short word matches any other. A word that occurs is no misspelling.
  const absent = new Set(answer.absentTerms);
  const words = wordsOf(readReport(query)?.title ?? query).filter(
    (word) => word.length >= 4 && splitIdentifier(word).parts.some((part) => absent.has(part)),
  );
  const similar = [
    ...new Set(words.flatMap((word) => nearestNames(word, snapshot.graph.names(), 3))),
  ].slice(0, 5);
  if (similar.length > 0) notes.push(`similar names: ${similar.join(', ')}`);
  const isAbsent = answer.confidence === 'none' || answer.hits.length === 0;
  return isAbsent ? [...notes, ...coverageNotes(snapshot)] : notes;
}
