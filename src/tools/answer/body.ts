import { z } from 'zod';
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { type Budget, type Channel, sizeIn } from './budget.ts';
import { DATA_NOTICE, MARGIN_CHARACTERS, numbered, visible } from './display.ts';
import type { CurrentSource } from './sources.ts';

export interface Body {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly isTruncated: boolean;
}

/** The body of a symbol as it appears in answers. */
export const bodySchema = z.strictObject({
  text: z.string(),
  start_line: z.int(),
  end_line: z.int(),
  truncated: z.boolean(),
});

/** Returns the answer's `body` field, or no field if there is no body. */
export function bodyField(body: Body | undefined): { body?: z.infer<typeof bodySchema> } {
  if (body === undefined) return {};
  const { text, startLine, endLine, isTruncated } = body;
  return { body: { text, start_line: startLine, end_line: endLine, truncated: isTruncated } };
}

/** Returns the lines with their numbers, labelled as data; empty if there is no body. */
export function bodyText(body: Body | undefined): string {
  return body === undefined ? '' : `${DATA_NOTICE}\n${numbered(body.text, body.startLine)}`;
}

function lineSize(line: string, channel: Channel): number {
  return sizeIn(channel, line.length + MARGIN_CHARACTERS, JSON.stringify(line).length);
}

/** Returns the size of a whole body in characters. */
export function wholeSize(symbol: SymbolNode, source: CurrentSource, channel: Channel): number {
  const lines = source.lines.slice(symbol.startLine - 1, symbol.endLine);
  return lines.reduce((sum, line) => sum + lineSize(line, channel), 0);
}

/**
 * Returns the lines of a symbol without its doc comment, as many whole lines as fit. If the first
 * line alone is too long, it is cut. Returns undefined if the file is missing or shorter than the
 * symbol.
 */
export function bodyOf(
  symbol: SymbolNode,
  source: CurrentSource,
  budget: Budget,
): Body | undefined {
  const lines = source.lines.slice(symbol.startLine - 1, symbol.endLine);
  const [first] = lines;
  if (first === undefined) return undefined;
  const taken: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += lineSize(line, budget.channel);
    if (used > budget.characters && taken.length > 0) break;
    taken.push(line);
    if (used > budget.characters) break;
  }
  const text =
    taken.length === 1 ? first.slice(0, Math.max(80, budget.characters)) : taken.join('\n');
  return {
    text: visible(text),
    startLine: symbol.startLine,
    endLine: symbol.startLine + taken.length - 1,
    isTruncated: taken.length < lines.length || (taken.length === 1 && text.length < first.length),
  };
}
