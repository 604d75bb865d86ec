/** Scala's local names: parameters, values of functions, and names bound by patterns. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { declaresSymbols, iteratedOf, local, typedOr } from '../../extractors/semantic/readers.ts';
import type { Local, TypedSpec } from '../../extractors/semantic/spec.ts';
import type { ExpressionId } from '../../model/facts.ts';

function parameter(node: Syntax, lowering: Lowering): readonly Local[] {
  const name = fieldOf(node, 'name');
  if (name === undefined || declaresSymbols(node, lowering)) return [];
  const type = fieldOf(node, 'type');
  const isRest = type?.type === 'repeated_parameter_type';
  const value = (): ExpressionId => (isRest ? lowering.type(type) : lowering.valueOf(type));
  return [{ name, value }];
}

function variable(node: Syntax, lowering: Lowering): readonly Local[] {
  if (declaresSymbols(node, lowering)) return [];
  const pattern = fieldOf(node, 'pattern');
  if (pattern?.type !== 'identifier') return bound(pattern, lowering);
  const given = (): ExpressionId => lowering.expression(fieldOf(node, 'value'));
  return local(pattern, typedOr(lowering, fieldOf(node, 'type'), given));
}

/** Returns the names that the parts of a pattern bind. Only typed ones have known values. */
function bound(pattern: Syntax | undefined, lowering: Lowering): readonly Local[] {
  if (pattern === undefined) return [];
  if (pattern.type === 'identifier') {
    // A capitalized name in a pattern is compared with, not bound.
    const isVariable = /^\p{Ll}/u.test(lowering.draft.textOf(pattern));
    return isVariable ? [{ name: pattern, value: () => lowering.draft.unknown }] : [];
  }
  if (pattern.type === 'typed_pattern') {
    const name = fieldOf(pattern, 'pattern');
    const value = (): ExpressionId => lowering.valueOf(fieldOf(pattern, 'type'));
    return name?.type === 'identifier' ? [{ name, value }] : [];
  }
  if (/type|literal|field_expression|stable_identifier/.test(pattern.type)) return [];
  return pattern.children.flatMap((part) => bound(part, lowering));
}

function enumerated(node: Syntax, lowering: Lowering): readonly Local[] {
  const [name, from] = node.children;
  if (name?.type !== 'identifier' || from === undefined) return bound(name, lowering);
  const isGenerator = /<-/.test(lowering.draft.text.slice(name.end, from.start));
  const value = (): ExpressionId =>
    isGenerator ? iteratedOf(lowering, from) : lowering.expression(from);
  const scope = node.parent?.parent;
  return [{ name, value, ...(scope === undefined ? {} : { scope }) }];
}

const PASSING =
  /^(foreach|map|flatMap|filter|filterNot|exists|forall|find|collect|count|groupBy|sortBy|takeWhile|dropWhile|partition|foldLeft|withFilter|maxBy|minBy|mapValues)$/;

/** Returns the value that a collection method or the callee passes to a lambda parameter. */
function passedTo(lambda: Syntax, position: number, lowering: Lowering): ExpressionId {
  const call = lambda.parent?.parent;
  const called = call?.type === 'call_expression' ? fieldOf(call, 'function') : undefined;
  const name = called?.type === 'field_expression' ? fieldOf(called, 'field') : undefined;
  const object = called === undefined ? undefined : fieldOf(called, 'value');
  if (name !== undefined && PASSING.test(lowering.draft.textOf(name)) && position === 0) {
    return iteratedOf(lowering, object);
  }
  return lowering.passed(lambda, position);
}

function lambdaParameters(node: Syntax, lowering: Lowering): readonly Local[] {
  const parameters = fieldOf(node, 'parameters');
  if (parameters === undefined) return [];
  const given = (at: number) => (): ExpressionId => passedTo(node, at, lowering);
  if (parameters.type === 'identifier') return [{ name: parameters, value: given(0) }];
  return parameters.children.flatMap((one, position) => {
    const name = one.type === 'identifier' ? one : fieldOf(one, 'name');
    return local(name, typedOr(lowering, fieldOf(one, 'type'), given(position)));
  });
}

export const LOCALS: TypedSpec['locals'] = {
  parameter,
  class_parameter: parameter,
  val_definition: variable,
  var_definition: variable,
  enumerator: enumerated,
  lambda_expression: lambdaParameters,
  case_clause: (node, lowering) => bound(fieldOf(node, 'pattern'), lowering),
};
