/** Nodes deeper than this are taken without their children: no person writes them, and recursion must end. */
export const DEPTH_MAX = 400;

/** Where a bracket or the like is missing, or what else is wrong. */
export interface Fault {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The tree that a parser made of a text. Its named nodes have numbers, in source order, parents before
 * their children. It lives while its file is extracted; the next tree takes its place.
 */
export interface ParsedTree {
  /** The text that was parsed. */
  readonly text: string;
  readonly typeOf: (node: number) => string;
  /** By node, UTF-16 offsets, half-open. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** By node: the number of the first one after all that is in it. */
  readonly nexts: Int32Array;
  /** Whether the parser put a node where it missed one. */
  readonly isMissing: (node: number) => boolean;
  /** The child that the grammar calls so; the first, where there are several. −1: none with a name. */
  readonly childOfField: (node: number, field: string) => number;
  /** All children that the grammar calls so. */
  readonly childrenOfField: (node: number, field: string) => readonly number[];
  /** The text of the child that the grammar calls so, a token or a node. */
  readonly textOfField: (node: number, field: string) => string | undefined;
  /** Whether one of the children, tokens among them, is of a type. */
  readonly hasChild: (node: number, type: string) => boolean;
  /** Something is wrong and has no node of its own. */
  readonly fault: () => Fault | undefined;
}
