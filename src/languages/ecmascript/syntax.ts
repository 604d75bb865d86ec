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
  /** Memo of the expression this node denotes; belongs to the extractor. */
  expression: ExpressionId | undefined;
}

/** Nodes deeper than this are dropped: no person writes them, and recursion must end. */
const DEPTH_MAX = 400;

const LEAVES = new Set([
  'identifier',
  'property_identifier',
  'private_property_identifier',
  'shorthand_property_identifier',
  'shorthand_property_identifier_pattern',
  'type_identifier',
  'statement_identifier',
  'predefined_type',
  'string',
  'number',
  'regex',
  'comment',
  'html_comment',
  'hash_bang_line',
  'this',
  'super',
  'true',
  'false',
  'null',
  'undefined',
  'this_type',
  'optional_chain',
  'accessibility_modifier',
  'override_modifier',
  'empty_statement',
  'jsx_text',
  'meta_property',
  'import',
]);

const NO_CHILDREN: readonly Syntax[] = [];

export interface SyntaxTree {
  readonly root: Syntax;
  /** Comments in source order; they are not among any node's children. */
  readonly comments: readonly Syntax[];
  readonly errors: readonly Syntax[];
  readonly truncated: boolean;
}

/** Copies a tree. The result holds no reference to it. */
export function copyTree(root: Node): SyntaxTree {
  const comments: Syntax[] = [];
  const errors: Syntax[] = [];
  let truncated = false;

  function copy(node: Node, depth: number): Syntax {
    const type = node.type;
    if (LEAVES.has(type)) return leaf(type, node);
    if (depth > DEPTH_MAX) {
      truncated = true;
      return leaf(type, node);
    }
    const children: Syntax[] = [];
    for (const child of node.namedChildren) {
      if (child === null) continue;
      const copied = copy(child, depth + 1);
      // The parser invents what it misses; a name without text names nothing.
      if (copied.start === copied.end) errors.push(copied);
      else if (copied.type === 'comment' || copied.type === 'html_comment') comments.push(copied);
      else children.push(copied);
    }
    const copied: Syntax = { ...leaf(type, node), children };
    for (const child of children) child.parent = copied;
    if (type === 'ERROR') errors.push(copied);
    return copied;
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

/** Strips parentheses, casts that keep the value, and non-null marks. */
export function unwrap(node: Syntax): Syntax {
  let inner = node;
  while (inner.type === 'parenthesized_expression' || inner.type === 'non_null_expression') {
    const child = inner.children.find((candidate) => candidate.type !== 'type_annotation');
    if (child === undefined) return inner;
    inner = child;
  }
  return inner;
}

export const FUNCTION_TYPES: ReadonlySet<string> = new Set([
  'arrow_function',
  'function_expression',
  'generator_function',
]);

export const CLASS_TYPES: ReadonlySet<string> = new Set([
  'class_declaration',
  'abstract_class_declaration',
  'class',
]);
