import { z } from 'zod';
import type { SymbolGraph } from '../../graph/symbol-graph.ts';
import type { RepoPath } from '../../model/path.ts';
import type { Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { plural } from '../answer/display.ts';
import { openIndex } from '../context.ts';
import { readTool } from '../index-tool.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { type ChangedText, renderChanges, selectedChanges } from './changed-text.ts';
import { fileFields, fileLine, fileShape, sourceShape } from './working-changes.ts';

/** Most symbols that are named for one file. */
const SYMBOLS_MAX = 12;

const itemSchema = z.strictObject({
  ...fileShape,
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
  output: { ...sourceShape, items: z.array(itemSchema), ...countsShape },
  bounds: { max_results: { min: 1, max: 200 } },
  async answer(context, request) {
    const selected = await selectedChanges(context, request);
    const { changes, total, first, texts } = selected;
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
    const against = changes.tree === undefined ? '' : ' against HEAD';
    const head = `${plural(total, 'changed file')}${against}`;
    return renderChanges(selected, { rows, detail: 'locations', head });
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
