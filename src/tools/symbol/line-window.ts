interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Longer symbols are shown in part if lines inside them were asked for. */
const WHOLE_LINES_MAX = 60;
/** Lines shown before and after those that were asked for. */
const AROUND_LINES = 15;

/**
 * Returns the lines to show of a symbol: all of them, or of a long one that is named by lines inside
 * it (`src/cart.ts:14`, `src/cart.ts:14-20`) those around these. Its first line names all of it.
 */
export function linesAround(words: string, { startLine, endLine }: Lines): Lines {
  const [, from, to = from] = /[^:]:(\d+)(?:[-:](\d+))?$/.exec(words.trim()) ?? [];
  const [first, last] = [Number(from), Number(to)];
  const isInside = first > startLine && first <= endLine;
  if (!isInside || endLine - startLine < WHOLE_LINES_MAX) return { startLine, endLine };
  return {
    startLine: Math.max(startLine, first - AROUND_LINES),
    endLine: Math.min(endLine, Math.max(first, last) + AROUND_LINES),
  };
}
