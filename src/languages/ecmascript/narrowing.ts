/**
 * Narrows variables by conditions: inside `if (x instanceof C)`, x is a C, and inside `if (isC(x))` it
 * is what the function tells. After `if (!isC(x)) return`, it is that to the end of the block.
 */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Context } from './context.ts';
import { callSkeleton } from './expressions.ts';
import { type Binding, bindingExpression, Scope } from './scope.ts';
import { childOfType, lastChild, type Syntax } from './syntax.ts';
import { entityExpression } from './types/types.ts';

interface Narrowing {
  /** The name under which a scope holds the value; see {@link narrowedName}. */
  readonly name: string;
  readonly binding: Binding;
}

/**
 * Returns the scope of what is evaluated only if a condition holds: the second part of an if
 * statement, of `a ? b : c` or of `a && b`. For `a || b` the condition does not hold. It is the given
 * scope if the condition narrows nothing.
 */
export function consequenceScope(context: Context, node: Syntax, scope: Scope): Scope {
  const [condition, second] = node.children;
  if (condition === undefined || second === undefined) return scope;
  if (node.type !== 'binary_expression') return narrowedScope(context, condition, true, scope);
  const operator = operatorOf(context, condition, second);
  return operator === '&&' || operator === '||'
    ? narrowedScope(context, condition, operator === '&&', scope)
    : scope;
}

/** Returns the scope of what is evaluated only if the condition of `if` or `a ? b : c` does not hold. */
export function alternativeScope(context: Context, node: Syntax, scope: Scope): Scope {
  const [condition] = node.children;
  return condition === undefined ? scope : narrowedScope(context, condition, false, scope);
}

/** Returns the scope of a part of a statement, which in an if statement is one of its branches. */
export function branchScope(context: Context, node: Syntax, index: number, scope: Scope): Scope {
  if (node.type !== 'if_statement' || index === 0) return scope;
  return index === 1
    ? consequenceScope(context, node, scope)
    : alternativeScope(context, node, scope);
}

const CONDITIONS = /^(binary|parenthesized|unary|call)_expression$/;

function narrowedScope(context: Context, condition: Syntax, holds: boolean, scope: Scope): Scope {
  if (!CONDITIONS.test(condition.type)) return scope;
  const scopes = holds ? context.consequences : context.alternatives;
  const known = scopes.get(condition);
  if (known !== undefined) return known;
  const found = narrowings(context, condition, holds, scope);
  const result = found.length > 0 ? new Scope(scope) : scope;
  for (const { name, binding } of found) result.values.set(name, binding);
  scopes.set(condition, result);
  return result;
}

/** Narrows the rest of a block after each of its statements `if (condition) return`. */
export function narrowAfterExits(
  context: Context,
  statements: readonly Syntax[],
  scope: Scope,
): void {
  for (const statement of statements) {
    const [condition, consequence] = statement.children;
    if (statement.type !== 'if_statement' || condition === undefined) continue;
    if (consequence === undefined || childOfType(statement, 'else_clause') !== undefined) continue;
    if (!isExit(consequence)) continue;
    for (const { name, binding } of narrowings(context, condition, false, scope))
      scope.narrowAfter(name, statement.end, binding);
  }
}

function isExit(node: Syntax): boolean {
  const last = node.type === 'statement_block' ? lastChild(node) : node;
  return last !== undefined && /^(return|throw|continue|break)_statement$/.test(last.type);
}

/** Returns what a condition tells, given whether it holds. */
function narrowings(
  context: Context,
  condition: Syntax,
  holds: boolean,
  scope: Scope,
): readonly Narrowing[] {
  const [left, right] = condition.children;
  if (left === undefined) return [];
  switch (condition.type) {
    case 'parenthesized_expression':
      return narrowings(context, left, holds, scope);
    case 'unary_expression':
      return context.text[condition.start] === '!' ? narrowings(context, left, !holds, scope) : [];
    case 'call_expression':
      return holds ? narrowedByCall(context, condition, scope) : [];
    case 'binary_expression': {
      if (right === undefined) return [];
      const operator = operatorOf(context, left, right);
      if (operator === (holds ? '&&' : '||'))
        return [left, right].flatMap((part) => narrowings(context, part, holds, scope));
      return holds && operator === 'instanceof' ? narrowedByClass(context, left, right, scope) : [];
    }
    default:
      return [];
  }
}

function narrowedByClass(
  context: Context,
  left: Syntax,
  right: Syntax,
  scope: Scope,
): readonly Narrowing[] {
  if (!/^(identifier|member_expression)$/.test(left.type)) return [];
  const name = narrowedName(context, left);
  const known = scope.value(name);
  if (left.type === 'identifier' && known === undefined) return [];
  if (left.type === 'member_expression') context.narrowsMembers = true;
  const evaluate = (): ExpressionId => {
    const entity = entityExpression(context, right, scope);
    if (entity === context.unknown) return entity;
    return context.ofType(context.table.add(OP.named, entity));
  };
  return [{ name, binding: narrowedBinding(known, evaluate) }];
}

/** Returns what a call may tell of the variables that it gets: `isItem(x)`. */
function narrowedByCall(context: Context, call: Syntax, scope: Scope): readonly Narrowing[] {
  const list = childOfType(call, 'arguments');
  return (list?.children ?? []).flatMap((argument, index): Narrowing[] => {
    const name = context.textOf(argument);
    const known = argument.type === 'identifier' ? scope.value(name) : undefined;
    // Uses of symbols stay what they are.
    if (known?.form !== 'local') return [];
    const evaluate = (): ExpressionId => {
      const own = bindingExpression(context, known);
      const skeleton = callSkeleton(context, call, scope);
      if (skeleton === context.unknown) return own;
      const asserted = context.table.add(OP.asserted, skeleton, index);
      return own === context.unknown ? asserted : context.table.add(OP.firstOf, asserted, own);
    };
    return [{ name, binding: narrowedBinding(known, evaluate) }];
  });
}

/** Returns a local that is a part or a parameter if the narrowed variable is one. */
function narrowedBinding(known: Binding | undefined, evaluate: () => ExpressionId): Binding {
  const { part, parameter } = known?.form === 'local' ? known : {};
  return {
    form: 'local',
    evaluate,
    ...(part === undefined ? {} : { part }),
    ...(parameter === undefined ? {} : { parameter }),
    memo: undefined,
  };
}

/** Returns the name under which a scope holds a narrowed variable or member, such as `this.x`. */
export function narrowedName(context: Context, node: Syntax): string {
  return context.textOf(node).replaceAll(/\s/g, '');
}

function operatorOf(context: Context, left: Syntax, right: Syntax): string {
  return context.text.slice(left.end, right.start).trim();
}
