/**
 * Block scopes. Each is created once per node, with all its declarations bound before the block is
 * read.
 */
import { at } from '../../base/assert.ts';
import type { Context } from './context.ts';
import { expressionOf } from './expressions.ts';
import { hoistStatements } from './hoist.ts';
import { narrowAfterExits } from './narrowing.ts';
import { bindPattern, iteratedBinding } from './patterns.ts';
import { localBinding, Scope } from './scope.ts';
import { childOfType, FUNCTION_TYPES, lastChild, type Syntax } from './syntax.ts';

/** Returns the scope that a node opens, or the outer scope if it opens none. */
export function blockScope(context: Context, node: Syntax, outer: Scope): Scope {
  switch (node.type) {
    case 'statement_block':
    case 'switch_body':
    case 'for_statement':
    case 'for_in_statement':
    case 'catch_clause':
      break;
    default:
      return outer;
  }
  const known = context.scopes.get(node);
  if (known !== undefined) return known;
  const scope = new Scope(outer, { isLocal: true });
  context.scopes.set(node, scope);
  if (node.type === 'for_in_statement') bindLoop(context, node, scope);
  else if (node.type === 'catch_clause') bindCatch(context, node, scope);
  else if (node.type === 'switch_body') {
    hoistStatements(
      context,
      node.children.flatMap((part) => part.children),
      scope,
    );
  } else {
    hoistStatements(context, node.children, scope);
    narrowAfterExits(context, node.children, scope);
  }
  return scope;
}

/**
 * Binds a loop variable. `for (const x of xs)` binds x to what xs yields. `for (… in …)` yields
 * string keys, which are left unknown.
 */
function bindLoop(context: Context, node: Syntax, scope: Scope): void {
  const [pattern, iterable] = node.children;
  if (pattern === undefined || iterable === undefined) return;
  const between = context.text.slice(pattern.end, iterable.start);
  const declares = /\b(const|let|var)\b/.test(context.text.slice(node.start, pattern.start));
  if (!declares) return;
  const value = localBinding(() => expressionOf(context, iterable, scope));
  const item = /\bof\b/.test(between)
    ? iteratedBinding(context, value)
    : localBinding(() => context.unknown);
  bindPattern(context, scope, pattern, item);
}

function bindCatch(context: Context, node: Syntax, scope: Scope): void {
  const pattern = node.children.find((child) => child.type !== 'statement_block');
  if (pattern === undefined) return;
  bindPattern(
    context,
    scope,
    pattern,
    localBinding(() => context.unknown),
  );
}

/** Binds `var` declarations, which belong to the function from anywhere inside it. */
export function hoistVariables(context: Context, node: Syntax, scope: Scope): void {
  for (const child of node.children) {
    if (
      FUNCTION_TYPES.has(child.type) ||
      /^(function|generator_function|class|method)_/.test(child.type)
    ) {
      continue;
    }
    if (child.type === 'variable_declaration') {
      for (const declarator of child.children) {
        const [pattern] = declarator.children;
        if (pattern?.type !== 'identifier' || scope.values.has(context.textOf(pattern))) continue;
        const value =
          declarator.children.length > 1
            ? at(declarator.children, declarator.children.length - 1)
            : undefined;
        const binding = localBinding(() =>
          value === undefined || value.type === 'type_annotation'
            ? context.unknown
            : expressionOf(context, value, scope),
        );
        scope.values.set(context.textOf(pattern), binding);
      }
    } else if (/statement|clause|block|body|case/.test(child.type)) {
      hoistVariables(context, child, scope);
    }
  }
}

/** Returns the block of a function, if it has one. */
export function bodyBlock(node: Syntax): Syntax | undefined {
  const last = lastChild(node);
  return last?.type === 'statement_block' ? last : childOfType(node, 'statement_block');
}
