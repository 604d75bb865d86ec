/** Fields that JavaScript creates by `this.x = …`. */
import { appendTo } from '../../base/append-to.ts';
import { at } from '../../base/assert.ts';
import { bounded, OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { modifierBits } from '../../model/symbol.ts';
import { scopeInside } from './assigned-values.ts';
import { blockScope, bodyBlock } from './blocks.ts';
import type { Context } from './context.ts';
import { declare } from './declare.ts';
import { expressionOf } from './expressions.ts';
import { childrenOfType, lastChild, type Syntax } from './syntax.ts';
import { annotationOf } from './types/types.ts';

interface ThisAssignment {
  readonly name: string;
  readonly value: Syntax;
  readonly assignment: Syntax;
  /** The function whose `this` it is. */
  readonly method: Syntax;
}

const STATIC = modifierBits(['static']);

const NESTED =
  /(statement|clause|block|body|case|default)$|^(arguments|arrow_function|call_expression|await_expression)$/;

/** Returns the assignments to members of `this` in a function, including its blocks and callbacks. */
function thisAssignments(context: Context, method: Syntax): readonly ThisAssignment[] {
  const found: ThisAssignment[] = [];
  const visit = (node: Syntax): void => {
    for (const child of node.children) {
      if (child.type !== 'assignment_expression') {
        if (NESTED.test(child.type)) visit(child);
        continue;
      }
      const [target, value] = child.children;
      if (value === undefined || target?.type !== 'member_expression') continue;
      if (target.children[0]?.type !== 'this') continue;
      const name = context.textOf(lastChild(target) ?? target);
      found.push({ name, value, assignment: child, method });
    }
  };
  const block = bodyBlock(method);
  if (block !== undefined) visit(block);
  return found;
}

/** Returns the type in the comment of an assignment. */
function statedType(context: Context, { assignment, method }: ThisAssignment): ExpressionId {
  const scope = context.scopes.get(method);
  return scope === undefined ? NO_EXPRESSION : annotationOf(context, assignment, scope);
}

function assignedTo(context: Context, { assignment, value, method }: ThisAssignment): ExpressionId {
  const scope = context.scopes.get(method);
  const block = bodyBlock(method);
  if (scope === undefined || block === undefined) return context.unknown;
  const inside = scopeInside(context, assignment, block, blockScope(context, block, scope));
  return inside === undefined ? context.unknown : expressionOf(context, value, inside);
}

/**
 * Gives a JavaScript function the fields that it creates with `this.x = …`. They have no symbols, so
 * they are members of an object that the function's instances inherit from.
 */
export function describeConstructed(context: Context, node: Syntax, index: number): void {
  const fields = thisAssignments(context, node);
  if (fields.length === 0) return;
  context.later.push(() => {
    const entries = fields.flatMap((field) => {
      const type = statedType(context, field);
      return [
        context.stringId(field.name),
        type === NO_EXPRESSION ? assignedTo(context, field) : context.ofType(type),
      ];
    });
    const expression = context.table.add(OP.object, ...bounded(entries));
    const line = context.lineOf(node.start);
    at(context.shapes, index).heritage = [{ form: 'mixin', expression, line }];
  });
}

/** Declares the fields that the methods of a class create, each at its first assignment. */
export function declareThisFields(context: Context, body: Syntax, parent: number): void {
  const byName = new Map<string, ThisAssignment[]>();
  for (const method of methodsOf(context, body)) {
    for (const one of thisAssignments(context, method)) appendTo(byName, one.name, one);
  }
  for (const [name, assignments] of byName) {
    const { assignment } = at(assignments, 0);
    if (context.latestDeclaration(parent, name) >= 0) continue;
    const outer =
      assignment.parent?.type === 'expression_statement' ? assignment.parent : undefined;
    const index = declare(context, { node: assignment, outer, name, kind: 'field', parent });
    const shape = at(context.shapes, index);
    context.later.push(() => {
      shape.type = statedType(context, at(assignments, 0));
      shape.value = context.orNone(firstKnown(context, assignments));
    });
  }
}

/**
 * Returns what the constructor assigns, or, if that is nothing known, what other methods do: fields
 * are often set to null first.
 */
function firstKnown(context: Context, assignments: readonly ThisAssignment[]): ExpressionId {
  const [first] = assignments;
  const own = assignments.filter(({ method }) => method === first?.method);
  const others = assignments.filter(({ method }) => method !== first?.method);
  const of = (some: readonly ThisAssignment[]) =>
    context.either(
      OP.either,
      some.map((one) => assignedTo(context, one)),
    );
  const value = of(own);
  return value === context.unknown ? of(others) : value;
}

/** Returns the methods whose `this` is an instance, the constructor first. */
function methodsOf(context: Context, body: Syntax): readonly Syntax[] {
  const methods = childrenOfType(body, 'method_definition').filter((method) => {
    const declared = context.declarations[context.declared.get(method) ?? -1];
    return declared !== undefined && (declared.modifiers & STATIC) === 0;
  });
  const isConstructor = (method: Syntax): boolean =>
    context.kindOf(context.declared.get(method) ?? -1) === 'constructor';
  return [...methods.filter(isConstructor), ...methods.filter((method) => !isConstructor(method))];
}
