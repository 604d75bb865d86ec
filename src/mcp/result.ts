import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { visible } from '../tools/answer/display.ts';
import { answerText, type CalledTool } from '../tools/call.ts';
import { type Failure, failureText } from '../tools/failure.ts';

/** The answer as data and as text; what was done on the way comes as a text block of its own. */
export function answerResult(answer: CalledTool, notices: readonly string[]): CallToolResult {
  const text = answerText(answer);
  const blocks = notices.length === 0 ? [text] : [text, visible(notices.join('\n'))];
  return {
    content: blocks.map((text) => ({ type: 'text', text })),
    structuredContent: answer.structured,
  };
}

/**
 * Errors that a model can act on are results, not protocol errors, so that the model sees them.
 * They carry no structuredContent: clients check that against the schema of successful answers.
 */
export function failureResult(failure: Failure): CallToolResult {
  const { code, hint, details } = failure;
  return {
    isError: true,
    content: [{ type: 'text', text: failureText(failure) }],
    _meta: { 'graph-memory/error': { code, hint, details } },
  };
}
