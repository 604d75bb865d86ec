/**
 * Swift's local names: parameters, variables of functions, and names bound by conditions and
 * patterns.
 */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { declaresSymbols, iteratedOf, listOf, typedOr } from '../../extractors/semantic/readers.ts';
import type { Local, TypedSpec } from '../../extractors/semantic/spec.ts';
import type { ExpressionId } from '../../model/facts.ts';

/** Returns the type among a node's children. */
export function typeIn(node: Syntax | undefined, lowering: Lowering): Syntax | undefined {
  return node?.children.findLast(({ type }) => lowering.isType(type));
}

function parameter(node: Syntax, lowering: Lowering): readonly Local[] {
  const name = fieldOf(node, 'name');
  const type = typeIn(node, lowering);
  if (name?.type !== 'simple_identifier') return [];
  const isRest = isVariadic(node, lowering);
  const value = (): ExpressionId =>
    isRest ? listOf(lowering, lowering.type(type)) : lowering.valueOf(type);
  return [{ name, value }];
}

export function isVariadic(parameter: Syntax, { draft }: Lowering): boolean {
  return draft.textOf(parameter).endsWith('...');
}

function variable(node: Syntax, lowering: Lowering): readonly Local[] {
  if (declaresSymbols(node, lowering)) return [];
  const pattern = fieldOf(node, 'name');
  const name = pattern && fieldOf(pattern, 'bound_identifier');
  if (name === undefined) return bound(pattern, lowering);
  const type = typeIn(childOfType(node, 'type_annotation'), lowering);
  const given = (): ExpressionId => lowering.expression(fieldOf(node, 'value'));
  return [{ name, value: typedOr(lowering, type, given), from: name.start }];
}

/** Returns the names that a pattern binds. Only `let x as Type` has a known type. */
function bound(pattern: Syntax | undefined, lowering: Lowering): readonly Local[] {
  if (pattern === undefined) return [];
  const name = fieldOf(pattern, 'bound_identifier');
  if (name !== undefined) {
    const type = typeIn(pattern.parent, lowering);
    return [{ name, value: () => lowering.valueOf(type) }];
  }
  return pattern.children.flatMap((part) => (part.type === 'pattern' ? bound(part, lowering) : []));
}

/** Returns the names bound by `if let a = b, let c`. */
function conditions(node: Syntax, lowering: Lowering): readonly Local[] {
  return node.children.flatMap((child, index, all): Local[] => {
    const name = all[index + 1];
    const given = all[index + 2];
    if (child.type !== 'value_binding_pattern' || name?.type !== 'simple_identifier') return [];
    const between = lowering.draft.text.slice(name.end, given?.start ?? name.end);
    // Without a value, the name refers to the outer one of the same name.
    if (given === undefined || !between.includes('=')) return [];
    return [{ name, from: name.start, value: () => lowering.expression(given) }];
  });
}

function loopVariable(node: Syntax, lowering: Lowering): readonly Local[] {
  const pattern = fieldOf(node, 'item');
  const name = pattern && fieldOf(pattern, 'bound_identifier');
  if (name === undefined) return bound(pattern, lowering);
  const value = (): ExpressionId => iteratedOf(lowering, fieldOf(node, 'collection'));
  return [{ name, value }];
}

const PASSING =
  /^(map|compactMap|flatMap|forEach|filter|first|last|contains|allSatisfy|sorted|min|max|reduce|firstIndex|removeAll|partition|prefix|drop)$/;

/** Returns the value that a collection method or the callee passes to a lambda parameter. */
function passedTo(lambda: Syntax, position: number, lowering: Lowering): ExpressionId {
  let call = lambda.parent;
  while (call !== undefined && call.type !== 'call_expression') call = call.parent;
  const [callee] = call?.children ?? [];
  if (callee?.type === 'navigation_expression' && position === 0) {
    const name = childOfType(callee, 'navigation_suffix')?.children[0];
    if (name !== undefined && PASSING.test(lowering.draft.textOf(name))) {
      return iteratedOf(lowering, fieldOf(callee, 'target'));
    }
  }
  return lowering.passed(lambda, position);
}

function lambdaParameters(node: Syntax, lowering: Lowering): readonly Local[] {
  const list = childOfType(
    childOfType(node, 'lambda_function_type') ?? node,
    'lambda_function_type_parameters',
  );
  if (list === undefined) {
    return ['$0', '$1'].map((text, position) => {
      return { name: node, text, value: () => passedTo(node, position, lowering) };
    });
  }
  return list.children.flatMap((one, position): Local[] => {
    const name = fieldOf(one, 'name');
    if (name?.type !== 'simple_identifier') return [];
    const given = (): ExpressionId => passedTo(node, position, lowering);
    return [{ name, value: typedOr(lowering, typeIn(one, lowering), given) }];
  });
}

export const LOCALS: TypedSpec['locals'] = {
  parameter,
  property_declaration: variable,
  if_statement: conditions,
  guard_statement: conditions,
  while_statement: conditions,
  for_statement: loopVariable,
  switch_entry: (node, lowering) =>
    node.children.flatMap((child) =>
      child.type === 'switch_pattern' ? child.children.flatMap((one) => bound(one, lowering)) : [],
    ),
  catch_block: (node, lowering) => bound(fieldOf(node, 'error'), lowering),
  lambda_literal: lambdaParameters,
};
