import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { Project } from '../../project/project.ts';
import type { Literal } from '../../query/literal/literals.ts';
import { isRestricted } from '../../query/scope.ts';
import type { SearchHit, SearchRequest } from '../../query/search.ts';
import type { LineRange } from '../../query/shown-place.ts';
import type { CurrentSource, Sources } from '../answer/sources.ts';
import { documentedSymbol } from '../input/documented-symbol.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';

/** A hit with its current lines on disk. */
export interface CheckedHit extends SearchHit {
  readonly symbol: SymbolNode;
  /** Current lines of the symbol. */
  readonly symbolRange: LineRange;
  readonly source: CurrentSource;
  /**
   * `moved`: the file changed, and the lines are the current ones. `stale`: the file changed, and
   * the lines are the indexed ones.
   */
  readonly freshness: 'current' | 'moved' | 'stale';
  /** First line with a literal part of the query; undefined if the file contains none. */
  readonly exactLine: number | undefined;
}

interface CheckRequest {
  readonly sources: Sources;
  readonly literals: readonly Literal[];
  readonly search: SearchRequest;
}

/** Number of lines shown before and after a line that contains the whole text. */
const BEFORE_LINES = 3;
const AFTER_LINES = 8;

/** Compares a hit with the file on disk. Returns undefined if the file is missing. */
export async function checkHit(
  project: Project,
  snapshot: Snapshot,
  hit: SearchHit,
  { sources, search, ...request }: CheckRequest,
): Promise<CheckedHit | undefined> {
  const source = await sources.of(hit.path);
  if (source.isMissing) return undefined;
  // A place of a requested kind is not moved.
  const isFixed = isRestricted(search);
  const literals = isFixed ? [] : request.literals;
  const place = source.isStale || isFixed ? hit : ofDocumented(snapshot, hit, source);
  const symbol = snapshot.graph.node(place.node);
  const symbolRange = { startLine: symbol.startLine, endLine: symbol.endLine };
  const shown = { ...place, symbol, symbolRange, source };
  if (!source.isStale) return withExactLine(snapshot, { ...shown, freshness: 'current' }, literals);
  const now = await rangeNow(project, symbol);
  if (now === undefined) return withExactLine(snapshot, { ...shown, freshness: 'stale' }, literals);
  const shift = now.startLine - symbol.startLine;
  const moved = {
    startLine: clampTo(now, hit.startLine + shift),
    endLine: clampTo(now, hit.endLine + shift),
  };
  return withExactLine(
    snapshot,
    { ...shown, ...moved, symbolRange: now, freshness: 'moved' },
    literals,
  );
}

/** Number of lines shown of a declaration that was found by the comment above it. */
const DOCUMENTED_LINES = 20;

/** Moves a place that is a part of a comment to the declaration that the comment describes. */
function ofDocumented({ graph }: Snapshot, hit: SearchHit, { lines }: CurrentSource): SearchHit {
  if (graph.node(hit.node).kind !== 'file') return hit;
  const [first, last] = [hit.startLine, hit.endLine].map((line) =>
    documentedSymbol(graph, hit.path, lines, line),
  );
  if (last === undefined || first !== last) return hit;
  const { index: node, startLine } = last;
  return {
    ...hit,
    node,
    startLine,
    endLine: Math.min(last.endLine, startLine + DOCUMENTED_LINES - 1),
  };
}

/** Finds a symbol by its id in the current file. Returns undefined if it is not there. */
async function rangeNow(project: Project, symbol: SymbolNode): Promise<LineRange | undefined> {
  if (symbol.kind === 'file') return undefined;
  const declarations = await project.declarationsNow(symbol.path);
  return declarations?.find(({ id }) => id === symbol.id);
}

function clampTo({ startLine, endLine }: LineRange, line: number): number {
  return Math.max(startLine, Math.min(endLine, line));
}

/**
 * Finds the query's text in the file. If the text was meant literally and is outside the lines
 * chosen by content, the lines around it are shown instead.
 */
function withExactLine(
  snapshot: Snapshot,
  hit: Omit<CheckedHit, 'exactLine'>,
  literals: readonly Literal[],
): CheckedHit {
  const { source, startLine, endLine } = hit;
  const held = literals.find(({ text }) => source.text.includes(text));
  if (held === undefined) return { ...hit, exactLine: undefined };
  const offset = source.text.indexOf(held.text);
  const first = lineAt(source.text, offset);
  const inside = source.lines
    .slice(startLine - 1, endLine)
    .findIndex((line) => line.includes(held.text));
  if (inside >= 0) return { ...hit, exactLine: startLine + inside };
  if (!held.isDeliberate || hit.freshness === 'stale') return { ...hit, exactLine: first };
  const documented = documentedSymbol(snapshot.graph, hit.path, source.lines, first);
  const node = documented ?? snapshot.graph.node(enclosingSymbol(snapshot.graph, hit.path, first));
  return {
    ...hit,
    exactLine: first,
    node: node.index,
    symbol: node,
    symbolRange: { startLine: node.startLine, endLine: node.endLine },
    startLine: documented === undefined ? Math.max(1, first - BEFORE_LINES) : first,
    endLine: Math.min(lineCount(source.lines), first + AFTER_LINES),
  };
}

/** Returns the 1-based line of an offset. */
function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', end + 1))
    line++;
  return line;
}

/** Returns the number of lines; the empty text after the last line break is not a line. */
function lineCount(lines: readonly string[]): number {
  return lines.at(-1) === '' ? Math.max(1, lines.length - 1) : lines.length;
}
