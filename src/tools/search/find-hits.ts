import { at } from '../../base/assert.ts';
import type { TextIndex } from '../../index/text-index.ts';
import type { Literal } from '../../query/literal/literals.ts';
import { scopeOf } from '../../query/scope.ts';
import {
  type SearchAnswer,
  type SearchHit,
  type SearchRequest,
  search,
} from '../../query/search.ts';
import { Sources } from '../answer/sources.ts';
import type { OpenIndex } from '../context.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';
import type { Relevance } from '../session-log.ts';
import { type CheckedHit, checkHit } from './check-hit.ts';
import { type ExactText, exactText } from './exact-text.ts';
import { rerank } from './rerank.ts';
import { searchVectors, type VectorAnswer } from './search-vectors.ts';

export interface HitsRequest {
  readonly search: SearchRequest;
  readonly literals: readonly Literal[];
  /** Number of results on earlier pages. */
  readonly offset: number;
  /** By path. */
  readonly relevance: ReadonlyMap<string, Relevance>;
}

export interface FoundHits extends Pick<VectorAnswer, 'degraded'> {
  /** Totals and confidence over all results. */
  readonly answer: SearchAnswer;
  /** Whether the first file has the name or the text of the query; see {@link isShown}. */
  readonly isCertain: boolean;
  /** The hits of the page, as they are on disk now. */
  readonly hits: readonly CheckedHit[];
  readonly exact: ExactText;
  /** Number of files among the results that no longer exist on disk. */
  readonly missingCount: number;
}

/**
 * Every round finds at least one deleted file. After this many rounds the remaining ones are left
 * out of the page.
 */
const ROUNDS_MAX = 4;

/**
 * Ranks with information from the disk and the session: files that contain the query's text, and
 * files the agent has worked with. Deleted files are left out and others move up.
 */
export async function findHits(open: OpenIndex, request: HitsRequest): Promise<FoundHits> {
  const { project, snapshot } = open;
  const isOfPages = request.search.corpus === 'pages';
  const index = isOfPages ? snapshot.docsText : snapshot.text;
  const sources = new Sources(open);
  const inScope = scopeOf(index, request.search);
  const exact = await exactText(index, request.literals, inScope, sources);
  const vectors = await searchVectors(project, index, request.search.query, inScope);
  const session = valuesOf(index, request.relevance);
  const commits = isOfPages ? undefined : await project.commits.words(project.commit());
  const outside = {
    exactText: exact.values,
    exactRare: exact.rare,
    session,
    meaning: vectors.meaning,
    sparse: vectors.sparse,
    commits,
  };
  const searched = { ...snapshot, text: index };
  const rated = isOfPages
    ? { rerank: undefined, degraded: [] }
    : await rerank(project, searched, { ...request.search, ...outside }, sources);
  const degraded = [...vectors.degraded, ...rated.degraded];
  const removed = new Set<string>();
  for (let round = 1; ; round++) {
    const answer = search(searched, {
      ...request.search,
      ...outside,
      pathFilter: without(removed, request.search.pathFilter),
      rerank: rated.rerank,
    });
    const check = async (hit: SearchHit) => {
      const now = await checkHit(project, snapshot, hit, { sources, ...request });
      return isOfPages && now !== undefined ? inSection(snapshot, now) : now;
    };
    const checked = await Promise.all(answer.hits.slice(request.offset).map(check));
    const isMissing = checked.filter((hit) => hit === undefined).length > 0;
    if (isMissing && round < ROUNDS_MAX) {
      for (const [row, hit] of checked.entries()) {
        if (hit === undefined) removed.add(at(answer.hits, request.offset + row).path);
      }
      continue;
    }
    const hits = checked.filter((hit) => hit !== undefined);
    const isCertain = isShown(snapshot, index, request.search.query, answer, exact);
    const confidence = isCertain ? 'high' : answer.confidence;
    const sure = { ...answer, confidence };
    return { answer: sure, isCertain, hits, exact, degraded, missingCount: removed.size };
  }
}

/** A name that more symbols share identifies none of them with certainty. */
const NAMESAKES_MAX = 3;

/**
 * Whether the first file is certainly the requested one, however small its lead. It declares the
 * name, or it alone contains at least half of the query exactly as written.
 */
function isShown(
  { graph }: OpenIndex['snapshot'],
  index: TextIndex,
  query: string,
  { hits }: SearchAnswer,
  exact: ExactText,
): boolean {
  const path = hits[0]?.path;
  if (path === undefined) return false;
  const named = graph.byName(query.trim()).map((index) => graph.node(index));
  const declares = named.some((node) => node.kind !== 'file' && node.path === path);
  const exactLength = exact.only.get(index.fileNumber(path)) ?? 0;
  const isExact = exactLength * 2 >= query.trim().length;
  return (declares && named.length <= NAMESAKES_MAX) || isExact;
}

/** Labels the lines of a page with the section of the line to look at. */
function inSection({ graph }: OpenIndex['snapshot'], hit: CheckedHit): CheckedHit {
  const node = enclosingSymbol(graph, hit.path, hit.exactLine ?? hit.startLine);
  const symbol = graph.node(node);
  const symbolRange = { startLine: symbol.startLine, endLine: symbol.endLine };
  return { ...hit, node, symbol, symbolRange };
}

function valuesOf(index: TextIndex, relevance: ReadonlyMap<string, Relevance>): Float64Array {
  const values = new Float64Array(index.fileCount);
  for (const [path, { value }] of relevance) {
    const file = index.fileNumber(path);
    if (file >= 0) values[file] = value;
  }
  return values;
}

function without(
  removed: ReadonlySet<string>,
  filter: ((path: string) => boolean) | undefined,
): ((path: string) => boolean) | undefined {
  if (removed.size === 0) return filter;
  return (path) => !removed.has(path) && filter?.(path) !== false;
}
