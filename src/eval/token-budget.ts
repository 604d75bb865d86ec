/**
 * What an agent gets for its tokens: the answer of code_search itself, cut to a budget. A target is
 * found when a place of the answer meets it, whether that is shown with its text or as a location.
 */
import { callTool } from '../tools/call.ts';
import { codeSearch } from '../tools/code-search.ts';
import type { ToolContext } from '../tools/context.ts';
import { mean, type Place, percentile, ranksOf, recallAt } from './measures.ts';
import type { Question } from './question.ts';

/** `max_tokens` of the answers that are measured. */
export const BUDGETS_TOKENS = [500, 2000] as const;
/** The rule of thumb that budgets are kept by, too. */
const CHARACTERS_PER_TOKEN = 4;

export interface BudgetReport {
  readonly max_tokens: number;
  /** Mean share of a question's targets that the answer names. */
  readonly recall: number;
  /** Characters of the answer's text divided by four. */
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
  // What a model reads is the text; data sent beside it would only shorten it.
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

/** Results have passed the tool's own schema on their way out. */
function placesOf(results: unknown): readonly Place[] {
  return codeSearch.output.shape.results
    .parse(results)
    .map(({ path, start_line: startLine, end_line: endLine }) => ({ path, startLine, endLine }));
}
