import type { Value } from './value.ts';

/** The function is called. */
export const CALLED = -1;
/** The function is called like a method of its first parameter. */
export const EXTENDING = -2;

/** A place that calls or receives a function. */
export interface Use {
  readonly file: number;
  readonly call: number;
  /** The argument that the function is; {@link CALLED} or {@link EXTENDING} if it is called. */
  readonly argument: number;
  /** Returns the first parameter of a function that the call finds by the name of its file. */
  readonly given?: () => readonly Value[];
}
