import { visible } from './answer/display.ts';
import type { ToolContext } from './context.ts';
import { parseInput } from './input/parse-input.ts';
import type { Tool, ToolAnswer } from './tool.ts';

export type StructuredAnswer = Readonly<Record<string, unknown>>;

/** An answer, ready to leave. */
export interface CalledTool extends ToolAnswer<StructuredAnswer> {
  /** The answer's notes, which belong below its text; see {@link answerText}. */
  readonly notes: readonly string[];
}

/** The answer and its notes as a reader gets them. */
export function answerText(answer: CalledTool): string {
  return [answer.text, ...answer.notes.map((note) => `note: ${note}`)].join('\n');
}

/**
 * The one way to call a tool: input checked, run, output checked against the tool's own schema, so
 * that an answer which breaks the published schema is a failing test and not a client's surprise.
 */
export async function callTool(
  context: ToolContext,
  tool: Tool,
  rawArguments: unknown,
): Promise<CalledTool> {
  const { input, notes } = parseInput(tool, rawArguments);
  context.session?.nextTurn();
  const answer = await tool.run(context, input);
  const ownNotes = answer.structured['notes'];
  const structured = tool.output.parse({
    ...answer.structured,
    notes: [...notes, ...(Array.isArray(ownNotes) ? ownNotes : [])],
  });
  // Names and paths come from the project as much as its source does.
  const existingNotes = structured['notes'] as readonly string[];
  return { structured, text: visible(answer.text), notes: existingNotes.map(visible) };
}
