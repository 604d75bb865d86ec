import { z } from 'zod';
import { at } from '../../base/assert.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, plural, visible } from '../answer/display.ts';
import { readTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { type ChangedText, OMISSIONS, renderChanges, selectedChanges } from './changed-text.ts';
import { fileFields, fileLine, fileShape, sourceShape } from './working-changes.ts';

const LINE_CHARACTERS_MAX = 512;

const itemSchema = z.strictObject({
  ...fileShape,
  /** Hunks of a unified diff against HEAD; of a new file its first lines. */
  snippet: z.string().optional(),
  /** Why there is no snippet. */
  snippet_omitted: z.enum(OMISSIONS).optional(),
  /** Whether lines of the change are missing in the snippet. */
  snippet_truncated: z.boolean(),
});
type Item = z.infer<typeof itemSchema>;

export const gitChangedSnippets = readTool({
  name: 'git_changed_snippets',
  title: 'Changed snippets',
  description: 'The changed lines of the working tree against HEAD, secrets masked.',
  input: z.strictObject({
    path_glob: z.array(z.string()).default([]).describe('Only files that match; "!" excludes'),
    max_results: z.number().default(20),
    max_lines: z.number().default(20).describe('Lines per file'),
    context_lines: z.number().default(3),
    max_tokens: tokensParameter,
    project: projectParameter,
  }),
  output: { ...sourceShape, items: z.array(itemSchema), ...countsShape },
  bounds: {
    max_results: { min: 1, max: 200 },
    max_lines: { min: 1, max: 2000 },
    context_lines: { min: 0, max: 20 },
  },
  async answer(context, request) {
    const selected = await selectedChanges(context, request);
    const { total, first, texts } = selected;
    const rows = first.map((file): Rendering<Item>[] => {
      const head = fileFields(file);
      const line = fileLine(file);
      const text = texts.get(file.path) ?? 'unreadable';
      if (typeof text === 'string') {
        const item = { ...head, snippet_omitted: text, snippet_truncated: false };
        return [{ item, text: `${line} (not shown: ${text.replaceAll('_', ' ')})` }];
      }
      const { snippet, isCut } = snippetOf(text, request.max_lines, request.context_lines);
      const bare = { ...head, snippet_omitted: 'budget' as const, snippet_truncated: true };
      const full = { ...head, snippet, snippet_truncated: isCut };
      const shorter = { item: bare, text: `${line} (not shown: budget)` };
      return [shorter, shorter, { item: full, text: `${line}\n${indented(snippet)}` }];
    });
    const head = `${plural(total, 'changed file')}. ${DATA_NOTICE}`;
    return renderChanges(selected, { rows, detail: 'snippets', head });
  },
});

/** Returns the hunks of a unified diff, cut after `linesMax` lines. */
function snippetOf(
  { oldLines, newLines, changes }: ChangedText,
  linesMax: number,
  context: number,
): { readonly snippet: string; readonly isCut: boolean } {
  const lines: string[] = [];
  for (let next = 0; next < changes.length; ) {
    const first = at(changes, next);
    let last = first;
    const own = [first];
    for (next++; next < changes.length; next++) {
      const following = at(changes, next);
      if (following.newStart - last.newEnd > 2 * context) break;
      own.push(following);
      last = following;
    }
    const before = Math.min(context, first.newStart);
    const after = Math.min(context, newLines.length - last.newEnd);
    const oldFrom = first.oldStart - before;
    const newFrom = first.newStart - before;
    lines.push(
      `@@ -${range(oldFrom, last.oldEnd + after)} +${range(newFrom, last.newEnd + after)} @@`,
    );
    let position = newFrom;
    for (const { oldStart, oldEnd, newStart, newEnd } of own) {
      for (const line of newLines.slice(position, newStart)) lines.push(` ${line}`);
      for (const line of oldLines.slice(oldStart, oldEnd)) lines.push(`-${line}`);
      for (const line of newLines.slice(newStart, newEnd)) lines.push(`+${line}`);
      position = newEnd;
    }
    for (const line of newLines.slice(position, position + after)) lines.push(` ${line}`);
  }
  const shown = lines.slice(0, linesMax);
  const cut = shown.map((line) =>
    line.length > LINE_CHARACTERS_MAX ? `${line.slice(0, LINE_CHARACTERS_MAX - 1)}…` : line,
  );
  const isCut = shown.length < lines.length || cut.some((line, row) => line !== shown[row]);
  return { snippet: visible(cut.join('\n')), isCut };
}

function range(start: number, end: number): string {
  const count = end - start;
  if (count === 1) return `${end}`;
  return count === 0 ? `${start},0` : `${start + 1},${count}`;
}

function indented(text: string): string {
  return text === '' ? '  (no line changed)' : text.replace(/^/gm, '  ');
}
