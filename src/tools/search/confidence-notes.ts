import type { Snapshot } from '../../index/snapshot.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { splitIdentifier, termsOf, wordsOf } from '../../index/tokenize.ts';
import { readReport } from '../../query/question/read-question.ts';
import type { SearchAnswer } from '../../query/search.ts';
import { STOP_WORDS } from '../../query/stop-words.ts';
import { skippedNotes } from '../answer/coverage.ts';
import { plural } from '../answer/display.ts';
import { namesNear } from '../input/near-names.ts';

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
  const isAbsent = answer.confidence === 'none' || answer.hits.length === 0;
  const notes: string[] = [];
  // The note about absence says more, and names the words.
  if (!isAbsent || answer.absentTerms.length === 0) notes.push(WEAK_NOTE);
  if (!isAbsent && answer.absentTerms.length > 0) {
    notes.push(`not in this project: ${shown(answer.absentTerms)}`);
  }
  notes.push(...similarNames(snapshot, answer, query));
  return isAbsent ? [absenceNote(snapshot, query), ...notes, ...skippedNotes(snapshot)] : notes;
}

/** Returns what an answer begins with if a question has words that are nowhere in the project. */
export function missingWords({ confidence, absentTerms }: SearchAnswer): string | undefined {
  if (confidence !== 'low' || absentTerms.length === 0) return undefined;
  return `perhaps absent: not in this project: ${shown(absentTerms)}. No place is surely about the rest; the nearest:`;
}

/** Returns a note with names like the words that occur nowhere, if there are any. */
export function similarNames(snapshot: Snapshot, answer: SearchAnswer, query: string): string[] {
  // With two edits, any short word matches any other. A word that occurs is no misspelling.
  const absent = new Set(answer.absentTerms);
  const words = wordsOf(readReport(query)?.title ?? query).filter(
    (word) => word.length > 4 && splitIdentifier(word).parts.some((part) => absent.has(part)),
  );
  const near = words.flatMap((word) => namesNear(snapshot.graph, word, 3));
  const similar = [...new Set(near)].slice(0, 5);
  return similar.length > 0 ? [`similar names: ${similar.join(', ')}`] : [];
}

/**
 * Says that what a question is about is absent, where its words were looked for, and how sure that
 * is, so that nobody tries ten synonyms with grep. Manifests are files too, so a dependency that is
 * declared is a word of the texts.
 */
function absenceNote({ text, docsText, pages }: Snapshot, query: string): string {
  const where = `the names, texts and settings of ${plural(text.fileCount, 'file')} and ${plural(pages().size, 'page')} of documentation`;
  const words = [...new Set(wordsOf(readReport(query)?.title ?? query))].filter(
    (word) => !STOP_WORDS.has(word.toLowerCase()),
  );
  const isIn = (index: TextIndex, word: string) =>
    termsOf(word).some((term) => index.termNumber(term) >= 0);
  const missing = words.filter((word) => !isIn(text, word) && !isIn(docsText, word));
  if (missing.length === words.length) {
    return `absent, with high confidence: none of its words is in ${where}`;
  }
  if (missing.length > 0) {
    return `probably absent: ${shown(missing)} is nowhere in ${where}; its other words are about something else`;
  }
  const inPages = words.filter((word) => !isIn(text, word));
  return inPages.length > 0
    ? `absent from the code; ${shown(inPages)} is in the documentation only: docs_search`
    : `uncertain: its words are in ${where}, but no place is about all of them`;
}

function shown(words: readonly string[]): string {
  const more = words.length > ABSENT_NAMED_MAX ? ', …' : '';
  return `${words.slice(0, ABSENT_NAMED_MAX).join(', ')}${more}`;
}
