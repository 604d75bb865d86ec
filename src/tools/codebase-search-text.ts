import { z } from 'zod';
import { grouped } from '../base/grouped.ts';
import { pathClasses } from '../query/names/path-class.ts';
import type { Rendering } from './answer/budget.ts';
import { DATA_NOTICE, oneLine, plural, visible } from './answer/display.ts';
import { itemProjectShape, namesOf, notesOfEach, projectPrefix } from './answer/index-fields.ts';
import type { OpenIndex } from './context.ts';
import type { FileMatches } from './grep/scan-files.ts';
import {
  type FoundFile,
  foundFiles,
  isStopped,
  type ProjectScan,
  type ScanProjectsRequest,
  scanDisk,
  scanProjects,
} from './grep/scan-projects.ts';
import { cursorParameter, projectsParameter, tokensParameter } from './input/parameters.ts';
import { pageShape } from './search/page.ts';
import { searchTool } from './search/search-tool.ts';

const QUERY_CHARACTERS_MAX = 1000;
const LINE_CHARACTERS_MAX = 300;
/** Number of matching lines shown per file, by level of detail. */
const LINES_SHOWN = [0, 3, 20] as const;

const input = z.strictObject({
  query: z.string().min(1, 'is empty').max(QUERY_CHARACTERS_MAX).describe('Exact text'),
  regex: z.boolean().default(false).describe('Line by line'),
  ignore_case: z.boolean().default(false).describe('Capitals match small letters'),
  whole_word: z.boolean().default(false).describe('Not inside of longer names'),
  path_glob: z.array(z.string().max(500)).default([]).describe('! excludes'),
  context_lines: z.number().default(0),
  max_results: z.number().default(20).describe('Files'),
  max_tokens: tokensParameter,
  cursor: cursorParameter,
  project: projectsParameter,
});
const itemSchema = z.strictObject({
  ...itemProjectShape,
  path: z.string(),
  /** First matching line. */
  start_line: z.int(),
  end_line: z.int(),
  /** Number of matching lines in the file, including those not shown. */
  match_count: z.int(),
  lines: z.array(
    z.strictObject({ line: z.int(), text: z.string(), context: z.literal(true).optional() }),
  ),
});
type Item = z.infer<typeof itemSchema>;

export const codebaseSearchText = searchTool({
  name: 'codebase_search_text',
  title: 'Search text',
  description:
    'Lines that contain a text or match a regular expression, in all files that are not ignored, with true totals.',
  input,
  output: {
    results: z.array(itemSchema),
    /** The counts are numbers of files. */
    ...pageShape,
    /** Number of matching lines in all files. */
    match_count: z.int(),
    total_is_lower_bound: z.literal(true).optional(),
    /** Number of files that were not searched, by reason. */
    skipped: z.record(z.string(), z.int()),
  },
  bounds: { context_lines: { min: 0, max: 8 }, max_results: { min: 1, max: 100 } },
  // The words of a regular expression are those that its letters spell.
  question: ({ query, regex }) => (regex ? query.replace(/\\[a-zA-Z]/g, ' ') : query),
  seeks: 'files',
  identity: ({ query, regex, ignore_case, whole_word, path_glob }) => [
    query,
    regex,
    ignore_case,
    whole_word,
    path_glob,
  ],
  async whileIndexing({ context, project }, request) {
    const scan = await scanDisk(project, patternOf(request), context.signal);
    const files = scan.matches.map((file) => ({ ...file, owner: {} })).toSorted(byWorth);
    const matchCount = files.reduce((sum, file) => sum + file.matchCount, 0);
    return {
      rows: files
        .slice(0, request.max_results)
        .map((file) => renderFile(file, request.context_lines)),
      detail: 'snippets',
      total: files.length,
      notes: scan.stopped === undefined ? [] : [`${scan.stopped}; totals are lower bounds`],
      fields: {
        match_count: matchCount,
        ...(scan.stopped === undefined ? {} : { total_is_lower_bound: true as const }),
        skipped: { ...scan.skipped },
      },
      head: (count) =>
        `${plural(matchCount, 'line')} in ${plural(files.length, 'file')} for ${JSON.stringify(request.query)} in ${project.name}, ${count} shown. ${DATA_NOTICE}`,
    };
  },
  async answer({ context, indexes, start: { offset } }, request) {
    const scans = await scanProjects(context, indexes, patternOf(request));
    const files = foundFiles(scans, indexes).toSorted(byWorth);
    const page = files.slice(offset, offset + request.max_results);
    const matchCount = files.reduce((sum, file) => sum + file.matchCount, 0);
    const found = `${plural(matchCount, 'line')} in ${plural(files.length, 'file')}`;
    return {
      rows: page.map((file) => renderFile(file, request.context_lines)),
      detail: 'snippets',
      total: files.length,
      notes: [
        ...scanNotes(scans, indexes, files.length),
        ...(request.query.includes('\n')
          ? ['lines are matched one by one; the text has several']
          : []),
      ],
      fields: {
        match_count: matchCount,
        ...(isStopped(scans) ? { total_is_lower_bound: true as const } : {}),
        skipped: skippedOf(scans),
      },
      head: (count) =>
        `${found} for ${JSON.stringify(request.query)} in ${namesOf(indexes)}, ${count} shown. ${DATA_NOTICE}`,
    };
  },
});

function patternOf(request: z.output<typeof input>): ScanProjectsRequest {
  return {
    query: request.query,
    regex: request.regex,
    ignoreCase: request.ignore_case,
    wholeWord: request.whole_word,
    pathGlobs: request.path_glob,
  };
}

function skippedOf(scans: readonly ProjectScan[]): Record<string, number> {
  const all: Record<string, number> = {};
  for (const { skipped } of scans) {
    for (const [reason, count] of Object.entries(skipped)) all[reason] = (all[reason] ?? 0) + count;
  }
  return all;
}

/** Orders sources before tests, examples and generated files; then by number of matches. */
function byWorth(a: FileMatches, b: FileMatches): number {
  // Settings are ranked like code, because a literal text is as likely to be in either.
  const secondaryRank = ({ path }: FileMatches): number =>
    pathClasses(path, 0).some((name) => name !== 'settingsPath') ? 1 : 0;
  return (
    secondaryRank(a) - secondaryRank(b) || b.matchCount - a.matchCount || (a.path < b.path ? -1 : 1)
  );
}

function renderFile(file: FoundFile, contextLines: number): readonly Rendering<Item>[] {
  const first = file.lines[0] ?? 1;
  return LINES_SHOWN.map((shown) => {
    const lines = linesOf(file, file.lines.slice(0, shown), contextLines);
    const item = {
      ...file.owner,
      path: file.path as string,
      start_line: first,
      end_line: first,
      match_count: file.matchCount,
      lines,
    };
    const left = file.matchCount - Math.min(shown, file.lines.length);
    const more = shown > 0 && left > 0 ? [`  … ${plural(left, 'more line')}`] : [];
    const head = `${projectPrefix(file.owner)}${file.path}:${first} (${plural(file.matchCount, 'line')})`;
    const texts = lines.map(({ line, text, context }) =>
      `  ${line}${context === true ? '-' : ':'} ${text}`.trimEnd(),
    );
    return { item, text: [head, ...texts, ...more].join('\n') };
  });
}

/** Returns the matching lines with their context, each line once and in order. */
function linesOf(
  { lines, text }: FileMatches,
  shown: readonly number[],
  contextLines: number,
): Item['lines'] {
  const matching = new Set(lines);
  const around = new Set<number>();
  for (const line of shown) {
    const last = Math.min(text.length, line + contextLines);
    for (let near = Math.max(1, line - contextLines); near <= last; near++) around.add(near);
  }
  return [...around]
    .sort((a, b) => a - b)
    .map((line) => ({
      line,
      text: clip(text[line - 1] ?? ''),
      ...(matching.has(line) ? {} : { context: true as const }),
    }));
}

/**
 * Returns a line with its end cut off if it is too long; the start is unchanged, so columns stay
 * valid.
 */
function clip(line: string): string {
  return line.length <= LINE_CHARACTERS_MAX ? visible(line) : oneLine(line, LINE_CHARACTERS_MAX);
}

function scanNotes(
  scans: readonly ProjectScan[],
  indexes: readonly OpenIndex[],
  fileCount: number,
): string[] {
  const notes = notesOfEach(scans, ({ stopped }) =>
    stopped === undefined ? [] : [`${stopped}; totals are lower bounds`],
  );
  const left = indexes.slice(scans.length);
  if (left.length > 0) notes.push(`not searched, out of time: ${namesOf(left)}`);
  const skipped = Object.entries(skippedOf(scans)).sort(([a], [b]) => (a < b ? -1 : 1));
  const filesRead = scans.reduce((sum, scan) => sum + scan.filesRead, 0);
  const ruledOut = scans.reduce((sum, scan) => sum + scan.ruledOutCount, 0);
  if (fileCount === 0) notes.push(readNote(filesRead, ruledOut));
  if (skipped.length > 0) {
    notes.push(
      `not searched: ${skipped.map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
    );
  }
  return notes;
}

/** Explains an empty answer: which files were read, and why no others. */
function readNote(filesRead: number, ruledOut: number): string {
  if (ruledOut === 0) return `read ${plural(filesRead, 'file')}`;
  const all = plural(filesRead + ruledOut, 'file');
  return `read ${grouped(filesRead)} of ${all}; the word index shows that the others do not contain the text`;
}
