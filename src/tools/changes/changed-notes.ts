/** The notes about changed symbols, which may no longer hold. */
import { byWeight, ownNotes } from '../../notes/notes-about.ts';
import type { ProjectNote } from '../../notes/project-notes.ts';
import type { Rendering } from '../answer/budget.ts';
import { type NoteItem, renderNote } from '../notes/note-item.ts';
import type { CollectedChange } from './collect.ts';

export function notesOfChange({ open, report }: CollectedChange): readonly ProjectNote[] {
  const changed = new Set<string>(
    [...report.symbols, ...report.sections].flatMap(({ old, now }) =>
      [old, now].flatMap((node) => node?.id ?? []),
    ),
  );
  return ownNotes(open.snapshot)
    .filter(({ targets }) =>
      targets.some(({ target, now }) => changed.has(target) || changed.has(now)),
    )
    .sort(byWeight);
}

export function renderNoteRow(note: ProjectNote): Rendering<NoteItem> {
  return renderNote(note)[0] as Rendering<NoteItem>;
}
