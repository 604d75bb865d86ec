/**
 * Depth limit of the tree. Deeper nodes are kept without their children: nobody writes code like
 * that, and the recursion must be bounded.
 */
export const DEPTH_MAX = 400;

/** A syntax error, such as a missing bracket. */
export interface Fault {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The parser's tree of a text. Named nodes are numbered in source order, parents before their
 * children. The tree is valid only while its file is extracted; the next tree replaces it.
 */
export interface ParsedTree {
  /** The text that was parsed. */
  readonly text: string;
  readonly typeOf: (node: number) => string;
  /** Start of each node, as a UTF-16 offset; the range is half-open. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** For each node, the number of the first node after its subtree. */
  readonly nexts: Int32Array;
  /** Whether the parser inserted the node because it was missing in the text. */
  readonly isMissing: (node: number) => boolean;
  /** Returns the first child with the given field name, or −1. */
  readonly childOfField: (node: number, field: string) => number;
  /** Returns all children with the given field name. */
  readonly childrenOfField: (node: number, field: string) => readonly number[];
  /** Returns the text of the child with the given field name, which may be a token or a node. */
  readonly textOfField: (node: number, field: string) => string | undefined;
  /** Whether one of the children, including tokens, has the given type. */
  readonly hasChild: (node: number, type: string) => boolean;
  /** Returns a syntax error that has no node of its own. */
  readonly fault: () => Fault | undefined;
}
