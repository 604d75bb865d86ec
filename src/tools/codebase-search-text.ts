import { z } from 'zod';
import type { Snapshot } from '../index/snapshot.ts';
import type { RepoPath } from '../model/path.ts';
import type { Project } from '../project/project.ts';
import { literalFiles } from '../query/literal/literal-files.ts';
import { pathClasses } from '../query/names/path-class.ts';
import { fitRenderings, type Rendering, TOKEN_BOUNDS, withinBudget } from './answer/budget.ts';
import { DATA_NOTICE, oneLine, plural } from './answer/display.ts';
import { indexFields, indexShape } from './answer/index-fields.ts';
import { openIndex } from './context.ts';
import { compilePattern } from './grep/pattern.ts';
import { type FileMatches, type ScanResult, scanFiles } from './grep/scan-files.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';
import { pathGlobFilter } from './input/path-globs.ts';
import { pageStart } from './search/cursor.ts';
import { pageFields, pageShape } from './search/page.ts';
import { defineTool } from './tool.ts';

const QUERY_CHARACTERS_MAX = 1000;
const LINE_CHARACTERS_MAX = 300;
/** Matching lines of one file by level of detail. */
const LINES_SHOWN = [0, 3, 20] as const;

const input = z.strictObject({
  query: z.string().min(1, 'is empty').max(QUERY_CHARACTERS_MAX).describe('Exact text'),
  regex: z.boolean().default(false).describe('Line by line'),
  ignore_case: z.boolean().default(false),
  whole_word: z.boolean().default(false),
  path_glob: z.array(z.string().max(500)).default([]).describe('! excludes'),
  context_lines: z.number().default(0),
  max_results: z.number().default(20).describe('Files'),
  max_tokens: tokensParameter,
  cursor: z.string().max(200).optional(),
  project: projectParameter,
});
type Input = z.output<typeof input>;

const itemSchema = z.strictObject({
  path: z.string(),
  /** First matching line. */
  start_line: z.int(),
  end_line: z.int(),
  /** Matching lines of the file, shown or not. */
  match_count: z.int(),
  lines: z.array(
    z.strictObject({ line: z.int(), text: z.string(), context: z.literal(true).optional() }),
  ),
});
type Item = z.infer<typeof itemSchema>;

const output = z.strictObject({
  ...indexShape,
  results: z.array(itemSchema),
  /** Counts are of files. */
  ...pageShape,
  /** Matching lines in all files. */
  match_count: z.int(),
  total_is_lower_bound: z.literal(true).optional(),
  /** Files that were not searched, by reason. */
  skipped: z.record(z.string(), z.int()),
});

export const codebaseSearchText = defineTool({
  name: 'codebase_search_text',
  title: 'Search text',
  description:
    'Lines that hold a text or match a regular expression, in all files that are not ignored, with true totals.',
  input,
  output,
  bounds: {
    context_lines: { min: 0, max: 8 },
    max_results: { min: 1, max: 100 },
    max_tokens: TOKEN_BOUNDS,
  },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const opened = await openIndex(context, request.project);
    const { project, snapshot } = opened;
    const owner = { generation: snapshot.generation, request: identityOf(project, request) };
    const start = pageStart(owner, request.cursor);
    const { offset } = start;
    const { expression, literal } = compilePattern({
      query: request.query,
      regex: request.regex,
      ignoreCase: request.ignore_case,
      wholeWord: request.whole_word,
    });
    const paths = await pathsToRead(project, snapshot, request, literal, context.signal);
    const scan = await scanFiles(project, paths, expression, context.signal);
    const files = scan.matches.toSorted(byWorth);
    const page = files.slice(offset, offset + request.max_results);
    const rows = page.map((file) => renderFile(file, request.context_lines));
    const matchCount = files.reduce((sum, file) => sum + file.matchCount, 0);
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(rows, {
        budget,
        detail: 'snippets',
        tokensMax: request.max_tokens,
      });
      const notes = [
        ...scanNotes(scan, files.length),
        ...(request.query.includes('\n')
          ? ['lines are matched one by one; the text has several']
          : []),
      ];
      const head = `${plural(matchCount, 'line')} in ${plural(files.length, 'file')} for ${JSON.stringify(request.query)} in ${project.name}, ${fitted.items.length} shown. ${DATA_NOTICE}`;
      return {
        structured: {
          ...indexFields(opened),
          results: [...fitted.items],
          ...pageFields(fitted, { owner, start, total: files.length, notes }),
          match_count: matchCount,
          ...(scan.stopped === undefined ? {} : { total_is_lower_bound: true as const }),
          skipped: { ...scan.skipped },
        },
        text: [head, fitted.text].filter((part) => part !== '').join('\n'),
      };
    });
  },
});

function identityOf(project: Project, request: Input): unknown {
  const { query, regex, ignore_case, whole_word, path_glob } = request;
  return [project.name, query, regex, ignore_case, whole_word, path_glob];
}

/** Every file that may hold a match: indexed ones are asked of the index, the others are read. */
async function pathsToRead(
  project: Project,
  snapshot: Snapshot,
  request: Input,
  literal: string | undefined,
  signal: AbortSignal | undefined,
): Promise<readonly RepoPath[]> {
  const isWanted = pathGlobFilter(request.path_glob) ?? (() => true);
  const index = snapshot.text;
  const may = new Uint8Array(index.fileCount).fill(literal === undefined ? 1 : 0);
  if (literal !== undefined) for (const file of literalFiles(index, literal).files) may[file] = 1;
  const all = new Set([...(await project.files(signal)), ...snapshot.graph.paths()]);
  // What changed since it was indexed is read whatever the index says of it.
  return [...all].sort().filter((path) => {
    const file = index.fileNumber(path);
    return isWanted(path) && (file < 0 || may[file] === 1);
  });
}

/** Sources before tests, examples and generated files, then those with most matches. */
function byWorth(a: FileMatches, b: FileMatches): number {
  const isAside = ({ path }: FileMatches): number => (pathClasses(path, 0).length > 0 ? 1 : 0);
  return isAside(a) - isAside(b) || b.matchCount - a.matchCount || (a.path < b.path ? -1 : 1);
}

function renderFile(file: FileMatches, contextLines: number): readonly Rendering<Item>[] {
  const first = file.lines[0] ?? 1;
  return LINES_SHOWN.map((shown) => {
    const lines = linesOf(file, file.lines.slice(0, shown), contextLines);
    const item = {
      path: file.path as string,
      start_line: first,
      end_line: first,
      match_count: file.matchCount,
      lines,
    };
    const left = file.matchCount - Math.min(shown, file.lines.length);
    const more = shown > 0 && left > 0 ? [`  … ${plural(left, 'more line')}`] : [];
    const head = `${file.path}:${first} (${plural(file.matchCount, 'line')})`;
    const texts = lines.map(({ line, text, context }) =>
      `  ${line}${context === true ? '-' : ':'} ${text}`.trimEnd(),
    );
    return { item, text: [head, ...texts, ...more].join('\n') };
  });
}

/** The lines with those around them, each once, in order. */
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

/** A line as it is but for its end, so that columns stay. */
function clip(line: string): string {
  return line.length <= LINE_CHARACTERS_MAX ? line : oneLine(line, LINE_CHARACTERS_MAX);
}

function scanNotes(scan: ScanResult, fileCount: number): string[] {
  const notes: string[] = [];
  if (scan.stopped !== undefined) notes.push(`${scan.stopped}; totals are lower bounds`);
  const skipped = Object.entries(scan.skipped).sort(([a], [b]) => (a < b ? -1 : 1));
  if (fileCount === 0) notes.push(`read ${plural(scan.filesRead, 'file')}`);
  if (skipped.length > 0) {
    notes.push(
      `not searched: ${skipped.map(([reason, count]) => `${reason} ${count}`).join(', ')}`,
    );
  }
  return notes;
}
