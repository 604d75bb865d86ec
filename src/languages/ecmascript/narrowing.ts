/** Narrows by `instanceof`: inside `if (x instanceof C)`, x is a C. */
import { OP } from '../../model/expression.ts';
import type { Context } from './context.ts';
import { localBinding, Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';
import { entityExpression } from './types/types.ts';

/**
 * Returns the scope of what is evaluated only if a condition holds: the second part of an if
 * statement, of `a ? b : c` or of `a && b`. It is the given scope if the condition narrows nothing.
 */
export function consequenceScope(context: Context, node: Syntax, scope: Scope): Scope {
  const [condition, second] = node.children;
  if (condition === undefined || second === undefined) return scope;
  if (!/^(binary|parenthesized)_expression$/.test(condition.type)) return scope;
  if (node.type === 'binary_expression' && operatorOf(context, condition, second) !== '&&')
    return scope;
  const known = context.scopes.get(condition);
  if (known !== undefined) return known;
  const narrowed = new Scope(scope);
  narrow(context, condition, scope, narrowed);
  const result = narrowed.values.size > 0 ? narrowed : scope;
  context.scopes.set(condition, result);
  return result;
}

/** Narrows by every operand of a conjunction. Other conditions narrow nothing. */
function narrow(context: Context, condition: Syntax, scope: Scope, narrowed: Scope): void {
  const [left, right] = condition.children;
  if (left === undefined) return;
  if (condition.type === 'parenthesized_expression') {
    narrow(context, left, scope, narrowed);
    return;
  }
  if (condition.type !== 'binary_expression' || right === undefined) return;
  const operator = operatorOf(context, left, right);
  if (operator === '&&') {
    narrow(context, left, scope, narrowed);
    narrow(context, right, scope, narrowed);
  } else if (operator === 'instanceof' && /^(identifier|member_expression)$/.test(left.type)) {
    const name = narrowedName(context, left);
    if (left.type === 'identifier' && scope.value(name) === undefined) return;
    if (left.type === 'member_expression') context.narrowsMembers = true;
    narrowed.values.set(
      name,
      localBinding(() => {
        const entity = entityExpression(context, right, scope);
        if (entity === context.unknown) return entity;
        return context.ofType(context.table.add(OP.named, entity));
      }),
    );
  }
}

/** Returns the name under which a scope holds a narrowed variable or member, such as `this.x`. */
export function narrowedName(context: Context, node: Syntax): string {
  return context.textOf(node).replaceAll(/\s/g, '');
}

function operatorOf(context: Context, left: Syntax, right: Syntax): string {
  return context.text.slice(left.end, right.start).trim();
}
