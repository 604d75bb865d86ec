/**
 * Which part of a file to show: the declaration that the query names, otherwise the best content
 * chunk. Ranking files generalized well and choosing inside them did not, when content alone chose
 * (docs/ranking.md); a named declaration is the stronger sign.
 */
import { at } from '../base/assert.ts';
import type { SymbolNode } from '../graph/symbol-graph.ts';
import { namedDeclaration } from './named-declaration.ts';
import { chunkAt, chunksOfFile } from './occurrences.ts';
import { contentAt, isOfKind, isRestricted, type ShowRequest } from './show-request.ts';

/** 1-based lines, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

interface Place extends LineRange {
  /** Node of the declaration shown, or of the file. */
  readonly node: number;
}

export interface ShownPlace extends Place {
  /** More chunks of the file about the query, best first. */
  readonly otherRanges: readonly LineRange[];
}

/** Chunks are added to a named declaration's first one until this many lines: about one chunk's worth. */
const SHOWN_LINES_MIN = 20;
const OTHER_RANGES_MAX = 5;
/** A further range must be at least this share as good as the file's best chunk. */
const OTHER_RANGE_SHARE_MIN = 0.5;

export function shownPlace(request: ShowRequest, file: number): ShownPlace {
  const named = namedDeclaration(request, file);
  const place =
    named === undefined ? contentPlace(request, file) : declarationPlace(request, file, named);
  return { ...place, otherRanges: otherRanges(request, file, place) };
}

/**
 * The declaration's first chunks: a class is not shown whole, nor only the line that opens it when its
 * first method fills the next chunk.
 */
function declarationPlace(request: ShowRequest, file: number, node: SymbolNode): Place {
  const { chunkEndLines } = request.snapshot.text.data;
  const { startLine } = node;
  const { end } = chunksOfFile(request.snapshot.text, file);
  let endLine = startLine;
  for (
    let chunk = chunkAt(request.snapshot.text, file, startLine);
    chunk >= 0 && chunk < end;
    chunk++
  ) {
    endLine = Math.min(node.endLine, at(chunkEndLines, chunk));
    if (endLine === node.endLine || endLine - startLine + 1 >= SHOWN_LINES_MIN) break;
  }
  return { node: node.index, startLine, endLine };
}

function contentPlace(request: ShowRequest, file: number): Place {
  const { graph, text } = request.snapshot;
  const path = at(text.data.paths, file);
  if (isRestricted(request)) {
    const nodes = graph.symbolsOf(path).map((node) => graph.node(node));
    const best = bestByContent(request, file, nodes);
    if (best !== undefined) return declarationPlace(request, file, best);
  }
  const fileNode = graph.fileNode(path) ?? -1;
  const { first, end } = chunksOfFile(text, file);
  if (first === end) return { node: fileNode, startLine: 1, endLine: 1 };
  const chunk = bestChunk(request, file);
  const startLine = at(text.data.chunkStartLines, chunk);
  const endLine = at(text.data.chunkEndLines, chunk);
  const own = at(text.data.chunkDeclarations, chunk);
  const declared = own >= 0 ? graph.symbolsOf(path)[own] : enclosing(request, path, startLine);
  return { node: declared ?? fileNode, startLine, endLine };
}

function bestByContent(
  request: ShowRequest,
  file: number,
  nodes: readonly SymbolNode[],
): SymbolNode | undefined {
  let best: SymbolNode | undefined;
  let bestScore = -1;
  for (const node of nodes) {
    const score = contentAt(request, file, node.startLine);
    if (!isOfKind(request, node) || score <= bestScore) continue;
    best = node;
    bestScore = score;
  }
  return best;
}

/** The innermost symbol around a line; undefined outside of all. */
function enclosing({ snapshot }: ShowRequest, path: string, line: number): number | undefined {
  const { graph } = snapshot;
  const symbols = graph.symbolsOf(path);
  let low = 0;
  let high = symbols.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (graph.node(at(symbols, middle)).startLine <= line) low = middle + 1;
    else high = middle;
  }
  // Whatever starts last at or before the line is inside everything that still encloses it.
  let candidate = low === 0 ? undefined : graph.node(at(symbols, low - 1));
  while (candidate !== undefined && candidate.kind !== 'file') {
    if (candidate.endLine >= line) return candidate.index;
    candidate = candidate.parent < 0 ? undefined : graph.node(candidate.parent);
  }
  return undefined;
}

/** The file's chunk with the best content score, the first of equals. */
function bestChunk({ snapshot, evidence }: ShowRequest, file: number): number {
  const { first, end } = chunksOfFile(snapshot.text, file);
  let best = first;
  for (let chunk = first + 1; chunk < end; chunk++) {
    if (at(evidence.lexical.content, chunk) > at(evidence.lexical.content, best)) best = chunk;
  }
  return best;
}

function otherRanges(request: ShowRequest, file: number, shown: LineRange): readonly LineRange[] {
  const { chunkStartLines, chunkEndLines } = request.snapshot.text.data;
  const { content } = request.evidence.lexical;
  const { first, end } = chunksOfFile(request.snapshot.text, file);
  if (first === end) return [];
  const scoreMin = at(content, bestChunk(request, file)) * OTHER_RANGE_SHARE_MIN;
  const others: { range: LineRange; score: number }[] = [];
  for (let chunk = first; chunk < end; chunk++) {
    const score = at(content, chunk);
    const range = { startLine: at(chunkStartLines, chunk), endLine: at(chunkEndLines, chunk) };
    const overlaps = range.startLine <= shown.endLine && range.endLine >= shown.startLine;
    if (score > 0 && score >= scoreMin && !overlaps) others.push({ range, score });
  }
  others.sort((a, b) => b.score - a.score || a.range.startLine - b.range.startLine);
  return others.slice(0, OTHER_RANGES_MAX).map(({ range }) => range);
}
