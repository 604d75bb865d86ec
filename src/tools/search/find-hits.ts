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
import type { Relevance } from '../session-log.ts';
import { type CheckedHit, checkHit } from './check-hit.ts';
import { type ExactText, exactText } from './exact-text.ts';
import { searchVectors, type VectorAnswer } from './search-vectors.ts';

interface HitsRequest {
  readonly search: SearchRequest;
  readonly literals: readonly Literal[];
  /** Results of earlier pages. */
  readonly offset: number;
  /** By path. */
  readonly relevance: ReadonlyMap<string, Relevance>;
}

export interface FoundHits extends Pick<VectorAnswer, 'degraded'> {
  /** Totals and confidence, over all results. */
  readonly answer: SearchAnswer;
  /** Those of the page, as the disk has them now. */
  readonly hits: readonly CheckedHit[];
  readonly exact: ExactText;
  /** Files among the results that are on the disk no more. */
  readonly missingCount: number;
}

/** Every round finds at least one deleted file; after so many the rest is left out of the page. */
const ROUNDS_MAX = 4;

/**
 * Ranks, with what only the disk and the session know: files that hold the question's text, files the
 * agent has worked with. What is deleted is left out and others move up.
 */
export async function findHits(
  { project, snapshot }: OpenIndex,
  request: HitsRequest,
): Promise<FoundHits> {
  const index = snapshot.text;
  const sources = new Sources(project);
  const inScope = scopeOf(index, request.search);
  const exact = await exactText(index, request.literals, inScope, sources);
  const { meaning, degraded } = await searchVectors(project, index, request.search.query, inScope);
  const session = valuesOf(index, request.relevance);
  const removed = new Set<string>();
  for (let round = 1; ; round++) {
    const answer = search(snapshot, {
      ...request.search,
      pathFilter: without(removed, request.search.pathFilter),
      exactText: exact.values,
      exactRare: exact.rare,
      session,
      meaning,
    });
    const check = (hit: SearchHit) => checkHit(project, snapshot, hit, { sources, ...request });
    const checked = await Promise.all(answer.hits.slice(request.offset).map(check));
    const isMissing = checked.filter((hit) => hit === undefined).length > 0;
    if (isMissing && round < ROUNDS_MAX) {
      for (const [row, hit] of checked.entries()) {
        if (hit === undefined) removed.add(at(answer.hits, request.offset + row).path);
      }
      continue;
    }
    const hits = checked.filter((hit) => hit !== undefined);
    const confidence = isShown(snapshot, request.search.query, answer, exact)
      ? 'high'
      : answer.confidence;
    const sure = { ...answer, confidence };
    return { answer: sure, hits, exact, degraded, missingCount: removed.size };
  }
}

/** A name that more symbols have than these is answered by none of them for sure. */
const NAMESAKES_MAX = 3;

/**
 * The first file is what was asked for, whatever its words are worth: it holds the text, which hardly
 * any other does, or declares the name.
 */
function isShown(
  { graph, text }: OpenIndex['snapshot'],
  query: string,
  { hits }: SearchAnswer,
  { telling }: ExactText,
): boolean {
  const path = hits[0]?.path;
  if (path === undefined) return false;
  const named = graph.byName(query.trim()).map((index) => graph.node(index));
  const declares = named.some((node) => node.kind !== 'file' && node.path === path);
  return (declares && named.length <= NAMESAKES_MAX) || telling.has(text.fileNumber(path));
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
