import { z } from 'zod';
import type { Snapshot } from '../index/snapshot.ts';
import { DETAILS, fitOutline, TOKEN_BOUNDS, withinBudget } from './answer/budget.ts';
import { countsOf, countsShape } from './answer/counts.ts';
import { DATA_NOTICE, oneLine, plural } from './answer/display.ts';
import { outlineItemSchema, renderSymbol } from './answer/outline-item.ts';
import { Sources } from './answer/sources.ts';
import { openIndex } from './context.ts';
import { type FileMatch, getFile } from './input/find-file.ts';
import { symbolKinds } from './input/kinds.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';
import { defineTool } from './tool.ts';

const FILE_DOC_CHARACTERS_MAX = 300;

const input = z.strictObject({
  path: z.string().trim().min(1).describe('File, relative to the project'),
  kinds: z.array(z.string()).default([]),
  detail: z.enum(DETAILS).default('snippets'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  path: z.string(),
  language: z.string(),
  line_count: z.int(),
  doc: z.string(),
  imports_count: z.int(),
  imported_by_count: z.int(),
  stale: z.boolean(),
  symbols: z.array(outlineItemSchema),
  ...countsShape,
  notes: z.array(z.string()),
});

export const codeGetFileSymbols = defineTool({
  name: 'code_get_file_symbols',
  title: 'Outline file',
  description:
    'Outline of a file: all symbols by line, nested, with signatures. Use before (often instead of) reading a long file.',
  input,
  output,
  bounds: { max_tokens: TOKEN_BOUNDS },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const file = getFile(snapshot, project.root, request.path);
    context.session?.touch(project.name, file.path, 'read');
    const kinds = new Set(symbolKinds(request.kinds));
    const nodes = snapshot.graph
      .symbolsOf(file.path)
      .map((index) => snapshot.graph.node(index))
      .filter((node) => kinds.size === 0 || kinds.has(node.kind));
    const head = await headOf(snapshot, file, new Sources(project));
    const rows = nodes.map((node) => renderSymbol(snapshot.graph, node));
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitOutline(rows, {
        budget,
        detail: request.detail,
        tokensMax: request.max_tokens,
      });
      const notes = [
        ...fitted.notes,
        ...(head.stale ? [`${file.path} changed after it was indexed; run reindex`] : []),
        ...(nodes.length === 0 ? [emptyNote(snapshot, file, kinds.size > 0)] : []),
      ];
      const counts = countsOf(fitted.items.length, nodes.length);
      const title =
        `${file.path} (${head.language}, ${plural(head.line_count, 'line')}): ${plural(nodes.length, 'symbol')}; ` +
        `imports ${plural(head.imports_count, 'file')}, imported by ${head.imported_by_count}. ${DATA_NOTICE}`;
      return {
        structured: {
          project: project.name,
          generation: snapshot.generation,
          ...head,
          symbols: [...fitted.items],
          ...counts,
          notes,
        },
        text: [title, head.doc === '' ? '' : `  > ${head.doc}`, fitted.text]
          .filter((part) => part !== '')
          .join('\n'),
      };
    });
  },
});

async function headOf(snapshot: Snapshot, file: FileMatch, sources: Sources) {
  const { graph } = snapshot;
  const node = graph.node(file.node);
  const source = await sources.of(file.path);
  return {
    path: file.path as string,
    language: node.language,
    line_count: node.endLine,
    doc: oneLine(node.doc, FILE_DOC_CHARACTERS_MAX),
    imports_count: graph.outgoing(file.node, ['imports']).length,
    imported_by_count: graph.incoming(file.node, ['imports']).length,
    stale: source.isStale,
  };
}

/**
 * Explains why an outline is empty: a filter, a syntax problem, or a file that contains only
 * statements.
 */
function emptyNote(snapshot: Snapshot, file: FileMatch, isFiltered: boolean): string {
  if (isFiltered) return 'no symbol of these kinds; retry without kinds';
  const problem = snapshot.report.diagnostics.find((diagnostic) => diagnostic.path === file.path);
  if (problem !== undefined) return `line ${problem.line}: ${problem.message}`;
  return 'the file declares nothing; it may have only imports, re-exports or statements';
}
