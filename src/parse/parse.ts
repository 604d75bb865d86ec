import type { Node, Parser } from 'web-tree-sitter';

/**
 * Parses a text and hands its root to `use`; the tree is freed before this returns, so nothing of it
 * may be kept. Returns undefined when parsing takes longer than `budgetMs`.
 * Node offsets are UTF-16 units of `text`.
 */
export function withTree<Result>(
  parser: Parser,
  text: string,
  budgetMs: number,
  now: () => number,
  use: (root: Node) => Result,
): Result | undefined {
  const deadline = now() + budgetMs;
  const tree = parser.parse(text, null, { progressCallback: () => now() > deadline });
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
