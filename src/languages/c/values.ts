/** Expressions of C and C++. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field } from '../../extractors/outline/reading.ts';
import type { CallRule } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  argumentsOf,
  eitherAt,
  elementAt,
  firstValue,
  instanceAt,
  lambdaOf,
  listOf,
  selfOf,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { TypedSpec } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { qualified } from './types.ts';

/**
 * Methods of smart pointers, optionals and iterators that are treated as returning their receiver.
 */
const KEEPING = /^(get|lock|value|value_or|release|begin|end|cbegin|cend|rbegin|rend|data|load)$/;
const TAKING = /^(front|back|at|top)$/;
const CASTS =
  /^(static_cast|dynamic_cast|const_cast|reinterpret_cast|make_unique|make_shared|static_pointer_cast|dynamic_pointer_cast)$/;
const SAME = /^(std::)?(move|forward|as_const|ref|cref|addressof)$/;

export const CALL: CallRule = {
  callee: (node) => {
    const callee = fieldOf(node, 'function');
    // The result of an expression or of a dereference is a value, not a named callee.
    if (callee === undefined || /parenthesized|pointer|call|subscript/.test(callee.type))
      return undefined;
    return callee;
  },
};

function call(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const callee = fieldOf(node, 'function');
  const [first] = argumentsOf(node);
  if (callee === undefined) return draft.unknown;
  const template = templateOf(callee);
  const name = template && fieldOf(template, 'name');
  if (template !== undefined && name !== undefined && CASTS.test(draft.textOf(name))) {
    return lowering.valueOf(fieldOf(template, 'arguments')?.children[0]);
  }
  if (SAME.test(draft.textOf(callee).replace(/<.*$/s, ''))) return lowering.expression(first);
  const plain = lowering.call(node, { callee: () => callee });
  const field = callee.type === 'field_expression' ? fieldOf(callee, 'field') : undefined;
  // `Name()` constructs a value if the name, or the name it aliases, is a type.
  if (field === undefined) {
    const type = lowering.namedType(lowering.expression(callee), []);
    return draft.table.add(OP.firstOf, plain, draft.ofType(type));
  }
  const method = draft.textOf(field);
  const receiver = lowering.expression(fieldOf(callee, 'argument'));
  if (receiver === draft.unknown) return plain;
  if (KEEPING.test(method)) return draft.table.add(OP.firstOf, plain, receiver);
  return TAKING.test(method)
    ? draft.table.add(OP.firstOf, plain, draft.over(OP.element, receiver))
    : plain;
}

function templateOf(callee: Syntax): Syntax | undefined {
  if (callee.type === 'template_function') return callee;
  const name = callee.type === 'qualified_identifier' ? fieldOf(callee, 'name') : undefined;
  return name === undefined ? undefined : templateOf(name);
}

function member(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'field');
  if (name === undefined) return lowering.draft.unknown;
  const plain = /^template_/.test(name.type) ? (fieldOf(name, 'name') ?? name) : name;
  const last = plain.type === 'qualified_identifier' ? (fieldOf(plain, 'name') ?? plain) : plain;
  const object = lowering.expression(fieldOf(node, 'argument'));
  return lowering.memberOf(object, lowering.draft.textOf(last));
}

function lambda(node: Syntax, lowering: Lowering): ExpressionId {
  const declarator = fieldOf(node, 'declarator');
  const parameters = (declarator && fieldOf(declarator, 'parameters')?.children) ?? [];
  return lambdaOf(lowering, lowering.draft.unknown, parameters);
}

export const EXPRESSIONS: TypedSpec['expressions'] = {
  this: selfOf,
  call_expression: call,
  field_expression: member,
  qualified_identifier: (node, lowering) => qualified(node, 'value', lowering),
  template_function: valueAt(field('name')),
  type_identifier: (node, lowering) => lowering.entity(node),
  parenthesized_expression: firstValue,
  pointer_expression: valueAt(field('argument')),
  cast_expression: instanceAt(field('type')),
  new_expression: instanceAt(field('type')),
  compound_literal_expression: instanceAt(field('type')),
  assignment_expression: valueAt(field('right')),
  co_await_expression: valueAt(field('argument')),
  subscript_expression: elementAt(field('argument')),
  initializer_list: (node, lowering) => listOf(lowering, lowering.expression(node.children[0])),
  conditional_expression: eitherAt(field('consequence'), field('alternative')),
  lambda_expression: lambda,
};
