import type { Snapshot } from '../../index/snapshot.ts';
import { plural } from './display.ts';

/** What could hide a result: said when an answer is empty, so that silence is not taken for absence. */
export function coverageNotes(snapshot: Snapshot): string[] {
  const { report } = snapshot;
  const notes: string[] = [];
  if (report.skipped.length > 0) {
    const byReason = countBy(report.skipped.map((file) => file.reason));
    notes.push(`${plural(report.skipped.length, 'file')} skipped (${byReason}); see index_status`);
  }
  const missing = report.unresolved.byClass['missing'] ?? 0;
  if (missing > 0) {
    notes.push(`${plural(missing, 'import')} could not be resolved, so edges may be missing`);
  }
  if (report.unboundReferences > 0) {
    notes.push(
      `${plural(report.unboundReferences, 'reference')} could not be bound to a symbol of the project`,
    );
  }
  return notes;
}

/** `binary 3, minified 1`, largest first. */
function countBy(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');
}
