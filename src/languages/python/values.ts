/** Values of expressions. */

import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Scope } from './scope.ts';
import { typeExpression } from './types.ts';

/**
 * Returns the expression of a node in a scope. Cached per node because a node has a single scope.
 */
export function expressionFor(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  if (node.expression !== undefined) return node.expression;
  // A name whose value depends on itself is unknown.
  node.expression = draft.unknown;
  const value = evaluate(draft, node, scope);
  node.expression = value;
  return value;
}

function evaluate(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  const { table, unknown } = draft;
  const inner = (child: Syntax | undefined): ExpressionId =>
    child === undefined ? unknown : expressionFor(draft, child, scope);
  switch (node.type) {
    case 'identifier':
      return nameValue(draft, draft.textOf(node), node, scope);
    case 'attribute':
      return attributeValue(draft, node, scope);
    case 'dotted_name':
      return pathValue(draft, draft.textOf(node).split(/\s*\.\s*/), node, scope);
    case 'call':
      return callValue(draft, node, scope);
    case 'await':
      return awaited(draft, inner(node.children[0]));
    case 'conditional_expression':
      return draft.either(OP.either, [inner(node.children[0]), inner(node.children[2])]);
    case 'boolean_operator':
      return draft.either(OP.either, node.children.map(inner));
    case 'parenthesized_expression':
    case 'expression_list':
    case 'tuple':
      if (node.children.length === 1) return inner(node.children[0]);
      return node.children.length === 0
        ? unknown
        : table.add(OP.array, ...node.children.slice(0, 8).map(inner));
    case 'list':
    case 'set': {
      const element = draft.either(OP.either, node.children.slice(0, 8).map(inner));
      return element === unknown ? unknown : table.add(OP.array, element);
    }
    case 'list_comprehension':
    case 'set_comprehension':
    case 'generator_expression': {
      const body = fieldOf(node, 'body');
      const element = body && expressionFor(draft, body, draft.scopes.get(node) ?? scope);
      return element === undefined || element === unknown ? unknown : table.add(OP.array, element);
    }
    case 'dictionary':
      return dictionaryOf(
        draft,
        childrenOfType(node, 'pair')
          .slice(0, 8)
          .map((pair) => inner(fieldOf(pair, 'value'))),
      );
    case 'dictionary_comprehension': {
      const value = fieldOf(fieldOf(node, 'body') ?? node, 'value');
      const inside = draft.scopes.get(node) ?? scope;
      return dictionaryOf(draft, value === undefined ? [] : [expressionFor(draft, value, inside)]);
    }
    case 'subscript': {
      const value = inner(fieldOf(node, 'value'));
      // A slice has the type of the whole.
      if (fieldOf(node, 'subscript')?.type === 'slice') return value;
      return draft.over(OP.element, value);
    }
    case 'binary_operator':
    case 'unary_operator':
      return operatorValue(draft, node, scope);
    case 'named_expression':
      return inner(fieldOf(node, 'value'));
    case 'assignment':
      return inner(fieldOf(node, 'right'));
    case 'lambda':
      return lambdaValue(draft, node, scope);
    default:
      return unknown;
  }
}

const BINARY: Readonly<Record<string, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '@': 'matmul',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<<': 'lshift',
  '>>': 'rshift',
};
const UNARY: Readonly<Record<string, string>> = { '-': 'neg', '+': 'pos', '~': 'invert' };

/** Returns the result of the method that an operator calls; of adding lists, the first list. */
function operatorValue(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  const { table, unknown } = draft;
  const isUnary = node.type === 'unary_operator';
  const left = fieldOf(node, isUnary ? 'argument' : 'left') ?? node.children[0];
  const sign = node.tree.textOfField(node.node, 'operator') ?? '';
  const name = (isUnary ? UNARY : BINARY)[sign];
  if (left === undefined || name === undefined) return unknown;
  const right = isUnary ? undefined : fieldOf(node, 'right');
  const value = expressionFor(draft, left, scope);
  const other = right === undefined ? unknown : expressionFor(draft, right, scope);
  const call = (object: ExpressionId, method: string, ...args: ExpressionId[]): ExpressionId =>
    object === unknown
      ? unknown
      : table.add(OP.call, draft.member(object, `__${method}__`), 0, ...args);
  if (isUnary) return call(value, name);
  return draft.first([
    call(value, name, other),
    call(other, `r${name}`, value),
    sign === '+' ? value : unknown,
  ]);
}

/** Returns a dictionary of values. Keys are not followed. */
export function dictionaryOf(draft: PythonDraft, values: readonly ExpressionId[]): ExpressionId {
  const value = draft.either(OP.either, values);
  if (value === draft.unknown) return value;
  const { table } = draft;
  return draft.ofType(
    table.add(OP.named, table.add(OP.free, draft.stringId('dict')), draft.unknown, value),
  );
}

function lambdaValue(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  const body = fieldOf(node, 'body');
  const result = body && expressionFor(draft, body, draft.scopes.get(node) ?? scope);
  return draft.table.add(OP.lambda, result ?? draft.unknown, 0);
}

/** Resolves a bare name to its binding in the file, or else to a global. */
function nameValue(draft: PythonDraft, name: string, use: Syntax, scope: Scope): ExpressionId {
  const entries = scope.entriesAt(name, use);
  return entries === undefined
    ? draft.table.add(OP.free, draft.stringId(name))
    : draft.expressionOf(entries);
}

/** Resolves a path such as `a.b.C` given as names, as in annotations. */
export function pathValue(
  draft: PythonDraft,
  path: readonly string[],
  use: Syntax,
  scope: Scope,
): ExpressionId {
  const [first = '', ...rest] = path;
  const entries = scope.entriesAt(first, use);
  const module = entries?.some(({ form }) => form === 'import')
    ? dottedModule(draft, path)
    : undefined;
  if (module !== undefined) {
    const [index, length] = module;
    return members(draft, draft.table.add(OP.module, index), path.slice(length));
  }
  return members(draft, nameValue(draft, first, use, scope), rest);
}

function members(draft: PythonDraft, value: ExpressionId, names: readonly string[]): ExpressionId {
  return names.reduce((object, name) => draft.member(object, name), value);
}

/**
 * Returns the longest prefix of a path that an `import a.b` names, as its module and number of
 * parts.
 */
function dottedModule(
  draft: PythonDraft,
  path: readonly string[],
): [module: number, length: number] | undefined {
  for (let length = path.length; length > 1; length--) {
    const module = draft.dotted.get(path.slice(0, length).join('.'));
    if (module !== undefined) return [module, length];
  }
  return undefined;
}

function attributeValue(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  const path = draft.dotted.size > 0 ? pathOf(draft, node) : undefined;
  if (path !== undefined) return pathValue(draft, path, node, scope);
  const object = fieldOf(node, 'object');
  const name = fieldOf(node, 'attribute');
  if (object === undefined || name === undefined) return draft.unknown;
  const narrowed = draft.narrowed.has(draft.textOf(node))
    ? scope.entriesAt(draft.textOf(node), node)
    : undefined;
  if (narrowed !== undefined) return draft.expressionOf(narrowed);
  const value = expressionFor(draft, object, scope);
  const text = draft.textOf(name);
  return text === '__class__' ? classOf(draft, value) : draft.member(value, text);
}

/** Returns the names of `a.b.c`, or undefined if the base of the attribute is not a name. */
function pathOf(draft: PythonDraft, node: Syntax): string[] | undefined {
  if (node.type === 'identifier') return [draft.textOf(node)];
  const object = node.type === 'attribute' ? fieldOf(node, 'object') : undefined;
  const name = fieldOf(node, 'attribute');
  const before = object && pathOf(draft, object);
  return before && name && [...before, draft.textOf(name)];
}

function callValue(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  const { table } = draft;
  const callee = fieldOf(node, 'function');
  const args = positionalArguments(node);
  if (callee === undefined) return draft.unknown;
  const name = draft.textOf(callee);
  if (name === 'super') return superValue(draft, args[0], scope);
  const [first, second] = args;
  if (/^(\w+\.)?cast$/.test(name) && first !== undefined && second !== undefined) {
    return draft.ofType(typeExpression(draft, first, scope));
  }
  const stated = statedType(draft, name, node, scope);
  if (stated !== undefined) return stated;
  // `cls.__new__(cls)` makes an instance without initializing it.
  if (name.endsWith('.__new__') && first !== undefined)
    return madeBy(draft, expressionFor(draft, first, scope));
  const built = builtinCall(draft, name, args, scope);
  if (built !== undefined) return built;
  const value = expressionFor(draft, callee, scope);
  if (value === draft.unknown) return value;
  // `cls()` makes an object of the class that the method is called on.
  if (isReceiver(draft, callee, scope))
    return table.add(OP.self, scope.receiver?.declaration ?? -1);
  const values = args.slice(0, 8).map((one) => expressionFor(draft, one, scope));
  const result = table.add(OP.call, value, 0, ...values);
  // `Box[Item]()` makes a box of items, `makers[name]()` calls an element.
  return callee.type === 'subscript'
    ? draft.first([draft.ofType(typeExpression(draft, callee, scope)), result])
    : result;
}

/** Whether a name is the method's first parameter and has not been rebound. */
export function isReceiver(draft: PythonDraft, name: Syntax, scope: Scope): boolean {
  if (name.type !== 'identifier' || scope.receiver === undefined) return false;
  const [entry] = scope.entriesAt(draft.textOf(name), name) ?? [];
  const op = entry?.form === 'parameter' ? draft.table.opOf(entry.evaluate()) : undefined;
  return op === OP.self || (op === OP.declaration && scope.receiver.isClass);
}

export function positionalArguments(call: Syntax): readonly Syntax[] {
  const list = fieldOf(call, 'arguments');
  if (list?.type === 'generator_expression') return [list];
  return (list?.children ?? []).filter(
    ({ type }) => type !== 'keyword_argument' && !/splat$/.test(type),
  );
}

/**
 * Returns the class that a new type has the members of: the bound of `TypeVar('T', bound=Class)`, or
 * the base of `NewType('Name', Class)`. Undefined for other calls.
 */
function statedType(
  draft: PythonDraft,
  name: string,
  call: Syntax,
  scope: Scope,
): ExpressionId | undefined {
  const match = /^(?:\w+\.)?(TypeVar|NewType)$/.exec(name);
  const args = fieldOf(call, 'arguments')?.children ?? [];
  if (match === null) return undefined;
  const bound = args.find((one) => /^bound\s*=/.test(draft.textOf(one)));
  const type = match[1] === 'NewType' ? args[1] : bound && fieldOf(bound, 'value');
  if (type === undefined) return draft.unknown;
  if (type.type !== 'string') return expressionFor(draft, type, scope);
  const path = draft.textOf(type).replace(/^['"]|['"]$/g, '');
  return /^[\w.]+$/.test(path) ? pathValue(draft, path.split('.'), type, scope) : draft.unknown;
}

/** Returns the result of a builtin function through which the types of its arguments flow. */
function builtinCall(
  draft: PythonDraft,
  name: string,
  args: readonly Syntax[],
  scope: Scope,
): ExpressionId | undefined {
  const [first, second] = args;
  if (first === undefined) return undefined;
  const { table } = draft;
  const element = (node: Syntax): ExpressionId =>
    draft.over(OP.iterated, expressionFor(draft, node, scope));
  const value = expressionFor(draft, first, scope);
  const listOf = (one: ExpressionId): ExpressionId =>
    one === draft.unknown ? one : table.add(OP.array, one);
  switch (name) {
    case 'sorted':
    case 'reversed':
    case 'list':
    case 'tuple':
    case 'set':
    case 'frozenset':
    case 'iter':
      return listOf(element(first));
    case 'filter':
      return second === undefined ? undefined : listOf(element(second));
    case 'next':
      return element(first);
    case 'max':
    case 'min':
      return args.length === 1 ? element(first) : undefined;
    case 'enumerate':
      return listOf(table.add(OP.array, draft.unknown, element(first)));
    case 'zip':
      return listOf(table.add(OP.array, ...args.slice(0, 8).map(element)));
    case 'type':
      return args.length === 1 ? classOf(draft, value) : undefined;
    case 'copy': {
      const entries = scope.entriesAt(name, first);
      return entries?.every(({ form }) => form === 'import') === true ? value : undefined;
    }
    case 'copy.copy':
    case 'copy.deepcopy':
    case 'deepcopy':
    case 'functools.partial':
    case 'partial':
    case 'asyncio.create_task':
    case 'asyncio.ensure_future':
      return value;
    case 'asyncio.gather':
      return table.add(
        OP.array,
        ...args.slice(0, 8).map((one) => awaited(draft, expressionFor(draft, one, scope))),
      );
    case 'defaultdict':
    case 'collections.defaultdict':
      return dictionaryOf(draft, [madeBy(draft, expressionFor(draft, first, scope))]);
    default:
      return undefined;
  }
}

function awaited(draft: PythonDraft, value: ExpressionId): ExpressionId {
  return value === draft.unknown ? value : draft.table.add(OP.awaited, value);
}

/** Returns the class of `self`; other values are not followed to their class. */
function classOf({ table, unknown }: PythonDraft, value: ExpressionId): ExpressionId {
  return table.opOf(value) === OP.self
    ? table.add(OP.declaration, table.operandOf(value, 0))
    : unknown;
}

function madeBy(draft: PythonDraft, factory: ExpressionId): ExpressionId {
  return factory === draft.unknown ? factory : draft.table.add(OP.call, factory, 0);
}

/** Returns `super()`, or `super(Class, self)`, which has what that class inherits. */
function superValue(draft: PythonDraft, stated: Syntax | undefined, scope: Scope): ExpressionId {
  const { receiver } = scope;
  if (receiver === undefined) return draft.unknown;
  const { table } = draft;
  const written = stated === undefined ? draft.unknown : expressionFor(draft, stated, scope);
  const isDeclared = table.opOf(written) === OP.declaration;
  const owner = isDeclared ? table.operandOf(written, 0) : receiver.declaration;
  return table.add(receiver.isClass ? OP.staticParent : OP.parent, owner);
}
