import { visible } from './answer/display.ts';
import type { ToolContext } from './context.ts';
import { parseInput } from './input/parse-input.ts';
import type { Tool, ToolAnswer } from './tool.ts';

export type StructuredAnswer = Readonly<Record<string, unknown>>;

/** The answer of a tool call, checked and ready to send. */
export interface CalledTool extends ToolAnswer<StructuredAnswer> {
  /** The answer's notes, printed below its text; see {@link answerText}. */
  readonly notes: readonly string[];
}

/** Returns the answer's text with its notes, as a reader sees it. */
export function answerText(answer: CalledTool): string {
  return [answer.text, ...answer.notes.map((note) => `note: ${note}`)].join('\n');
}

/**
 * Calls a tool; there is no other way to call one. It checks the input, runs the tool, and checks
 * the output against the tool's own schema. An answer that breaks the published schema therefore
 * fails a test instead of surprising a client.
 */
export async function callTool(
  context: ToolContext,
  tool: Tool,
  rawArguments: unknown,
): Promise<CalledTool> {
  const { input, notes } = parseInput(tool, rawArguments);
  context.session?.nextTurn();
  const answer = await tool.run(context, input);
  const isFirst = context.session?.introduce() === true;
  const ownNotes = answer.structured['notes'];
  const structured = tool.output.parse({
    ...answer.structured,
    notes: [
      ...(isFirst ? [projectsNote(context)] : []),
      ...notes,
      ...(Array.isArray(ownNotes) ? ownNotes : []),
    ],
  });
  // Names and paths come from the project, just as its source does, so they are made visible too.
  const existingNotes = structured['notes'] as readonly string[];
  return { structured, text: visible(answer.text), notes: existingNotes.map(visible) };
}

/** Number of projects to name; list_projects names all. */
const PROJECTS_NAMED_MAX = 5;

/**
 * Names the projects and their roots, once in a session: an agent that works in another folder must
 * notice before it trusts an answer.
 */
function projectsNote({ workspace: { projects } }: ToolContext): string {
  const named = projects.slice(0, PROJECTS_NAMED_MAX).map(({ name, root }) => `${name} at ${root}`);
  const more = projects.length - named.length;
  const words = projects.length === 1 ? 'project' : 'projects';
  return `${words}: ${named.join(', ')}${more === 0 ? '' : `, and ${more} more (list_projects)`}`;
}
