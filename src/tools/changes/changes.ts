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
    format: z.enum(['text', 'markdown']).default('text'),
    max_tokens: tokensParameter,
    project: projectParameter,
  }),
  output: changesOutput,
  bounds: { depth: { min: 1, max: 4 } },
  async answer(context, request) {
    const change = await collectChange(context, request);
    const parts = partsOf(change);
    const { format } = request;
    return (budget) => {
      const fitted = fitParts(parts, budget);
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
        notes: notesOf(fitted, budget.tokensMax),
        text: textOf(change, fitted, format),
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

function partsOf(change: CollectedChange) {
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
  ): Part<Item> => ({ title, weight, rows: all.slice(0, rowsMax).map(render), total: all.length });
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
      fitted[name] = { title, items: [], text: '', counts: countsOf(0, total) };
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
    };
  }
  return fitted as Record<keyof Parts, FittedPart>;
}

function notesOf(fitted: Readonly<Record<string, FittedPart>>, tokensMax: number): string[] {
  const cut = Object.entries(fitted).flatMap(([name, { counts }]) =>
    counts.truncated ? [`${counts.returned_count} of ${counts.total_count} ${name}`] : [],
  );
  return cut.length === 0
    ? []
    : [`cut to max_tokens ${tokensMax}: ${cut.join(', ')}. Raise max_tokens for more.`];
}

function textOf(
  { range, report, files }: CollectedChange,
  fitted: Readonly<Record<string, FittedPart>>,
  format: 'text' | 'markdown',
): string[] {
  const head = `${range.text}: ${plural(files.length, 'file')}, ${plural(report.symbols.length, 'changed symbol')}`;
  const isMarkdown = format === 'markdown';
  const parts = Object.values(fitted).flatMap(({ title, text, counts }) => {
    if (counts.total_count === 0) return [];
    const count = counts.truncated
      ? `${counts.returned_count} of ${counts.total_count}`
      : `${counts.total_count}`;
    const lines = text === '' ? [] : text.split('\n');
    return isMarkdown
      ? [`\n### ${title} (${count})\n`, ...lines.map((line) => `- ${escapeMarkdown(line)}`)]
      : [`${title} (${count}):`, ...lines.map((line) => `  ${line}`)];
  });
  return isMarkdown
    ? [`## Changes: ${escapeMarkdown(head)}`, ...parts]
    : [`${head}. ${DATA_NOTICE}`, ...parts];
}

/** Escapes what Markdown would read as markup, or GitHub as a mention or a reference. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|]/g, '\\$&').replace(/(?<=^|\W)([@#])(?=\w)/g, '$1\u200b');
}
