import { z } from 'zod';
import { termsOf } from '../../index/tokenize.ts';
import { NOTE_KINDS } from '../../model/note.ts';
import { NOTE_STATES } from '../../notes/bind.ts';
import { byWeight } from '../../notes/notes-about.ts';
import type { ProjectNote } from '../../notes/project-notes.ts';
import { countsShape } from '../answer/counts.ts';
import { plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import type { OpenIndex } from '../context.ts';
import { searchPages } from '../docs/docs-search.ts';
import { indexTool } from '../index-tool.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { currentNotes, notesOn } from './find-notes.ts';
import { NOTES_NOTICE, noteItemSchema, renderNote } from './note-item.ts';

const QUERY_CHARACTERS_MAX = 1000;
const HITS_MAX = 200;

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .max(QUERY_CHARACTERS_MAX)
    .default('')
    .describe('Words; without them, all notes, newest decisions first'),
  about: z.string().trim().default('').describe('Only about this symbol, file or route'),
  kind: z.string().default('').describe(NOTE_KINDS.join(', ')),
  tag: z.string().default(''),
  state: z.string().default('').describe(NOTE_STATES.join(', ')),
  max_results: z.number().default(20),
  max_tokens: tokensParameter,
  project: projectParameter,
});
type Input = z.output<typeof input>;

export const memorySearch = indexTool({
  name: 'memory_search',
  title: 'Search notes',
  description:
    'Notes about the code: decisions, conventions, traps, how-tos, with what became of the code since. Search before changing code that others decided on.',
  input,
  output: { results: z.array(noteItemSchema), ...countsShape },
  bounds: { max_results: { min: 1, max: 200 } },
  async answer({ open }, request) {
    const notes = await currentNotes(open);
    const about = request.about === '' ? notes : await notesOn(open, notes, request.about);
    const fitting = about.filter(filterOf(request));
    const found =
      request.query === ''
        ? fitting.toSorted(byWeight)
        : await ranked(open, fitting, request.query);
    const rows = found.slice(0, request.max_results).map(renderNote);
    const head = `${plural(found.length, 'note')} in ${open.project.name}. ${NOTES_NOTICE}`;
    return renderList(
      { rows, detail: 'locations', total: found.length },
      ({ items, counts, notes: cuts, text }) => ({
        fields: { results: items, ...counts },
        notes: [...cuts, ...(notes.length === 0 ? ['the project has no notes yet'] : [])],
        text: [head, text],
      }),
    );
  },
});

function filterOf({ kind, tag, state }: Input): (note: ProjectNote) => boolean {
  return (note) =>
    (kind === '' || note.kind === kind.toLowerCase()) &&
    (tag === '' || note.tags.includes(tag)) &&
    (state === '' || note.state === state.toLowerCase());
}

/** Ranks notes as docs_search ranks pages. Files that are no pages follow, if they have all words. */
async function ranked(
  open: OpenIndex,
  notes: readonly ProjectNote[],
  query: string,
): Promise<readonly ProjectNote[]> {
  const { snapshot } = open;
  const paths = new Set<string>(notes.map(({ path }) => path));
  const pages = { query, pathFilter: (path: string) => paths.has(path) };
  const { hits } = await searchPages(open, pages, HITS_MAX);
  const { graph } = snapshot;
  const found = new Set<ProjectNote>();
  for (const { path, startLine, otherRanges } of hits)
    for (const line of [startLine, ...otherRanges.map((range) => range.startLine)]) {
      const around = enclosingSymbol(graph, path, line);
      for (const note of notes) if (isAround(note, around, snapshot)) found.add(note);
    }
  const words = termsOf(query);
  const unindexed = notes.filter(({ title, body }) => {
    const own = new Set(termsOf(`${title} ${body ?? ''}`));
    return body !== undefined && words.every((word) => own.has(word));
  });
  return [...found, ...unindexed];
}

/** Whether a section is in the page or section of a note. */
function isAround(note: ProjectNote, section: number, { graph }: OpenIndex['snapshot']): boolean {
  for (let at = section; at >= 0; at = graph.parentOf(at)) if (at === note.node) return true;
  return false;
}
