/** Lets a cross-encoder read the question beside the place shown of each of the first files. */
import { at } from '../../base/assert.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { Project } from '../../project/project.ts';
import { type SearchRequest, search } from '../../query/search.ts';
import type { Sources } from '../answer/sources.ts';
import type { Degraded } from './degraded.ts';

export interface RerankAnswer {
  /** Per file: how much better than the mean of the candidates it answers, 0–1; 0 for others. */
  readonly rerank: Float64Array | undefined;
  readonly degraded: readonly Degraded[];
}

/** Rates the first files of a request. Returns no values unless a model is configured. */
export async function rerank(
  { reranker }: Project,
  snapshot: Snapshot,
  request: SearchRequest,
  sources: Sources,
): Promise<RerankAnswer> {
  if (reranker.candidates === 0) return { rerank: undefined, degraded: [] };
  const first = { ...request, groupBy: 'file', maxResults: reranker.candidates } as const;
  const { hits } = search(snapshot, first);
  if (hits.length < 2) return { rerank: undefined, degraded: [] };
  const texts = await Promise.all(
    hits.map(async ({ path, startLine, endLine }) => {
      const { lines } = await sources.of(path);
      return [path, ...lines.slice(startLine - 1, endLine)].join('\n');
    }),
  );
  const logOdds = await reranker.rate(request.query, texts);
  if (logOdds === undefined) return { rerank: undefined, degraded: ['rerank'] };
  const mean = logOdds.reduce((sum, value) => sum + value, 0) / logOdds.length;
  const values = new Float64Array(snapshot.text.fileCount);
  for (const [row, { path }] of hits.entries())
    values[snapshot.text.fileNumber(path)] = 1 / (1 + Math.exp(mean - at(logOdds, row)));
  return { rerank: values, degraded: [] };
}
