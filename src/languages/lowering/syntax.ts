/**
 * A light copy of a tree-sitter tree.
 *
 * Every look at a tree-sitter node crosses from JavaScript into WASM. Copying the named nodes once, one
 * crossing per inner node, costs about 0.1 s per MB of source and makes every later look free.
 * Anonymous tokens (`async`, `static`, `?`) are read from the text between named nodes.
 */
import type { Node } from 'web-tree-sitter';
import type { ExpressionId } from '../../model/facts.ts';

export interface Syntax {
  readonly type: string;
  /** UTF-16 offsets, half-open. */
  readonly start: number;
  readonly end: number;
  readonly children: readonly Syntax[];
  parent: Syntax | undefined;
  readonly node: Node;
  /** Memo of the expression this node denotes; belongs to the extractor. */
  expression: ExpressionId | undefined;
}

/** Nodes deeper than this are dropped: no person writes them, and recursion must end. */
const DEPTH_MAX = 400;

const NO_CHILDREN: readonly Syntax[] = [];

/** What a parser met besides nodes. */
export interface Remarks {
  /** Comments in source order; they are not among any node's children. */
  readonly comments: readonly Syntax[];
  readonly errors: readonly Syntax[];
  readonly truncated: boolean;
}

export interface SyntaxTree extends Remarks {
  readonly root: Syntax;
}

/** What a copy must know of a grammar. */
export interface TreeTypes {
  /** Node types whose children nobody asks for; not looking saves time. */
  readonly leaves: ReadonlySet<string>;
  readonly comments: ReadonlySet<string>;
  /** What a node with its children should have been, where the grammar reads some code wrongly. */
  readonly amend?: (node: Syntax) => Syntax;
}

const DEFAULT_TYPES: TreeTypes = {
  leaves: new Set(['identifier', 'comment']),
  comments: new Set(['comment', 'line_comment', 'block_comment']),
};

/** Copies the named nodes of a tree; to be used while that tree lives, for {@link fieldOf} asks it. */
export function copyTree(
  root: Node,
  { leaves, comments: commentTypes, amend }: TreeTypes = DEFAULT_TYPES,
): SyntaxTree {
  const comments: Syntax[] = [];
  const errors: Syntax[] = [];
  let truncated = false;

  function copy(node: Node, depth: number): Syntax {
    const type = node.type;
    if (leaves.has(type)) return leaf(type, node);
    if (depth > DEPTH_MAX) {
      truncated = true;
      return leaf(type, node);
    }
    const children: Syntax[] = [];
    for (const child of node.namedChildren) {
      if (child === null) continue;
      const copied = copy(child, depth + 1);
      // The parser invents what it misses; a name without text names nothing.
      if (copied.start === copied.end) {
        if (child.isMissing) errors.push(copied);
      } else if (commentTypes.has(copied.type)) comments.push(copied);
      else children.push(copied);
    }
    const copied: Syntax = { ...leaf(type, node), children };
    for (const child of children) child.parent = copied;
    if (type === 'ERROR') errors.push(copied);
    return amend?.(copied) ?? copied;
  }

  const copied = copy(root, 0);
  if (errors.length === 0 && root.hasError) errors.push(missingToken(root));
  return { root: copied, comments, errors, truncated };
}

/** Where a bracket or the like is missing: an error without a node of its own. */
function missingToken(root: Node): Syntax {
  let node = root;
  for (;;) {
    const inner = node.children.find((child) => child?.hasError === true);
    if (inner === undefined || inner === null) return leaf(node.type, node);
    node = inner;
  }
}

function leaf(type: string, node: Node): Syntax {
  return {
    type,
    start: node.startIndex,
    end: node.endIndex,
    children: NO_CHILDREN,
    parent: undefined,
    expression: undefined,
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
 * The named child that the grammar calls so; the first, where there are several.
 * @public For extractors.
 */
export function fieldOf(node: Syntax, name: string): Syntax | undefined {
  const field = node.node.childForFieldName(name);
  return field === null ? undefined : node.children.find((child) => child.node.id === field.id);
}
