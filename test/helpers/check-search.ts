import { type SearchAnswer, type SearchRequest, search } from '../../src/query/search.ts';
import { type Files, snapshotOf } from './facts.ts';

export const ANYWHERE: Omit<SearchRequest, 'query'> = {
  maxResults: 10,
  languages: [],
  kinds: [],
  includeTests: 'penalize',
};

export function searchIn(
  files: Files,
  query: string,
  request: Partial<SearchRequest> = {},
): SearchAnswer {
  return search(snapshotOf(files), { ...ANYWHERE, ...request, query });
}

export function pathsOf(answer: SearchAnswer): string[] {
  return answer.hits.map((hit) => hit.path);
}
