import { z } from 'zod';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { oneLine, plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { indexTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { currentNotes } from './find-notes.ts';
import { NOTES_NOTICE } from './note-item.ts';
import { REVIEW_KINDS, type ReviewFinding, reviewNotes } from './review.ts';

const TEXT_CHARACTERS_MAX = 300;

const input = z.strictObject({
  kinds: z
    .array(z.enum(REVIEW_KINDS))
    .default([])
    .describe(`Only these: ${REVIEW_KINDS.join(', ')}`),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  finding: z.enum(REVIEW_KINDS),
  /** Id of the note; empty if it cannot be read. */
  note: z.string(),
  kind: z.string(),
  title: z.string(),
  path: z.string(),
  line: z.int(),
  detail: z.string(),
  /** Whether "note check" fails because of it. */
  fails: z.boolean(),
});
type Item = z.infer<typeof itemSchema>;

export const memoryReview = indexTool({
  name: 'memory_review',
  title: 'Review notes',
  description:
    'Notes that need attention: their code changed, moved or is gone, or they repeat or contradict others.',
  input,
  output: {
    results: z.array(itemSchema),
    /** Number of all findings that fail "note check", including those not shown. */
    failing_count: z.int(),
    ...countsShape,
  },
  async answer({ open, project, snapshot }, { kinds }) {
    const notes = await currentNotes(open);
    const found = reviewNotes(notes, snapshot).filter(
      ({ kind }) => kinds.length === 0 || kinds.includes(kind),
    );
    const failing = found.filter(({ isFailing }) => isFailing).length;
    const head = `${plural(found.length, 'finding')} in ${plural(notes.length, 'note')} of ${project.name}. ${NOTES_NOTICE}`;
    const rows = found.map((one) => [render(one)]);
    return renderList({ rows, detail: 'locations' }, ({ items, counts, notes: cuts, text }) => ({
      fields: { results: items, failing_count: failing, ...counts },
      notes: cuts,
      text: [head, text],
    }));
  },
});

function render({ kind, note, path, line, detail, isFailing }: ReviewFinding): Rendering<Item> {
  const item = {
    finding: kind,
    note: note?.id ?? '',
    kind: note?.kind ?? '',
    title: oneLine(note?.title ?? '', TEXT_CHARACTERS_MAX),
    path,
    line,
    detail: oneLine(detail, TEXT_CHARACTERS_MAX),
    fails: isFailing,
  };
  const subject = note === undefined ? '' : ` ${note.kind} ${note.id}`;
  return { item, text: `${path}:${line} ${kind}${subject}: ${item.detail}` };
}
