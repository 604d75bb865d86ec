/** Selects the notes that are about symbols, in the order in which they matter. */
import { compareStrings } from '../base/compare.ts';
import { hasNotes, type NoteScope, notesOf, type ProjectNote } from './project-notes.ts';

/** Whether a note still holds, as far as its author says. */
export function isInForce({ status, supersededBy }: ProjectNote): boolean {
  return supersededBy.length === 0 && (status === 'active' || status === 'proposed');
}

/** Orders notes: those in force first, then decisions, then the newest. */
export function byWeight(a: ProjectNote, b: ProjectNote): number {
  return (
    Number(isInForce(b)) - Number(isInForce(a)) ||
    Number(b.kind === 'decision') - Number(a.kind === 'decision') ||
    compareStrings(b.created, a.created) ||
    compareStrings(a.id, b.id)
  );
}

/**
 * Returns a project's own notes in force about some nodes, or about what contains them. Pages that
 * are only read as notes are left out: they are documentation, which answers list as such.
 */
export function notesAbout(snapshot: NoteScope, nodes: Iterable<number>): readonly ProjectNote[] {
  const { graph } = snapshot;
  const around = new Set<number>();
  for (const node of nodes) for (let at = node; at >= 0; at = graph.parentOf(at)) around.add(at);
  const isAbout = ({ targets }: ProjectNote): boolean =>
    targets.some((target) => target.nodes.some((node) => around.has(node)));
  return ownNotes(snapshot).filter(isAbout).sort(byWeight);
}

/** Returns a project's own notes that are in force. */
export function ownNotes(snapshot: NoteScope): ProjectNote[] {
  if (!hasNotes(snapshot)) return [];
  return notesOf(snapshot).filter((note) => note.format === 'note' && isInForce(note));
}
