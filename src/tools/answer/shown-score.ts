/**
 * Scores of the ranking are log-odds, of which only differences mean something. Tools show the share of
 * the highest score that the question's signals can give: 1 where all of them speak for a file and
 * nothing against it.
 */

/** What is shown where as much or more speaks against a file as for it. */
const SHARE_MIN = 0.001;

/** In (0, 1], never rising where the score falls. */
export function shownScore(score: number, scoreMax: number): number {
  return Math.max(SHARE_MIN, inThousandths(score / scoreMax));
}

export function inThousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}
