import { getOrCompute } from '../../base/memoize.ts';
import type { Reason } from '../../query/search.ts';
import { SIGNALS } from '../../query/weights.ts';
import { oneLine } from './display.ts';
import { inThousandths } from './shown-score.ts';

const DETAILS_PER_FAMILY_MAX = 2;
const REASON_CHARACTERS_MAX = 160;
/** Length limit for the reason in the text of a hit; the code below it is ten times as long. */
const SHORT_CHARACTERS_MAX = 60;

/**
 * Returns one line per signal family and direction, strongest support first: `family +share: what
 * matched`. A file's depth counts in the score but has no line, because the path already shows it.
 */
export function reasonLines(
  reasons: readonly Reason[],
  scoreMax: number,
  detailOf: (reason: Reason) => string = ({ detail }) => detail,
  linesMax = Number.POSITIVE_INFINITY,
): string[] {
  const groups = new Map<string, { family: string; sum: number; reasons: Reason[] }>();
  for (const reason of reasons) {
    if (reason.signal === 'depth') continue;
    const { family } = SIGNALS[reason.signal];
    const key = `${family}${reason.contribution < 0 ? '-' : '+'}`;
    const group = getOrCompute(groups, key, () => ({ family, sum: 0, reasons: [] }));
    group.sum += reason.contribution;
    group.reasons.push(reason);
  }
  const isAgainst = (sum: number): number => (sum < 0 ? 1 : 0);
  const all = [...groups.values()];
  const shown = all.filter(({ sum }) => inThousandths(sum / scoreMax) !== 0);
  return (shown.length > 0 ? shown : all)
    .sort((a, b) => isAgainst(a.sum) - isAgainst(b.sum) || Math.abs(b.sum) - Math.abs(a.sum))
    .slice(0, linesMax)
    .map(({ family, sum, reasons: own }) => {
      const share = inThousandths(sum / scoreMax);
      const details = detailsOf(own, detailOf).join('; ');
      const text = `${family} ${share < 0 ? '−' : '+'}${Math.abs(share)}: ${details}`;
      return oneLine(text, REASON_CHARACTERS_MAX);
    });
}

/** Returns the first different details. */
function detailsOf(reasons: readonly Reason[], detailOf: (reason: Reason) => string): string[] {
  const details: string[] = [];
  for (const reason of reasons) {
    if (details.length === DETAILS_PER_FAMILY_MAX) break;
    const detail = detailOf(reason);
    if (!details.includes(detail)) details.push(detail);
  }
  return details;
}

/**
 * Returns the first thing that the strongest signal matched, without its share of the score. Of
 * words in the text only the words are left: the hit shows their lines.
 */
export function shortReason([strongest = '']: readonly string[]): string {
  const [first = ''] = strongest.replace(/ [+\u2212][\d.]+:/, ':').split('; ');
  return oneLine(first.replace(/^lexical: (?:.*: )?/, ''), SHORT_CHARACTERS_MAX);
}
