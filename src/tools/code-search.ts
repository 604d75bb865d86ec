import { z } from 'zod';
import { nearestNames } from '../base/edit-distance.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { termsOf, wordsOf } from '../index/tokenize.ts';
import { type SearchAnswer, search } from '../query/search.ts';
import { DETAILS, fitRenderings, TOKEN_BOUNDS, withinBudget } from './answer/budget.ts';
import { countsOf, countsShape } from './answer/counts.ts';
import { coverageNotes } from './answer/coverage.ts';
import { DATA_NOTICE, plural } from './answer/display.ts';
import { renderHit, searchItemSchema } from './answer/search-item.ts';
import { Sources } from './answer/sources.ts';
import { openIndex } from './context.ts';
import { symbolKinds } from './input/kinds.ts';
import { knownLanguages } from './input/languages.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';
import { pathGlobFilter } from './input/path-globs.ts';
import { defineTool } from './tool.ts';

const QUERY_CHARACTERS_MAX = 1000;
const GLOB_CHARACTERS_MAX = 500;
const RESULTS_DEFAULT = 10;

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(QUERY_CHARACTERS_MAX)
    .describe('A question, words or identifiers'),
  paths: z.array(z.string().max(GLOB_CHARACTERS_MAX)).default([]).describe('Globs; ! excludes'),
  languages: z.array(z.string()).default([]),
  kinds: z.array(z.string()).default([]).describe('class, function, method, …'),
  tests: z.enum(['penalize', 'only', 'exclude']).default('penalize'),
  max_results: z.number().default(RESULTS_DEFAULT),
  detail: z.enum(DETAILS).default('snippets'),
  max_tokens: tokensParameter,
  project: projectParameter,
});

const output = z.strictObject({
  project: z.string(),
  generation: z.int(),
  confidence: z.enum(['high', 'medium', 'low', 'none']),
  hits: z.array(searchItemSchema),
  ...countsShape,
  signals: z.array(z.string()),
  notes: z.array(z.string()),
});

export const codeSearch = defineTool({
  name: 'code_search',
  title: 'Search code',
  description:
    'Find code by meaning or name, ranked with reasons. Use first, instead of grep or reading files, for "where/how is X done".',
  input,
  output,
  bounds: { max_results: { min: 1, max: 100 }, max_tokens: TOKEN_BOUNDS },
  annotations: { readOnly: true, idempotent: true },
  async run(context, request) {
    const { project, snapshot } = await openIndex(context, request.project);
    const answer = search(snapshot, {
      query: request.query,
      maxResults: request.max_results,
      pathFilter: pathGlobFilter(request.paths),
      languages: knownLanguages(project, request.languages),
      kinds: symbolKinds(request.kinds),
      includeTests: request.tests,
    });
    const shared = { terms: new Set(termsOf(request.query)), sources: new Sources(project) };
    const candidates = await Promise.all(
      answer.hits.map((hit, index) => renderHit(snapshot, hit, { rank: index + 1, ...shared })),
    );
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(candidates, {
        budget,
        detail: request.detail,
        tokensMax: request.max_tokens,
      });
      const notes = [
        ...(fitted.note === undefined ? [] : [fitted.note]),
        ...confidenceNotes(snapshot, answer, request.query),
      ];
      const counts = countsOf(fitted.items.length, answer.totalCount);
      const head =
        counts.returned_count === 0
          ? `No match for "${request.query}" in ${project.name}: ${searched(snapshot, request)}.`
          : `${counts.returned_count} of ${counts.total_count} candidates for "${request.query}" in ${project.name} (confidence ${answer.confidence}). ${DATA_NOTICE}`;
      return {
        structured: {
          project: project.name,
          generation: snapshot.generation,
          confidence: answer.confidence,
          hits: [...fitted.items],
          ...counts,
          signals: [...answer.signals],
          notes,
        },
        text: [head, fitted.text].filter((part) => part !== '').join('\n'),
      };
    });
  },
});

function searched(
  snapshot: Snapshot,
  request: {
    readonly paths: readonly string[];
    readonly languages: readonly string[];
    readonly kinds: readonly string[];
  },
): string {
  const filters = (['paths', 'languages', 'kinds'] as const)
    .filter((name) => request[name].length > 0)
    .map((name) => `${name} ${request[name].join(' ')}`);
  const scope = filters.length === 0 ? '' : ` within ${filters.join(', ')}`;
  return `searched ${plural(snapshot.graph.paths().length, 'file')}${scope}`;
}

/** When an answer is weak or empty: what is not there at all, what resembles it, what was not indexed. */
function confidenceNotes(snapshot: Snapshot, answer: SearchAnswer, query: string): string[] {
  const isWeak = answer.confidence === 'low' || answer.confidence === 'none';
  if (!isWeak && answer.hits.length > 0) return [];
  const notes: string[] = [];
  if (answer.hits.length > 0) notes.push('no confident match; take these as leads to check');
  if (answer.absentTerms.length > 0) {
    notes.push(`nowhere in this project: ${answer.absentTerms.join(', ')}`);
  }
  // Two edits turn any short word into any other.
  const words = wordsOf(query).filter((word) => word.length >= 4);
  const similar = [
    ...new Set(words.flatMap((word) => nearestNames(word, snapshot.graph.names(), 3))),
  ].slice(0, 5);
  if (similar.length > 0) notes.push(`similar names: ${similar.join(', ')}`);
  return answer.hits.length > 0 ? notes : [...notes, ...coverageNotes(snapshot)];
}
