import { z } from 'zod';

/** Some lines of a file. */
export const locationShape = {
  path: z.string(),
  start_line: z.int(),
  end_line: z.int(),
} as const;

interface Lines {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns the fields of {@link locationShape}. */
export function locationOf({ path, startLine, endLine }: Lines) {
  return { path, start_line: startLine, end_line: endLine };
}
