/**
 * Converts ranking scores for display. Ranking scores are log-odds, of which only differences have
 * a meaning. Tools show the share of the highest score that the query's signals can give. It is 1
 * if every signal supports a file and none speaks against it.
 */

/** Shown if the evidence against a file is as strong as the evidence for it, or stronger. */
const SHARE_MIN = 0.001;

/** Returns a value in (0, 1] that never rises as the score falls. */
export function shownScore(score: number, scoreMax: number): number {
  return Math.max(SHARE_MIN, inThousandths(score / scoreMax));
}

export function inThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
