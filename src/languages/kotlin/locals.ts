/** Kotlin's local names: parameters, variables of functions, and types narrowed by tests. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { child } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  declaresSymbols,
  iteratedOf,
  listOf,
  local,
  typeChild,
  typedLocal,
  typedOr,
} from '../../extractors/semantic/readers.ts';
import type { Local, TypedSpec } from '../../extractors/semantic/spec.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { passedTo, resultOf } from './calls.ts';

export function isVariadic(parameter: Syntax, { draft }: Lowering): boolean {
  const siblings = parameter.parent?.children ?? [];
  const before = siblings[siblings.indexOf(parameter) - 1];
  return before?.type === 'parameter_modifiers' && draft.textOf(before).includes('vararg');
}

function parameter(node: Syntax, lowering: Lowering): readonly Local[] {
  const name = childOfType(node, 'identifier');
  if (name === undefined || node.parent?.type === 'function_type_parameters') return [];
  const isRest = isVariadic(node, lowering);
  const type = typeChild(node, lowering);
  const value = (): ExpressionId =>
    isRest ? listOf(lowering, lowering.type(type)) : lowering.valueOf(type);
  return [{ name, value }];
}

/** Returns the local for a class parameter. A parameter that is a property is a symbol instead. */
function classParameter(node: Syntax, lowering: Lowering): readonly Local[] {
  return declaresSymbols(node, lowering) ? [] : parameter(node, lowering);
}

function variables(node: Syntax, lowering: Lowering): readonly Local[] {
  if (declaresSymbols(node, lowering)) return [];
  const variable = childOfType(node, 'variable_declaration');
  if (variable === undefined) {
    return destructured(childOfType(node, 'multi_variable_declaration'), lowering);
  }
  const value = node.children.find(({ start, type }) => start >= variable.end && type !== 'setter');
  return typed(variable, lowering, () => resultOf(value, lowering));
}

/** Returns the local for a variable, with its declared type or else the given value. */
function typed(variable: Syntax, lowering: Lowering, given: () => ExpressionId): readonly Local[] {
  return local(variable.children[0], typedOr(lowering, typeChild(variable, lowering), given));
}

/** Returns the names in `(a, b)` with unknown values. */
function destructured(node: Syntax | undefined, { draft }: Lowering): readonly Local[] {
  return (node?.children ?? []).flatMap(({ children: [name] }): Local[] =>
    name === undefined ? [] : [{ name, value: () => draft.unknown }],
  );
}

export function forVariable(node: Syntax, lowering: Lowering): readonly Local[] {
  const [variable, iterated] = node.children;
  if (variable?.type === 'multi_variable_declaration') return destructured(variable, lowering);
  if (variable === undefined) return [];
  const value = (): ExpressionId => iteratedOf(lowering, iterated);
  return typed(variable, lowering, value);
}

function lambdaParameters(node: Syntax, lowering: Lowering): readonly Local[] {
  const lambda = node.parent;
  if (lambda === undefined) return [];
  return node.children.flatMap((variable, position) => {
    if (variable.type === 'multi_variable_declaration') return destructured(variable, lowering);
    return typed(variable, lowering, () => passedTo(lambda, position, lowering));
  });
}

/** Returns the implicit lambda parameter `it`. */
export function implicitParameter(node: Syntax, lowering: Lowering): readonly Local[] {
  if (childOfType(node, 'lambda_parameters') !== undefined) return [];
  return [{ name: node, text: 'it', value: () => passedTo(node, 0, lowering) }];
}

function subject(node: Syntax, lowering: Lowering): readonly Local[] {
  const variable = childOfType(node, 'variable_declaration');
  const value = (): ExpressionId => lowering.expression(node.children.at(-1));
  return variable === undefined ? [] : typed(variable, lowering, value);
}

// --- narrowing ------------------------------------------------------------------------------------

/** Returns the locals narrowed by `x is T`, alone or as an operand of `&&`. */
function narrowed(test: Syntax | undefined, scope: Syntax, lowering: Lowering): readonly Local[] {
  const left = test && fieldOf(test, 'left');
  const right = test && fieldOf(test, 'right');
  if (test === undefined || left === undefined || right === undefined) return [];
  const between = lowering.draft.text.slice(left.end, right.start);
  if (test.type === 'binary_expression' && between.includes('&&')) {
    return [...narrowed(left, scope, lowering), ...narrowed(right, scope, lowering)];
  }
  if (test.type !== 'is_expression' || between.includes('!')) return [];
  if (left.type !== 'identifier') return [];
  return [{ name: left, scope, narrows: true, value: () => lowering.valueOf(right) }];
}

function narrowedBranch(node: Syntax, lowering: Lowering): readonly Local[] {
  const [test, branch] = node.children;
  return branch === undefined ? [] : narrowed(test, branch, lowering);
}

/** Returns the locals narrowed inside `x is T && x.member`. */
function narrowedOperand(node: Syntax, lowering: Lowering): readonly Local[] {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (left === undefined || right === undefined) return [];
  const operator = lowering.draft.text.slice(left.end, right.start);
  return operator.includes('&&') ? narrowed(left, right, lowering) : [];
}

function narrowedEntry(node: Syntax, lowering: Lowering): readonly Local[] {
  const [test, second] = node.children;
  const subject = node.parent && childOfType(node.parent, 'when_subject')?.children[0];
  const name = subject?.type === 'variable_declaration' ? subject.children[0] : subject;
  if (test?.type !== 'type_test' || second === undefined) {
    return subject === undefined ? narrowedBranch(node, lowering) : [];
  }
  const isNegated = lowering.draft.textOf(test).startsWith('!');
  // If one entry has several tests, any of them may hold.
  if (isNegated || name?.type !== 'identifier' || second.type === 'type_test') return [];
  return [{ name, scope: node, narrows: true, value: () => lowering.valueOf(test.children[0]) }];
}

export const LOCALS: TypedSpec['locals'] = {
  parameter,
  class_parameter: classParameter,
  property_declaration: variables,
  lambda_parameters: lambdaParameters,
  catch_block: typedLocal(child('identifier'), typeChild),
  when_subject: subject,
  setter: (node, { draft }) => {
    const name = childOfType(node, 'identifier');
    return local(name, () => draft.unknown);
  },
  if_expression: narrowedBranch,
  binary_expression: narrowedOperand,
  when_entry: narrowedEntry,
};
