import { z } from 'zod';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import { isNotePath } from '../../model/note.ts';
import { PLACE_KINDS } from '../../query/scope.ts';
import type { Reason } from '../../query/search.ts';
import { SIGNALS, type SignalName } from '../../query/weights.ts';
import { documentedIn } from '../docs/cross-references.ts';
import type { CheckedHit } from '../search/check-hit.ts';
import type { Relevance } from '../session-log.ts';
import type { Rendering } from './budget.ts';
import {
  kindAndName,
  lineRange,
  numbered,
  numberedLine,
  oneLine,
  place,
  visible,
} from './display.ts';
import { itemProjectShape, projectPrefix } from './index-fields.ts';
import { locationOf, locationShape } from './location.ts';
import { reasonLines, shortReason } from './reason-lines.ts';
import { inThousandths, shownScore } from './shown-score.ts';
import { bestSnippet, type Snippet, wholeOrExcerpt, withLeadingComment } from './snippet.ts';
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
  ...locationShape,
  /** The line to look at first: the exact text if present, otherwise the first matching line. */
  line: z.int(),
  kind: z.enum(PLACE_KINDS),
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
  /** Whether the text shows the code; otherwise it has one line. The data do not depend on it. */
  readonly isHead: boolean;
  readonly snapshot: Snapshot;
  /** See `itemProject`. */
  readonly project: { readonly project?: string };
}

const OTHER_RANGES_MAX = 3;
/** One short reason says why a hit is there; `explain` gives all of them. */
const REASON_CHARACTERS_MAX = 80;
const SIGNATURE_CHARACTERS_MAX = 160;
/** Length limit for what the single line of a hit shows of the code. */
const TAIL_CHARACTERS_MAX = 90;
/** A signature is one line but may span several in the source, so only its start is compared. */
const SIGNATURE_HEAD = 20;

const SIMILARITIES: ReadonlySet<SignalName> = new Set(['meaning', 'fileMeaning']);

/** Returns the reasons without similarities, which tell a reader nothing, if others are left. */
function tellingReasons(reasons: readonly Reason[]): readonly Reason[] {
  const telling = reasons.filter(
    ({ signal, contribution }) => contribution > 0 && !SIMILARITIES.has(signal),
  );
  return telling.length === 0 ? reasons : telling;
}

/** Renders one hit at each level of detail. */
export function renderHit(hit: CheckedHit, request: ItemRequest): readonly Rendering<SearchItem>[] {
  const { symbol, symbolRange, source } = hit;
  const reasons = reasonLines(
    request.explain ? hit.reasons : tellingReasons(hit.reasons),
    request.scoreMax,
    (reason) => detailOf(reason, hit, request),
    request.explain ? undefined : 1,
  );
  const snippet = snippetOf(hit, request);
  const isOther =
    symbol.kind !== 'file' &&
    (hit.startLine !== symbolRange.startLine || hit.endLine !== symbolRange.endLine);
  const location: SearchItem = {
    ...request.project,
    ...locationOf(hit),
    line: hit.exactLine ?? snippet?.matchLine ?? hit.startLine,
    kind: hit.isBlock === true ? 'block' : symbol.kind,
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
  const items = [location, signed, full];
  if (request.isHead) return items.map((item) => ({ item, text: textOf(item, request) }));
  // One line, whatever the level.
  const text = `${request.rank}. ${headOf(location)}${tailOf(hit)}`;
  return items.map((item) => ({ item, text }));
}

function snippetOf(hit: CheckedHit, { isHead, isPage, terms }: ItemRequest): Snippet | undefined {
  const { symbolRange: symbol, source } = hit;
  // Found text that is outside the symbol is shown as it was found.
  const isInside = symbol.startLine <= hit.startLine && hit.endLine <= symbol.endLine;
  // If a hit starts with its symbol, the comment above it explains the hit.
  const isWithComment = hit.startLine === symbol.startLine && !isPage;
  const range = isWithComment ? withLeadingComment(source.lines, hit) : hit;
  return isHead && isInside && !isPage
    ? wholeOrExcerpt(source.lines, { symbol, range }, terms)
    : bestSnippet(source.lines, range, terms);
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

function textOf(item: SearchItem, { rank, explain }: ItemRequest): string {
  const head = `${rank}. ${headOf(item)}`;
  const lines = explain
    ? [`${head} (score ${item.score})`, ...reasonsText(item)]
    : [`${head}${alsoText(item)} - ${shortReason(item.reasons)}`];
  if (explain && item.other_lines.length > 0) lines.push(`  ${alsoText(item)}`);
  if (item.signature !== undefined) lines.push(`   ${item.signature}`);
  if (item.documented_in !== undefined) lines.push(`   documented in: ${item.documented_in}`);
  if (item.snippet !== undefined) {
    lines.push(numbered(item.snippet, item.snippet_start_line ?? item.start_line));
  }
  return lines.join('\n');
}

/** Returns the line of the exact text for a hit of a single line. */
function tailOf({ exactLine, source }: CheckedHit): string {
  if (exactLine === undefined) return '';
  const line = oneLine(source.lines[exactLine - 1] ?? '', TAIL_CHARACTERS_MAX);
  return ` ${numberedLine(exactLine, line)}`;
}

function alsoText({ other_lines: others }: SearchItem): string {
  return others.length === 0
    ? ''
    : ` also ${others.map(([from, to]) => `${from}-${to}`).join(', ')}`;
}

function reasonsText(item: SearchItem): readonly string[] {
  const signals = (item.signals ?? []).map(
    (own) =>
      `     ${own.signal} ${own.evidence} × ${own.weight}: ${own.contribution} (rank ${own.rank})`,
  );
  return [`   why: ${item.reasons.join(' | ')}`, ...signals];
}

function headOf(item: SearchItem): string {
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
  return `${where} ${what}${changed}`;
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
