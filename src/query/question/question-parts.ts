/**
 * Turns a question into the queries that are ranked. A question of one line is one query. A report
 * is several with different weights, so that its length cannot outvote its title: whatever the text
 * below says, the title keeps its share of the score.
 */
import { parseQuery, type Query } from '../parse-query.ts';
import { type Report, readReport } from './read-question.ts';
import { type NamedPlace, placesIn } from './stack-frames.ts';

interface QuestionPart {
  readonly query: Query;
  /** Share of the part in the evidence; the shares of a question sum to 1. */
  readonly share: number;
}

export interface Question {
  /** Never empty; the first is the title of a report. */
  readonly parts: readonly QuestionPart[];
  /** Stack frames, innermost first. */
  readonly frames: readonly NamedPlace[];
  /** Files named outside of stack frames. */
  readonly places: readonly NamedPlace[];
  readonly isReport: boolean;
}

/**
 * Weight of the text of a report relative to its title. Anything from 0.4 to 1.5 finds as many
 * files (docs/ranking.md). Quoted code counts only if there is nothing else: it shows how a fault
 * is reached, more often than what is at fault.
 */
const BODY_WEIGHT = 0.7;

export function readQuestion(text: string): Question {
  const report = readReport(text);
  if (report === undefined) {
    const parts = [{ query: parseQuery(text), share: 1 }];
    return { parts, frames: [], places: placesIn(text), isReport: false };
  }
  const body = parseQuery(bodyOf(report));
  const weights = [
    { query: parseQuery(report.title), weight: 1 },
    { query: body.terms.length > 0 ? body : parseQuery(report.code), weight: BODY_WEIGHT },
  ];
  const worded = weights.filter(({ query }) => query.terms.length > 0);
  const used = worded.length > 0 ? worded : weights.slice(0, 1);
  const sum = used.reduce((total, { weight }) => total + weight, 0);
  return {
    parts: used.map(({ query, weight }) => ({ query, share: weight / sum })),
    frames: report.frames,
    places: report.places,
    isReport: true,
  };
}

/** Names come first, because a query keeps only its first words. */
function bodyOf({ inlineCode, errors, prose, frames }: Report): string {
  const functions = frames.map(({ name }) => name);
  return [...inlineCode, ...errors, prose, ...functions].join('\n');
}
