/**
 * Measures what an agent gets for its tokens, using answers of code_search cut to a budget. A
 * target is named if a place in the answer matches it, and shown if that place comes with its code.
 */

import { CHARACTERS_PER_TOKEN, sizeIn } from '../tools/answer/budget.ts';
import { searchItemSchema } from '../tools/answer/search-item.ts';
import { callTool } from '../tools/call.ts';
import { codeSearch } from '../tools/code-search.ts';
import type { ToolContext } from '../tools/context.ts';
import { mean, type Place, percentile, ranksOf, recallAt } from './measures.ts';
import type { Question } from './question.ts';

/** The values of `max_tokens` that are measured. */
export const BUDGETS_TOKENS = [500, 1000, 2000] as const;

export interface BudgetReport {
  readonly max_tokens: number;
  /** Mean share of a question's targets that the answer names. */
  readonly recall: number;
  /** Mean share of a question's targets that the answer shows with their code. */
  readonly recall_with_code: number;
  /** Size that the client reads, counted as budgets count it. */
  readonly tokens: { readonly mean: number; readonly p95: number };
  readonly places_mean: number;
}

export async function budgetReport(
  context: ToolContext,
  project: string,
  questions: readonly Question[],
  tokensMax: number,
): Promise<BudgetReport> {
  const rows: { recall: number; withCode: number; tokens: number; places: number }[] = [];
  for (const { query, targets } of questions) {
    const { structured, text } = await callTool(context, codeSearch, {
      query,
      project,
      max_tokens: tokensMax,
    });
    const places = placesOf(structured['results']);
    const recallOf = (shown: readonly Place[]) =>
      recallAt(ranksOf(shown, targets).ranks, shown.length);
    const size = sizeIn(context.channel, text.length, JSON.stringify(structured).length);
    rows.push({
      recall: recallOf(places),
      withCode: recallOf(places.filter(({ hasCode }) => hasCode)),
      tokens: size / CHARACTERS_PER_TOKEN,
      places: places.length,
    });
  }
  const tokens = rows.map((row) => row.tokens);
  return {
    max_tokens: tokensMax,
    recall: mean(rows.map((row) => row.recall)),
    recall_with_code: mean(rows.map((row) => row.withCode)),
    tokens: { mean: mean(tokens), p95: percentile(tokens, 0.95) },
    places_mean: mean(rows.map((row) => row.places)),
  };
}

/** Results have already been validated against the tool's own schema. */
function placesOf(results: unknown): readonly (Place & { readonly hasCode: boolean })[] {
  return searchItemSchema
    .array()
    .parse(results)
    .map(({ path, start_line: startLine, end_line: endLine, snippet }) => ({
      path,
      startLine,
      endLine,
      hasCode: snippet !== undefined,
    }));
}
