/** Searches the code and the documentation pages of a project, and joins the two lists. */
import type { Snapshot } from '../../index/snapshot.ts';
import { isPageLanguage } from '../../languages/registry.ts';
import { CONFIDENCES } from '../../query/confidence.ts';
import { blocksOf } from '../../query/place/blocks.ts';
import type { PlaceKind } from '../../query/scope.ts';
import type { SearchRequest } from '../../query/search.ts';
import type { Corpus } from '../../query/weights.ts';
import type { OpenIndex } from '../context.ts';
import type { CheckedHit } from './check-hit.ts';
import { type FoundHits, findHits, type HitsRequest } from './find-hits.ts';

export const SCOPES = ['all', 'code', 'docs'] as const;
type Scope = (typeof SCOPES)[number];

/** The answer of one corpus of a project. */
export interface CorpusHits extends FoundHits {
  readonly corpus: Corpus;
}

export interface ScopedHit {
  readonly corpus: CorpusHits;
  readonly hit: CheckedHit;
}

export interface ScopedHits {
  /** The hits of the page, best first. */
  readonly hits: readonly ScopedHit[];
  /** The corpora in scope that were searched, that of the first hit first. */
  readonly searched: readonly CorpusHits[];
  /** Good matches that the hits leave out, in a corpus of the scope or beyond it. */
  readonly elsewhere: CorpusHits | undefined;
  /** Number of candidates in scope. */
  readonly total: number;
}

interface ScopedRequest extends HitsRequest {
  readonly scope: Scope;
  /** Number of the last result of the page. */
  readonly end: number;
}

/**
 * Number of pages that come before code if they answer better. Confidence is about the first hit,
 * so no more than that is known to be better.
 */
const LEADING_PAGES_MAX = 1;

export async function findInScope(open: OpenIndex, request: ScopedRequest): Promise<ScopedHits> {
  const { scope, offset, end } = request;
  const codeOffset = Math.max(0, offset - LEADING_PAGES_MAX);
  const foundCode = await findCode(open, { ...request, offset: codeOffset });
  const code = scope === 'docs' ? undefined : foundCode;
  // If there are fewer than were asked for, pages follow.
  const codeCount = code?.answer.hits.length ?? 0;
  const maxResults = Math.max(LEADING_PAGES_MAX, end - codeCount);
  const foundPages = await findPages(open, { ...request, offset: 0 }, maxResults);
  const pages = scope === 'code' ? undefined : foundPages;
  const lead = leadOf(code, pages);
  const caps = { code: shareAt(pages, lead - 1), pages: shareAt(code, codeCount - 1) };
  const hits: ScopedHit[] = [];
  for (let position = offset; position < end; position++) {
    const inCode = position - lead;
    const isCode = inCode >= 0 && inCode < codeCount;
    const inPages = position < lead ? position : position - codeCount;
    const corpus = isCode ? code : pages;
    const hit = corpus?.hits[isCode ? inCode - codeOffset : inPages];
    if (corpus === undefined || hit === undefined) continue;
    const cap = isCode ? caps.code : position < lead ? undefined : caps.pages;
    hits.push({ corpus, hit: capped(hit, corpus, cap) });
  }
  const isPageFirst = lead > 0 || codeCount === 0;
  const ledBy = lead > 0 ? pages && lowered(pages) : pages;
  const searched = (isPageFirst ? [ledBy, code] : [code, pages]).filter((one) => one !== undefined);
  const isLeftOut = (one: CorpusHits | undefined) =>
    one !== undefined && !hits.some(({ corpus }) => corpus === one) && answersWell(one);
  return {
    hits,
    searched,
    elsewhere: [foundPages, foundCode].find(isLeftOut),
    total: searched.reduce((sum, { answer }) => sum + answer.totalCount, 0),
  };
}

/** Returns a hit's share of the best possible score. */
function shareAt(corpus: CorpusHits | undefined, index: number): number | undefined {
  const hit = corpus?.answer.hits[index];
  return corpus === undefined || hit === undefined ? undefined : hit.score / corpus.answer.scoreMax;
}

/** Lowers a score to that of the corpus before it, so that scores never rise down the list. */
function capped(hit: CheckedHit, { answer }: CorpusHits, cap: number | undefined): CheckedHit {
  if (cap === undefined) return hit;
  return { ...hit, score: Math.min(hit.score, cap * answer.scoreMax) };
}

/**
 * Confidence is calibrated for each corpus, so it tells which of the two answers better. Most
 * questions are about code, so a page comes first only if it is sure.
 */
function leadOf(code: CorpusHits | undefined, pages: CorpusHits | undefined): number {
  if (code === undefined || pages === undefined) return 0;
  const isBetter = pages.answer.confidence === 'high' && !answersWell(code);
  return isBetter ? Math.min(LEADING_PAGES_MAX, pages.answer.totalCount) : 0;
}

/**
 * Pages that come before code have no high confidence by their lead over other pages: the question
 * may concern code. In the sets of questions about code, none of six such pages was the answer.
 */
function lowered(pages: CorpusHits): CorpusHits {
  if (pages.isCertain) return pages;
  return { ...pages, answer: { ...pages.answer, confidence: 'medium' } };
}

function answersWell({ answer }: CorpusHits): boolean {
  return CONFIDENCES.indexOf(answer.confidence) <= CONFIDENCES.indexOf('medium');
}

async function findCode(open: OpenIndex, request: HitsRequest): Promise<CorpusHits | undefined> {
  const search = restricted(request.search, (language) => !isPageLanguage(language), isCodeKind);
  if (search === undefined) return undefined;
  const hasBlocks = blocksIn(open.snapshot, search);
  return {
    ...(await findHits(open, { ...request, search: { ...search, hasBlocks } })),
    corpus: 'code',
  };
}

async function findPages(
  open: OpenIndex,
  request: HitsRequest,
  maxResults: number,
): Promise<CorpusHits | undefined> {
  if (open.snapshot.docsText.fileCount === 0) return undefined;
  // A page is no test.
  if (request.search.includeTests === 'only') return undefined;
  const search = restricted(request.search, isPageLanguage, isPageKind);
  if (search === undefined) return undefined;
  // Every place of a page is in a section.
  const kinds = search.kinds.includes('section') ? [] : search.kinds;
  const hasBlocks = blocksIn({ ...open.snapshot, text: open.snapshot.docsText }, search);
  const ofPages = {
    corpus: 'pages',
    includeTests: 'allow',
    kinds,
    hasBlocks,
    maxResults,
  } as const;
  const found = await findHits(open, { ...request, search: { ...search, ...ofPages } });
  return { ...found, corpus: 'pages' };
}

function isCodeKind(kind: PlaceKind): boolean {
  return kind !== 'section';
}

function isPageKind(kind: PlaceKind): boolean {
  return kind === 'section' || kind === 'block';
}

/** Returns what tells the files with blocks, if blocks are requested. */
function blocksIn(snapshot: Snapshot, { kinds }: SearchRequest): SearchRequest['hasBlocks'] {
  return kinds.includes('block') ? (path) => blocksOf(snapshot, path).length > 0 : undefined;
}

/** Returns the request for a corpus; undefined if its filters leave nothing of it. */
function restricted(
  request: SearchRequest,
  isOwnLanguage: (language: string) => boolean,
  isOwnKind: (kind: PlaceKind) => boolean,
): SearchRequest | undefined {
  const languages = request.languages.filter(isOwnLanguage);
  const kinds = request.kinds.filter(isOwnKind);
  const isExcluded =
    (languages.length === 0 && request.languages.length > 0) ||
    (kinds.length === 0 && request.kinds.length > 0);
  return isExcluded ? undefined : { ...request, languages, kinds };
}
