import { z } from 'zod';
import { nearestNames } from '../base/edit-distance.ts';
import type { Snapshot } from '../index/snapshot.ts';
import { termsOf, wordsOf } from '../index/tokenize.ts';
import type { Project } from '../project/project.ts';
import { literalsOf } from '../query/literal/literals.ts';
import type { SearchAnswer, SearchRequest } from '../query/search.ts';
import { SIGNALS } from '../query/weights.ts';
import {
  DETAILS,
  type Fitted,
  fitRenderings,
  TOKEN_BOUNDS,
  withinBudget,
} from './answer/budget.ts';
import { coverageNotes } from './answer/coverage.ts';
import { DATA_NOTICE, plural } from './answer/display.ts';
import { indexFields, indexShape } from './answer/index-fields.ts';
import { renderHit, type SearchItem, searchItemSchema } from './answer/search-item.ts';
import { openIndex } from './context.ts';
import { symbolKinds } from './input/kinds.ts';
import { knownLanguages } from './input/languages.ts';
import { projectParameter, tokensParameter } from './input/parameters.ts';
import { pathGlobFilter } from './input/path-globs.ts';
import { asksAboutTests, INCLUDE_TESTS, testsMode } from './input/tests-mode.ts';
import { type PageStart, pageStart } from './search/cursor.ts';
import { type FoundHits, findHits } from './search/find-hits.ts';
import { pageFields, pageShape } from './search/page.ts';
import { defineTool } from './tool.ts';

const QUERY_CHARACTERS_MAX = 1000;
const GLOB_CHARACTERS_MAX = 500;
const CURSOR_CHARACTERS_MAX = 200;
const RESULTS_DEFAULT = 10;

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(QUERY_CHARACTERS_MAX)
    .describe('A question, words, identifiers or exact text'),
  path_glob: z.array(z.string().max(GLOB_CHARACTERS_MAX)).default([]).describe('! excludes'),
  lang: z.array(z.string()).default([]),
  kind: z.array(z.string()).default([]).describe('class, function, method, …'),
  include_tests: z.enum(INCLUDE_TESTS).default('auto'),
  max_results: z.number().default(RESULTS_DEFAULT),
  detail: z.enum(DETAILS).default('snippets'),
  max_tokens: tokensParameter,
  explain: z.boolean().default(false),
  cursor: z.string().max(CURSOR_CHARACTERS_MAX).optional(),
  project: projectParameter,
});
type Input = z.output<typeof input>;

const output = z.strictObject({
  ...indexShape,
  /** Families of signals that this query was asked of, joined by `+`, always in the same order. */
  backend: z.string(),
  confidence: z.enum(['high', 'medium', 'low', 'none']),
  results: z.array(searchItemSchema),
  ...pageShape,
  /** Files in scope that hold text of the query exactly, shown or not. */
  fallback_grep_hits: z.int(),
  /** There may be more: not every file that may hold the text could be read. */
  total_is_lower_bound: z.literal(true).optional(),
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
    const opened = await openIndex(context, request.project);
    const { project, snapshot } = opened;
    const owner = { generation: snapshot.generation, request: identityOf(project, request) };
    const start = pageStart(owner, request.cursor, context.session?.turn);
    const relevance = context.session?.relevance(project.name, start.turn) ?? new Map();
    const found = await findHits(opened, {
      search: searchRequest(project, request, start),
      literals: literalsOf(request.query),
      offset: start.offset,
      relevance,
    });
    const { answer } = found;
    const terms = new Set(termsOf(request.query));
    const { scoreMax } = answer;
    const candidates = found.hits.map((hit, index) =>
      renderHit(hit, {
        rank: start.offset + index + 1,
        terms,
        scoreMax,
        relevance: relevance.get(hit.path),
        explain: request.explain,
      }),
    );
    const known = notesOf(snapshot, request, found);
    return withinBudget(context.channel, request.max_tokens, (budget) => {
      const fitted = fitRenderings(candidates, {
        budget,
        detail: request.detail,
        tokensMax: request.max_tokens,
      });
      return {
        structured: {
          ...indexFields(opened),
          backend: backendOf(answer),
          confidence: answer.confidence,
          results: [...fitted.items],
          ...pageFields(fitted, { owner, start, total: answer.totalCount, notes: known }),
          fallback_grep_hits: found.exact.fileCount,
          ...(found.exact.isPartial ? { total_is_lower_bound: true as const } : {}),
        },
        text: textOf(project, snapshot, request, found, fitted),
      };
    });
  },
});

/** The same bytes for requests that have the same results in the same order. */
function identityOf(project: Project, request: Input): unknown {
  const { query, path_glob, lang, kind, include_tests } = request;
  return [project.name, query, path_glob, lang, kind, include_tests];
}

function searchRequest(project: Project, request: Input, start: PageStart): SearchRequest {
  return {
    query: request.query,
    maxResults: start.offset + request.max_results,
    pathFilter: pathGlobFilter(request.path_glob),
    languages: knownLanguages(project, request.lang),
    kinds: symbolKinds(request.kind),
    includeTests: testsMode(request.include_tests, request.query),
    explain: request.explain,
  };
}

function backendOf({ signals }: SearchAnswer): string {
  return [...new Set(signals.map((signal) => SIGNALS[signal].family))].join('+');
}

function textOf(
  project: Project,
  snapshot: Snapshot,
  request: Input,
  { answer, exact }: FoundHits,
  fitted: Fitted<SearchItem>,
): string {
  const count = fitted.items.length;
  if (count === 0) {
    return `No match for "${request.query}" in ${project.name}: ${searched(snapshot, request)}.`;
  }
  const held = exact.fileCount === 0 ? '' : `, exact text in ${plural(exact.fileCount, 'file')}`;
  const head = `${count} of ${answer.totalCount} candidates for "${request.query}" in ${project.name} (confidence ${answer.confidence}${held}). ${DATA_NOTICE}`;
  return `${head}\n${fitted.text}`;
}

function searched(snapshot: Snapshot, request: Input): string {
  const filters = (['path_glob', 'lang', 'kind'] as const)
    .filter((name) => request[name].length > 0)
    .map((name) => `${name} ${request[name].join(' ')}`);
  const scope = filters.length === 0 ? '' : ` within ${filters.join(', ')}`;
  return `searched ${plural(snapshot.text.fileCount, 'file')}${scope}`;
}

function notesOf(snapshot: Snapshot, request: Input, found: FoundHits): string[] {
  const notes = confidenceNotes(snapshot, found.answer, request.query);
  if (request.include_tests === 'auto' && asksAboutTests(request.query)) {
    notes.push('the question is about tests, so tests are not ranked down');
  }
  if (found.goneCount > 0) {
    notes.push(`${plural(found.goneCount, 'file')} left out, deleted since indexing`);
  }
  return notes;
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
  const isAbsent = answer.confidence === 'none' || answer.hits.length === 0;
  return isAbsent ? [...notes, ...coverageNotes(snapshot)] : notes;
}
