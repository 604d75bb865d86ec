/**
 * Measures what an agent gets for its tokens, using answers of code_search cut to a budget. A
 * target is found if a place in the answer matches it, whether shown with its text or only as a
 * location.
 */
import { searchItemSchema } from '../tools/answer/search-item.ts';
import { callTool } from '../tools/call.ts';
import { codeSearch } from '../tools/code-search.ts';
import type { ToolContext } from '../tools/context.ts';
import { mean, type Place, percentile, ranksOf, recallAt } from './measures.ts';
import type { Question } from './question.ts';

/** The values of `max_tokens` that are measured. */
export const BUDGETS_TOKENS = [500, 2000] as const;
/** The same rule of thumb that budgets use. */
const CHARACTERS_PER_TOKEN = 4;

export interface BudgetReport {
  readonly max_tokens: number;
  /** Mean share of a question's targets that the answer contains. */
  readonly recall: number;
  /** Estimated as the characters of the answer's text divided by four. */
  readonly tokens: { readonly mean: number; readonly p95: number };
  readonly places_mean: number;
}

export async function budgetReport(
  context: ToolContext,
  project: string,
  questions: readonly Question[],
  tokensMax: number,
): Promise<BudgetReport> {
  const rows: { recall: number; tokens: number; places: number }[] = [];
  // A model reads the text; data sent beside it would only leave less room for the text.
  const textOnly = { ...context, channel: 'text' as const };
  for (const { query, targets } of questions) {
    const { structured, text } = await callTool(textOnly, codeSearch, {
      query,
      project,
      max_tokens: tokensMax,
    });
    const places = placesOf(structured['results']);
    rows.push({
      recall: recallAt(ranksOf(places, targets).ranks, places.length),
      tokens: text.length / CHARACTERS_PER_TOKEN,
      places: places.length,
    });
  }
  const tokens = rows.map((row) => row.tokens);
  return {
    max_tokens: tokensMax,
    recall: mean(rows.map((row) => row.recall)),
    tokens: { mean: mean(tokens), p95: percentile(tokens, 0.95) },
    places_mean: mean(rows.map((row) => row.places)),
  };
}

/** Results have already been validated against the tool's own schema. */
function placesOf(results: unknown): readonly Place[] {
  return searchItemSchema
    .array()
    .parse(results)
    .map(({ path, start_line: startLine, end_line: endLine }) => ({ path, startLine, endLine }));
}
