import { z } from 'zod';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { fitOutline, type Rendering, TOKEN_BOUNDS, withinBudget } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, lineRange, oneLine, plural } from '../answer/display.ts';
import { openIndex } from '../context.ts';
import { findFile, getFile } from '../input/find-file.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { defineTool } from '../tool.ts';

const DEPTH_DEFAULT = 3;
const HEADING_CHARACTERS_MAX = 160;

const input = z.strictObject({
  path: z
    .string()
    .default('')
    .describe('A page, or a folder or glob of pages; all pages if left out'),
  depth: z.number().default(DEPTH_DEFAULT).describe('Levels of headings; 0 lists pages only'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  /** Id of the section, which begins with the path of its page; path of the page. */
  symbol: z.string(),
  /** Left out where the id ends with it. */
  title: z.string().optional(),
  /** Of a page. */
  path: z.string().optional(),
  start_line: z.int(),
  end_line: z.int(),
  /** 0: the page. */
  depth: z.int(),
});
type Item = z.infer<typeof itemSchema>;

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  symbols: z.array(itemSchema),
  ...countsShape,
  notes: z.array(z.string()),
});

export const docsGetToc = defineTool({
  name: 'docs_get_toc',
  title: 'Table of contents',
  description: 'The pages of documentation and their headings, in document order.',
  input,
  output,
  bounds: { depth: { min: 0, max: 6 }, max_tokens: TOKEN_BOUNDS },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const { graph } = snapshot;
    const all = [...snapshot.pages().keys()];
    const only = request.path === '' ? undefined : findFile(graph, request.path);
    const isWanted =
      only === undefined ? globOf(request.path) : (path: string) => path === only.path;
    const paths = all.filter(isWanted);
    // Words that are no glob and name no page are a mistake that near matches help with.
    if (paths.length === 0 && all.length > 0 && !/[*?]/.test(request.path)) {
      getFile(snapshot, project.root, request.path);
    }
    const nodes = paths.flatMap((path) => [...entriesOf(graph, path, request.depth)]);
    const rows = nodes.map(({ node, depth }) => [renderEntry(node, depth)]);
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitOutline(rows, {
        budget,
        detail: 'locations',
        tokensMax: request.max_tokens,
      });
      const notes = [
        ...fitted.notes,
        ...(all.length === 0 ? ['no pages of documentation are indexed in this project'] : []),
      ];
      return {
        structured: {
          project: project.name,
          generation: snapshot.generation,
          symbols: [...fitted.items],
          ...countsOf(fitted.items.length, nodes.length),
          notes,
        },
        text: [`${plural(paths.length, 'page')} in ${project.name}. ${DATA_NOTICE}`, fitted.text]
          .filter((part) => part !== '')
          .join('\n'),
      };
    });
  },
});

function globOf(words: string): (path: string) => boolean {
  const globs = words === '' || words === '.' ? [] : [words.replace(/^\.\//, '')];
  return pathGlobFilter(globs) ?? (() => true);
}

function* entriesOf(
  graph: SymbolGraph,
  path: string,
  depthMax: number,
): Generator<{ readonly node: SymbolNode; readonly depth: number }> {
  const file = graph.fileNode(path);
  if (file === undefined) return;
  yield { node: graph.node(file), depth: 0 };
  const depths = new Map([[file, 0]]);
  for (const index of graph.symbolsOf(path)) {
    const node = graph.node(index);
    const depth = (depths.get(node.parent) ?? 0) + 1;
    // The heading that gives the page its title is the page.
    const isTitle = depth === 1 && node.name === graph.node(file).doc;
    depths.set(index, isTitle ? 0 : depth);
    if (!isTitle && depth <= depthMax) yield { node, depth };
  }
}

function renderEntry(node: SymbolNode, depth: number): Rendering<Item> {
  const title = oneLine(node.kind === 'file' ? node.doc : node.name, HEADING_CHARACTERS_MAX);
  const { id, path, startLine, endLine } = node;
  const name = node.kind === 'file' ? `${path}${title === '' ? '' : `: ${title}`}` : title;
  return {
    item: {
      symbol: id,
      ...(title === '' || id.endsWith(`::${title}`) ? {} : { title }),
      ...(node.kind === 'file' ? { path } : {}),
      start_line: startLine,
      end_line: endLine,
      depth,
    },
    text: `${'  '.repeat(depth)}${lineRange(startLine, endLine)} ${name}`,
  };
}
