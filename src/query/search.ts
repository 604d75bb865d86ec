/**
 * Searches a snapshot: takes a question and returns files ranked by evidence, each with the place
 * to read and the reasons. A pure function of snapshot and request. It ranks files, not chunks, and
 * lists each once: nine more chunks of one file are worth less to a reader than nine other files.
 */
import { at } from '../base/assert.ts';
import { topK } from '../base/top-k.ts';
import type { Snapshot } from '../index/snapshot.ts';
import type { TextIndex } from '../index/text-index.ts';
import type { RepoPath } from '../model/path.ts';
import { type Confidence, confidenceOf, matchOf } from './confidence.ts';
import { combineQueries } from './evidence/combine.ts';
import { type Evidence, gatherEvidence, type OutsideEvidence } from './evidence/evidence.ts';
import type { NamedPlaces } from './evidence/named-files.ts';
import { type WeightedPart, type WeightedQuery, weighQuery } from './evidence/query-terms.ts';
import { type SearchTables, tablesOf } from './evidence/tables.ts';
import { contributionsOf, type Fusion, scoresOf, shareOfWeight } from './fuse.ts';
import { heldShare } from './occurrences.ts';
import type { Query } from './parse-query.ts';
import { placeWeights, type QuestionNames } from './place/place-score.ts';
import { findPlaces } from './question/find-places.ts';
import { readQuestion } from './question/question-parts.ts';
import { type Reason, reasonsFor } from './reasons.ts';
import { filesInScope, type ScopeRequest, type TestsMode } from './scope.ts';
import type { ShowRequest } from './show-request.ts';
import { type LineRange, type ShownPlace, shownPlace, shownPlaces } from './shown-place.ts';
import {
  CALIBRATED_SIGNALS,
  CORPUS_WEIGHTS,
  type Corpus,
  RRF_K,
  SIGNAL_NAMES,
  SIGNALS,
  type SignalName,
  type SignalWeights,
} from './weights.ts';

export type { Reason } from './reasons.ts';

/** Whether a list has one place for each file, or the best places of all files. */
export const GROUP_BY = ['file', 'place'] as const;
export type GroupBy = (typeof GROUP_BY)[number];

export interface SearchRequest extends ScopeRequest, OutsideEvidence {
  readonly query: string;
  readonly maxResults: number;
  /**
   * Corpus to search; default `code`. For pages, some weights differ and confidence is calibrated
   * separately.
   */
  readonly corpus?: Corpus | undefined;
  /** One place a file, or several of a strong one; default `file`. */
  readonly groupBy?: GroupBy | undefined;
  /** Fusion method; default `sum`. See fuse.ts. */
  readonly fusion?: Fusion | undefined;
  /**
   * Replaces weights of the table, to measure the value of a signal. Confidence always uses the
   * table.
   */
  readonly weights?: SignalWeights | undefined;
  /** Whether to give, for every reason, the rank of its file by that signal alone. */
  readonly explain?: boolean | undefined;
}

export interface SearchHit extends LineRange {
  readonly path: RepoPath;
  /** Graph node of the declaration shown, or of the file. */
  readonly node: number;
  /** Set if the place is shown as a block, because blocks were requested. */
  readonly isBlock?: true;
  /** Score in log-odds with fusion `sum`: only differences are meaningful. May be negative. */
  readonly score: number;
  /** Reasons for the file, strongest first, then reasons against it. Never empty. */
  readonly reasons: readonly Reason[];
  /** Other places in the file that are about the query, best first. */
  readonly otherRanges: readonly LineRange[];
}

export interface SearchAnswer {
  /** Hits, best first; ties are ordered by path. */
  readonly hits: readonly SearchHit[];
  /** Number of files in scope with any evidence, before `maxResults` is applied. */
  readonly totalCount: number;
  readonly confidence: Confidence;
  /** Lead of the first file over the second, in log-odds; 0 without hits. */
  readonly margin: number;
  /** How much the first file is about the query; see confidence.ts. 0 without hits. */
  readonly match: number;
  /** Signals for which this query provides input, in table order. */
  readonly signals: readonly SignalName[];
  /** Score of a file with the maximum evidence from these signals and no penalties. */
  readonly scoreMax: number;
  /** Words of the query that occur nowhere in the project, in lower case. */
  readonly absentTerms: readonly string[];
}

export function search(snapshot: Snapshot, request: SearchRequest): SearchAnswer {
  const index = snapshot.text;
  const { tables, weighted, named, evidence, isReport } = questionEvidence(index, request);
  const fusion = request.fusion ?? 'sum';
  const corpus = request.corpus ?? 'code';
  const weights = { ...CORPUS_WEIGHTS[corpus], ...request.weights };
  const contributions = contributionsOf(evidence, fusion, weights);
  const scores = scoresOf(contributions, evidence.candidates, index.fileCount);
  // File numbers follow path order, so they break ties.
  const best = topK(
    evidence.candidates,
    Math.max(2, request.maxResults),
    (a, b) => at(scores, b) - at(scores, a) || a - b,
  );
  const { kinds, includeTests } = request;
  const names = questionNames(index, tables, weighted, evidence);
  const places = placesOf(
    {
      ...{ snapshot, tables, weighted, evidence, names, kinds, includeTests },
      placeWeights: placeWeights(isReport),
    },
    best.slice(0, Math.max(0, request.maxResults)),
    request,
    scores,
  );
  const { commits, explain: ranks } = request;
  const explain = { index, tables, weighted, evidence, contributions, commits, ranks };
  const signals = signalsOf(weighted.query, request, named);
  const reasons = new Map(places.map(({ file }) => [file, reasonsFor(explain, file)]));
  const hits = places.map(({ file, place: { lag, ...place } }) => ({
    path: at(index.data.paths, file),
    ...place,
    score: at(scores, file) - lag,
    reasons: reasons.get(file) ?? [],
  }));
  return {
    hits,
    totalCount: evidence.candidates.length,
    ...trust(snapshot, weighted, evidence, best, corpus),
    signals,
    scoreMax: scoreMaxOf(signals, fusion, evidence, CORPUS_WEIGHTS[corpus]),
    absentTerms: weighted.terms.filter(({ term }) => term < 0).map(({ word }) => word),
  };
}

/** The evidence that a question finds in an index, before the signals are weighed. */
interface QuestionEvidence {
  readonly tables: SearchTables;
  /** The words of all parts of the question. */
  readonly weighted: WeightedQuery;
  readonly named: NamedPlaces;
  readonly evidence: Evidence;
  readonly isReport: boolean;
}

export function questionEvidence(index: TextIndex, request: SearchRequest): QuestionEvidence {
  const tables = tablesOf(index);
  const question = readQuestion(request.query);
  const parts = question.parts.map(
    ({ query, share }): WeightedPart => ({
      weighted: weighQuery(index, query, question.isReport),
      share,
    }),
  );
  const named = {
    frames: findPlaces(index, question.frames),
    places: findPlaces(index, question.places),
  };
  const inScope = filesInScope(index, tables, request);
  const gathered = gatherEvidence(index, tables, parts, inScope, { ...request, named });
  return {
    tables,
    weighted: combineQueries(parts.map((part) => part.weighted)),
    named,
    evidence: withTestsMode(gathered, request.includeTests),
    isReport: question.isReport,
  };
}

function questionNames(
  index: TextIndex,
  { names }: SearchTables,
  { query }: WeightedQuery,
  { definitions }: Evidence,
): QuestionNames {
  const written = new Set(query.identifiers.map((identifier) => index.nameNumber(identifier)));
  written.delete(-1);
  return { ...definitions.nameMatches, partCounts: names.partCounts, written };
}

/** Returns the places to show, best first: one a file, or the best of all places of the files. */
function placesOf(
  show: ShowRequest,
  files: readonly number[],
  { groupBy, maxResults }: SearchRequest,
  scores: Float64Array,
): readonly { readonly file: number; readonly place: ShownPlace }[] {
  if (groupBy !== 'place') return files.map((file) => ({ file, place: shownPlace(show, file) }));
  const places = files.flatMap((file) => shownPlaces(show, file).map((place) => ({ file, place })));
  const scoreOf = ({ file, place }: (typeof places)[number]) => at(scores, file) - place.lag;
  // The sort is stable, so places of equal scores stay in the order of their files.
  return places.sort((a, b) => scoreOf(b) - scoreOf(a)).slice(0, maxResults);
}

/** Removes the penalty for tests if the request allows or requires tests. */
function withTestsMode(evidence: Evidence, mode: TestsMode): Evidence {
  if (mode !== 'allow' && mode !== 'only') return evidence;
  const testPath = new Float64Array(evidence.values.testPath.length);
  return { ...evidence, values: { ...evidence.values, testPath } };
}

function scoreMaxOf(
  signals: readonly SignalName[],
  fusion: Fusion,
  evidence: Evidence,
  weights: SignalWeights,
): number {
  const largest = signals.map(
    (signal) =>
      Math.max(0, weights[signal] ?? SIGNALS[signal].weight) *
      shareOfWeight(signal, evidence) *
      (signal === 'commits' ? mostOf(evidence.values.commits, evidence.candidates) : 1),
  );
  const sum = largest.reduce((total, weight) => total + weight, 0);
  return fusion === 'sum' ? sum : sum / (RRF_K + 1);
}

/** Messages hold only a part of most questions, so even the best file has less than 1. */
function mostOf(values: Float64Array, files: readonly number[]): number {
  return files.reduce((most, file) => Math.max(most, at(values, file)), 0);
}

/**
 * Rates the first file. Margin and evidence always use the weighted sum, because only its units are
 * calibrated.
 */
function trust(
  snapshot: Snapshot,
  weighted: WeightedQuery,
  evidence: Evidence,
  best: readonly number[],
  corpus: Corpus,
): { confidence: Confidence; margin: number; match: number } {
  const [first, second] = best;
  if (first === undefined) return { confidence: 'none', margin: 0, match: 0 };
  const weights = CORPUS_WEIGHTS[corpus];
  const ahead = sumOf(evidence, first, CALIBRATED_SIGNALS, weights);
  const behind = second === undefined ? 0 : sumOf(evidence, second, CALIBRATED_SIGNALS, weights);
  const known = {
    margin: ahead - behind,
    evidence: sumOf(evidence, first, CALIBRATED_EVIDENCE, weights),
    heldShare: heldShare(snapshot.text, weighted, first),
    coverage: at(evidence.values.coverage, first),
    nearest: evidence.meaning?.nearest,
    isNameMissing: isNameMissing(snapshot.text, weighted.query, evidence, first),
  };
  const confidence = confidenceOf(known, corpus);
  return { confidence, margin: known.margin, match: matchOf(known) };
}

const CALIBRATED_EVIDENCE = CALIBRATED_SIGNALS.filter((name) => SIGNALS[name].weight > 0);

/** Signals that show that the file, or a declaration in it, has the name in the query. */
const BEARS_NAME = [
  'definition',
  'functionDefinition',
  'stemPhrase',
  'stemWord',
] as const satisfies readonly SignalName[];
/** Minimum evidence at which the name is the whole word and nothing else. */
const WHOLE_NAME_MIN = 0.99;

/**
 * Whether the queried name is missing. Parts of `LocalSet` occur everywhere, which is no evidence
 * for `LocalSet`.
 */
function isNameMissing(
  index: TextIndex,
  { joined, isOneWord }: Query,
  { values }: Evidence,
  first: number,
): boolean {
  if (joined.some((name) => index.termNumber(name) < 0)) return true;
  const bearsName =
    BEARS_NAME.some((signal) => at(values[signal], first) > 0) ||
    at(values.nameWords, first) >= WHOLE_NAME_MIN;
  return isOneWord && !bearsName;
}

function sumOf(
  evidence: Evidence,
  file: number,
  signals: readonly SignalName[],
  weights: SignalWeights,
): number {
  let sum = 0;
  for (const signal of signals) {
    sum += (weights[signal] ?? SIGNALS[signal].weight) * at(evidence.values[signal], file);
  }
  return sum;
}

function signalsOf(
  query: Query,
  request: SearchRequest,
  { frames, places }: NamedPlaces,
): readonly SignalName[] {
  const without = new Set<SignalName>();
  if (request.exactText === undefined) without.add('exactText');
  if (request.exactRare === undefined) without.add('exactRare');
  if (request.meaning === undefined) without.add('meaning').add('fileMeaning');
  if (request.sparse === undefined) without.add('sparse');
  if (request.rerank === undefined) without.add('rerank');
  if (request.commits === undefined) without.add('commits');
  if (frames.length === 0) without.add('stackFrame');
  if (places.length === 0) without.add('namedFile');
  if (request.session?.some((value) => value > 0) !== true) without.add('session');
  if (query.terms.length === 0) return without.has('exactText') ? [] : ['exactText'];
  if (query.identifiers.length === 0) without.add('definition').add('functionDefinition');
  if (query.runs.length === 0) without.add('identifierPhrase');
  return SIGNAL_NAMES.filter((signal) => !without.has(signal));
}
