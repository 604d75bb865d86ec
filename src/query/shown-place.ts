/**
 * Chooses the part of a file to show: the declaration that the query names; otherwise the
 * declaration or lines with the best combined match of name, owner and content
 * (place/place-score.ts). The declaration that labels a place always contains all of its lines.
 */
import { at } from '../base/assert.ts';
import { NAME_ROLES, nameRoleOf } from '../index/name-role.ts';
import type { RepoPath } from '../model/path.ts';
import { namedDeclaration } from './named-declaration.ts';
import { type ChunkRange, chunksOfFile } from './occurrences.ts';
import { blocksOf } from './place/blocks.ts';
import {
  chunkOwners,
  chunksOfLines,
  declaredPlaces,
  shownEndLine,
} from './place/declared-places.ts';
import {
  declarationsOfKinds,
  enclosingDeclaration,
  type FileDeclaration,
  fileDeclarations,
  inlineTests,
} from './place/file-declarations.ts';
import { type NamedLines, namedLines } from './place/named-lines.ts';
import { chunkScore, declarationScore, TEST_PENALTY } from './place/place-score.ts';
import { isRestricted } from './scope.ts';
import { putsTestsBehind, type ShowRequest } from './show-request.ts';

/** 1-based lines, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

interface Place extends LineRange {
  /** Node of the declaration shown, or of the file. */
  readonly node: number;
  /** Set if the place is shown as a block, because blocks were requested. */
  readonly isBlock?: true;
}

interface ScoredPlace extends Place {
  /** In log-odds; the order of the places of a file. */
  readonly score: number;
  /** The part of the score that is certain: the question names the place itself. */
  readonly bonus: number;
}

export interface ShownPlace extends Place {
  /** How much less the place scores than its file, in log-odds; 0 for the first. */
  readonly lag: number;
  /** Other chunks of the file about the query, best first. */
  readonly otherRanges: readonly LineRange[];
}

const OTHER_RANGES_MAX = 5;
/** Minimum score of a further range, as a share of the file's best chunk. */
const OTHER_RANGE_SHARE_MIN = 0.5;

/** Maximum number of places of one file in a list of places. */
const PLACES_MAX = 10;

/** Returns the best place of a file. */
export function shownPlace(request: ShowRequest, file: number): ShownPlace {
  const place = namedPlace(request, file) ?? at(rankedPlaces(request, file, 'best'), 0);
  return { ...place, lag: 0, otherRanges: otherRanges(request, file, place) };
}

/**
 * Returns the best places of a file that do not overlap, best first. Scores are log-odds, so a
 * place after the first lags by the logarithm of its probability among all places of the file: the
 * more places are about as good, the less any of them can count on the file's score.
 */
export function shownPlaces(request: ShowRequest, file: number): readonly ShownPlace[] {
  const named = namedPlace(request, file);
  const ranked = rankedPlaces(request, file);
  const first = named ?? at(ranked, 0);
  // A named place comes first, but it makes the others no worse.
  const wordScore = ({ score, bonus }: ScoredPlace) => score - bonus;
  const total = logSum(ranked.map(wordScore));
  let places: readonly ShownPlace[] = [{ ...first, lag: 0, otherRanges: [] }];
  for (const place of ranked) {
    if (places.length === PLACES_MAX) break;
    const lag = place.bonus > 0 ? 0 : total - wordScore(place);
    places = withPlace(request, places, { ...place, lag, otherRanges: [] });
  }
  return places;
}

/** Returns the logarithm of the sum of exponentials. */
function logSum(scores: readonly number[]): number {
  const largest = Math.max(...scores);
  return largest + Math.log(scores.reduce((sum, score) => sum + Math.exp(score - largest), 0));
}

/**
 * Adds a place unless its lines or its declaration are already shown. A type leaves the lines of a
 * member that is a place of its own to it.
 */
function withPlace(
  { snapshot: { graph } }: ShowRequest,
  places: readonly ShownPlace[],
  place: ShownPlace,
): readonly ShownPlace[] {
  const isMember = (inner: Place, outer: Place): boolean =>
    graph.parentOf(inner.node) === outer.node &&
    nameRoleOf(graph.node(outer.node)) === NAME_ROLES.type &&
    outer.startLine < inner.startLine;
  let { endLine } = place;
  const shortened: ShownPlace[] = [];
  for (const one of places) {
    const isApart = one.endLine < place.startLine || place.endLine < one.startLine;
    if (one.node === place.node) return places;
    if (isApart) shortened.push(one);
    else if (isMember(place, one)) shortened.push({ ...one, endLine: place.startLine - 1 });
    else if (isMember(one, place)) {
      endLine = Math.min(endLine, one.startLine - 1);
      shortened.push(one);
    } else return places;
  }
  return [...shortened, { ...place, endLine }];
}

function namedPlace(request: ShowRequest, file: number): Place | undefined {
  const { places } = request.evidence.named;
  // A line of a path is more exact than a name.
  if (places.some((place) => place.file === file && place.line !== undefined)) return undefined;
  const named = namedDeclaration(request, file);
  if (named === undefined) return undefined;
  const { index: node, startLine } = named;
  return { node, startLine, endLine: shownEndLine(request.snapshot.text, file, named) };
}

/**
 * Returns the places of a file, best first; never empty. Ties go to the first declaration in the
 * file, and to any declaration before bare lines. `best` may leave out all but the best.
 */
function rankedPlaces(
  request: ShowRequest,
  file: number,
  wanted: 'all' | 'best' = 'all',
): readonly ScoredPlace[] {
  const { graph, text } = request.snapshot;
  const path = at(text.data.paths, file);
  const named = namedLines(request, file, path);
  const places = new PlaceList(wanted === 'best' && named.length === 0);
  const best = bestContent(request, file);
  addDeclarations(request, file, best, places);
  // The file was found by its path or by vectors: none of its words match the query.
  if (isRestricted(request)) {
    for (const place of blockPlaces(request, file, path, best)) places.add(place);
    if (request.kinds.includes('file')) places.add(filePlace(request, file, best));
  } else if (best <= 0) {
    const nearest = nearestPlace(request, file);
    places.clear();
    if (nearest !== undefined) places.add({ ...nearest, score: 0, bonus: 0 });
  } else addChunks(request, file, best, places);
  const all = places.all;
  addNamedLines(request, path, named, all);
  if (all.length > 0) {
    // The sort is stable, so ties keep the order above.
    return all.sort((a, b) => b.score - a.score);
  }
  return [{ ...beginningOf(request, file, graph.fileNode(path) ?? -1), score: 0, bonus: 0 }];
}

/** Places in the order in which they were found, or only the first of the best. */
class PlaceList {
  readonly all: ScoredPlace[] = [];
  readonly #isBestOnly: boolean;

  constructor(isBestOnly: boolean) {
    this.#isBestOnly = isBestOnly;
  }

  add({ node, startLine, endLine, score, bonus, isBlock }: ScoredPlace): void {
    const [best] = this.all;
    if (this.#isBestOnly && best !== undefined && score <= best.score) return;
    const place = {
      node,
      startLine,
      endLine,
      score,
      bonus,
      ...(isBlock === true ? { isBlock } : {}),
    };
    if (this.#isBestOnly) this.all[0] = place;
    else this.all.push(place);
  }

  clear(): void {
    this.all.length = 0;
  }
}

function addDeclarations(
  request: ShowRequest,
  file: number,
  best: number,
  places: PlaceList,
): void {
  const { text } = request.snapshot;
  const path = at(text.data.paths, file);
  const penaltyOf = testPenalty(request, file);
  const declarations = isRestricted(request)
    ? declarationsOfKinds(request.snapshot, path, request.kinds)
    : fileDeclarations(request.snapshot, path);
  for (const { declaration, endLine, ...chunks } of declaredPlaces(text, file, declarations)) {
    const { node, startLine } = declaration;
    const content = contentOf(request, file, chunks, best);
    const score = scoreOf(request, declaration, content) - penaltyOf(startLine);
    places.add({ node, startLine, endLine, score, bonus: 0 });
  }
}

/**
 * Adds the chunks of a file. Lines inside a declaration in which no other declaration begins are
 * labelled with that declaration; other lines are labelled with the file.
 */
function addChunks(request: ShowRequest, file: number, best: number, places: PlaceList): void {
  const { graph, text } = request.snapshot;
  const { chunkStartLines, chunkEndLines, paths } = text.data;
  const path = at(paths, file);
  const { first } = chunksOfFile(text, file);
  const penaltyOf = testPenalty(request, file);
  const fileNode = graph.fileNode(path) ?? -1;
  for (const [place, around] of chunkOwners(request.snapshot, path, file).entries()) {
    const chunk = first + place;
    const content = contentOf(request, file, { first: chunk, end: chunk + 1 }, best);
    const startLine = at(chunkStartLines, chunk);
    const score =
      around === undefined
        ? chunkScore(request.placeWeights, content)
        : scoreOf(request, around, content);
    places.add({
      node: around?.node ?? fileNode,
      startLine,
      endLine: at(chunkEndLines, chunk),
      score: score - penaltyOf(startLine),
      bonus: 0,
    });
  }
}

/** Returns the blocks of the file as places, if blocks are requested. */
function blockPlaces(
  request: ShowRequest,
  file: number,
  path: RepoPath,
  best: number,
): readonly ScoredPlace[] {
  if (!request.kinds.includes('block')) return [];
  return blocksOf(request.snapshot, path).map((lines) => ({
    ...lines,
    node:
      enclosingDeclaration(request.snapshot, path, lines)?.node ??
      request.snapshot.graph.fileNode(path) ??
      -1,
    score: chunkScore(
      request.placeWeights,
      contentOf(request, file, chunksOfLines(request.snapshot.text, file, lines), best),
    ),
    bonus: 0,
    isBlock: true,
  }));
}

/** Returns the file itself as a place, at the lines that are most about the question. */
function filePlace(request: ShowRequest, file: number, best: number): ScoredPlace {
  const { graph, text } = request.snapshot;
  const { chunkStartLines, chunkEndLines, paths } = text.data;
  const node = graph.fileNode(at(paths, file)) ?? -1;
  const { first, end } = chunksOfFile(text, file);
  let chunk = first;
  let most = 0;
  for (let next = first; next < end; next++) {
    const content = contentOf(request, file, { first: next, end: next + 1 }, best);
    if (content > most) [chunk, most] = [next, content];
  }
  const lines =
    chunk < end
      ? { startLine: at(chunkStartLines, chunk), endLine: at(chunkEndLines, chunk) }
      : { startLine: 1, endLine: 1 };
  return { node, ...lines, score: chunkScore(request.placeWeights, most), bonus: 0 };
}

/** Puts the lines that the question names in place of their declaration, or adds them. */
function addNamedLines(
  request: ShowRequest,
  path: RepoPath,
  named: readonly NamedLines[],
  places: ScoredPlace[],
): void {
  const { graph } = request.snapshot;
  for (const { bonus, ...lines } of named) {
    const own = places.findIndex(({ node }) => node === lines.node);
    if (own < 0 && isRestricted(request)) continue;
    const score = (places[own]?.score ?? chunkScore(request.placeWeights, 1)) + bonus;
    const node = lines.node < 0 ? (graph.fileNode(path) ?? -1) : lines.node;
    if (own < 0) places.push({ ...lines, node, score, bonus });
    else places[own] = { ...lines, node, score, bonus };
  }
}

/** Returns the lines whose vectors are nearest to the question's. */
function nearestPlace(request: ShowRequest, file: number): Place | undefined {
  const { graph, text } = request.snapshot;
  const chunk = request.evidence.meaning?.chunks[file] ?? -1;
  if (chunk < 0) return undefined;
  const { chunkStartLines, chunkEndLines, paths } = text.data;
  const path = at(paths, file);
  const lines = { startLine: at(chunkStartLines, chunk), endLine: at(chunkEndLines, chunk) };
  return {
    node: enclosingDeclaration(request.snapshot, path, lines)?.node ?? graph.fileNode(path) ?? -1,
    ...lines,
  };
}

/** Returns a function from a place's first line to its penalty for being in an inline test. */
function testPenalty(request: ShowRequest, file: number): (line: number) => number {
  if (!putsTestsBehind(request, file)) return () => 0;
  const path = at(request.snapshot.text.data.paths, file);
  const tests = inlineTests(request.snapshot, path);
  if (tests.length === 0) return () => 0;
  const isInTests = (line: number): boolean =>
    tests.some(({ startLine, endLine }) => startLine <= line && line <= endLine);
  return (line) => (isInTests(line) ? TEST_PENALTY : 0);
}

function scoreOf(
  { placeWeights, names }: ShowRequest,
  declaration: FileDeclaration,
  content: number,
): number {
  return declarationScore(placeWeights, declaration, content, names);
}

/**
 * Returns how much some chunks are about the question: the best content score, as a share of the
 * file's best. The chunk nearest in meaning counts in addition, as far as words are missing.
 */
function contentOf(
  { evidence, placeWeights }: ShowRequest,
  file: number,
  { first, end }: ChunkRange,
  best: number,
): number {
  if (best <= 0) return 0;
  let most = 0;
  for (let chunk = first; chunk < end; chunk++)
    most = Math.max(most, at(evidence.lexical.content, chunk));
  const nearest = evidence.meaning?.chunks[file] ?? -1;
  const isNearest = first <= nearest && nearest < end;
  // A test can contain more of the words than the code that it tests.
  return Math.min(1, most / best) + (isNearest ? placeWeights.meaning * evidence.unheldShare : 0);
}

function beginningOf({ snapshot }: ShowRequest, file: number, node: number): Place {
  const { first, end } = chunksOfFile(snapshot.text, file);
  const endLine = first === end ? 1 : at(snapshot.text.data.chunkEndLines, first);
  return { node, startLine: 1, endLine };
}

/** Returns the best content score of the file's chunks: of tests only if no other chunk has any. */
function bestContent(request: ShowRequest, file: number): number {
  const { snapshot, evidence } = request;
  const { first, end } = chunksOfFile(snapshot.text, file);
  const penaltyOf = testPenalty(request, file);
  let best = 0;
  let bestOfTests = 0;
  for (let chunk = first; chunk < end; chunk++) {
    const score = at(evidence.lexical.content, chunk);
    if (penaltyOf(at(snapshot.text.data.chunkStartLines, chunk)) === 0)
      best = Math.max(best, score);
    else bestOfTests = Math.max(bestOfTests, score);
  }
  return best > 0 ? best : bestOfTests;
}

function otherRanges(request: ShowRequest, file: number, shown: LineRange): readonly LineRange[] {
  const { chunkStartLines, chunkEndLines } = request.snapshot.text.data;
  const { content } = request.evidence.lexical;
  const { first, end } = chunksOfFile(request.snapshot.text, file);
  if (first === end || isRestricted(request)) return [];
  const scoreMin = bestContent(request, file) * OTHER_RANGE_SHARE_MIN;
  const penaltyOf = testPenalty(request, file);
  const others: { range: LineRange; score: number }[] = [];
  for (let chunk = first; chunk < end; chunk++) {
    const score = at(content, chunk);
    if (score <= 0 || score < scoreMin) continue;
    const range = { startLine: at(chunkStartLines, chunk), endLine: at(chunkEndLines, chunk) };
    const overlaps = range.startLine <= shown.endLine && range.endLine >= shown.startLine;
    if (!overlaps && penaltyOf(range.startLine) === 0) others.push({ range, score });
  }
  others.sort((a, b) => b.score - a.score || a.range.startLine - b.range.startLine);
  return others.slice(0, OTHER_RANGES_MAX).map(({ range }) => range);
}
