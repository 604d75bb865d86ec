import { visible } from './answer/display.ts';
import type { ToolContext } from './context.ts';
import { parseInput } from './input/parse-input.ts';
import type { Tool, ToolAnswer } from './tool.ts';

export type StructuredAnswer = Readonly<Record<string, unknown>>;

/**
 * The one way to call a tool: input checked, run, output checked against the tool's own schema, so
 * that an answer which breaks the published schema is a failing test and not a client's surprise.
 */
export async function callTool(
  context: ToolContext,
  tool: Tool,
  rawArguments: unknown,
): Promise<ToolAnswer<StructuredAnswer>> {
  const { input, notes } = parseInput(tool, rawArguments);
  const answer = await tool.run(context, input);
  const ownNotes = answer.structured['notes'];
  const structured = tool.output.parse({
    ...answer.structured,
    notes: [...notes, ...(Array.isArray(ownNotes) ? ownNotes : [])],
  });
  const text = [answer.text, ...notes.map((note) => `note: ${note}`)].join('\n');
  // Names and paths come from the project as much as its source does.
  return { structured, text: visible(text) };
}
