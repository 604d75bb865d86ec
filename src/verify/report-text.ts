import { grouped } from '../base/grouped.ts';
import { textTable } from '../base/text-table.ts';
import type { KindReport, VerifyReport } from './report.ts';

const HEADINGS = ['kind', 'ours', 'compiler', 'both', 'precision', 'recall', 'unverifiable'];

/** Returns the report as text: a table, then samples of the differences. */
export function reportText(report: VerifyReport): string {
  const { typescript, files, seconds, memory_bytes: memory, missing_files: missing } = report;
  return [
    `${report.project}: ${grouped(files)} files compared with TypeScript ${typescript.version} (${typescript.path}) in ${seconds.toFixed(1)} s, ${grouped(Math.round(memory / 1e6))} MB`,
    '',
    ...table(report.kinds),
    '',
    ...report.kinds.flatMap(missLines),
    ...report.kinds.flatMap(extraLines),
    ...unresolvedNotes(report),
    ...NOTES.map((note) => `note: ${note}`),
    ...(missing.length === 0
      ? []
      : [`note: the compiler skipped ${missing.slice(0, 5).join(', ')} (${missing.length})`]),
  ].join('\n');
}

const NOTES = [
  'one edge per file, line and target; imports per pair of files',
  'unverifiable: our edges where the compiler resolves no symbol (packages that are not installed, any); counted on neither side',
  'references: all types are required; values used without a call are checked only where the graph has them',
];

/** Explains how much of the code the compiler itself could not judge. */
function unresolvedNotes({ kinds, missing_packages: packages }: VerifyReport): string[] {
  const calls = kinds.find(({ kind }) => kind === 'calls')?.unresolved ?? 0;
  const notes: string[] = [];
  if (calls > 0)
    notes.push(
      `note: the compiler resolves no symbol for ${grouped(calls)} calls; they are not counted`,
    );
  if (packages.length > 0) {
    const named = packages.slice(0, PACKAGES_SHOWN_MAX).join(', ');
    notes.push(
      `note: recall is an upper bound, because ${packages.length} packages are not installed (${named})`,
    );
  }
  return notes;
}

/** Maximum number of packages that a note names. */
const PACKAGES_SHOWN_MAX = 5;

function table(kinds: readonly KindReport[]): string[] {
  const rows = kinds.flatMap((kind) => [
    [kind.kind, ...cells(kind), String(kind.unverifiable)],
    ...kind.forms.map((form) => [`  ${form.form}`, ...cells(form), '']),
  ]);
  return textTable([HEADINGS, ...rows]);
}

function cells(
  row: Pick<KindReport, 'ours' | 'compiler' | 'both' | 'precision' | 'recall'>,
): string[] {
  return [
    String(row.ours),
    String(row.compiler),
    String(row.both),
    share(row.precision),
    share(row.recall),
  ];
}

/** Rounded down, so that 1 is shown only for a complete match. */
function share(value: number | null): string {
  return value === null ? '–' : (Math.floor(value * 10_000) / 10_000).toFixed(4);
}

function missLines({ kind, misses, misses_total: total }: KindReport): string[] {
  if (misses.length === 0) return [];
  return [
    `misses, ${kind} (${misses.length} of ${total}): found by the compiler only`,
    ...misses.map(
      ({ at, form, name, place, symbols }) =>
        `  ${at} ${formWord(form)}${name} → ${symbols[0] ?? `${place} (not in the graph)`}`,
    ),
    '',
  ];
}

function extraLines({ kind, extras, extras_total: total }: KindReport): string[] {
  if (extras.length === 0) return [];
  return [
    `extras, ${kind} (${extras.length} of ${total}): found by the graph only`,
    ...extras.map(({ at, form, evidence, source, target, instead }) => {
      const other = instead.length === 0 ? '' : `; compiler: ${instead[0]}`;
      return `  ${at} ${formWord(form)}${source} → ${target} [${evidence}]${other}`;
    }),
    '',
  ];
}

function formWord(form: string): string {
  return form === 'plain' || form === 'value' || form === 'type' ? '' : `${form} `;
}
