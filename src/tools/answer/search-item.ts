import { z } from 'zod';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { isNotePath } from '../../model/note.ts';
import { SYMBOL_KINDS } from '../../model/symbol.ts';
import type { Reason } from '../../query/search.ts';
import { SIGNALS, type SignalName } from '../../query/weights.ts';
import { documentedIn } from '../docs/cross-references.ts';
import type { CheckedHit } from '../search/check-hit.ts';
import type { Relevance } from '../session-log.ts';
import type { Rendering } from './budget.ts';
import { kindAndName, lineRange, numbered, oneLine, place, visible } from './display.ts';
import { itemProjectShape, projectPrefix } from './index-fields.ts';
import { reasonLines } from './reason-lines.ts';
import { inThousandths, shownScore } from './shown-score.ts';
import { bestSnippet, withLeadingComment } from './snippet.ts';
import { stableRef } from './stable-ref.ts';

/** The contribution of one signal to a score, for readers who want the details. */
const signalSchema = z.strictObject({
  signal: z.string(),
  family: z.string(),
  weight: z.number(),
  evidence: z.number(),
  contribution: z.number(),
  /** Rank among the candidates by this signal; equal candidates share the better rank. */
  rank: z.int(),
});

/** A hit of code_search as tools return it. */
export const searchItemSchema = z.strictObject({
  ...itemProjectShape,
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  /** The line to look at first: the exact text if present, otherwise the first matching line. */
  line: z.int(),
  kind: z.enum(SYMBOL_KINDS),
  /** The symbol that contains the lines. */
  symbol: z.string(),
  /** The symbol's own lines, if they differ from the lines above. */
  symbol_lines: z.tuple([z.int(), z.int()]).optional(),
  lang: z.string(),
  /** Set if it is documentation, not code. */
  scope: z.literal('docs').optional(),
  /** In (0, 1], see shown-score.ts. */
  score: z.number(),
  /** `family +share: what matched`; the strongest, or all with `explain`. */
  reasons: z.array(z.string()).min(1),
  signals: z.array(signalSchema).optional(),
  /** More matching ranges of the same file: [first line, last line]. */
  other_lines: z.array(z.tuple([z.int(), z.int()])),
  /** A reference to this place that stays valid after edits. */
  ref: z.string().optional(),
  signature: z.string().optional(),
  /** The documentation section that says most about it. */
  documented_in: z.string().optional(),
  snippet: z.string().optional(),
  snippet_start_line: z.int().optional(),
  /** The file changed after it was indexed; the lines are the current ones. */
  moved: z.literal(true).optional(),
  /** The file changed after it was indexed, and the lines may be wrong. */
  stale: z.literal(true).optional(),
});
export type SearchItem = z.infer<typeof searchItemSchema>;

interface ItemRequest {
  readonly rank: number;
  readonly terms: ReadonlySet<string>;
  /** The highest possible score for the query; scores are shown as a share of it. */
  readonly scoreMax: number;
  readonly relevance: Relevance | undefined;
  readonly explain: boolean;
  readonly isPage: boolean;
  readonly snapshot: Snapshot;
  /** See `itemProject`. */
  readonly project: { readonly project?: string };
}

const OTHER_RANGES_MAX = 3;
/** One short reason says why a hit is there; `explain` gives all of them. */
const REASON_CHARACTERS_MAX = 80;
const SIGNATURE_CHARACTERS_MAX = 160;
/** A signature is one line but may span several in the source, so only its start is compared. */
const SIGNATURE_HEAD = 20;

/** Renders one hit at each level of detail. */
export function renderHit(hit: CheckedHit, request: ItemRequest): readonly Rendering<SearchItem>[] {
  const { symbol, symbolRange, source } = hit;
  const reasons = reasonLines(hit.reasons, request.scoreMax, (reason) =>
    detailOf(reason, hit, request),
  );
  // If a hit starts with its symbol, the comment above it explains the hit.
  const isWithComment = hit.startLine === symbolRange.startLine && !request.isPage;
  const shown = isWithComment ? withLeadingComment(source.lines, hit) : hit;
  const snippet = bestSnippet(source.lines, shown, request.terms);
  const isOther =
    symbol.kind !== 'file' &&
    (hit.startLine !== symbolRange.startLine || hit.endLine !== symbolRange.endLine);
  const location: SearchItem = {
    ...request.project,
    path: hit.path,
    start_line: hit.startLine,
    end_line: hit.endLine,
    line: hit.exactLine ?? snippet?.matchLine ?? hit.startLine,
    kind: symbol.kind,
    symbol: symbol.id,
    ...(isOther ? { symbol_lines: [symbolRange.startLine, symbolRange.endLine] as const } : {}),
    lang: symbol.language,
    ...(request.isPage ? { scope: 'docs' as const } : {}),
    score: shownScore(hit.score, request.scoreMax),
    reasons: [oneLine(reasons[0] ?? '', REASON_CHARACTERS_MAX)],
    ...(request.explain ? { signals: hit.reasons.map((own) => signalOf(own, request)) } : {}),
    other_lines: [],
    ...(hit.freshness === 'moved' ? { moved: true as const } : {}),
    ...(hit.freshness === 'stale' ? { stale: true as const } : {}),
  };
  const signed: SearchItem = {
    ...location,
    ...(request.explain ? { reasons } : {}),
    other_lines: hit.otherRanges
      .slice(0, OTHER_RANGES_MAX)
      .map((range) => [range.startLine, range.endLine]),
    ref: stableRef(symbol, source.hash),
    ...signatureField(symbol),
  };
  const full: SearchItem =
    snippet === undefined
      ? signed
      : withoutShownSignature({
          ...signed,
          ...documentedIn(request.snapshot, symbol),
          snippet: visible(snippet.text),
          snippet_start_line: snippet.startLine,
        });
  return [location, signed, full].map((item) => ({ item, text: itemText(item, request.rank) }));
}

/**
 * Returns the detail of a reason. Details that come from reading the file or from the session are
 * added here; the rest comes from the ranking.
 */
function detailOf(
  { signal, detail }: Reason,
  { exactLine }: CheckedHit,
  { relevance }: ItemRequest,
): string {
  const isExact = signal === 'exactText' || signal === 'exactRare';
  if (isExact && exactLine !== undefined) return `exact text at line ${exactLine}`;
  if (signal === 'session' && relevance !== undefined) return relevance.detail;
  return detail;
}

function signalOf({ signal, contribution, rank }: Reason, { scoreMax }: ItemRequest) {
  const { family, weight } = SIGNALS[signal satisfies SignalName];
  return {
    signal,
    family,
    weight,
    evidence: inThousandths(contribution / weight),
    contribution: inThousandths(contribution / scoreMax),
    rank,
  };
}

function itemText(item: SearchItem, rank: number): string {
  const where = projectPrefix(item) + place(item.path, item.start_line, item.end_line);
  const whole = item.symbol_lines;
  const isPart = whole !== undefined && (whole[0] < item.start_line || whole[1] > item.end_line);
  const own = whole === undefined ? '' : ` (${lineRange(...whole)})`;
  const what = `${isPart ? 'in ' : ''}${kindAndName(kindOf(item), item.symbol, item.path)}${own}`;
  const changed =
    item.stale === true
      ? ' [stale: the file changed]'
      : item.moved === true
        ? ' [the file changed; these are its lines now]'
        : '';
  const lines = [`${rank}. ${where} ${what} (score ${item.score})${changed}`];
  lines.push(`   why: ${item.reasons.join(' | ')}`);
  for (const own of item.signals ?? []) {
    lines.push(
      `     ${own.signal} ${own.evidence} × ${own.weight}: ${own.contribution} (rank ${own.rank})`,
    );
  }
  if (item.other_lines.length > 0) {
    lines.push(`   also: ${item.other_lines.map(([from, to]) => `${from}-${to}`).join(', ')}`);
  }
  if (item.signature !== undefined) lines.push(`   ${item.signature}`);
  if (item.documented_in !== undefined) lines.push(`   documented in: ${item.documented_in}`);
  if (item.snippet !== undefined) {
    lines.push(numbered(item.snippet, item.snippet_start_line ?? item.start_line));
  }
  return lines.join('\n');
}

function kindOf({ kind, scope, path }: SearchItem): string {
  if (scope === undefined || kind !== 'file') return kind;
  return isNotePath(path) ? 'note' : 'page';
}

/** Returns no field if the signature would only repeat the name. */
function signatureField({ kind, name, signature }: SymbolNode): { signature?: string } {
  if (kind === 'file' || signature === name) return {};
  return { signature: oneLine(signature, SIGNATURE_CHARACTERS_MAX) };
}

/** Code says more than its first line: a signature that the snippet shows is left out. */
function withoutShownSignature(item: SearchItem): SearchItem {
  if (!showsSignature(item)) return item;
  const { signature: _, ...rest } = item;
  return rest;
}

/** Whether the snippet contains the line that the signature was taken from. */
function showsSignature(item: SearchItem): boolean {
  const head = (item.signature ?? '').slice(0, SIGNATURE_HEAD);
  return (item.snippet ?? '').split('\n').some((line) => line.trim().startsWith(head));
}
