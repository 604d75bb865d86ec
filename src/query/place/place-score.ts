/**
 * Scores how well a place inside a file answers a question: by its name, its owner's name, its
 * share of the relevant content, and its kind.
 *
 * score = 4 c + p + 4 c p + 3.5 o + 3.5 t + kind + ½ l
 *
 * - c: share of the query, weighted by rarity, that the name contains
 * - p: share of the name that the query contains
 * - o: c × p of the owner's name
 * - t: content score of its lines, as a share of the file's best chunk
 * - l: log2(lines) / 7, at most 1; of nested declarations the larger contains more of the answer
 *
 * Weights: listwise softmax over the declarations and chunks of a file, on 976 doc comments
 * (masked) of ten public repositories in seven languages, rounded. Leaving one repository out
 * changes nothing (docs/ranking.md).
 */
import type { DefinitionEvidence } from '../evidence/definition-evidence.ts';
import type { GroupedNumbers } from '../names/grouped-numbers.ts';
import type { FileDeclaration } from './file-declarations.ts';

const NAME_SHARE_WEIGHT = 4;
const NAME_PRECISION_WEIGHT = 1;
const NAME_BOTH_WEIGHT = 4;
const OWNER_WEIGHT = 3.5;
const CONTENT_WEIGHT = 3.5;
const LENGTH_WEIGHT = 0.5;
const LENGTH_SCALE = 7;
/**
 * Penalty for an inline test. Its name and its lines contain the same words as the tested code, but
 * the question is about the tested code. Set by hand, and larger than any score from a name: a test
 * is shown only if nothing else in the file is about the question.
 */
export const TEST_PENALTY = 10;
const ROLE_SCORES = { type: 1, function: 1.5, other: -1 } as const;
/** Score of lines outside any declaration. */
const CHUNK_SCORE = -1.5;

export type NameMatches = DefinitionEvidence['nameMatches'];

/** Scores a declaration. `content` is a share of the file's best chunk, 0–1. */
export function declarationScore(
  declaration: FileDeclaration,
  content: number,
  names: NameMatches,
  nameParts: GroupedNumbers,
): number {
  const { share, precision } = matchOf(declaration.name, names, nameParts);
  const owner = matchOf(declaration.owner, names, nameParts);
  const lines = declaration.endLine - declaration.startLine + 1;
  return (
    NAME_SHARE_WEIGHT * share +
    NAME_PRECISION_WEIGHT * precision +
    NAME_BOTH_WEIGHT * share * precision +
    OWNER_WEIGHT * owner.share * owner.precision +
    CONTENT_WEIGHT * content +
    ROLE_SCORES[declaration.role] +
    LENGTH_WEIGHT * Math.min(1, Math.log2(lines) / LENGTH_SCALE)
  );
}

export function chunkScore(content: number): number {
  return CHUNK_SCORE + CONTENT_WEIGHT * content;
}

function matchOf(
  name: number,
  { shares, matched }: NameMatches,
  nameParts: GroupedNumbers,
): { share: number; precision: number } {
  const share = name < 0 ? 0 : (shares[name] ?? 0);
  if (share === 0) return { share: 0, precision: 0 };
  const partCount = (nameParts.starts[name + 1] ?? 0) - (nameParts.starts[name] ?? 0);
  return { share, precision: Math.min(1, (matched[name] ?? 0) / partCount) };
}
