import { z } from 'zod';
import type { RepoPath } from '../../model/path.ts';
import { noteVersion } from '../../notes/bind.ts';
import { noteBody } from '../../notes/note-text.ts';
import { byWeight } from '../../notes/notes-about.ts';
import type { ProjectNote } from '../../notes/project-notes.ts';
import { numbered, visible } from '../answer/display.ts';
import type { RenderAnswer } from '../answer/rendered-answer.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { type FieldsOf, indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { changesOfTargets } from './changed-since.ts';
import { currentNotes, noteById, notesOn } from './find-notes.ts';
import { NOTES_NOTICE, noteItem, noteItemSchema, noteLine } from './note-item.ts';

const NOTES_MAX = 10;

const input = z.strictObject({
  id: z.string().trim().default('').describe('Id of a note'),
  about: z.string().trim().default('').describe('Or: all notes about this symbol, file or route'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const output = {
  results: z.array(
    noteItemSchema.extend({
      body: z.string(),
      truncated: z.boolean(),
      /** For memory_write, which refuses to overwrite a note that someone changed since. */
      version: z.string(),
      /** Changes of its targets since it was written. */
      changes: z.array(z.string()).optional(),
    }),
  ),
};

export const memoryGet = indexTool({
  name: 'memory_get',
  title: 'Get note',
  description:
    'A note in full by id, or all notes about a symbol, with what changed in the code since.',
  input,
  output,
  async answer({ open }, { id, about }) {
    const notes = await currentNotes(open);
    const found =
      id === '' ? (await notesOn(open, notes, about)).toSorted(byWeight) : [noteById(notes, id)];
    const sources = new Sources(open);
    const shown = await Promise.all(
      found.slice(0, NOTES_MAX).map((note) => whole(open, note, sources)),
    );
    return render(shown, found.length);
  },
});

interface WholeNote {
  readonly note: ProjectNote;
  readonly body: string;
  readonly startLine: number;
  readonly version: string;
  readonly changes: readonly string[];
}

async function whole(open: OpenIndex, note: ProjectNote, sources: Sources): Promise<WholeNote> {
  const changes = await changesOfTargets(open, note);
  if (note.body !== undefined)
    return { note, body: visible(note.body), startLine: 1, version: note.version ?? '', changes };
  const { graph } = open.snapshot;
  const source = await sources.of(note.path as RepoPath);
  const { startLine, endLine } = graph.node(note.node);
  const isOwn = note.format === 'note';
  const body = isOwn
    ? noteBody(source.text)
    : source.lines.slice(startLine - 1, endLine).join('\n');
  const bodyLine = source.text.slice(0, source.text.indexOf(body)).split('\n').length;
  return {
    note,
    body: visible(body),
    startLine: isOwn ? bodyLine : startLine,
    version: noteVersion(source.text),
    changes,
  };
}

function render(shown: readonly WholeNote[], total: number): RenderAnswer<FieldsOf<typeof output>> {
  return ({ characters }) => {
    // Half for what surrounds the bodies, which share the rest.
    const each = Math.floor((characters * 0.5) / Math.max(1, shown.length));
    const cut = shown.map(({ body, ...rest }) => {
      const isCut = body.length > each;
      return { ...rest, body: isCut ? body.slice(0, each).replace(/\n[^\n]*$/, '') : body, isCut };
    });
    const more = total - shown.length;
    return {
      fields: {
        results: cut.map(({ note, body, isCut, version, changes }) => ({
          ...noteItem(note),
          body,
          truncated: isCut,
          version,
          ...(changes.length === 0 ? {} : { changes: [...changes] }),
        })),
      },
      notes: [
        ...(cut.some(({ isCut }) => isCut) ? ['text cut; raise max_tokens for the rest'] : []),
        ...(more > 0 ? [`${more} more notes; memory_search lists them`] : []),
        ...(total === 0 ? ['no note is about it'] : []),
      ],
      text: [
        NOTES_NOTICE,
        ...cut.map(({ note, body, startLine, version, changes }) =>
          [
            noteLine(note),
            `${note.path} version ${version}${note.created === '' ? '' : `, ${note.created}`}${note.author === '' ? '' : `, by ${note.author}`}`,
            ...changes,
            numbered(body, startLine),
          ].join('\n'),
        ),
      ],
    };
  };
}
