import { z } from 'zod';
import type { SymbolGraph, SymbolNode } from '../../graph/symbol-graph.ts';
import { fitOutline, type Rendering } from '../answer/budget.ts';
import { countsShape } from '../answer/counts.ts';
import { noPagesNotes } from '../answer/coverage.ts';
import { DATA_NOTICE, lineRange, oneLine, plural } from '../answer/display.ts';
import { renderList } from '../answer/rendered-answer.ts';
import { indexTool } from '../index-tool.ts';
import { findFile, getFile } from '../input/find-file.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';

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

/** Tables of contents are long, so fields that follow from the entries above are left out. */
const itemSchema = z.strictObject({
  symbol: z
    .string()
    .optional()
    .describe(
      'Id, for docs_get_section. Omitted for a page if equal to path, and for a section if it is the parent id, "::" and the title',
    ),
  title: z.string().optional().describe('Omitted if the given id ends with it'),
  path: z.string().optional().describe('Pages only; it applies to the sections below'),
  start_line: z.int(),
  end_line: z.int(),
  depth: z.int().optional().describe('Nesting depth; omitted for pages, where it is 0'),
});
type Item = z.infer<typeof itemSchema>;

export const docsGetToc = indexTool({
  name: 'docs_get_toc',
  title: 'Table of contents',
  description: 'The pages of documentation and their headings, in document order.',
  input,
  output: { symbols: z.array(itemSchema), ...countsShape },
  bounds: { depth: { min: 0, max: 6 } },
  async answer({ project, snapshot, graph }, request) {
    const all = [...snapshot.pages().keys()];
    const only = request.path === '' ? undefined : findFile(graph, request.path);
    const isIncluded =
      only === undefined ? globOf(request.path) : (path: string) => path === only.path;
    const paths = all.filter(isIncluded);
    // If the input is not a glob and matches no page, it is a mistake; the error lists near
    // matches.
    if (paths.length === 0 && all.length > 0 && !/[*?]/.test(request.path)) {
      getFile(snapshot, project.root, request.path);
    }
    const entries = paths.flatMap((path) => [...entriesOf(graph, path, request.depth)]);
    const rows = renderEntries(entries).map((entry) => [entry]);
    const head = `${plural(paths.length, 'page')} in ${project.name}. ${DATA_NOTICE}`;
    const list = { rows, detail: 'locations', choose: fitOutline<Item> } as const;
    return renderList(list, ({ items, counts, notes, text }) => ({
      fields: { symbols: items, ...counts },
      notes: [...notes, ...noPagesNotes(all.length)],
      text: [head, text],
    }));
  },
});

function globOf(words: string): (path: string) => boolean {
  const globs = words === '' || words === '.' ? [] : [words.replace(/^\.\//, '')];
  return pathGlobFilter(globs) ?? (() => true);
}

interface Entry {
  readonly node: SymbolNode;
  /**
   * For a page, the id of its title, which is the prefix of its sections' ids; otherwise the
   * entry's own id.
   */
  readonly id: string;
  readonly depth: number;
}

function* entriesOf(graph: SymbolGraph, path: string, depthMax: number): Generator<Entry> {
  const file = graph.fileNode(path);
  if (file === undefined) return;
  const page = graph.node(file);
  const sections = graph.symbolsOf(path).map((index) => graph.node(index));
  // The heading that is the page's title stands for the page itself.
  const isTitle = (node: SymbolNode): boolean => node.parent === file && node.name === page.doc;
  yield { node: page, id: sections.find(isTitle)?.id ?? page.id, depth: 0 };
  const depths = new Map([[file, 0]]);
  for (const node of sections) {
    const depth = isTitle(node) ? 0 : (depths.get(node.parent) ?? 0) + 1;
    depths.set(node.index, depth);
    if (depth > 0 && depth <= depthMax) yield { node, id: node.id, depth };
  }
}

function renderEntries(entries: readonly Entry[]): readonly Rendering<Item>[] {
  // Ids of the entries that may contain the next one, by depth.
  const around: string[] = [];
  return entries.map((entry) => {
    around[entry.depth] = entry.id;
    return renderEntry(entry, around[entry.depth - 1]);
  });
}

function renderEntry({ node, id, depth }: Entry, around: string | undefined): Rendering<Item> {
  const isPage = depth === 0;
  const title = oneLine(isPage ? node.doc : node.name, HEADING_CHARACTERS_MAX);
  const { path, startLine, endLine } = node;
  const isListed = id === (isPage ? path : `${around}::${title}`);
  const isShown = title !== '' && (isListed || !id.endsWith(`::${title}`));
  return {
    item: {
      ...(isListed ? {} : { symbol: id }),
      ...(isShown ? { title } : {}),
      ...(isPage ? { path } : {}),
      start_line: startLine,
      end_line: endLine,
      ...(isPage ? {} : { depth }),
    },
    text: `${'  '.repeat(depth)}${lineRange(startLine, endLine)} ${isPage ? [path, title].filter((part) => part !== '').join(': ') : title}`,
  };
}
