/**
 * Represents a file's syntax as objects, so that reading a node is cheap. Only named nodes are
 * kept. Anonymous tokens (`async`, `static`, `?`) are read from the text between nodes.
 */
import { at } from '../../base/assert.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { DEPTH_MAX, type ParsedTree } from '../parsed-tree.ts';

export interface Syntax {
  readonly type: string;
  /** UTF-16 offsets, half-open. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly Syntax[];
  parent: Syntax | undefined;
  readonly tree: ParsedTree;
  readonly node: number;
  /** Cached expression that this node denotes; managed by the extractor. */
  expression: ExpressionId | undefined;
}

const NO_CHILDREN: readonly Syntax[] = [];

/** Comments and errors that the parser found. */
export interface Remarks {
  /** Comments in source order; they are not children of any node. */
  readonly comments: readonly Syntax[];
  readonly errors: readonly Syntax[];
  readonly truncated: boolean;
}

export interface SyntaxTree extends Remarks {
  readonly root: Syntax;
}

/** The node types of a grammar that need special treatment when a tree is copied. */
export interface TreeTypes {
  /** Node types whose children are never read; skipping them saves time. */
  readonly leaves: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  /** Corrects a node with its children where the grammar misreads some code. */
  readonly amend?: (node: Syntax) => Syntax;
}

const DEFAULT_TYPES: TreeTypes = {
  leaves: new Set(['identifier', 'comment']),
  comments: new Set(['comment', 'line_comment', 'block_comment']),
};

/** The copy of each tree, for its second reader: copying costs as much as reading. */
const COPIES = new WeakMap<ParsedTree, SyntaxTree>();

/** Copies a tree. Use the copy only while the tree is valid, because {@link fieldOf} reads it. */
export function copyTree(tree: ParsedTree, types: TreeTypes = DEFAULT_TYPES): SyntaxTree {
  const copier = new TreeCopier(tree, types);
  const root = copier.copy(0, 0);
  const { comments, errors, truncated } = copier;
  const fault = errors.length === 0 ? tree.fault() : undefined;
  if (fault !== undefined) errors.push({ ...root, ...fault, children: NO_CHILDREN });
  const copy = { root, comments, errors, truncated };
  COPIES.set(tree, copy);
  return copy;
}

/** Returns the copy that the extractor of the file has made. */
export function copyOf(tree: ParsedTree): SyntaxTree {
  return COPIES.get(tree) ?? copyTree(tree);
}

/**
 * A class instead of nested functions, because V8 loses the optimized code of nested functions with
 * each tree.
 */
class TreeCopier {
  readonly comments: Syntax[] = [];
  readonly errors: Syntax[] = [];
  truncated = false;
  readonly #tree: ParsedTree;
  readonly #types: TreeTypes;

  constructor(tree: ParsedTree, types: TreeTypes) {
    this.#tree = tree;
    this.#types = types;
  }

  copy(node: number, depth: number): Syntax {
    const tree = this.#tree;
    const type = tree.typeOf(node);
    if (this.#types.leaves.has(type)) return syntaxOf(tree, type, node, NO_CHILDREN);
    if (depth > DEPTH_MAX) {
      this.truncated = true;
      return syntaxOf(tree, type, node, NO_CHILDREN);
    }
    const copied = syntaxOf(tree, type, node, this.#childrenOf(node, depth));
    for (const child of copied.children) child.parent = copied;
    if (type === 'ERROR') this.errors.push(copied);
    return this.#types.amend?.(copied) ?? copied;
  }

  #childrenOf(node: number, depth: number): readonly Syntax[] {
    const tree = this.#tree;
    const end = at(tree.nexts, node);
    if (node + 1 === end) return NO_CHILDREN;
    const children: Syntax[] = [];
    for (let child = node + 1; child < end; child = at(tree.nexts, child)) {
      const copied = this.copy(child, depth + 1);
      // The parser inserts missing nodes; a name without text names nothing.
      if (copied.start === copied.end) {
        if (tree.isMissing(child)) this.errors.push(copied);
      } else if (this.#types.comments.has(copied.type)) this.comments.push(copied);
      else children.push(copied);
    }
    return children;
  }
}

function syntaxOf(
  tree: ParsedTree,
  type: string,
  node: number,
  children: readonly Syntax[],
): Syntax {
  return {
    type,
    start: at(tree.starts, node),
    end: at(tree.ends, node),
    children,
    parent: undefined,
    expression: undefined,
    tree,
    node,
  };
}

export function childOfType(node: Syntax, ...types: readonly string[]): Syntax | undefined {
  return node.children.find((child) => types.includes(child.type));
}

export function childrenOfType(node: Syntax, type: string): readonly Syntax[] {
  return node.children.filter((child) => child.type === type);
}

export function lastChild(node: Syntax): Syntax | undefined {
  return node.children[node.children.length - 1];
}

/**
 * Returns the first named child with the given field name.
 * @public For extractors.
 */
export function fieldOf(node: Syntax, name: string): Syntax | undefined {
  const number = node.tree.childOfField(node.node, name);
  return number < 0 ? undefined : node.children.find((child) => child.node === number);
}
