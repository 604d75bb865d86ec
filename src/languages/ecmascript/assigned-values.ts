/** Values that a name gets after its declaration: `let x; x = value`. */
import { appendTo } from '../../base/append-to.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { blockScope } from './blocks.ts';
import { declareNamedExpression } from './callables.ts';
import type { Context } from './context.ts';
import { expressionOf } from './expressions.ts';
import { functionScope } from './functions.ts';
import { branchScope } from './narrowing.ts';
import type { Scope } from './scope.ts';
import { FUNCTION_TYPES, type Syntax } from './syntax.ts';

/** Plain assignments to names of one file, by name; collected when first needed. */
const ASSIGNMENTS = new WeakMap<Syntax, ReadonlyMap<string, readonly Syntax[]>>();

/**
 * Returns the values that are assigned to a variable without an initializer, in the block that
 * declares it and in the functions inside.
 */
export function assignedValue(context: Context, declarator: Syntax, scope: Scope): ExpressionId {
  const [pattern] = declarator.children;
  const block = blockAround(declarator);
  if (pattern?.type !== 'identifier' || block === undefined) return context.unknown;
  const name = context.textOf(pattern);
  const binding = scope.value(name);
  const values = assignmentsTo(context, name).flatMap((assignment) => {
    if (assignment.start < block.start || assignment.end > block.end) return [];
    const [, value] = assignment.children;
    const inside = scopeInside(context, assignment, block, scope);
    if (value === undefined || inside === undefined || inside.value(name) !== binding) return [];
    return [expressionOf(context, value, inside)];
  });
  return context.either(OP.either, values);
}

/**
 * Returns the scope of a node inside a block, given the scope of the block. Opens the scopes in
 * between as walking does; undefined in functions that other code has to declare first.
 */
export function scopeInside(
  context: Context,
  node: Syntax,
  block: Syntax,
  scope: Scope,
): Scope | undefined {
  const around: Syntax[] = [];
  for (let one = node.parent; one !== undefined && one !== block; one = one.parent)
    around.unshift(one);
  let inside = scope;
  for (const one of around) {
    const known = context.scopes.get(one);
    if (known !== undefined) inside = known;
    else if (FUNCTION_TYPES.has(one.type)) {
      if (one.parent?.type !== 'arguments' || declareNamedExpression(context, one, inside) >= 0)
        return undefined;
      inside = functionScope(context, one, inside);
    } else if (/^(function|generator_function|method|class)/.test(one.type)) return undefined;
    else {
      const index = one.parent?.children.indexOf(one) ?? 0;
      const outer = one.parent && branchScope(context, one.parent, index, inside);
      inside = blockScope(context, one, outer ?? inside);
    }
  }
  return inside;
}

function blockAround(node: Syntax): Syntax | undefined {
  let block = node.parent;
  while (block?.parent !== undefined && block.type !== 'statement_block') block = block.parent;
  return block;
}

function assignmentsTo(context: Context, name: string): readonly Syntax[] {
  const { root } = context;
  const known = ASSIGNMENTS.get(root) ?? collect(context, root);
  ASSIGNMENTS.set(root, known);
  return known.get(name) ?? [];
}

function collect(context: Context, root: Syntax): ReadonlyMap<string, readonly Syntax[]> {
  const found = new Map<string, Syntax[]>();
  const waiting: Syntax[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const [target] = node.children;
    if (node.type === 'assignment_expression' && target?.type === 'identifier')
      appendTo(found, context.textOf(target), node);
    waiting.push(...node.children);
  }
  for (const list of found.values()) list.sort((one, other) => one.start - other.start);
  return found;
}
