/**
 * Scores how well a place inside a file answers a question: by its name, its owner's name, its
 * share of the relevant content, and its kind.
 *
 * - c: share of the query, weighted by rarity, that the name contains
 * - p: share of the name that the query contains
 * - o: c × p of the owner's name
 * - t: content score of its lines, as a share of the file's best chunk, plus the share of the question
 *   that no chunk of the project holds if the file's nearest chunk in meaning is among its lines
 * - w: 1 if the query writes the name as the identifier that it is
 * - l: log2(lines) / 7, at most 1; of nested declarations the larger contains more of the answer
 */
import { at } from '../../base/assert.ts';
import type { DefinitionEvidence } from '../evidence/definition-evidence.ts';
import type { FileDeclaration } from './file-declarations.ts';

type NameMatches = DefinitionEvidence['nameMatches'];

/** How the names of the project match a question. */
export interface QuestionNames extends NameMatches {
  /** Number of parts, per name. */
  readonly partCounts: Int32Array;
  /** Names that the question writes as identifiers. */
  readonly written: ReadonlySet<number>;
}

/** Weights of the terms above, in log-odds. */
export interface PlaceWeights {
  /** For c, p and their product. */
  readonly nameShare: number;
  readonly namePrecision: number;
  readonly nameBoth: number;
  readonly owner: number;
  readonly content: number;
  /** For the share of the question that only meaning can answer; a part of `content`. */
  readonly meaning: number;
  readonly written: number;
  readonly length: number;
  readonly roles: Readonly<Record<FileDeclaration['role'], number>>;
  /** For lines outside any declaration. */
  readonly lines: number;
}

/**
 * For a question of one line. Listwise softmax over the declarations and chunks of a file, on 976
 * doc comments (masked) of ten public repositories in seven languages, rounded. Leaving one
 * repository out changes nothing (docs/ranking.md).
 */
const QUESTION_WEIGHTS: PlaceWeights = {
  nameShare: 4,
  namePrecision: 1,
  nameBoth: 4,
  owner: 3.5,
  content: 3.5,
  meaning: 1,
  written: 0,
  length: 0.5,
  // A class stands for its constructor unless the constructor contains more.
  roles: { type: 1, function: 1.5, constructor: 0.5, other: -1 },
  lines: -1.5,
};

/**
 * For a report, which leads to code that has to change: to functions rather than types, and to long
 * ones. Fitted in the same way on the changed functions of 162 issues of 25 repositories, mostly Python,
 * rounded; docs/ranking.md has the sets left out.
 */
const REPORT_WEIGHTS: PlaceWeights = {
  nameShare: 2.5,
  namePrecision: 1,
  nameBoth: 1,
  owner: 4.5,
  content: 3,
  // A report has more words than its nearest chunk can answer.
  meaning: 0,
  written: 1.5,
  length: 3.5,
  roles: { type: 0, function: 3, constructor: 2.5, other: -2.5 },
  lines: -3,
};

export function placeWeights(isReport: boolean): PlaceWeights {
  return isReport ? REPORT_WEIGHTS : QUESTION_WEIGHTS;
}

const LENGTH_SCALE = 7;
/**
 * Penalty for an inline test. Its name and its lines contain the same words as the tested code, but
 * the question is about the tested code. Set by hand, and larger than any score from a name: a test
 * is shown only if nothing else in the file is about the question.
 */
export const TEST_PENALTY = 10;

/** Scores a declaration. `content` is t, 0–2. */
export function declarationScore(
  weights: PlaceWeights,
  declaration: FileDeclaration,
  content: number,
  names: QuestionNames,
): number {
  const { share, precision } = matchOf(declaration.name, names);
  const owner = matchOf(declaration.owner, names);
  const lines = declaration.endLine - declaration.startLine + 1;
  return (
    weights.nameShare * share +
    weights.namePrecision * precision +
    weights.nameBoth * share * precision +
    weights.owner * owner.share * owner.precision +
    weights.content * content +
    (names.written.has(declaration.name) ? weights.written : 0) +
    weights.roles[declaration.role] +
    weights.length * Math.min(1, Math.log2(lines) / LENGTH_SCALE)
  );
}

export function chunkScore(weights: PlaceWeights, content: number): number {
  return weights.lines + weights.content * content;
}

function matchOf(
  name: number,
  { shares, matched, partCounts }: QuestionNames,
): { share: number; precision: number } {
  const share = name < 0 ? 0 : (shares[name] ?? 0);
  if (share === 0) return { share: 0, precision: 0 };
  return { share, precision: Math.min(1, (matched[name] ?? 0) / at(partCounts, name)) };
}
