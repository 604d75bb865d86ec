import type { Node, Parser } from 'web-tree-sitter';

/**
 * Parses a text and hands its root to `use`; the tree is freed before this returns, so nothing of it
 * may be kept. Returns undefined when parsing takes more than `stepsMax` steps: the parser counts them
 * itself, a hundred of its operations each, so a busy machine gives up no sooner than an idle one.
 * Node offsets are UTF-16 units of `text`.
 */
export function withTree<Result>(
  parser: Parser,
  text: string,
  stepsMax: number,
  use: (root: Node) => Result,
): Result | undefined {
  let steps = 0;
  const tree = parser.parse(text, null, { progressCallback: () => ++steps > stepsMax });
  if (tree === null) {
    // A cancelled parser would resume the old text on its next call.
    parser.reset();
    return undefined;
  }
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}
