/**
 * Explains why a file was found: every signal that moved its score, by how much, and from which
 * words. A detail mentions only what occurs: a query word is mentioned if a word with the same stem
 * occurs in the file. Names and path parts are quoted as the file has them.
 */
import { at } from '../base/assert.ts';
import type { CommitWords } from '../index/commit-words.ts';
import type { GroupedNumbers } from '../index/grouped-numbers.ts';
import { pathWords } from '../index/path-words.ts';
import type { TextIndex } from '../index/text-index.ts';
import { FILE_FIELDS } from '../index/text-index-data.ts';
import { hasCommitWord } from './evidence/commit-evidence.ts';
import type { Evidence } from './evidence/evidence.ts';
import { compoundTerms, type WeightedQuery } from './evidence/query-terms.ts';
import type { SearchTables } from './evidence/tables.ts';
import { type Contributions, contributionTo } from './fuse.ts';
import { nameMatch } from './names/name-match.ts';
import { classComponent, type PathSignal } from './names/path-class.ts';
import { chunksOfFile, chunksWithTerm, countInFile } from './occurrences.ts';
import type { FoundPlace } from './question/find-places.ts';
import { SIGNAL_NAMES, type SignalName } from './weights.ts';

export interface Reason {
  readonly signal: SignalName;
  /** Contribution in the units of the score; the contributions of a hit sum to its score. */
  readonly contribution: number;
  readonly detail: string;
  /**
   * Rank of the file among the candidates by this signal alone; ties share the better rank. 0
   * unless requested.
   */
  readonly rank: number;
}

export interface ReasonRequest {
  readonly index: TextIndex;
  readonly tables: SearchTables;
  readonly weighted: WeightedQuery;
  readonly evidence: Evidence;
  readonly contributions: Contributions;
  readonly commits?: CommitWords | undefined;
  readonly ranks?: boolean | undefined;
}

/** Returns the reasons for the file, strongest first, then the reasons against it. */
export function reasonsFor(request: ReasonRequest, file: number): readonly Reason[] {
  const reasons: Reason[] = [];
  for (const signal of SIGNAL_NAMES) {
    const contribution = contributionTo(request.contributions[signal], file);
    if (contribution === 0) continue;
    const rank = request.ranks === true ? rankOf(request, signal, contribution) : 0;
    reasons.push({
      signal,
      contribution,
      rank,
      // Most answers show the detail of one reason, and looking it up costs more than the score.
      get detail() {
        return DETAILS[signal](request, file);
      },
    });
  }
  const isAgainst = (reason: Reason): number => (reason.contribution < 0 ? 1 : 0);
  return reasons.sort(
    (a, b) => isAgainst(a) - isAgainst(b) || Math.abs(b.contribution) - Math.abs(a.contribution),
  );
}

/** Cost: O(candidates). */
function rankOf(
  { evidence, contributions }: ReasonRequest,
  signal: SignalName,
  contribution: number,
): number {
  const own = contributions[signal];
  let better = 0;
  for (const file of evidence.candidates) if (contributionTo(own, file) > contribution) better++;
  return better + 1;
}

type Detail = (request: ReasonRequest, file: number) => string;

const DETAILS: Readonly<Record<SignalName, Detail>> = {
  pathContent,
  relatedWords,
  contentSum,
  coverage,
  comments: (request, file) =>
    `comments: ${wordsIn(request, (term) => countInFile(request.index, term, file, FILE_FIELDS.comment) > 0)}`,
  identifierPhrase,
  stemWords: (request, file) =>
    `file name: ${matchingParts(request, [[request.tables.stemParts, file]])}`,
  pathWords: (request, file) =>
    `path: ${matchingParts(request, [
      [request.tables.folderParts, at(request.tables.fileFolders, file)],
      [request.tables.stemParts, file],
    ])}`,
  folderWords: (request, file) =>
    `folder: ${matchingParts(request, [
      [request.tables.lastFolderParts, at(request.tables.fileFolders, file)],
    ])}`,
  stemPhrase: wholeStem,
  stemWord: wholeStem,
  definition: ({ index, evidence }, file) =>
    `declares ${nameOf(index, evidence.definitions.definition.names, file)}`,
  functionDefinition: ({ index, evidence }, file) =>
    `declares function ${nameOf(index, evidence.definitions.functionDefinition.names, file)}`,
  nameWords: ({ index, evidence }, file) =>
    `declares ${nameOf(index, evidence.definitions.nameWords.names, file)}`,
  stackFrame: ({ evidence }, file) => `stack frame${lineOf(evidence.named.frames, file)}`,
  namedFile: ({ evidence }, file) => `named in the question${lineOf(evidence.named.places, file)}`,
  fileMeaning: ({ evidence }, file) =>
    `similarity ${(evidence.meaning?.fileCosines[file] ?? 0).toFixed(2)} of the whole file`,
  commits: ({ index, commits, weighted }, file) => {
    const words = weighted.terms.filter(({ stem }) =>
      hasCommitWord(index, commits, { stem, file }),
    );
    return `commit messages: ${words.map(({ word }) => word).join(', ')}`;
  },
  testPath: pathClass('testPath'),
  legacyPath: (request, file) => {
    const older = request.tables.olderVersions[file];
    return older === undefined ? pathClass('legacyPath')(request, file) : `path: ${older}, older`;
  },
  generatedPath: (request, file) =>
    request.tables.generatedHeaders[file] === 1
      ? 'its header says that it is generated'
      : pathClass('generatedPath')(request, file),
  examplePath: pathClass('examplePath'),
  settingsPath: pathClass('settingsPath'),
  platformPath: ({ tables }, file) => `path: ${tables.platforms[file] ?? ''}, platform-specific`,
  depth: ({ tables }, file) => {
    const depth = at(tables.pathPenalties.depth, file);
    return depth === 1 ? '1 folder deep' : `${depth} folders deep`;
  },
  exactText: ({ evidence }, file) =>
    evidence.values.exactText[file] === 1 ? 'exact text' : 'part of it as exact text',
  exactRare: () => 'exact text',
  sparse: ({ index, evidence: { sparse } }, file) =>
    `related terms in ${linesOf(index, sparse?.chunks[file] ?? 0)}`,
  rerank: ({ evidence }, file) =>
    `relevance ${at(evidence.values.rerank, file).toFixed(2)} among the first files`,
  session: () => 'file used in this session',
  meaning: ({ index, evidence: { meaning } }, file) => {
    if (meaning === undefined) throw new Error('the vector signal needs vectors');
    return `similarity ${at(meaning.cosines, file).toFixed(2)} in ${linesOf(index, at(meaning.chunks, file))}`;
  },
};

function pathContent(request: ReasonRequest, file: number): string {
  const { index, evidence } = request;
  const chunk = at(evidence.lexical.pathContent.chunks, file);
  const here = { first: chunk, end: chunk + 1 };
  const inChunk = (term: number): boolean => chunksWithTerm(index, term, here).length > 0;
  const inField = (term: number, field: number): boolean =>
    countInFile(index, term, file, field) > 0;
  const inPath = (term: number): boolean =>
    inField(term, FILE_FIELDS.stem) || inField(term, FILE_FIELDS.folder);
  const lists = [
    [linesOf(index, chunk), wordsIn(request, inChunk)],
    ['path', wordsIn(request, inPath)],
    [
      'file header',
      wordsIn(request, (term) => !inChunk(term) && inField(term, FILE_FIELDS.header)),
    ],
  ];
  return lists
    .filter(([, words]) => words !== '')
    .map(([place, words]) => `${place}: ${words}`)
    .join('; ');
}

function relatedWords({ index, weighted }: ReasonRequest, file: number): string {
  const range = chunksOfFile(index, file);
  const words = weighted.groups
    .filter(({ members }) =>
      members.some(({ term }) => chunksWithTerm(index, term, range).length > 0),
    )
    .map(({ word }) => word);
  return `words or related forms: ${words.join(', ')}`;
}

function contentSum(request: ReasonRequest, file: number): string {
  const { index, weighted } = request;
  const range = chunksOfFile(index, file);
  const chunks = new Set(
    weighted.lookups.flatMap(({ term }) => chunksWithTerm(index, term, range)),
  );
  const words = wordsIn(request, (term) => chunksWithTerm(index, term, range).length > 0);
  return `${chunks.size} of ${range.end - range.first} chunks: ${words}`;
}

function coverage({ index, weighted, evidence }: ReasonRequest, file: number): string {
  const chunk = at(evidence.lexical.coverage.chunks, file);
  const here = { first: chunk, end: chunk + 1 };
  const words = weighted.terms
    .filter(({ term }) => term >= 0 && chunksWithTerm(index, term, here, [0, 1]).length > 0)
    .map(({ word }) => word);
  const share = `${words.length} of ${weighted.terms.length} words`;
  return `${share} in ${linesOf(index, chunk)}: ${words.join(', ')}`;
}

function identifierPhrase({ index, weighted }: ReasonRequest, file: number): string {
  const range = chunksOfFile(index, file);
  const phrases = weighted.query.runs
    .filter(({ joined }) =>
      compoundTerms(index, joined).some(
        (term) => chunksWithTerm(index, term, range, [0]).length > 0,
      ),
    )
    .map(({ words }) => words.join('+'));
  return `one identifier: ${phrases.join(', ')}`;
}

function wholeStem({ index }: ReasonRequest, file: number): string {
  const { stem } = pathWords(at(index.data.paths, file), index.data.sharedFolderDepth);
  return `the file is named ${stem}`;
}

function pathClass(signal: PathSignal): Detail {
  return ({ index }, file) => {
    const { paths, sharedFolderDepth } = index.data;
    return `path: ${classComponent(at(paths, file), sharedFolderDepth, signal) ?? ''}`;
  };
}

/** Returns the parts of the rows that match a query word, in order, without duplicates. */
function matchingParts(
  { tables, weighted }: ReasonRequest,
  rows: readonly (readonly [GroupedNumbers, number])[],
): string {
  const found = new Set<string>();
  for (const [groups, row] of rows) {
    for (const part of groups.values.subarray(groups.starts[row], groups.starts[row + 1])) {
      const text = at(tables.parts.parts, part);
      const stem = tables.parts.stemOfPart(part);
      if (weighted.terms.some((term) => nameMatch(term, text, stem) > 0)) found.add(text);
    }
  }
  return [...found].join(', ');
}

function wordsIn({ weighted }: ReasonRequest, occurs: (term: number) => boolean): string {
  return weighted.lookups
    .filter(({ term }) => occurs(term))
    .map(({ word }) => word)
    .join(', ');
}

function linesOf(index: TextIndex, chunk: number): string {
  const { chunkStartLines, chunkEndLines } = index.data;
  return `lines ${at(chunkStartLines, chunk)}–${at(chunkEndLines, chunk)}`;
}

function nameOf(index: TextIndex, names: Int32Array, file: number): string {
  return at(index.data.names, at(names, file));
}

/** Returns the first line that the question names in the file. */
function lineOf(places: readonly FoundPlace[], file: number): string {
  const line = places.find((place) => place.file === file && place.line !== undefined)?.line;
  return line === undefined ? '' : `, line ${line}`;
}
