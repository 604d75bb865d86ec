/** Gathers all signals of one question for all files in scope, in the units stated in SIGNALS. */
import { at } from '../../base/assert.ts';
import type { CommitWords } from '../../index/commit-words.ts';
import type { TextIndex } from '../../index/text-index.ts';
import { EVIDENCE_SIGNALS, type SignalName } from '../weights.ts';
import { combineEvidence } from './combine.ts';
import { commitScores } from './commit-evidence.ts';
import { type DefinitionEvidence, definitionEvidence } from './definition-evidence.ts';
import { type LexicalEvidence, lexicalEvidence } from './lexical-evidence.ts';
import { type NamedPlaces, namedFiles } from './named-files.ts';
import { pathEvidence } from './path-evidence.ts';
import type { WeightedPart, WeightedQuery } from './query-terms.ts';
import type { SearchTables } from './tables.ts';

/** Signals that come from the words of a question; the others belong to the question as a whole. */
export type WordSignal = Exclude<
  SignalName,
  | 'exactText'
  | 'exactRare'
  | 'session'
  | 'meaning'
  | 'fileMeaning'
  | 'sparse'
  | 'rerank'
  | 'stackFrame'
  | 'namedFile'
>;

/** Evidence from the words of a question, or of one of its parts. */
export interface WordEvidence {
  readonly values: Readonly<Record<WordSignal, Float64Array>>;
  readonly lexical: LexicalEvidence;
  readonly definitions: DefinitionEvidence;
  /**
   * Share of the query, weighted by rarity, that the best chunk in scope lacks. Always greater than
   * 0.
   */
  readonly unheldShare: number;
}

export interface Evidence extends WordEvidence {
  /** One value per file for each signal. Values of files out of scope are meaningless. */
  readonly values: Readonly<Record<SignalName, Float64Array>>;
  readonly meaning: MeaningEvidence | undefined;
  readonly sparse: SparseEvidence | undefined;
  /** Places of the project that the question names. */
  readonly named: NamedPlaces;
  /** Files in scope with evidence for them, ascending. */
  readonly candidates: readonly number[];
}

/** Evidence from outside the index: one value per file, or the words of its commits. */
export interface OutsideEvidence {
  readonly commits?: CommitWords | undefined;
  readonly exactText?: Float64Array | undefined;
  readonly exactRare?: Float64Array | undefined;
  readonly session?: Float64Array | undefined;
  readonly meaning?: MeaningEvidence | undefined;
  readonly sparse?: SparseEvidence | undefined;
  readonly rerank?: Float64Array | undefined;
}

/** Evidence from sparse vectors, per file: see vector/meaning.ts. */
export interface SparseEvidence {
  readonly values: Float64Array;
  readonly chunks: Int32Array;
}

/** Evidence from vectors, per file: see vector/meaning.ts. */
export interface MeaningEvidence {
  readonly values: Float64Array;
  /** Chunk nearest to the question, per file; −1 if none is near. */
  readonly chunks: Int32Array;
  readonly cosines: Float64Array;
  /** Cosine of the mean of the file's chunks. */
  readonly fileCosines: Float64Array;
  /** Largest cosine. Undefined unless the model's cosines were calibrated. */
  readonly nearest: number | undefined;
}

const NO_PLACES: NamedPlaces = { frames: [], places: [] };

export function gatherEvidence(
  index: TextIndex,
  tables: SearchTables,
  parts: readonly WeightedPart[],
  inScope: Uint8Array,
  outside: OutsideEvidence & { readonly named?: NamedPlaces } = {},
): Evidence {
  const words = combineEvidence(
    parts.map(({ weighted, share }) => ({
      evidence: wordEvidence(index, tables, weighted, inScope, outside.commits),
      share,
    })),
  );
  const none = new Float64Array(index.fileCount);
  const named = outside.named ?? NO_PLACES;
  const values = {
    ...words.values,
    ...namedFiles(index.fileCount, named),
    exactText: outside.exactText ?? none,
    exactRare: outside.exactRare ?? none,
    session: outside.session ?? none,
    meaning: outside.meaning?.values ?? none,
    fileMeaning: outside.meaning ? shareOfBest(outside.meaning.fileCosines, inScope) : none,
    sparse: outside.sparse?.values ?? none,
    rerank: outside.rerank ?? none,
  };
  const candidates = candidatesOf(values, inScope);
  const { meaning, sparse } = outside;
  return { ...words, values, meaning, sparse, named, candidates };
}

function wordEvidence(
  index: TextIndex,
  tables: SearchTables,
  weighted: WeightedQuery,
  inScope: Uint8Array,
  commits: CommitWords | undefined,
): WordEvidence {
  const lexical = lexicalEvidence(index, tables, weighted);
  const definitions = definitionEvidence(index, tables, weighted);
  const history = commitScores(index, commits, weighted);
  const values = {
    ...pathEvidence(index, tables, weighted),
    pathContent: shareOfBest(lexical.pathContent.best, inScope),
    relatedWords: shareOfBest(lexical.relatedWords, inScope),
    contentSum: shareOfBest(lexical.contentSum, inScope),
    comments: shareOfBest(lexical.comments, inScope),
    commits: shareOfBest(history.scores, inScope).map(
      (share, file) => share * at(history.held, file),
    ),
    coverage: lexical.coverage.best,
    identifierPhrase: lexical.identifierPhrase,
    definition: definitions.definition.scores,
    functionDefinition: definitions.functionDefinition.scores,
    nameWords: definitions.nameWords.scores,
  };
  const unheldShare = unheldShareOf(lexical.coverage.best, inScope);
  return { values, lexical, definitions, unheldShare };
}

/** Minimum weight of vectors, used if the words are fully covered: enough to order ties. */
const UNHELD_MIN = 0.001;

function unheldShareOf(coverage: Float64Array, inScope: Uint8Array): number {
  let held = 0;
  for (let file = 0; file < coverage.length; file++) {
    if (inScope[file] === 1) held = Math.max(held, coverage[file] ?? 0);
  }
  return Math.max(UNHELD_MIN, 1 - held);
}

function shareOfBest(scores: Float64Array, inScope: Uint8Array): Float64Array {
  let best = 0;
  for (let file = 0; file < scores.length; file++) {
    const score = scores[file] ?? 0;
    if (inScope[file] === 1 && score > best) best = score;
  }
  const shares = new Float64Array(scores.length);
  if (best === 0) return shares;
  for (let file = 0; file < shares.length; file++)
    shares[file] = Math.max(0, scores[file] ?? 0) / best;
  return shares;
}

function candidatesOf(values: Evidence['values'], inScope: Uint8Array): number[] {
  const hasEvidence = new Uint8Array(inScope.length);
  for (const signal of EVIDENCE_SIGNALS) {
    const ofSignal = values[signal];
    for (let file = 0; file < ofSignal.length; file++) {
      if ((ofSignal[file] ?? 0) > 0) hasEvidence[file] = 1;
    }
  }
  const candidates: number[] = [];
  for (let file = 0; file < hasEvidence.length; file++) {
    if (hasEvidence[file] === 1 && inScope[file] === 1) candidates.push(file);
  }
  return candidates;
}
