/**
 * Returns a note about results that a kinds filter removed. It is shown when nothing else was
 * found, so that the empty answer is not mistaken for absence.
 */
export function kindsNote(what: string, counts: Readonly<Record<string, number>>): string[] {
  const left = Object.entries(counts).filter(([, count]) => count > 0);
  if (left.length === 0) return [];
  const list = left.map(([kind, count]) => `${kind} ${count}`).join(', ');
  return [`${what} of other kinds, left out by kinds: ${list}`];
}
