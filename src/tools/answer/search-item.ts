import { z } from 'zod';
import type { Snapshot } from '../../index/snapshot.ts';
import { termsOf } from '../../index/tokenize.ts';
import { SYMBOL_KINDS } from '../../model/symbol.ts';
import type { Reason, SearchHit } from '../../query/search.ts';
import type { Rendering } from './budget.ts';
import { numbered, oneLine, place, visible } from './display.ts';
import { bestSnippet } from './snippet.ts';
import type { Sources } from './sources.ts';

/** A hit of code_search as tools return it. */
export const searchItemSchema = z.strictObject({
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  kind: z.enum(SYMBOL_KINDS),
  symbol: z.string(),
  language: z.string(),
  score: z.number(),
  /** `signal +contribution: what matched`, strongest first. */
  reasons: z.array(z.string()).min(1),
  /** More places of the same file that match: [first line, last line]. */
  other_lines: z.array(z.tuple([z.int(), z.int()])),
  signature: z.string().optional(),
  snippet: z.string().optional(),
  snippet_start_line: z.int().optional(),
  stale: z.literal(true).optional(),
});
export type SearchItem = z.infer<typeof searchItemSchema>;

const REASONS_MAX = 4;
const OTHER_RANGES_MAX = 3;
/** A signature is one line; in the source it may be several, so only its beginning is compared. */
const SIGNATURE_HEAD = 20;

/** Renders one hit at every level of detail. */
export async function renderHit(
  snapshot: Snapshot,
  hit: SearchHit,
  request: {
    readonly rank: number;
    readonly terms: ReadonlySet<string>;
    readonly sources: Sources;
  },
): Promise<readonly Rendering<SearchItem>[]> {
  const symbol = snapshot.graph.node(hit.node);
  const source = await request.sources.of(hit.path);
  const reasons = hit.reasons.map(reasonText);
  const location: SearchItem = {
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    kind: symbol.kind,
    symbol: symbol.id,
    language: symbol.language,
    score: round(hit.score),
    reasons: reasons.slice(0, 1),
    other_lines: [],
    ...(source.isStale ? { stale: true as const } : {}),
  };
  const signed: SearchItem = {
    ...location,
    reasons: reasons.slice(0, REASONS_MAX),
    other_lines: hit.otherRanges
      .slice(0, OTHER_RANGES_MAX)
      .map((range) => [range.startLine, range.endLine]),
    ...(symbol.kind === 'file' ? {} : { signature: oneLine(symbol.signature, 300) }),
  };
  const snippet = bestSnippet(source.lines, hit, (line) => matching(line, request.terms));
  const full: SearchItem =
    snippet === undefined
      ? signed
      : { ...signed, snippet: visible(snippet.text), snippet_start_line: snippet.startLine };
  return [location, signed, full].map((item) => ({ item, text: itemText(item, request.rank) }));
}

function matching(line: string, terms: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(termsOf(line).filter((term) => terms.has(term)));
}

/** Contributions are in the units of the score. */
function reasonText(reason: Reason): string {
  const sign = reason.contribution < 0 ? '−' : '+';
  const size = round(Math.abs(reason.contribution));
  return oneLine(`${reason.signal} ${sign}${size}: ${reason.detail}`, 160);
}

function itemText(item: SearchItem, rank: number): string {
  const where = place(item.path, item.start_line, item.end_line);
  const stale = item.stale === true ? ' [stale: file changed]' : '';
  const lines = [
    `${rank}. ${where} ${item.kind} ${item.symbol} (score ${item.score})${stale}`,
    `   why: ${item.reasons.join('; ')}`,
  ];
  if (item.other_lines.length > 0) {
    lines.push(`   also: ${item.other_lines.map(([from, to]) => `${from}-${to}`).join(', ')}`);
  }
  if (item.signature !== undefined && !showsSignature(item)) lines.push(`   ${item.signature}`);
  if (item.snippet !== undefined) {
    lines.push(numbered(item.snippet, item.snippet_start_line ?? item.start_line));
  }
  return lines.join('\n');
}

/** Whether the snippet has the line that the signature was taken from. */
function showsSignature(item: SearchItem): boolean {
  const head = (item.signature ?? '').slice(0, SIGNATURE_HEAD);
  return (item.snippet ?? '').split('\n').some((line) => line.trim().startsWith(head));
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
