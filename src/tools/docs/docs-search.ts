import { z } from 'zod';
import { termsOf } from '../../index/tokenize.ts';
import { isNotePath } from '../../model/note.ts';
import { bestConfidence, CONFIDENCES, type Confidence } from '../../query/confidence.ts';
import { scopeOf } from '../../query/scope.ts';
import {
  type SearchAnswer,
  type SearchHit,
  type SearchRequest,
  search,
} from '../../query/search.ts';
import type { Rendering } from '../answer/budget.ts';
import { DATA_NOTICE, kindAndName, numbered, place, visible } from '../answer/display.ts';
import { itemProject, itemProjectShape, namesOf, projectPrefix } from '../answer/index-fields.ts';
import { locationOf, locationShape } from '../answer/location.ts';
import { reasonLines, shortReason } from '../answer/reason-lines.ts';
import { shownScore } from '../answer/shown-score.ts';
import { bestSnippet } from '../answer/snippet.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';
import { cursorParameter, projectsParameter, tokensParameter } from '../input/parameters.ts';
import { pathGlobFilter } from '../input/path-globs.ts';
import { WEAK_NOTE } from '../search/confidence-notes.ts';
import { degradedField, degradedSchema } from '../search/degraded.ts';
import { mergeHits } from '../search/merge.ts';
import { HEAD_HITS_MAX, pageShape, STEEP_DROP } from '../search/page.ts';
import { searchTool } from '../search/search-tool.ts';
import { searchVectors, type VectorAnswer } from '../search/search-vectors.ts';

const RESULTS_DEFAULT = 10;
const QUERY_CHARACTERS_MAX = 1000;

const input = z.strictObject({
  query: z.string().trim().min(1, 'is empty').max(QUERY_CHARACTERS_MAX).describe('Words or a name'),
  path_glob: z.array(z.string()).default([]).describe('Only pages that match; "!" excludes'),
  max_results: z.number().default(RESULTS_DEFAULT),
  max_tokens: tokensParameter,
  cursor: cursorParameter,
  project: projectsParameter,
});

const itemSchema = z.strictObject({
  ...itemProjectShape,
  /** Id of the section, or path of the page. */
  symbol: z.string(),
  ...locationShape,
  /** In (0, 1], see shown-score.ts. */
  score: z.number(),
  /** `family +share: what matched`, strongest first. */
  reasons: z.array(z.string()).min(1),
  /** More matching sections of the same page, best first. */
  other_sections: z.array(z.string()),
  /** The file changed after it was indexed, and the lines may be wrong. */
  stale: z.literal(true).optional(),
  snippet: z.string().optional(),
  snippet_start_line: z.int().optional(),
});
type Item = z.infer<typeof itemSchema>;

export const docsSearch = searchTool({
  name: 'docs_search',
  title: 'Search documentation',
  description:
    'Sections of the documentation by words and meaning, best first; code_search is for code.',
  input,
  output: {
    confidence: z.enum(CONFIDENCES),
    results: z.array(itemSchema),
    /** The counts are numbers of pages. */
    ...pageShape,
    degraded: degradedSchema,
  },
  bounds: { max_results: { min: 1, max: 50 } },
  question: ({ query }) => query,
  seeks: 'files',
  identity: ({ query, path_glob }) => [query, path_glob],
  async answer({ indexes, start: { offset } }, request) {
    const end = offset + request.max_results;
    const pages = { query: request.query, pathFilter: pathGlobFilter(request.path_glob) };
    const all = await Promise.all(indexes.map((opened) => searchPages(opened, pages, end)));
    const total = all.reduce((sum, { answer }) => sum + answer.totalCount, 0);
    const confidence = bestConfidence(all.map(({ answer }) => answer.confidence));
    const terms = new Set(termsOf(request.query));
    const hits = mergeHits(all).slice(offset, end);
    const [first] = hits;
    const best = first === undefined ? 0 : scoreOf(first);
    const rows = await Promise.all(
      hits.map(({ origin, hit }, index) => {
        const project = itemProject(indexes, origin);
        const isHead = index < HEAD_HITS_MAX && scoreOf({ origin, hit }) >= best * STEEP_DROP;
        return renderHit(origin, hit, { rank: offset + index + 1, terms, project, isHead });
      }),
    );
    return {
      rows,
      detail: 'snippets',
      total,
      notes: notesOf(all, confidence),
      fields: { confidence, ...degradedField(all) },
      head: (count) =>
        `${count} of ${total} pages for "${request.query}" in ${namesOf(indexes)} (confidence ${confidence}). ${DATA_NOTICE}`,
    };
  },
});

interface IndexHits extends OpenIndex, Pick<VectorAnswer, 'degraded'> {
  readonly answer: SearchAnswer;
  readonly hits: readonly SearchHit[];
  readonly sources: Sources;
}

export async function searchPages(
  opened: OpenIndex,
  request: { readonly query: string; readonly pathFilter: SearchRequest['pathFilter'] },
  maxResults: number,
): Promise<IndexHits> {
  const { project, snapshot } = opened;
  const index = snapshot.docsText;
  const scope = {
    pathFilter: request.pathFilter,
    languages: [],
    kinds: [],
    includeTests: 'allow',
  } as const;
  const inScope = scopeOf(index, scope);
  const found = await searchVectors(project, index, request.query, inScope);
  const { degraded, ...outside } = found;
  const corpus = 'pages' as const;
  const origin = { query: request.query, maxResults, ...scope, ...outside, corpus };
  const answer = search({ ...snapshot, text: index }, origin);
  return { ...opened, answer, hits: answer.hits, degraded, sources: new Sources(opened) };
}

function notesOf(all: readonly IndexHits[], confidence: Confidence): string[] {
  const [first, ...others] = all.map(({ answer }) => answer.absentTerms);
  const absent = (first ?? []).filter((term) => others.every((own) => own.includes(term)));
  const isWithoutPages = all.every(({ snapshot }) => snapshot.docsText.fileCount === 0);
  const isWeak = !isWithoutPages && (confidence === 'low' || confidence === 'none');
  return [
    ...(isWeak ? [WEAK_NOTE] : []),
    ...(absent.length === 0 ? [] : [`in no page: ${absent.join(', ')}`]),
    ...(isWithoutPages
      ? [
          `no pages of documentation are indexed in ${all.length === 1 ? 'this project' : 'these projects'}`,
        ]
      : []),
  ];
}

async function renderHit(
  { snapshot: { graph }, sources, answer }: IndexHits,
  hit: SearchHit,
  request: {
    readonly rank: number;
    readonly terms: ReadonlySet<string>;
    readonly project: { readonly project?: string };
    /** Whether the text shows its lines. */
    readonly isHead: boolean;
  },
): Promise<readonly Rendering<Item>[]> {
  const section = (line: number) => graph.node(enclosingSymbol(graph, hit.path, line));
  const node = section(hit.startLine);
  const source = await sources.of(hit.path);
  const others = hit.otherRanges.map(({ startLine }) => section(startLine).id);
  const reasons = reasonLines(hit.reasons, answer.scoreMax);
  const location: Item = {
    ...request.project,
    symbol: node.id,
    ...locationOf(hit),
    score: shownScore(hit.score, answer.scoreMax),
    reasons: reasons.slice(0, 1),
    other_sections: [],
    ...(source.isStale ? { stale: true as const } : {}),
  };
  const signed = {
    ...location,
    reasons,
    other_sections: [...new Set(others)].filter((other) => other !== node.id),
  };
  // The lines of a changed page may be of another section.
  const snippet = source.isStale ? undefined : bestSnippet(source.lines, hit, request.terms);
  const full =
    snippet === undefined
      ? signed
      : { ...signed, snippet: visible(snippet.text), snippet_start_line: snippet.startLine };
  return [location, signed, full].map((item: Item) => ({
    item,
    text: itemText(item, request),
  }));
}

function scoreOf({ origin, hit }: { readonly origin: IndexHits; readonly hit: SearchHit }): number {
  return shownScore(hit.score, origin.answer.scoreMax);
}

/** Returns the last heading in an id, or the path for a page. */
function headingOf(symbol: string): string {
  return symbol.split('::').at(-1) ?? symbol;
}

function kindOf({ symbol, path }: Item): string {
  if (isNotePath(path)) return 'note';
  return symbol === path ? 'page' : 'section';
}

function itemText(
  item: Item,
  { rank, isHead }: { readonly rank: number; readonly isHead: boolean },
): string {
  const stale = item.stale === true ? ' [stale: the file changed]' : '';
  const where = projectPrefix(item) + place(item.path, item.start_line, item.end_line);
  const what = kindAndName(kindOf(item), item.symbol, item.path);
  if (!isHead) return `${rank}. ${where} ${what}${stale}`;
  const lines = [`${rank}. ${where} ${what}${stale} - ${shortReason(item.reasons)}`];
  if (item.other_sections.length > 0)
    lines.push(`   also: ${item.other_sections.map(headingOf).join(', ')}`);
  if (item.snippet !== undefined) {
    lines.push(numbered(item.snippet, item.snippet_start_line ?? item.start_line));
  }
  return lines.join('\n');
}
