import type { CalledTool } from '../tools/call.ts';

/** Calls a tool by name, with text as its only output. */
export type CallTool = (
  name: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<CalledTool>;
