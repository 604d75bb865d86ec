import { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { openIndex } from '../context.ts';
import { readTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { type ChangedText, changedTexts } from './changed-text.ts';
import {
  fileFields,
  fileLine,
  SOURCES,
  STATUSES,
  sourceFields,
  workingChanges,
} from './working-changes.ts';

/** Most symbols that are named for one file. */
const SYMBOLS_MAX = 12;

const itemSchema = z.strictObject({
  status: z.enum(STATUSES),
  path: z.string(),
  old_path: z.string().optional(),
  staged: z.boolean(),
  unstaged: z.boolean(),
  language: z.string().optional(),
  /** Ids of the innermost symbols with changed lines, in source order. */
  symbols: z.array(z.string()),
  symbol_count: z.int(),
});

export const gitChangedFiles = readTool({
  name: 'git_changed_files',
  title: 'Changed files',
  description:
    'Files that differ from HEAD: status, renames, staged or not, language, symbols touched. Without git: since the last snapshot.',
  input: z.strictObject({
    path_glob: z.array(z.string()).default([]).describe('Only files that match; "!" excludes'),
    max_results: z.number().default(50),
    max_tokens: tokensParameter,
    project: projectParameter,
  }),
  output: {
    project: z.string(),
    in_git_repo: z.boolean(),
    source: z.enum(SOURCES),
    items: z.array(itemSchema),
    ...countsShape,
  },
  bounds: { max_results: { min: 1, max: 200 } },
  async answer(context, request) {
    const changes = await workingChanges(context, request.project);
    const isIncluded = pathGlobFilter(request.path_glob) ?? (() => true);
    const files = changes.files.filter(
      ({ path, oldPath = path }) => isIncluded(path) || isIncluded(oldPath),
    );
    const first = files.slice(0, request.max_results);
    const texts = await changedTexts(changes, first, context.signal);
    // Without git the snapshot is what the files are compared with, so it is not refreshed.
    const graph =
      changes.tree === undefined
        ? undefined
        : (await openIndex(context, request.project)).snapshot.graph;
    const rows = first.map((file) => {
      const text = texts.get(file.path);
      const symbols =
        graph === undefined || text === undefined || typeof text === 'string'
          ? []
          : touchedSymbols(graph, file.path, text);
      const shown = symbols.slice(0, SYMBOLS_MAX);
      const item = { ...fileFields(file), symbols: shown, symbol_count: symbols.length };
      return [{ item, text: `${fileLine(file)}${symbolsText(file.path, symbols)}` }];
    }) satisfies readonly Rendering<z.infer<typeof itemSchema>>[][];
    return renderList({ rows, detail: 'locations', total: files.length }, (fitted) => ({
      fields: {
        ...sourceFields(changes),
        items: fitted.items,
        ...fitted.counts,
      },
      notes: [...fitted.notes, ...changes.notes],
      text: [
        `${plural(files.length, 'changed file')}${changes.tree === undefined ? '' : ' against HEAD'}`,
        fitted.text,
      ],
    }));
  },
});

/** Returns the innermost symbols that contain a changed line, or the line where lines are gone. */
function touchedSymbols(graph: SymbolGraph, path: RepoPath, { changes }: ChangedText): string[] {
  const nodes = graph.symbolsOf(path).map((index) => graph.node(index));
  const touched = new Set<number>();
  for (const { newStart, newEnd } of changes) {
    for (let line = newStart + 1; line <= Math.max(newEnd, newStart + 1); line++) {
      // Symbols are in source order, so the last that contains a line is the innermost.
      const inner = nodes.findLast(
        ({ startLine, endLine }) => startLine <= line && line <= endLine,
      );
      if (inner !== undefined) touched.add(inner.index);
    }
  }
  return [...touched].sort((a, b) => a - b).map((index) => graph.node(index).id);
}

function symbolsText(path: string, symbols: readonly string[]): string {
  if (symbols.length === 0) return '';
  const names = symbols.slice(0, SYMBOLS_MAX).map((id) => id.slice(path.length + '::'.length));
  const more = symbols.length > names.length ? ', …' : '';
  return `: ${names.join(', ')}${more}`;
}
