import type { Snapshot } from '../../index/snapshot.ts';
import { countBy } from '../../project/status.ts';
import { countsText, plural } from './display.ts';

/** Returns a note if a project has no documentation. */
export function noPagesNotes(pageCount: number): string[] {
  return pageCount === 0 ? ['no pages of documentation are indexed in this project'] : [];
}

/**
 * Returns notes about anything that could hide a result, so that an empty answer is not mistaken
 * for absence. With a symbol's name, the unbound references to that name are counted separately.
 */
export function coverageNotes(snapshot: Snapshot, name?: string): string[] {
  const { report } = snapshot;
  const notes = skippedNotes(snapshot);
  if (report.diagnostics.length > 0) {
    const files = new Set(report.diagnostics.map((problem) => problem.path)).size;
    notes.push(`${plural(files, 'file')} with syntax problems; edges there may be missing`);
  }
  const missing = report.unresolved.byClass['missing'] ?? 0;
  if (missing > 0) {
    notes.push(`${plural(missing, 'import')} could not be resolved, so edges may be missing`);
  }
  if (report.unboundReferences > 0) {
    const all = `${plural(report.unboundReferences, 'reference')} could not be bound to a symbol of the project`;
    const named = name === undefined ? 0 : unboundCount(snapshot, name);
    notes.push(name === undefined ? all : `${all}, ${named || 'none'} of them named ${name}`);
  }
  return notes;
}

/** Returns notes about files that are not in the index, and so neither in the graph nor in the texts. */
export function skippedNotes({ graph, report: { skipped } }: Snapshot): string[] {
  const notes: string[] = [];
  if (graph.paths().length === 0) notes.push('no file is indexed; see index_status');
  if (skipped.length > 0) {
    const byReason = countsText(countBy(skipped.map((file) => file.reason)));
    notes.push(`${plural(skipped.length, 'file')} skipped (${byReason}); see index_status`);
  }
  return notes;
}

/**
 * Returns the number of calls and uses of a name that resolved to no declaration; some may refer to
 * the symbol of that name.
 */
export function unboundCount(snapshot: Snapshot, name: string): number {
  const { unboundByName } = snapshot.report;
  return Object.hasOwn(unboundByName, name) ? (unboundByName[name] ?? 0) : 0;
}
