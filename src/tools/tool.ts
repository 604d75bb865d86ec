import type { z } from 'zod';
import type { ToolContext } from './context.ts';

/**
 * The result of a tool: data for programs, and the same as compact text for a language model. Notes
 * are only in the data; the caller prints them below the text.
 */
export interface ToolAnswer<Structured> {
  readonly structured: Structured;
  readonly text: string;
}

/** Bounds of a numeric parameter. Values outside are clamped, with a note in the answer. */
interface NumberBounds {
  readonly min: number;
  readonly max: number;
}

/**
 * A tool, defined once; MCP, the command line and the documentation all use this definition. Every
 * output has `notes` with facts the reader must know about the answer, e.g. that it was cut.
 */
export interface Tool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  readonly name: string;
  readonly title: string;
  /**
   * Explains when to use the tool instead of grep or reading files. Every character costs tokens in
   * each session.
   */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly bounds: Readonly<Record<string, NumberBounds>>;
  readonly annotations: { readonly readOnly: boolean; readonly idempotent: boolean };
  run(context: ToolContext, input: z.output<Input>): Promise<ToolAnswer<z.output<Output>>>;
}

/** Defines a tool; the compiler infers the types of `run` from the schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}
