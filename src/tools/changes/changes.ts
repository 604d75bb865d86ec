import { z } from 'zod';
import { type Budget, fitRenderings, type Rendering } from '../answer/budget.ts';
import { type Counts, countsOf } from '../answer/counts.ts';
import { DATA_NOTICE, plural } from '../answer/display.ts';
import { sideFields } from '../git/graph-diff.ts';
import { readTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { notesOfChange, renderNoteRow } from './changed-notes.ts';
import { type CollectedChange, collectChange } from './collect.ts';
import { countFindings, findingsOf } from './findings.ts';
import {
  affectedRow,
  coChangeRow,
  documentationRow,
  entryPointRow,
  fileRow,
  findingRow,
  ownerRow,
  symbolRow,
  testRow,
} from './rows.ts';
import { changesOutput } from './schemas.ts';

/** Most items of a list that are rendered; a larger budget would not show more. */
const ROWS_MAX = 500;
/** Those with the most commits can answer questions about the files. */
const OWNERS_MAX = 5;

const FORMATS = ['text', 'markdown'] as const;
type Format = (typeof FORMATS)[number];

export const changes = readTool({
  name: 'changes',
  title: 'Changes',
  description:
    'What a diff touches and breaks: symbols by risk, broken and affected callers and routes, tests to run, docs to check, usual co-changes, owners.',
  input: z.strictObject({
    range: z
      .string()
      .trim()
      .default('')
      .describe('Default: uncommitted changes. Or staged, A..B, main...HEAD, one commit'),
    depth: z.number().default(2).describe('Steps of affected callers'),
    format: z.enum(FORMATS).default('text'),
    max_tokens: tokensParameter,
    project: projectParameter,
  }),
  output: changesOutput,
  bounds: { depth: { min: 1, max: 4 } },
  async answer(context, request) {
    const change = await collectChange(context, request);
    const { format } = request;
    const parts = partsOf(change, format);
    return (budget) => {
      const { fitted, text, notes } = fitAnswer(change, parts, format, budget);
      const list = <Name extends keyof Parts>(name: Name) => {
        const { items, counts } = fitted[name];
        return { items: items as RowsOf<Parts[Name]>[], ...counts };
      };
      const { tests } = change.report;
      return {
        fields: {
          project: change.open.project.name,
          from: sideFields(change.from),
          to: sideFields(change.to),
          finding_counts: countFindings(parts.findings.all),
          files: list('files'),
          findings: list('findings'),
          symbols: list('symbols'),
          affected: list('affected'),
          entry_points: list('entry_points'),
          tests: {
            ...list('tests'),
            reaching_count: tests.reachingCount,
            all_count: tests.allCount,
          },
          documentation: list('documentation'),
          memory: list('memory'),
          usually_together: list('usually_together'),
          owners: list('owners'),
        },
        notes,
        text,
      };
    };
  },
});

/** A list of the answer. */
interface Part<Item> {
  readonly title: string;
  /** Share of the budget, relative to the others. */
  readonly weight: number;
  readonly rows: readonly Rendering<Item>[];
  readonly total: number;
}

type RowsOf<List> = List extends Part<infer Item> ? Item : never;
type Parts = Omit<ReturnType<typeof partsOf>, never>;

function partsOf(change: CollectedChange, format: Format) {
  const { report, files } = change;
  const symbolCounts = new Map<string, number>();
  for (const { now, old } of [...report.symbols, ...report.sections]) {
    const path = (now ?? old)?.path ?? '';
    symbolCounts.set(path, (symbolCounts.get(path) ?? 0) + 1);
  }
  const findings = findingsOf(change);
  const part = <Row, Item>(
    title: string,
    weight: number,
    all: readonly Row[],
    render: (row: Row) => Rendering<Item>,
    rowsMax = ROWS_MAX,
  ): Part<Item> => {
    const rows = all.slice(0, rowsMax).map((row) => inFormat(render(row), format));
    return { title, weight, rows, total: all.length };
  };
  return {
    findings: { ...part('Findings', 4, findings, findingRow), all: findings },
    symbols: part('Symbols by risk', 6, report.symbols, symbolRow),
    affected: part('Affected callers and subtypes, by distance', 3, report.affected, affectedRow),
    entry_points: part('Entry points', 2, report.entryPoints, entryPointRow),
    tests: part('Tests to run', 3, report.tests.tests, testRow),
    documentation: part('Documentation to check', 2, report.documentation, documentationRow),
    memory: part('Notes about what changed', 2, notesOfChange(change), renderNoteRow),
    usually_together: part(
      'Usually changed together, not in the diff',
      1,
      change.coChanges,
      coChangeRow,
    ),
    owners: part('Recent authors of these files', 1, change.owners, ownerRow, OWNERS_MAX),
    files: part('Files', 2, files, (file) => fileRow(file, symbolCounts)),
  };
}

interface FittedPart {
  readonly title: string;
  readonly items: readonly unknown[];
  readonly text: string;
  readonly counts: Counts;
  /** Whether a larger budget would show more. */
  readonly isCut: boolean;
}

/** Fits each list into its share; what one leaves is for the next ones. */
function fitParts(
  parts: Parts,
  budget: Budget & { readonly tokensMax: number },
): Readonly<Record<keyof Parts, FittedPart>> {
  let left = budget.characters;
  const all = Object.entries(parts).filter(([, { rows }]) => rows.length > 0);
  let weights = all.reduce((sum, [, { weight }]) => sum + weight, 0);
  const fitted: Record<string, FittedPart> = {};
  for (const [name, { title, weight, rows, total }] of Object.entries(parts)) {
    if (rows.length === 0) {
      fitted[name] = { title, items: [], text: '', counts: countsOf(0, total), isCut: false };
      continue;
    }
    const characters = Math.floor((left * weight) / weights);
    const { items, text, size } = fitRenderings<unknown>(
      rows.map((row) => [row]),
      {
        budget: { characters, channel: budget.channel },
        detail: 'locations',
        tokensMax: budget.tokensMax,
      },
    );
    // The first item is always shown by the list itself; with no room at all it is left out too.
    const isShown = size <= Math.max(characters, left / 2);
    left -= isShown ? size : 0;
    weights -= weight;
    const shown = isShown ? items : [];
    fitted[name] = {
      title,
      items: shown,
      text: isShown ? text : '',
      counts: countsOf(shown.length, total),
      isCut: shown.length < rows.length,
    };
  }
  return fitted as Record<keyof Parts, FittedPart>;
}

/** A comment on GitHub has at most 65,536 characters; a caller may add a line of its own. */
const COMMENT_CHARACTERS_MAX = 65_000;
/** Share of the budget that is tried next if a comment is too long. */
const SMALLER = 0.9;

/** Fits the lists into the budget, and as Markdown into a comment of a pull request. */
function fitAnswer(
  change: CollectedChange,
  parts: Parts,
  format: Format,
  budget: Budget & { readonly tokensMax: number },
) {
  let fitted = fitParts(parts, budget);
  let limit = `max_tokens ${budget.tokensMax}`;
  if (format === 'text') {
    return { fitted, text: textOf(change, fitted), notes: notesOf(fitted, limit) };
  }
  let text = commentOf(change, fitted, limit);
  let { characters } = budget;
  while (text.join('\n').length > COMMENT_CHARACTERS_MAX) {
    characters = Math.min(characters * SMALLER, COMMENT_CHARACTERS_MAX);
    limit = 'the size of a comment';
    fitted = fitParts(parts, { ...budget, characters });
    text = commentOf(change, fitted, limit);
  }
  return { fitted, text, notes: [] };
}

type Fitted = Readonly<Record<string, FittedPart>>;

function notesOf(fitted: Fitted, limit: string): string[] {
  const cut = Object.entries(fitted).flatMap(([name, { counts, isCut }]) =>
    isCut ? [`${counts.returned_count} of ${counts.total_count} ${name}`] : [],
  );
  const more = limit.startsWith('max_tokens') ? ' Raise max_tokens for more.' : '';
  return cut.length === 0 ? [] : [`cut to ${limit}: ${cut.join(', ')}.${more}`];
}

function textOf(change: CollectedChange, fitted: Fitted): string[] {
  const parts = titled(fitted).flatMap(({ title, text }) => [
    `${title}:`,
    ...(text === '' ? [] : text.split('\n').map((line) => `  ${line}`)),
  ]);
  return [`${headOf(change)}. ${DATA_NOTICE}`, ...parts];
}

function commentOf(change: CollectedChange, fitted: Fitted, limit: string): string[] {
  return [
    `## Changes: ${escapeMarkdown(headOf(change))}`,
    ...titled(fitted).flatMap(({ title, text }) => [`\n### ${title}\n`, text]),
    ...notesOf(fitted, limit).map((note) => `\n${escapeMarkdown(note)}`),
  ];
}

function headOf({ range, report, files }: CollectedChange): string {
  return `${range.text}: ${plural(files.length, 'file')}, ${plural(report.symbols.length, 'changed symbol')}`;
}

/** Returns the lists that are not empty, with their counts in the titles. */
function titled(fitted: Fitted): readonly { readonly title: string; readonly text: string }[] {
  return Object.values(fitted).flatMap(({ title, text, counts }) => {
    const { returned_count: shown, total_count: total, truncated } = counts;
    const count = truncated ? `${shown} of ${total}` : `${total}`;
    return total === 0 ? [] : [{ title: `${title} (${count})`, text }];
  });
}

/** Renders a row as it is in the answer, so that its size counts as a whole. */
function inFormat<Item>(row: Rendering<Item>, format: Format): Rendering<Item> {
  if (format === 'text') return row;
  return { ...row, text: `- ${escapeMarkdown(row.text.replaceAll('\n', ' '))}` };
}

/** Escapes what Markdown would read as markup, or GitHub as a mention or a reference. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|]/g, '\\$&').replace(/(?<=^|\W)([@#])(?=\w)/g, '$1\u200b');
}
