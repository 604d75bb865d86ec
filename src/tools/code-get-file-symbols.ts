import { z } from 'zod';
import { GraphMemoryError } from '../base/errors.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { DETAILS, fitOutline } from './answer/budget.ts';
import { countsShape } from './answer/counts.ts';
import { DATA_NOTICE, oneLine, plural } from './answer/display.ts';
import { type OutlineItem, outlineItemSchema, renderSymbol } from './answer/outline-item.ts';
import { type RenderAnswer, renderList } from './answer/rendered-answer.ts';
import { renderSeveral } from './answer/several.ts';
import { Sources } from './answer/sources.ts';
import { type FieldsOf, type IndexCall, indexTool } from './index-tool.ts';
import { type FileMatch, getFile } from './input/find-file.ts';
import { eachItem, failedItemSchema, withFailed } from './input/get-symbols.ts';
import { symbolKinds } from './input/kinds.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';

const FILE_DOC_CHARACTERS_MAX = 300;

const input = z.strictObject({
  path: z.string().trim().min(1).optional().describe('File, relative to the project'),
  paths: z.array(z.string().trim().min(1)).default([]).describe('Several at once'),
  kinds: z.array(z.string()).default([]).describe('class, method, …'),
  detail: z.enum(DETAILS).default('snippets'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const outlineShape = {
  path: z.string(),
  language: z.string(),
  line_count: z.int(),
  doc: z.string(),
  imports_count: z.int(),
  imported_by_count: z.int(),
  stale: z.boolean(),
  symbols: z.array(outlineItemSchema),
  ...countsShape,
} as const;

export const codeGetFileSymbols = indexTool({
  name: 'code_get_file_symbols',
  title: 'Outline file',
  description:
    'Outline of a file or several: all symbols by line, nested, with signatures. Use before (often instead of) reading a long file.',
  input,
  output: {
    ...outlineShape,
    /** The other files, if several were requested. */
    more: z.array(z.strictObject(outlineShape)).optional(),
    failed: z.array(failedItemSchema).optional(),
  },
  async answer(call, { path, paths, ...request }) {
    const words = [...new Set([...(path === undefined ? [] : [path]), ...paths])];
    const items = words.map((one) => ({ words: one }));
    const { done, failed } = await eachItem(items, (one) => outlineOf(call, one.words, request));
    const [first, ...others] = done.map(({ requested, result }) => ({
      requested: requested.words,
      render: result,
    }));
    if (first === undefined) {
      throw new GraphMemoryError('GM_USAGE', 'code_get_file_symbols takes path or paths', {
        hint: 'Give the path of one file or of several.',
      });
    }
    return withFailed(renderSeveral([first, ...others]), failed);
  },
});

async function outlineOf(
  { context, open, project, snapshot, graph }: IndexCall,
  path: string,
  request: Pick<z.output<typeof input>, 'kinds' | 'detail'>,
): Promise<RenderAnswer<FieldsOf<typeof outlineShape>>> {
  const file = getFile(snapshot, project.root, path);
  context.session?.touch(project.name, file.path, 'read');
  const kinds = new Set(symbolKinds(request.kinds));
  const nodes = graph
    .symbolsOf(file.path)
    .map((index) => graph.node(index))
    .filter((node) => kinds.size === 0 || kinds.has(node.kind));
  const head = await headOf(snapshot, file, new Sources(open));
  const rows = nodes.map((node) => renderSymbol(graph, node));
  const known = [
    ...(head.stale ? [`${file.path} changed after it was indexed; run reindex`] : []),
    ...(nodes.length === 0 ? [emptyNote(snapshot, file, kinds.size > 0)] : []),
  ];
  const title =
    `${file.path} (${head.language}, ${plural(head.line_count, 'line')}): ${plural(nodes.length, 'symbol')}; ` +
    `imports ${plural(head.imports_count, 'file')}, imported by ${head.imported_by_count}. ${DATA_NOTICE}`;
  const list = { rows, detail: request.detail, choose: fitOutline<OutlineItem> };
  return renderList(list, ({ items, counts, notes, text }) => ({
    fields: { ...head, symbols: items, ...counts },
    notes: [...notes, ...known],
    text: [title, head.doc === '' ? '' : `  > ${head.doc}`, text],
  }));
}

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
