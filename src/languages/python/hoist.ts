/** First pass: binds every name of the file before any is looked up. */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import {
  declareAttribute,
  declareClass,
  declareFunction,
  declareTypeAlias,
  declareVariable,
  variableOf,
} from './declare.ts';
import type { PythonDraft } from './draft.ts';
import { bindImportFrom, bindImports } from './imports.ts';
import { lambdaParameter } from './lambda-parameters.ts';
import { bindPatterns } from './match-patterns.ts';
import { narrow } from './narrowing.ts';
import { type Place, Scope } from './scope.ts';
import { assignedValue, typeExpression } from './types.ts';
import { expressionFor, isReceiver, positionalArguments } from './values.ts';

export function hoist(draft: PythonDraft, node: Syntax, place: Place): void {
  switch (node.type) {
    case 'function_definition':
      return declareFunction(draft, node, place);
    case 'class_definition':
      return declareClass(draft, node, place);
    case 'type_alias_statement':
      return declareTypeAlias(draft, node, place);
    case 'import_statement':
      return bindImports(draft, node, place);
    case 'import_from_statement':
    case 'future_import_statement':
      return bindImportFrom(draft, node, place);
    case 'global_statement':
    case 'nonlocal_statement':
      return handOut(draft, node, place.scope);
    case 'assignment':
      return hoistAssignment(draft, node, place);
    case 'named_expression':
      bindTarget(draft, fieldOf(node, 'name'), place, () =>
        valueIn(draft, fieldOf(node, 'value'), place),
      );
      return hoistChildren(draft, node, place);
    case 'for_statement':
    case 'for_in_clause':
      bindTarget(draft, fieldOf(node, 'left'), place, () =>
        iterated(draft, fieldOf(node, 'right'), place),
      );
      return hoistChildren(draft, node, place);
    case 'as_pattern':
      hoistAs(draft, node, place);
      return hoistChildren(draft, node, place);
    case 'match_statement':
      bindPatterns(draft, node, place, (name, inside, value) => {
        bindName(draft, name, inside, 'value', value);
      });
      return hoistChildren(draft, node, place);
    case 'lambda':
      return hoistInner(draft, node, place, fieldOf(node, 'parameters'));
    case 'list_comprehension':
    case 'set_comprehension':
    case 'dictionary_comprehension':
    case 'generator_expression':
      return hoistInner(draft, node, place, undefined);
    case 'if_statement':
    case 'elif_clause':
    case 'while_statement':
    case 'assert_statement':
    case 'conditional_expression':
    case 'boolean_operator':
    case 'if_clause':
      narrow(draft, node, place);
      return hoistChildren(draft, node, place);
    default:
      return hoistChildren(draft, node, place);
  }
}

function hoistChildren(draft: PythonDraft, node: Syntax, place: Place): void {
  const taken = node.type === 'if_statement' ? takenBranch(draft, node) : undefined;
  const declared = taken === undefined ? [] : declareFirst(draft, taken, place);
  for (const child of node.children) {
    if (child === taken) continue;
    // The body of a `with` always runs, so later code sees its bindings.
    const isBlock = child.type === 'block' && node.type !== 'with_statement';
    hoist(draft, child, isBlock ? { ...place, block: child } : place);
  }
  // What the other branch binds and assigns is replaced.
  for (const index of declared) draft.values.delete(index);
  if (taken?.type === 'block') hoist(draft, taken, place);
  else if (taken !== undefined) for (const child of taken.children) hoist(draft, child, place);
}

/** Declares the variables of the branch that is taken, before another branch declares them. */
function declareFirst(draft: PythonDraft, taken: Syntax, place: Place): readonly number[] {
  if (place.scope.form === 'function') return [];
  const body = taken.type === 'else_clause' ? fieldOf(taken, 'body') : taken;
  return (body?.children ?? []).flatMap((statement) => {
    const assignment = childOfType(statement, 'assignment');
    const left = assignment && fieldOf(assignment, 'left');
    if (assignment === undefined || left?.type !== 'identifier') return [];
    if (place.scope.variables.has(draft.textOf(left))) return [];
    return [variableOf(draft, assignment, left, place)];
  });
}

/**
 * Returns the branch of an `if` that type checkers take: the one under `TYPE_CHECKING`, and the one
 * for the newest version of Python.
 */
function takenBranch(draft: PythonDraft, node: Syntax): Syntax | undefined {
  const condition = fieldOf(node, 'condition');
  if (condition === undefined) return undefined;
  const others = node.children.filter(({ type }) => /^(elif|else)_clause$/.test(type));
  const otherwise =
    others.length === 1 && others[0]?.type === 'else_clause' ? others[0] : undefined;
  const text = draft.textOf(condition).replace(/\s+/g, '');
  const isNegated = text.startsWith('not');
  const plain = isNegated ? text.slice('not'.length) : text;
  if (NEWEST.test(plain)) return isNegated ? otherwise : fieldOf(node, 'consequence');
  if (OLDEST.test(plain)) return isNegated ? fieldOf(node, 'consequence') : otherwise;
  return undefined;
}

/** Conditions that hold for type checkers or for each version that is still in use. */
const NEWEST =
  /^([\w.]+\.)?(TYPE_CHECKING|(IS_?)?PY3)$|^sys\.version_info(\[0\]|\[:\d\]|\.major)?(>=?\(?[23]|==3)/;
/** Conditions that hold for Python 2 or another old version. */
const OLDEST = /^([\w.]+\.)?(IS_?)?PY2$|^sys\.version_info(\[0\]|\[:\d\]|\.major)?(<=?\(?[23]|==2)/;

/**
 * Binds the names of a lambda or comprehension. It has names of its own, but its code belongs to
 * the surrounding symbol.
 */
function hoistInner(
  draft: PythonDraft,
  node: Syntax,
  { scope }: Place,
  parameters: Syntax | undefined,
): void {
  const inner = new Scope('function', scope, { owner: scope.owner, body: node });
  draft.scopes.set(node, inner);
  const place = { scope: inner, block: node };
  parameters?.children.forEach((parameter, position) => {
    bindInner(draft, parameter, place, () => lambdaParameter(draft, node, position, scope));
  });
  hoistChildren(draft, node, place);
}

function bindInner(
  draft: PythonDraft,
  node: Syntax,
  place: Place,
  evaluate: () => ExpressionId,
): void {
  const name = node.type === 'identifier' ? node : (fieldOf(node, 'name') ?? node.children[0]);
  if (name === undefined) return;
  if (name.type !== 'identifier') return bindInner(draft, name, place, () => draft.unknown);
  bindName(draft, name, place, 'parameter', evaluate);
}

function bindName(
  draft: PythonDraft,
  name: Syntax,
  { scope, block }: Place,
  form: 'value' | 'parameter',
  evaluate: () => ExpressionId,
  offset = name.start,
): void {
  let memo: ExpressionId | undefined;
  scope.bind(draft.textOf(name), {
    form,
    offset,
    block,
    evaluate: () => {
      if (memo !== undefined) return memo;
      memo = draft.unknown;
      memo = evaluate();
      return memo;
    },
  });
}

function handOut(draft: PythonDraft, node: Syntax, scope: Scope): void {
  for (const name of node.children) {
    const text = draft.textOf(name);
    const target = node.type === 'global_statement' ? scope.module : scope.outerFunctionWith(text);
    scope.handedOut.set(text, target);
  }
}

function valueIn(draft: PythonDraft, node: Syntax | undefined, place: Place): ExpressionId {
  return node === undefined ? draft.unknown : expressionFor(draft, node, place.scope);
}

function iterated(draft: PythonDraft, node: Syntax | undefined, place: Place): ExpressionId {
  const value = valueIn(draft, node, place);
  return draft.over(OP.iterated, value);
}

/** Binds the targets of `with open() as f`, `except E as e` and `case A() as a`. */
function hoistAs(draft: PythonDraft, node: Syntax, place: Place): void {
  const [value] = node.children;
  const target = fieldOf(node, 'alias')?.children[0];
  if (value === undefined || target === undefined) return;
  const isError = node.parent?.type === 'except_clause';
  bindTarget(draft, target, place, () =>
    isError ? errorOf(draft, value, place) : entered(draft, value, place),
  );
}

function errorOf(draft: PythonDraft, value: Syntax, place: Place): ExpressionId {
  return value.type === 'tuple'
    ? draft.either(
        OP.either,
        value.children.map((one) => draft.ofType(typeExpression(draft, one, place.scope))),
      )
    : draft.ofType(typeExpression(draft, value, place.scope));
}

/** Managers of the standard library that bind the value that they are given. */
const WRAPS = /^(contextlib\.)?(a?closing|nullcontext)\(/;

/**
 * Returns the value that `with` binds: the result of `__enter__` or `__aenter__`, or what a
 * generator-based manager yields. A class that inherits these from outside of the project most
 * often gives itself.
 */
function entered(draft: PythonDraft, value: Syntax, place: Place): ExpressionId {
  const [wrapped] = WRAPS.test(draft.textOf(value)) ? positionalArguments(value) : [];
  if (wrapped !== undefined) return expressionFor(draft, wrapped, place.scope);
  const manager = expressionFor(draft, value, place.scope);
  if (manager === draft.unknown) return manager;
  const { table } = draft;
  const enter = draft.member(manager, '__enter__');
  const enterLater = draft.member(manager, '__aenter__');
  const itself = table.add(OP.lambda, manager, 0);
  return draft.first([
    table.add(OP.call, enter, 0),
    table.add(OP.awaited, table.add(OP.call, enterLater, 0)),
    table.add(OP.iterated, manager),
    table.add(OP.call, draft.first([enter, enterLater, itself]), 0),
  ]);
}

function hoistAssignment(draft: PythonDraft, node: Syntax, place: Place): void {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  const type = fieldOf(node, 'type');
  if (left === undefined) return hoistChildren(draft, node, place);
  if (place.scope.form === 'function' || left.type !== 'identifier') {
    const value = innermostValue(right);
    const evaluate = (): ExpressionId =>
      type === undefined
        ? value === undefined
          ? draft.unknown
          : assignedValue(draft, value, place.scope)
        : draft.ofType(typeExpression(draft, type, place.scope));
    // In `x = x.next()`, the value still has the earlier x.
    bindTarget(draft, left, place, evaluate, right?.end);
    assignAttribute(draft, left, place, { value, type });
  } else if (!isDecoration(draft, left, right, place)) declareVariable(draft, node, left, place);
  hoistChildren(draft, node, place);
}

/** Whether an assignment wraps a function or class of its name, as a decorator: `f = wrap(f)`. */
function isDecoration(
  draft: PythonDraft,
  name: Syntax,
  value: Syntax | undefined,
  { scope }: Place,
): boolean {
  if (value?.type !== 'call') return false;
  const text = draft.textOf(name);
  const isDeclared = scope.names.get(text)?.at(-1)?.form === 'declaration';
  return isDeclared && positionalArguments(value).some((one) => draft.textOf(one) === text);
}

/** Returns the last value of a chained assignment: `a = b = c` assigns c to both. */
function innermostValue(right: Syntax | undefined): Syntax | undefined {
  return right?.type === 'assignment' ? innermostValue(fieldOf(right, 'right')) : right;
}

function bindTarget(
  draft: PythonDraft,
  target: Syntax | undefined,
  place: Place,
  evaluate: () => ExpressionId,
  from = target?.start ?? 0,
): void {
  if (target === undefined) return;
  if (target.type === 'identifier') return bindName(draft, target, place, 'value', evaluate, from);
  if (
    !/^(pattern_list|tuple_pattern|list_pattern|tuple|list|list_splat_pattern|parenthesized_expression)$/.test(
      target.type,
    )
  )
    return;
  target.children.forEach((part, index) => {
    bindTarget(draft, part, place, () => draft.member(evaluate(), String(index)), from);
  });
}

/** Declares a class attribute for `self.x = …` in a method. */
function assignAttribute(
  draft: PythonDraft,
  left: Syntax,
  { scope }: Place,
  { value, type }: { value: Syntax | undefined; type: Syntax | undefined },
): void {
  const { receiver } = scope;
  const object = fieldOf(left, 'object');
  const name = fieldOf(left, 'attribute');
  if (left.type !== 'attribute' || receiver === undefined || object?.type !== 'identifier') return;
  if (name === undefined || !isReceiver(draft, object, scope)) return;
  const text = draft.textOf(name);
  const declared = draft.classScopes.get(receiver.declaration);
  if (declared?.names.has(text) === true) {
    // `conn = None` in the class body says less than what methods assign.
    const values = draft.values.get(declared.variables.get(text) ?? -1);
    if (value !== undefined) values?.push({ node: value, scope });
    return;
  }
  const known = draft.attributes.get(receiver.declaration) ?? new Map();
  draft.attributes.set(receiver.declaration, known);
  const statement = left.parent ?? left;
  const attribute = known.get(text) ?? {
    declaration: declareAttribute(draft, receiver.declaration, name, statement),
    values: [],
  };
  known.set(text, attribute);
  for (const node of [type, value]) if (node !== undefined) attribute.values.push({ node, scope });
}
