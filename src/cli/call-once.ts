import { type CalledTool, callTool } from '../tools/call.ts';
import type { Tool } from '../tools/tool.ts';
import { type CommonOptions, openSession } from './session.ts';
import type { Terminal } from './terminal.ts';

interface Request {
  readonly options: CommonOptions;
  readonly tool: Tool;
  /** Values that are undefined keep the tool's defaults. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly refresh?: boolean;
}

/** Calls one tool for a command, about the project that its options name, and prints the answer. */
export async function callOnce(
  terminal: Terminal,
  { options, tool, input, refresh = true }: Request,
  print: (answer: CalledTool) => void,
): Promise<CalledTool> {
  const session = await openSession(terminal, options, { refresh, hasVectorsOnDemand: true });
  const project = 'project' in tool.input.shape ? options.project : undefined;
  const given = Object.entries({ ...input, project }).filter(([, value]) => value !== undefined);
  const answer = await callTool(session.context, tool, Object.fromEntries(given));
  session.progress.clear();
  print(answer);
  // A slow model that is still computing vectors would keep the process alive.
  await session.workspace.close();
  return answer;
}
