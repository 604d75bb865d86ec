import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { Snapshot } from '../../index/snapshot.ts';
import type { Project } from '../../project/project.ts';
import type { Literal } from '../../query/literal/literals.ts';
import type { SearchHit } from '../../query/search.ts';
import type { LineRange } from '../../query/shown-place.ts';
import type { CurrentSource, Sources } from '../answer/sources.ts';
import { documentedSymbol } from '../input/documented-symbol.ts';
import { enclosingSymbol } from '../input/find-symbol.ts';

/** A hit with the lines it has on the disk now. */
export interface CheckedHit extends SearchHit {
  readonly symbol: SymbolNode;
  /** Lines of the symbol now. */
  readonly symbolRange: LineRange;
  readonly source: CurrentSource;
  /** `moved`: the file changed, and the lines are those of now. `stale`: they are those of before. */
  readonly freshness: 'current' | 'moved' | 'stale';
  /** First line that holds a literal part of the question, when the file does. */
  readonly exactLine: number | undefined;
}

interface CheckRequest {
  readonly sources: Sources;
  readonly literals: readonly Literal[];
}

/** Lines shown before and after one that holds the whole text. */
const BEFORE_LINES = 3;
const AFTER_LINES = 8;

/** Compares a hit with the disk; undefined when its file is gone. */
export async function checkHit(
  project: Project,
  snapshot: Snapshot,
  hit: SearchHit,
  { sources, literals }: CheckRequest,
): Promise<CheckedHit | undefined> {
  const source = await sources.of(hit.path);
  if (source.isMissing) return undefined;
  const symbol = snapshot.graph.node(hit.node);
  const symbolRange = { startLine: symbol.startLine, endLine: symbol.endLine };
  const shown = { ...hit, symbol, symbolRange, source };
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

/** Where the symbol is in the file as it is now, found by its id; undefined when it is not. */
async function rangeNow(project: Project, symbol: SymbolNode): Promise<LineRange | undefined> {
  if (symbol.kind === 'file') return undefined;
  const declarations = await project.declarationsNow(symbol.path);
  return declarations?.find(({ id }) => id === symbol.id);
}

function clampTo({ startLine, endLine }: LineRange, line: number): number {
  return Math.max(startLine, Math.min(endLine, line));
}

/**
 * Finds the text of the question in the file. Where all of it was meant as text and stands outside of
 * the lines chosen by content, those around it are shown instead.
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
  const first = source.text.slice(0, offset).split('\n').length;
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

/** What follows the last line break is no line. */
function lineCount(lines: readonly string[]): number {
  return lines.at(-1) === '' ? Math.max(1, lines.length - 1) : lines.length;
}
