/** The answer of `explain`: a pack with its code, cut to a budget, and its printers. */
import { z } from 'zod';
import type { PackRow, PackSection } from '../../explain/pack.ts';
import { bodySchema } from '../answer/body.ts';
import { shownLine } from '../answer/condensed.ts';
import { DATA_NOTICE, numbered, numberedLine, place } from '../answer/display.ts';
import { FEW_MORE } from '../answer/shared-edges.ts';
import { symbolRefSchema } from '../answer/symbol-card.ts';

export const FORMATS = ['text', 'json', 'markdown', 'mermaid'] as const;
export type Format = (typeof FORMATS)[number];

const rowSchema = z.strictObject({
  symbol: z.string(),
  path: z.string(),
  lines: z.array(z.int()),
  text: z.string(),
  edge: z.strictObject({ from: z.string(), to: z.string() }).optional(),
  /** The first of the lines, as it is on disk. */
  code: z.string().optional(),
});

export const explainedShape = {
  about: z.array(z.string()),
  /** Present if nothing fits, or words of the question are nowhere: says what was searched. */
  absent: z.string().optional(),
  /** The symbols that carry the answer; `body.truncated` if one is not whole. */
  core: z.array(
    z.strictObject({
      ...symbolRefSchema.shape,
      body: bodySchema.optional(),
      /** If the body is not whole: the other lines that say what the symbol does. */
      outline: z.array(z.strictObject({ line: z.int(), text: z.string() })).optional(),
    }),
  ),
  sections: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      /** Number of rows there are in all. */
      total_count: z.int(),
      returned_count: z.int(),
      truncated: z.boolean(),
      items: z.array(rowSchema),
    }),
  ),
} as const;

const explainedSchema = z.strictObject(explainedShape);
export type Explained = z.infer<typeof explainedSchema>;
type Section = Explained['sections'][number];
type Core = Explained['core'][number];

/** Returns the first rows of a section, with the code that `codeOf` knows. */
export function shownSection(
  { name, title, rows }: PackSection,
  rowsMax: number,
  codeOf: (row: PackRow) => string,
): Section {
  const isNearlyWhole = rowsMax > FEW_MORE && rows.length <= rowsMax + FEW_MORE;
  const items = rows
    .slice(0, isNearlyWhole ? rows.length : rowsMax)
    .map(({ hasCode, lines, edge, ...row }) => {
      const code = hasCode ? codeOf({ ...row, lines, hasCode }) : '';
      return {
        ...{ ...row, lines: lines.slice(0, LINES_MAX) },
        ...(edge === undefined ? {} : { edge: { ...edge } }),
        ...(code === '' ? {} : { code }),
      };
    });
  const counts = { total_count: rows.length, returned_count: items.length };
  return { name, title, ...counts, truncated: items.length < rows.length, items };
}

const LINES_MAX = 8;

/** Returns the answer in a format, as lines to be joined. */
export function printExplained(explained: Explained, format: Format): readonly string[] {
  switch (format) {
    case 'json':
      return [JSON.stringify(explained)];
    case 'mermaid':
      return mermaid(explained);
    case 'markdown':
      return markdown(explained);
    case 'text':
      return text(explained);
  }
}

function text({ core, sections, absent = '' }: Explained): readonly string[] {
  return [
    absent,
    core.length === 0 ? '' : DATA_NOTICE,
    ...core.flatMap((symbol) => [headOf(symbol), codeOf(symbol)]),
    ...sections.flatMap((section) => [
      `${titleOf(section)}:`,
      ...section.items.map(
        (row) =>
          `  ${citation(row)}${row.text === '' ? '' : ` ${row.text}`}${codeLine(row, '\n    ')}`,
      ),
    ]),
  ];
}

function headOf({ id, kind, path, start_line, end_line, body, outline }: Core): string {
  const name = id === path ? '' : ` ${id.slice(path.length + 2)}`;
  const cut = body?.truncated === true ? `, lines ${body.start_line}-${body.end_line} of it` : '';
  const rest = body === undefined ? '' : ' of the rest';
  const short = outline === undefined ? '' : `, calls and branches${rest}`;
  return `${place(path, start_line, end_line)} ${kind}${name}${cut}${short}`;
}

/** Returns the lines of the body between those of the outline before and after it. */
function codeOf({ body, outline = [] }: Core): string {
  const [start, code] =
    body === undefined ? [0, []] : [body.start_line, [numbered(body.text, body.start_line)]];
  const before = outline.filter(({ line }) => line < start);
  const after = outline.filter(({ line }) => line >= start);
  return [...before.map(shownLine), ...code, ...after.map(shownLine)].join('\n');
}

function titleOf({ title, total_count: total, returned_count: shown }: Section): string {
  return shown < total ? `${title} (${shown} of ${total})` : title;
}

function citation({ path, lines }: Section['items'][number]): string {
  return lines.length === 0 ? path : `${path}:${lines.join(',')}`;
}

function codeLine({ code, lines }: Section['items'][number], before: string): string {
  return code === undefined ? '' : `${before}${numberedLine(lines[0] ?? 0, code)}`;
}

/** A fence that no line of the code ends. */
const FENCE = '~~~~';

function markdown({ about, core, sections, absent = '' }: Explained): readonly string[] {
  return [
    `# ${about.join(', ')}`,
    absent,
    ...core.flatMap((symbol) => [`## ${headOf(symbol)}`, FENCE, codeOf(symbol), FENCE]),
    ...sections.flatMap((section) => [
      `## ${titleOf(section)}`,
      ...section.items.map((row) => `- \`${citation(row)}\` ${row.text.replaceAll('`', "'")}`),
    ]),
  ];
}

/** Returns a flow chart of all edges; a node is named without its path. */
function mermaid({ sections }: Explained): readonly string[] {
  const numbers = new Map<string, number>();
  const nodeOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `n${number}`;
  };
  const edges = sections.flatMap(({ items }) =>
    items.flatMap(({ edge }) =>
      edge === undefined ? [] : [`  ${nodeOf(edge.from)} --> ${nodeOf(edge.to)}`],
    ),
  );
  const nodes = [...numbers].map(([id, number]) => `  n${number}["${labelOf(id)}"]`);
  return ['flowchart LR', ...nodes, ...new Set(edges)];
}

function labelOf(id: string): string {
  return id.replace(/^.*\/(?=[^/]*$)/, '').replaceAll('"', "'");
}
