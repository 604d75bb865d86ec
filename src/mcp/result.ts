import type { CallToolResult } from '@modelcontextprotocol/server';
import { visible } from '../tools/answer/display.ts';
import { answerText, type CalledTool } from '../tools/call.ts';
import { type Failure, failureText } from '../tools/failure.ts';
import type { Tool } from '../tools/tool.ts';

/**
 * Returns the answer as data and as text, or as text alone; see {@link Tool.isTextOnly}. Notices
 * about work done meanwhile form a separate text block. Only the metadata name the tool to use
 * instead of a deprecated one, so that old transcripts give the same text.
 */
export function answerResult(
  tool: Tool,
  answer: CalledTool,
  notices: readonly string[],
  replacement?: string,
): CallToolResult {
  const text = answerText(answer);
  const blocks = notices.length === 0 ? [text] : [text, visible(notices.join('\n'))];
  return {
    content: blocks.map((text) => ({ type: 'text', text })),
    ...(tool.isTextOnly === true ? {} : { structuredContent: answer.structured }),
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
