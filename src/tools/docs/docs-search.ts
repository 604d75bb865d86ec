import { z } from 'zod';
import type { Snapshot } from '../../index/snapshot.ts';
import { termsOf } from '../../index/tokenize.ts';
import { type SearchHit, search } from '../../query/search.ts';
import { fitRenderings, type Rendering, TOKEN_BOUNDS, withinBudget } from '../answer/budget.ts';
import { countsOf, countsShape } from '../answer/counts.ts';
import { DATA_NOTICE, numbered, place, visible } from '../answer/display.ts';
import { bestSnippet } from '../answer/snippet.ts';
import { Sources } from '../answer/sources.ts';
import { openIndex } from '../context.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';
import { projectParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { defineTool } from '../tool.ts';

const RESULTS_DEFAULT = 10;
const QUERY_CHARACTERS_MAX = 1000;

const input = z.strictObject({
  query: z.string().trim().min(1, 'is empty').max(QUERY_CHARACTERS_MAX).describe('Words or a name'),
  path_glob: z.array(z.string()).default([]).describe('Only pages that match; "!" leaves out'),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const itemSchema = z.strictObject({
  /** Id of the section, or path of the page. */
  symbol: z.string(),
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  /** Share of the highest score that the question's signals can give. */
  score: z.number(),
  /** More sections of the same page that match, best first. */
  other_sections: z.array(z.string()),
  /** The file changed after it was indexed, and the lines may be others. */
  stale: z.literal(true).optional(),
  snippet: z.string().optional(),
  snippet_start_line: z.int().optional(),
});
type Item = z.infer<typeof itemSchema>;

const output = z.strictObject({
  project: z.string(),
  index_generation: z.int(),
  confidence: z.enum(['high', 'medium', 'low', 'none']),
  results: z.array(itemSchema),
  ...countsShape,
  notes: z.array(z.string()),
});

export const docsSearch = defineTool({
  name: 'docs_search',
  title: 'Search documentation',
  description:
    'Sections of the documentation by what they say, best first; code_search is for code.',
  input,
  output,
  bounds: { max_results: { min: 1, max: 50 }, max_tokens: TOKEN_BOUNDS },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const answer = search(
      { ...snapshot, text: snapshot.docsText },
      {
        query: request.query,
        maxResults: request.max_results,
        pathFilter: pathGlobFilter(request.path_glob),
        languages: [],
        kinds: [],
        includeTests: 'allow',
      },
    );
    const sources = new Sources(project);
    const terms = new Set(termsOf(request.query));
    const rows = await Promise.all(
      answer.hits.map((hit, index) =>
        renderHit(snapshot, sources, hit, { rank: index + 1, terms, scoreMax: answer.scoreMax }),
      ),
    );
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(rows, {
        budget,
        detail: 'snippets',
        tokensMax: request.max_tokens,
      });
      const { totalCount } = answer;
      const notes = [
        ...(fitted.note === undefined ? [] : [fitted.note]),
        ...(answer.absentTerms.length === 0
          ? []
          : [`in no page: ${answer.absentTerms.join(', ')}`]),
        ...(snapshot.docsText.fileCount === 0
          ? ['no pages of documentation are indexed in this project']
          : []),
      ];
      const head = `${fitted.items.length} of ${totalCount} pages for "${request.query}" in ${project.name} (confidence ${answer.confidence}). ${DATA_NOTICE}`;
      return {
        structured: {
          project: project.name,
          index_generation: snapshot.generation,
          confidence: answer.confidence,
          results: [...fitted.items],
          ...countsOf(fitted.items.length, totalCount),
          notes,
        },
        text: [head, fitted.text].filter((part) => part !== '').join('\n'),
      };
    });
  },
});

async function renderHit(
  { graph }: Snapshot,
  sources: Sources,
  hit: SearchHit,
  request: { rank: number; terms: ReadonlySet<string>; scoreMax: number },
): Promise<readonly Rendering<Item>[]> {
  const section = (line: number) => graph.node(enclosingSymbol(graph, hit.path, line));
  const node = section(hit.startLine);
  const source = await sources.of(hit.path);
  const others = hit.otherRanges.map(({ startLine }) => section(startLine).id);
  const location: Item = {
    symbol: node.id,
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    score: Math.round((hit.score / request.scoreMax) * 1000) / 1000,
    other_sections: [],
    ...(source.isStale ? { stale: true as const } : {}),
  };
  const signed = {
    ...location,
    other_sections: [...new Set(others)].filter((other) => other !== node.id),
  };
  const snippet = bestSnippet(
    source.lines,
    hit,
    (line) => new Set(termsOf(line).filter((term) => request.terms.has(term))),
  );
  const full =
    snippet === undefined
      ? signed
      : { ...signed, snippet: visible(snippet.text), snippet_start_line: snippet.startLine };
  return [location, signed, full].map((item: Item) => ({
    item,
    text: itemText(item, request.rank),
  }));
}

function itemText(item: Item, rank: number): string {
  const stale = item.stale === true ? ' [stale: the file changed]' : '';
  const where = place(item.path, item.start_line, item.end_line);
  const lines = [`${rank}. ${where} section ${item.symbol} (score ${item.score})${stale}`];
  if (item.other_sections.length > 0) lines.push(`   also: ${item.other_sections.join(', ')}`);
  if (item.snippet !== undefined) {
    lines.push(numbered(item.snippet, item.snippet_start_line ?? item.start_line, '   '));
  }
  return lines.join('\n');
}
