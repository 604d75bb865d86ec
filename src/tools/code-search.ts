import { z } from 'zod';
import { appendTo } from '../base/append-to.ts';
import { grouped } from '../base/grouped.ts';
import { termsOf } from '../index/tokenize.ts';
import { bestConfidence, CONFIDENCES, type Confidence } from '../query/confidence.ts';
import { literalsOf } from '../query/literal/literals.ts';
import { isReport, readReport } from '../query/question/read-question.ts';
import { GROUP_BY, type GroupBy, type SearchRequest } from '../query/search.ts';
import { SIGNALS, type SignalName } from '../query/weights.ts';
import { DETAILS } from './answer/budget.ts';
import { DATA_NOTICE, plural } from './answer/display.ts';
import { itemProject, namesOf, notesOfEach } from './answer/index-fields.ts';
import { shortened } from './answer/outgoing.ts';
import { renderHit, searchItemSchema } from './answer/search-item.ts';
import { shownScore } from './answer/shown-score.ts';
import type { OpenIndex, ToolContext } from './context.ts';
import { placeKinds } from './input/kinds.ts';
import { languagesByProject } from './input/languages.ts';
import {
  cursorParameter,
  languagesParameter,
  projectsParameter,
  tokensParameter,
} from './input/parameters.ts';
import { pathGlobFilter } from './input/path-globs.ts';
import { INCLUDE_TESTS, isAboutTests, testsMode } from './input/tests-mode.ts';
import { noteLinesAbout } from './notes/shown-notes.ts';
import { confidenceNotes } from './search/confidence-notes.ts';
import type { PageStart } from './search/cursor.ts';
import { degradedField, degradedSchema } from './search/degraded.ts';
import {
  type CorpusHits,
  findInScope,
  SCOPES,
  type ScopedHit,
  type ScopedHits,
} from './search/find-in-scope.ts';
import { mergeHits } from './search/merge.ts';
import { namedSymbolNotes } from './search/named-symbol.ts';
import { HEAD_CHARACTERS, HEAD_HITS_MAX, pageShape, STEEP_DROP } from './search/page.ts';
import { searchTool } from './search/search-tool.ts';
import { textHits } from './search/while-indexing.ts';
import type { Relevance } from './session-log.ts';

const QUERY_CHARACTERS_MAX = 100_000;
/** A longer question is cut here: logs say the same again and again. */
const READ_CHARACTERS_MAX = 20_000;
const ECHO_CHARACTERS_MAX = 120;
const GLOB_CHARACTERS_MAX = 500;
/**
 * Length limit for repeating the filters. The caller knows them; they are repeated to show what was
 * searched.
 */
const FILTER_CHARACTERS_MAX = 200;
const RESULTS_DEFAULT = 10;
const SIGNAL_NAMES = Object.keys(SIGNALS) as readonly SignalName[];

const input = z.strictObject({
  query: z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(QUERY_CHARACTERS_MAX)
    .describe('Question, names, exact text, issue or stack trace'),
  path_glob: z.array(z.string().max(GLOB_CHARACTERS_MAX)).default([]).describe('! excludes'),
  lang: languagesParameter,
  kind: z.array(z.string()).default([]).describe('class, method, doc, block, …'),
  include_tests: z.enum(INCLUDE_TESTS).default('auto'),
  scope: z.enum(SCOPES).default('all'),
  /** `auto` groups by place for reports. */
  group_by: z.enum(['auto', ...GROUP_BY]).default('auto'),
  max_results: z.number().default(RESULTS_DEFAULT),
  detail: z
    .enum([...DETAILS, 'full'])
    .default('snippets')
    .describe('full: code, score and reasons of every hit'),
  max_tokens: tokensParameter,
  explain: z.boolean().default(false).describe('Adds the parts of each score'),
  cursor: cursorParameter,
  project: projectsParameter,
});
type Input = z.output<typeof input>;

export const codeSearch = searchTool({
  name: 'code_search',
  title: 'Search code',
  description:
    'Find code by meaning, name or exact text: the best hits with whole code, the others in a line; says what is absent. Use first, instead of grep or reading files, for "where is X done".',
  input,
  output: {
    /** Families of signals that were used for this query, joined by `+`, always in the same order. */
    backend: z.string(),
    confidence: z.enum(CONFIDENCES),
    results: z.array(searchItemSchema),
    ...pageShape,
    /** Number of files in scope that contain text of the query exactly, including those not shown. */
    fallback_grep_hits: z.int(),
    /** There may be more results, because not every file that may contain the text could be read. */
    total_is_lower_bound: z.literal(true).optional(),
    degraded: degradedSchema,
  },
  bounds: { max_results: { min: 1, max: 100 } },
  usesSession: true,
  question: ({ query }) => query,
  seeks: 'files',
  identity: ({ query, path_glob, lang, kind, include_tests, scope, group_by }) => [
    query,
    path_glob,
    lang,
    kind,
    include_tests,
    scope,
    group_by,
  ],
  async whileIndexing({ context, ...unready }, { query, path_glob: pathGlobs, ...request }) {
    const { rows, notes } = await textHits(context, unready, { query, pathGlobs });
    return {
      rows: rows.slice(0, request.max_results),
      detail: request.detail === 'full' ? 'snippets' : request.detail,
      total: rows.length,
      notes,
      fields: { backend: 'text', confidence: 'low' as const, fallback_grep_hits: rows.length },
      head: (count) =>
        `${count} of ${plural(rows.length, 'file')} with words of "${echoOf(query)}" in ${unready.project.name}. ${DATA_NOTICE}`,
    };
  },
  async answer({ context, indexes, start }, given) {
    const request = { ...given, query: given.query.slice(0, READ_CHARACTERS_MAX) };
    const all = await searchAll(context, indexes, request, start);
    const merged = mergeProjects(all);
    const hits = indexes.length === 1 ? merged : pageOf(merged, start, request.max_results);
    const terms = new Set(termsOf(request.query));
    const whole = summaryOf(all);
    const isFull = request.detail === 'full';
    const detail = request.detail === 'full' ? 'snippets' : request.detail;
    const best = Math.max(0, ...hits.map(shownScoreOf));
    let shownCharacters = 0;
    const rows = hits.map(({ origin, corpus, hit }, index) => {
      const isHead =
        index < HEAD_HITS_MAX &&
        shownCharacters < HEAD_CHARACTERS &&
        shownScoreOf({ corpus, hit }) >= best * STEEP_DROP;
      const row = renderHit(hit, {
        rank: start.offset + index + 1,
        terms,
        scoreMax: corpus.answer.scoreMax,
        relevance: origin.relevance.get(hit.path),
        explain: request.explain || isFull,
        isHead: isFull || isHead,
        isPage: corpus.corpus === 'pages',
        snapshot: origin.snapshot,
        project: itemProject(indexes, origin),
      });
      if (isHead) shownCharacters += row.at(-1)?.text.length ?? 0;
      return row;
    });
    const named = await Promise.all(
      all.map((origin) => namedSymbolNotes(origin, request.query, hits[0]?.hit.symbol)),
    );
    return {
      rows,
      detail,
      total: whole.total,
      notes: [
        ...cutNotes(given.query),
        ...named.flat(),
        ...notesOf(all, request, whole),
        ...notesOfEach(all, ({ elsewhere }) => elsewhereNotes(elsewhere)),
        ...memoryNotes(hits),
      ],
      fields: {
        backend: whole.backend,
        confidence: whole.confidence,
        fallback_grep_hits: whole.exactFiles,
        ...(whole.isPartial ? { total_is_lower_bound: true as const } : {}),
        ...degradedField(all.flatMap(({ searched }) => searched)),
      },
      head: (count) => headOf(indexes, request, whole, count),
    };
  },
});

/** Returns the notes about the symbols that were found. */
function memoryNotes(
  hits: readonly {
    readonly origin: IndexHits;
    readonly hit: { readonly symbol: { readonly index: number } };
  }[],
): readonly string[] {
  const byOrigin = new Map<IndexHits, number[]>();
  for (const { origin, hit } of hits) appendTo(byOrigin, origin, hit.symbol.index);
  return [...byOrigin].flatMap(([{ snapshot }, nodes]) =>
    noteLinesAbout(snapshot, nodes).map((line) => `memory: ${line}`),
  );
}

function shownScoreOf({ corpus, hit }: ScopedHit): number {
  return shownScore(hit.score, corpus.answer.scoreMax);
}

function cutNotes({ length }: string): readonly string[] {
  if (length <= READ_CHARACTERS_MAX) return [];
  return [`read the first ${grouped(READ_CHARACTERS_MAX)} of ${grouped(length)} characters`];
}

/** The hits of one project. */
interface IndexHits extends OpenIndex, ScopedHits {
  readonly relevance: ReadonlyMap<string, Relevance>;
}

/**
 * Searches each project. Returns only the hits of the page for a single project, or all hits up to
 * the end of the page for several.
 */
async function searchAll(
  context: ToolContext,
  indexes: readonly OpenIndex[],
  request: Input,
  start: PageStart,
): Promise<readonly IndexHits[]> {
  const projects = indexes.map(({ project }) => project);
  const languages = languagesByProject(projects, request.lang);
  const all: IndexHits[] = [];
  for (const opened of indexes) {
    const own = languages.get(opened.project);
    if (own === undefined) continue;
    const { name } = opened.project;
    const relevance = context.session?.relevance(name, start.turn) ?? new Map();
    const search = searchRequest(request, start, own);
    const found = await findInScope(opened, {
      scope: request.scope,
      search,
      literals: literalsOf(request.query),
      offset: indexes.length === 1 ? start.offset : 0,
      end: search.maxResults,
      relevance,
    });
    all.push({ ...opened, ...found, relevance });
  }
  return all;
}

/** Merges the lists of the projects, each in its own order. */
function mergeProjects(all: readonly IndexHits[]) {
  const lists = all.map((origin) => ({
    origin,
    answer: { scoreMax: 1 },
    hits: origin.hits.map(({ corpus, hit }) => ({
      corpus,
      hit,
      score: hit.score / corpus.answer.scoreMax,
    })),
  }));
  return mergeHits(lists).map(({ origin: { origin }, hit: { corpus, hit } }) => ({
    origin,
    corpus,
    hit,
  }));
}

const ELSEWHERE_PLACES_MAX = 2;

/** Says where else there are good matches. */
function elsewhereNotes(elsewhere: CorpusHits | undefined): readonly string[] {
  if (elsewhere === undefined) return [];
  const { corpus, hits } = elsewhere;
  const places = hits.slice(0, ELSEWHERE_PLACES_MAX).map(({ symbol }) => symbol.id);
  const scope = corpus === 'pages' ? 'docs' : 'code';
  return [
    `also in ${corpus === 'pages' ? 'documentation' : 'code'} (scope ${scope}): ${places.join(', ')}`,
  ];
}

function pageOf<Hit>(hits: readonly Hit[], { offset }: PageStart, count: number): readonly Hit[] {
  return hits.slice(offset, offset + count);
}

function searchRequest(
  request: Input,
  start: PageStart,
  languages: readonly string[],
): SearchRequest {
  return {
    query: request.query,
    maxResults: start.offset + request.max_results,
    pathFilter: pathGlobFilter(request.path_glob),
    languages: [...languages],
    kinds: placeKinds(request.kind),
    includeTests: testsMode(request.include_tests, request.query),
    groupBy: groupByOf(request),
    explain: request.explain || request.detail === 'full',
  };
}

/** A report often concerns several places of one file; a question of one line asks for files. */
function groupByOf({ group_by: groupBy, query }: Input): GroupBy {
  if (groupBy !== 'auto') return groupBy;
  return isReport(query) ? 'place' : 'file';
}

/** Summary of the results of all projects. */
interface Summary {
  readonly total: number;
  readonly confidence: Confidence;
  readonly backend: string;
  readonly exactFiles: number;
  /** Whether a file contains the whole query, or the whole quoted text, rather than only parts. */
  readonly isWholeExact: boolean;
  readonly isPartial: boolean;
  readonly missingCount: number;
}

function summaryOf(all: readonly IndexHits[]): Summary {
  const corpora = all.flatMap(({ searched }) => searched);
  const sum = (count: (one: CorpusHits) => number) =>
    corpora.reduce((total, one) => total + count(one), 0);
  const signals = new Set(corpora.flatMap(({ answer }) => answer.signals));
  const families = SIGNAL_NAMES.filter((name) => signals.has(name)).map((n) => SIGNALS[n].family);
  return {
    total: all.reduce((total, one) => total + one.total, 0),
    confidence: bestConfidence(
      all.map(({ searched: [first] }) => first?.answer.confidence ?? 'none'),
    ),
    backend: [...new Set(families)].join('+'),
    exactFiles: sum(({ exact }) => exact.fileCount),
    isWholeExact: corpora.some(({ exact }) => exact.values.includes(1)),
    isPartial: corpora.some(({ exact }) => exact.isPartial),
    missingCount: sum(({ missingCount }) => missingCount),
  };
}

function headOf(
  indexes: readonly OpenIndex[],
  request: Input,
  { total, confidence, exactFiles, isWholeExact }: Summary,
  count: number,
): string {
  const names = namesOf(indexes);
  if (count === 0) {
    return `No match for "${echoOf(request.query)}" in ${names}: ${searched(indexes, request)}.`;
  }
  const text = isWholeExact ? 'exact text' : 'exact parts of it';
  const held = exactFiles === 0 ? '' : `, ${text} in ${plural(exactFiles, 'file')}`;
  // The caller knows the question and its only project.
  const where = indexes.length === 1 ? '' : ` in ${names}`;
  return `${count} of ${total} candidates${where} (confidence ${confidence}${held}). ${DATA_NOTICE}`;
}

/** The question as the answer repeats it: of a report its title. */
function echoOf(query: string): string {
  return shortened(readReport(query)?.title ?? query, ECHO_CHARACTERS_MAX);
}

function searched(indexes: readonly OpenIndex[], request: Input): string {
  const filters = (['path_glob', 'lang', 'kind'] as const)
    .filter((name) => request[name].length > 0)
    .map((name) => `${name} ${shortened(request[name].join(' '), FILTER_CHARACTERS_MAX)}`);
  const scope = filters.length === 0 ? '' : ` within ${filters.join(', ')}`;
  const files = indexes.reduce((sum, { snapshot }) => sum + snapshot.text.fileCount, 0);
  return `searched ${plural(files, 'file')}${scope}`;
}

function notesOf(
  all: readonly IndexHits[],
  request: Input,
  { confidence, missingCount }: Summary,
): string[] {
  const isWeak = confidence === 'low' || confidence === 'none';
  // Notes about a project without a match are omitted if another project has one.
  const origin = all.length > 1 && !isWeak ? [] : all;
  const notes = notesOfEach(origin, ({ snapshot, searched }) => {
    const [first, ...others] = searched.map(({ answer }) => answer);
    if (first === undefined) return [];
    const isNowhere = (term: string) => others.every((own) => own.absentTerms.includes(term));
    const absentTerms = first.absentTerms.filter(isNowhere);
    return confidenceNotes(snapshot, { ...first, absentTerms }, request.query);
  });
  if (request.include_tests === 'auto' && isAboutTests(request.query)) {
    notes.push('the question is about tests, so tests are not ranked down');
  }
  if (missingCount > 0) {
    notes.push(`${plural(missingCount, 'file')} left out, deleted since indexing`);
  }
  return notes;
}
