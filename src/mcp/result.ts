import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { StructuredAnswer } from '../tools/call.ts';
import { type Failure, failureText } from '../tools/failure.ts';
import type { ToolAnswer } from '../tools/tool.ts';

/** The answer as data and as text; what was done on the way comes as a text block of its own. */
export function answerResult(
  answer: ToolAnswer<StructuredAnswer>,
  notices: readonly string[],
): CallToolResult {
  const blocks = notices.length === 0 ? [answer.text] : [answer.text, notices.join('\n')];
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
