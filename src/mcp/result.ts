import type { CallToolResult } from '@modelcontextprotocol/server';
import { visible } from '../tools/answer/display.ts';
import { answerText, type CalledTool } from '../tools/call.ts';
import { type Failure, failureText } from '../tools/failure.ts';

/** The key of a call's metadata with which a program asks for data instead of text. */
export const DATA_KEY = 'graph-memory/data';

/** Text of an answer that is sent as data. */
const DATA_TEXT = 'The answer is in structuredContent.';

/**
 * Returns the answer as text, or as data if the call asked for it. Never both: clients show their
 * model one of the two, some the longer one. Notices about work done meanwhile form a separate
 * text block. Only the metadata name the tool to use instead of a deprecated one, so that old
 * transcripts give the same text.
 */
export function answerResult(
  answer: CalledTool,
  isData: boolean,
  notices: readonly string[],
  replacement?: string,
): CallToolResult {
  const text = isData ? DATA_TEXT : answerText(answer);
  const blocks = notices.length === 0 ? [text] : [text, visible(notices.join('\n'))];
  return {
    content: blocks.map((text) => ({ type: 'text', text })),
    ...(isData ? { structuredContent: answer.structured } : {}),
    ...(replacement === undefined ? {} : { _meta: { 'graph-memory/replacement': replacement } }),
  };
}

/**
 * Returns a failure as a tool result. Errors that a model can act on are results, not protocol
 * errors, so that the model sees them. They have no structuredContent, because clients validate
 * that against the schema of successful answers.
 */
export function failureResult(failure: Failure): CallToolResult {
  const { code, hint, details } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: failureText(failure) }],
    _meta: { 'graph-memory/error': { code, hint, details } },
  };
}
