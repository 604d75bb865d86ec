import type { z } from 'zod';
import type { ToolContext } from './context.ts';

/**
 * What a tool returns: data for programs and the same said compactly for a language model. The notes
 * are in the data only; whoever prints the answer puts them below the text.
 */
export interface ToolAnswer<Structured> {
  readonly structured: Structured;
  readonly text: string;
}

/** Bounds of a numeric parameter. Values outside are clamped, and the answer's notes say so. */
interface NumberBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * One operation, defined once: MCP, the command line and the documentation are printers of it.
 * Every output has `notes`: what the reader must know about the answer, e.g. what was cut.
 */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  /** Says when to use the tool instead of grep or reading files; every character costs each session. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly bounds: Readonly<Record<string, NumberBounds>>;
  readonly annotations: { readonly readOnly: boolean; readonly idempotent: boolean };
  run(context: ToolContext, input: z.output<Input>): Promise<ToolAnswer<z.output<Output>>>;
}

/** Lets the compiler infer the schemas' types for `run`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}
