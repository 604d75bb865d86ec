/** Narrows by `instanceof`: inside `if (x instanceof C)`, x is a C. */
import { OP } from '../../model/expression.ts';
import type { Context } from './context.ts';
import { localBinding, Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';
import { entityExpression } from './types/types.ts';

/**
 * Returns the scope of an if statement's consequence, or the given one if the condition narrows
 * nothing.
 */
export function consequenceScope(context: Context, statement: Syntax, scope: Scope): Scope {
  const condition = statement.children[0];
  if (condition === undefined) return scope;
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
  const operator = context.text.slice(left.end, right.start).trim();
  if (operator === '&&') {
    narrow(context, left, scope, narrowed);
    narrow(context, right, scope, narrowed);
  } else if (operator === 'instanceof' && left.type === 'identifier') {
    const name = context.textOf(left);
    if (scope.value(name) === undefined) return;
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
