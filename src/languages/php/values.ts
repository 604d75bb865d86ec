/** PHP's expressions, and the positions in which a name is a class. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field, firstChild } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenAt,
  eitherOf,
  elementAt,
  lambdaOf,
  lastValue,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { TypedSpec } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { named } from './names.ts';

const TYPE_PARENTS =
  /^(named_type|base_clause|class_interface_clause|object_creation_expression|attribute|use_declaration)$/;
const SCOPED =
  /^(scoped_call_expression|scoped_property_access_expression|class_constant_access_expression)$/;

/** Whether a name is in a position that names a class. */
export function isTypePlace(node: Syntax): boolean {
  const { parent } = node;
  if (parent === undefined || !/^(name|qualified_name|relative_name)$/.test(node.type))
    return false;
  if (TYPE_PARENTS.test(parent.type)) return true;
  if (SCOPED.test(parent.type)) return parent.children[0] === node;
  if (parent.type === 'binary_expression') {
    return fieldOf(parent, 'right') === node && isInstanceOf(parent);
  }
  return false;
}

function isInstanceOf(node: Syntax): boolean {
  return node.tree.hasChild(node.node, 'instanceof');
}

function name(node: Syntax, lowering: Lowering): ExpressionId {
  const text = lowering.draft.textOf(node);
  if (isTypePlace(node)) return named(text, node, 'type', lowering);
  const isCalled = node.parent?.type === 'function_call_expression';
  return named(text, node, isCalled ? 'call' : 'value', lowering);
}

function scope(node: Syntax, lowering: Lowering): ExpressionId {
  return named(lowering.draft.textOf(node), node, 'type', lowering);
}

function property(node: Syntax, lowering: Lowering): ExpressionId {
  const [object, last] = [node.children[0], node.children.at(-1)];
  const owner = fieldOf(node, 'object') ?? fieldOf(node, 'scope') ?? object;
  if (last === undefined || owner === last) return lowering.draft.unknown;
  const called = lowering.draft.textOf(last).replace(/^\$/, '');
  if (called === 'class') return lowering.draft.unknown;
  return lowering.memberOf(lowering.expression(owner), called);
}

function variable(node: Syntax, lowering: Lowering): ExpressionId {
  return lowering.draft.textOf(node) === '$this' ? lowering.self(node) : lowering.name(node);
}

/** Returns the value of a binary expression. `a ?? b` may be either operand. */
function binary(node: Syntax, lowering: Lowering): ExpressionId {
  const isChoice = node.tree.hasChild(node.node, '??');
  return isChoice
    ? eitherOf(lowering, [fieldOf(node, 'left'), fieldOf(node, 'right')])
    : lowering.draft.unknown;
}

function array(node: Syntax, lowering: Lowering): ExpressionId {
  const values = node.children.map((element) => element.children.at(-1));
  return lowering.draft.over(OP.arrayOf, eitherOf(lowering, values.slice(0, 4)));
}

function made(node: Syntax, lowering: Lowering): ExpressionId {
  const [first] = node.children;
  if (first?.type === 'anonymous_class') {
    const base = first.children.find(({ type }) => type === 'base_clause')?.children[0];
    return lowering.valueOf(base);
  }
  if (first === undefined || !/name$|^relative_scope$/.test(first.type)) {
    return lowering.draft.unknown;
  }
  const made = named(lowering.draft.textOf(first), first, 'type', lowering);
  return lowering.draft.table.add(OP.construct, made, 0);
}

function lambda(node: Syntax, lowering: Lowering): ExpressionId {
  const returned = fieldOf(node, 'return_type');
  const body = fieldOf(node, 'body');
  const result =
    returned === undefined && node.type === 'arrow_function'
      ? lowering.expression(body)
      : lowering.valueOf(returned);
  const parameters = childrenAt(node, 'parameters');
  return lambdaOf(lowering, result, parameters);
}

export const EXPRESSIONS: TypedSpec['expressions'] = {
  variable_name: variable,
  name,
  qualified_name: name,
  relative_name: name,
  relative_scope: scope,
  member_access_expression: property,
  nullsafe_member_access_expression: property,
  scoped_property_access_expression: property,
  class_constant_access_expression: property,
  object_creation_expression: made,
  parenthesized_expression: lastValue,
  clone_expression: lastValue,
  error_suppression_expression: lastValue,
  throw_expression: lastValue,
  argument: lastValue,
  assignment_expression: valueAt(field('right')),
  augmented_assignment_expression: valueAt(field('right')),
  conditional_expression: (node, lowering) =>
    eitherOf(lowering, [
      fieldOf(node, 'body') ?? fieldOf(node, 'condition'),
      fieldOf(node, 'alternative'),
    ]),
  match_expression: (node, lowering) =>
    eitherOf(
      lowering,
      childrenAt(node, 'body').map((arm) => fieldOf(arm, 'return_expression')),
    ),
  binary_expression: binary,
  subscript_expression: elementAt(firstChild),
  array_creation_expression: array,
  arrow_function: lambda,
  anonymous_function: lambda,
};
