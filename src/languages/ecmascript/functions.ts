/** Functions: their scopes, parameters, results, and the types that their context expects. */
import { OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION, type Parameter } from '../../model/facts.ts';
import { blockScope } from './blocks.ts';
import type { Context } from './context.ts';
import {
  callSkeleton,
  expressionOf,
  expressionOrUnknown,
  nameNode,
  propertyName,
} from './expressions.ts';
import { branchScope } from './narrowing.ts';
import { bindPattern } from './patterns.ts';
import { Scope, type Self } from './scope.ts';
import { CLASS_TYPES, childOfType, FUNCTION_TYPES, lastChild, type Syntax } from './syntax.ts';
import { bindTypeParameters } from './types/bind-types.ts';
import { selfParameter } from './types/parameter-flags.ts';
import { annotationOf, typeExpression } from './types/types.ts';

export interface FunctionRole {
  /** Symbol that owns the function's code. Anonymous functions use the surrounding symbol. */
  readonly owner?: number;
  /** Value of `this`. Arrow functions keep the surrounding one. */
  readonly self?: Self | undefined;
}

/**
 * Returns the scope of a function's parameters and body. The first call comes from the declaring
 * code and determines the role.
 */
export function functionScope(
  context: Context,
  node: Syntax,
  outer: Scope,
  role: FunctionRole = {},
): Scope {
  const known = context.scopes.get(node);
  if (known !== undefined) return known;
  const isArrow = node.type === 'arrow_function';
  const usual =
    'self' in role ? role.self : isArrow ? outer.self : selfOfFunction(context, node, outer);
  const parameters = childOfType(node, 'formal_parameters');
  const stated = parameters && selfParameter(parameters);
  // In a class, `super` needs the class.
  const isMethod = usual?.form === 'instance' && context.kindOf(usual.declaration) === 'class';
  const scope: Scope = new Scope(outer, {
    isLocal: true,
    owner: role.owner ?? outer.owner,
    self:
      stated === undefined || isMethod
        ? usual
        : selfValue(() => context.ofType(annotationOf(context, stated, scope))),
  });
  context.scopes.set(node, scope);
  bindOwnName(context, node, role.owner, scope);
  bindTypeParameters(context, node, role.owner ?? -1, scope);
  bindParameters(context, node, outer, scope);
  return scope;
}

/** Returns the name that a function expression gives itself, which is bound only inside it. */
export function ownNameOf(context: Context, node: Syntax): string | undefined {
  const first = node.children[0];
  const isNamed = /^(function_expression|generator_function)$/.test(node.type);
  return isNamed && first?.type === 'identifier' ? context.textOf(first) : undefined;
}

function bindOwnName(
  context: Context,
  node: Syntax,
  owner: number | undefined,
  scope: Scope,
): void {
  const name = ownNameOf(context, node);
  if (name !== undefined && owner !== undefined) {
    scope.values.set(name, { form: 'declaration', index: owner });
  }
}

function selfValue(evaluate: () => ExpressionId): Self {
  return {
    form: 'value',
    get expression() {
      return evaluate();
    },
  };
}

/**
 * Returns `this` of a function expression: the object literal that it is a member of, or, for an
 * argument, what the called function says.
 */
function selfOfFunction(context: Context, node: Syntax, outer: Scope): Self | undefined {
  if (node.parent?.type === 'arguments')
    return selfValue(() => {
      const expected = expectedOf(context, node, outer);
      return expected === context.unknown ? expected : context.table.add(OP.receiver, expected);
    });
  const object = node.parent?.type === 'pair' ? node.parent.parent : undefined;
  if (object?.type !== 'object') return undefined;
  return { form: 'value', expression: expressionOf(context, object, outer) };
}

export function parameterNodes(node: Syntax): readonly Syntax[] {
  const list = childOfType(node, 'formal_parameters');
  if (list !== undefined) {
    return list.children.filter(
      (parameter) => parameter.type !== 'decorator' && childOfType(parameter, 'this') === undefined,
    );
  }
  // In `x => …`, the parameter is a bare identifier.
  const first = node.children[0];
  return node.type === 'arrow_function' && first?.type === 'identifier' ? [first] : [];
}

interface ParameterParts {
  readonly pattern: Syntax | undefined;
  readonly initializer: Syntax | undefined;
}

function partsOf(parameter: Syntax): ParameterParts {
  if (parameter.type === 'assignment_pattern') {
    return { pattern: parameter.children[0], initializer: parameter.children[1] };
  }
  if (!/^(required|optional)_parameter$/.test(parameter.type)) {
    return { pattern: parameter, initializer: undefined };
  }
  const parts = parameter.children.filter(
    (child) =>
      !/^(decorator|accessibility_modifier|override_modifier|type_annotation)$/.test(child.type),
  );
  return { pattern: parts[0], initializer: parts[1] };
}

function bindParameters(context: Context, node: Syntax, outer: Scope, scope: Scope): void {
  parameterNodes(node).forEach((parameter, index) => {
    const { pattern, initializer } = partsOf(parameter);
    if (pattern === undefined) return;
    const evaluate = (): ExpressionId => {
      const type = annotationOf(context, parameter, scope);
      if (type !== NO_EXPRESSION) return context.ofType(type);
      const expected = expectedOf(context, node, outer);
      const fromContext =
        expected === context.unknown ? expected : context.table.add(OP.parameter, expected, index);
      const argument = immediateArguments(context, node)[index];
      if (argument !== undefined) return expressionOf(context, argument, outer);
      if (initializer === undefined) return fromContext;
      const fromDefault = expressionOf(context, initializer, scope);
      return context.either(OP.either, [fromContext, fromDefault]);
    };
    bindPattern(context, scope, pattern, {
      form: 'local',
      evaluate,
      parameter: true,
      memo: undefined,
    });
  });
}

/** Returns the arguments of a function that is called where it is written: `(function (x) {})(y)`. */
function immediateArguments(context: Context, node: Syntax): readonly Syntax[] {
  const holder = node.parent;
  if (holder?.type !== 'parenthesized_expression' && holder?.type !== 'call_expression') return [];
  let callee: Syntax = holder.type === 'call_expression' ? node : holder;
  const isBound = callee.parent?.type === 'member_expression';
  if (isBound && callee.parent !== undefined) {
    if (!context.textOf(callee.parent).endsWith('.call')) return [];
    callee = callee.parent;
  }
  const call = callee.parent;
  if (call?.type !== 'call_expression' || call.children[0] !== callee) return [];
  const given = childOfType(call, 'arguments')?.children ?? [];
  return isBound ? given.slice(1) : given;
}

/** Returns the parameters for a declaration's shape. */
export function parametersOf(context: Context, node: Syntax, scope: Scope): readonly Parameter[] {
  return parameterNodes(node).map((parameter) => {
    const { pattern, initializer } = partsOf(parameter);
    const annotated = annotationOf(context, parameter, scope);
    const inner = pattern?.type === 'rest_pattern' ? pattern.children[0] : pattern;
    return {
      name: inner?.type === 'identifier' ? context.textOf(inner) : '',
      type:
        annotated !== NO_EXPRESSION || initializer === undefined
          ? annotated
          : context.table.add(OP.typeOf, expressionOf(context, initializer, scope)),
      rest: pattern?.type === 'rest_pattern',
      ...(isRequired(context, parameter) && initializer === undefined ? { required: true } : {}),
    };
  });
}

/** Whether a call must pass a parameter. In JavaScript, it need not pass any. */
function isRequired(context: Context, parameter: Syntax): boolean {
  return !context.commonJs && parameter.type === 'required_parameter';
}

/**
 * Returns the result of a function without annotation: all its returned expressions, including
 * those in nested blocks.
 */
export function resultOf(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const body = lastChild(node);
  if (body === undefined || body.type === 'formal_parameters') return context.unknown;
  if (body.type !== 'statement_block') return expressionOf(context, body, scope);
  const results: Results = { returned: [], yielded: [] };
  collectReturns(context, body, blockScope(context, body, scope), results);
  if (!isGenerator(context, node)) return context.either(OP.either, results.returned);
  const item = context.either(OP.either, results.yielded);
  return item === context.unknown ? item : generatorOf(context, item);
}

/** The values that the code of a function returns and yields. */
interface Results {
  readonly returned: ExpressionId[];
  readonly yielded: ExpressionId[];
}

function isGenerator(context: Context, node: Syntax): boolean {
  if (node.type.startsWith('generator')) return true;
  const name = node.type === 'method_definition' ? nameNode(node) : undefined;
  return name !== undefined && context.text.slice(node.start, name.start).trimEnd().endsWith('*');
}

function generatorOf(context: Context, item: ExpressionId): ExpressionId {
  const { table } = context;
  const entity = table.add(OP.free, context.stringId('Generator'));
  return context.ofType(table.add(OP.named, entity, table.add(OP.typeOf, item)));
}

function collectReturns(context: Context, node: Syntax, scope: Scope, results: Results): void {
  for (const [index, child] of node.children.entries()) {
    if (FUNCTION_TYPES.has(child.type) || CLASS_TYPES.has(child.type)) continue;
    const inner = branchScope(context, node, index, scope);
    if (child.type === 'return_statement') {
      const value = child.children[0];
      if (value !== undefined) results.returned.push(expressionOf(context, value, inner));
    } else if (child.type === 'yield_expression') {
      const value = expressionOrUnknown(context, child.children[0], inner);
      const isDelegate = /^yield\s*\*/.test(context.text.slice(child.start, child.start + 20));
      const isList = isDelegate && value !== context.unknown;
      results.yielded.push(isList ? context.table.add(OP.iterated, value) : value);
    } else if (
      /(statement|clause|body|case|default|block|declaration|declarator)$/.test(child.type)
    ) {
      collectReturns(context, child, blockScope(context, child, inner), results);
    }
  }
}

/**
 * Returns the type that the context expects of a function, object or array. It comes from a
 * variable's annotation, the parameter it is passed for, or a property of an expected object.
 * Unknown if nothing is expected.
 */
function expectedOf(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const holder = node.parent;
  switch (holder?.type) {
    case 'parenthesized_expression':
    case 'ternary_expression':
    case 'binary_expression':
      return expectedOf(context, holder, scope);
    case 'arguments': {
      const call = holder.parent;
      if (call === undefined || !/^(call|new)_expression$/.test(call.type)) return context.unknown;
      const skeleton = callSkeleton(context, call, scope);
      return skeleton === context.unknown
        ? skeleton
        : context.table.add(OP.expected, skeleton, holder.children.indexOf(node));
    }
    case 'variable_declarator':
    case 'public_field_definition':
      return context.ofType(annotationOf(context, holder, scope));
    case 'assignment_expression':
      return expectedByTarget(context, holder, scope);
    case 'as_expression':
    case 'satisfies_expression': {
      const type = holder.children[1];
      return type === undefined || type === node
        ? context.unknown
        : castType(context, holder, scope);
    }
    case 'array': {
      const array = expectedOf(context, holder, scope);
      return array === context.unknown ? array : context.table.add(OP.element, array);
    }
    case 'pair':
    case 'object':
      return expectedMember(context, node, holder, scope);
    case 'return_statement':
    case 'arrow_function':
      return expectedResult(context, node, scope);
    default:
      return context.unknown;
  }
}

/**
 * Returns the type of what is assigned to. In JavaScript only a comment declares it: the value would
 * be expected to be itself.
 */
function expectedByTarget(context: Context, assignment: Syntax, scope: Scope): ExpressionId {
  const [target] = assignment.children;
  if (!context.commonJs && target !== undefined) return expressionOf(context, target, scope);
  return context.ofType(annotationOf(context, assignment, scope));
}

function castType(context: Context, cast: Syntax, scope: Scope): ExpressionId {
  const type = cast.children[1];
  return type === undefined
    ? context.unknown
    : context.ofType(typeExpression(context, type, scope));
}

/** Returns the expected type of a member, as in `{ onEvent(e) {} }` or `{ onEvent: (e) => … }`. */
function expectedMember(
  context: Context,
  node: Syntax,
  holder: Syntax,
  scope: Scope,
): ExpressionId {
  const member = holder.type === 'pair' ? holder : node;
  const object = holder.type === 'pair' ? holder.parent : holder;
  const name = propertyName(context, member);
  if (object === undefined || name === undefined) return context.unknown;
  return context.member(expectedOf(context, object, scope), name);
}

/**
 * Returns the result that a function is expected to return. This is its declared result, else the
 * result of the function type that the context expects.
 */
function expectedResult(context: Context, node: Syntax, scope: Scope): ExpressionId {
  let outer = node.parent;
  while (outer !== undefined && !FUNCTION_LIKE.test(outer.type)) outer = outer.parent;
  if (
    outer === undefined ||
    (outer.type === 'arrow_function' && lastChild(outer) !== node && node.parent === outer)
  ) {
    return context.unknown;
  }
  const inside = context.scopes.get(outer);
  const declared = context.ofType(annotationOf(context, outer, inside ?? scope));
  const result =
    declared === context.unknown && inside?.parent !== undefined
      ? resultOfExpected(context, expectedOf(context, outer, inside.parent))
      : declared;
  if (result === context.unknown || !isAsync(context, outer)) return result;
  return context.table.add(OP.awaited, result);
}

function resultOfExpected(context: Context, expected: ExpressionId): ExpressionId {
  return expected === context.unknown ? expected : context.table.add(OP.call, expected, 0);
}

function isAsync(context: Context, node: Syntax): boolean {
  return /^(?:\w+ )*async\b/.test(context.text.slice(node.start, node.start + 40));
}

const FUNCTION_LIKE =
  /^(arrow_function|function_expression|function_declaration|method_definition)$/;
