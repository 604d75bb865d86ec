/**
 * Converts type annotations to type expressions. Has no effect except on the tables; emits no
 * references.
 */
import { bounded, FLAG_RECEIVER, OP } from '../../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION, type TypeParameter } from '../../../model/facts.ts';
import type { Context } from '../context.ts';
import { expressionOf } from '../expressions.ts';
import { importedModule } from '../modules.ts';
import { bindingExpression, Scope, typeNamed, valueNamed } from '../scope.ts';
import { childOfType, lastChild, type Syntax } from '../syntax.ts';
import { unquote } from '../text.ts';
import { binders, bindOwnParameter, opaqueBinding, typeParameterNodes } from './bind-types.ts';
import { flagsOfType, selfParameter } from './parameter-flags.ts';

/** Returns the type in `: T` or `: x is T`, or no expression if there is none. */
export function annotationOf(context: Context, owner: Syntax, scope: Scope): ExpressionId {
  const annotation =
    childOfType(owner, 'type_annotation') ?? childOfType(owner, 'type_predicate_annotation');
  const type = annotation && lastChild(annotation);
  return type === undefined ? NO_EXPRESSION : typeExpression(context, type, scope);
}

function typeOrUnknown(context: Context, child: Syntax | undefined, scope: Scope): ExpressionId {
  return child === undefined ? context.unknown : typeExpression(context, child, scope);
}

export function typeExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const { table } = context;
  switch (node.type) {
    case 'identifier':
    case 'type_identifier':
    case 'nested_type_identifier':
    case 'member_expression': {
      const entity = entityExpression(context, node, scope);
      const op = table.opOf(entity);
      return op === OP.typeParameter || op === OP.ownParameter || op === OP.unknown
        ? entity
        : table.add(OP.named, entity);
    }
    case 'generic_type': {
      const [name, ...rest] = node.children;
      const entity = name === undefined ? context.unknown : entityExpression(context, name, scope);
      if (entity === context.unknown) return entity;
      return table.add(OP.named, entity, ...typeArguments(context, rest, scope));
    }
    case 'array_type':
      return table.add(OP.arrayOf, typeOrUnknown(context, node.children[0], scope));
    case 'tuple_type':
      return table.add(
        OP.tuple,
        ...node.children.map((child) => typeExpression(context, child, scope)),
      );
    case 'readonly_type':
    case 'parenthesized_type':
    case 'optional_type':
      return typeOrUnknown(context, lastChild(node), scope);
    case 'rest_type':
      return table.add(OP.rest, typeOrUnknown(context, lastChild(node), scope));
    case 'infer_type':
      return typeOrUnknown(context, node.children[0], scope);
    case 'required_parameter':
    case 'optional_parameter':
      return orUnknown(context, annotationOf(context, node, scope));
    case 'union_type':
      return context.either(
        OP.union,
        flatten(node, 'union_type').map((part) => typeExpression(context, part, scope)),
      );
    case 'intersection_type':
      return table.add(
        OP.intersection,
        ...flatten(node, 'intersection_type').map((part) => typeExpression(context, part, scope)),
      );
    case 'function_type':
    case 'constructor_type':
      return functionType(context, node, scope);
    case 'object_type':
      return objectType(context, node, scope);
    case 'type_query': {
      const entity = lastChild(node);
      return entity === undefined
        ? context.unknown
        : table.add(OP.typeOf, expressionOf(context, entity, scope));
    }
    case 'this_type':
      return scope.self?.form === 'instance'
        ? table.add(OP.selfType, scope.self.declaration)
        : context.unknown;
    case 'lookup_type':
      return lookupType(context, node, scope);
    case 'literal_type':
      return literalType(context, node.children[0]);
    case 'predefined_type':
      return predefinedType(context, context.textOf(node));
    case 'conditional_type':
      return conditionalType(context, node, scope);
    case 'type_predicate':
      return typePredicate(context, node, scope);
    default:
      return context.unknown;
  }
}

/** Returns `x is T`, with the position of the parameter x. */
function typePredicate(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [subject, type] = node.children;
  let owner = node.parent;
  while (owner !== undefined && childOfType(owner, 'formal_parameters') === undefined)
    owner = owner.parent;
  const parameters = owner && childOfType(owner, 'formal_parameters')?.children;
  if (subject === undefined || type === undefined || parameters === undefined)
    return context.unknown;
  const name = context.textOf(subject);
  const index = parameters
    .filter((parameter) => childOfType(parameter, 'this') === undefined)
    .findIndex(({ children }) => children[0] !== undefined && context.textOf(children[0]) === name);
  const asserted = typeExpression(context, type, scope);
  return index < 0 || asserted === context.unknown
    ? primitiveType(context, 'Boolean')
    : context.table.add(OP.predicate, asserted, index);
}

/** Returns `number` or `boolean`; others are unknown. Strings rarely are the only difference of overloads. */
function predefinedType(context: Context, name: string): ExpressionId {
  if (name === 'number') return primitiveType(context, 'Number');
  return name === 'boolean' ? primitiveType(context, 'Boolean') : context.unknown;
}

function literalType(context: Context, literal: Syntax | undefined): ExpressionId {
  const { table } = context;
  if (literal?.type === 'string')
    return table.add(OP.literal, context.stringId(unquote(context.textOf(literal))));
  return literal?.type === 'true' || literal?.type === 'false'
    ? primitiveType(context, literal.type)
    : context.unknown;
}

/** Returns the type of numbers, strings or booleans, which tells overloads apart. */
export function primitiveType(context: Context, name: string): ExpressionId {
  return context.table.add(OP.named, context.table.add(OP.free, context.stringId(name)));
}

/** Returns the parts of `A | B | C` in order; the grammar nests them to the left. */
export function flatten(node: Syntax, type: string): readonly Syntax[] {
  return node.children.flatMap((child) => (child.type === type ? flatten(child, type) : [child]));
}

/**
 * Returns the type of `X extends P ? A : B`: the union of A and B, unless P has a name, is a literal
 * or binds a name of `infer`.
 */
function conditionalType(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const { table, unknown } = context;
  const inside = new Scope(scope);
  const names = [...new Set(binders(context, node))];
  const own = names.map((name) => bindOwnParameter(context, name, inside, unknown));
  const [given = unknown, wanted = unknown, then = unknown, other = unknown] = node.children.map(
    (child) => typeExpression(context, child, inside),
  );
  const isDecidable =
    own.length > 0 ? then !== unknown : DECIDABLE.has(table.opOf(wanted)) && then !== other;
  return isDecidable && given !== unknown
    ? table.add(OP.conditional, given, wanted, then, other, ...own)
    : context.either(OP.union, [then, other]);
}

const DECIDABLE: ReadonlySet<number> = new Set([OP.named, OP.literal, OP.tuple, OP.keyed]);

/**
 * Returns the type of `{ [K in keyof T]: … }` or `{ [K in Keys]: T[K] }`, which has members of T,
 * with the keys that `as` gives them. Returns undefined for other object types.
 */
function mappedType(context: Context, node: Syntax, scope: Scope): ExpressionId | undefined {
  const clause = mappedClause(node);
  const [name, keys, renamed] = clause?.children ?? [];
  if (name === undefined || keys === undefined) return undefined;
  const value = node.children[0]?.children.find((child) => child.type.endsWith('type_annotation'));
  const type = value && lastChild(value);
  if (type === undefined) return undefined;
  const inside = new Scope(scope);
  const key = bindOwnParameter(context, context.textOf(name), inside, context.unknown);
  const [object, index] = type.type === 'lookup_type' ? type.children : [];
  const isLookup = index !== undefined && context.textOf(index) === context.textOf(name);
  const of = keys.type === 'index_type_query' ? lastChild(keys) : isLookup ? object : undefined;
  if (of === undefined) return undefined;
  const source = typeExpression(context, of, scope);
  const mapped = typeExpression(context, type, inside);
  const names = renamed === undefined ? [] : [typeExpression(context, renamed, inside)];
  return source === context.unknown
    ? undefined
    : context.table.add(OP.mapped, key, source, mapped, ...names);
}

/** Returns the clause in brackets of a mapped type; undefined for other object types. */
export function mappedClause(node: Syntax): Syntax | undefined {
  const [only] = node.children;
  return only?.type === 'index_signature' ? childOfType(only, 'mapped_type_clause') : undefined;
}

function lookupType(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const [object, index] = node.children;
  if (object === undefined || index === undefined) return context.unknown;
  const type = typeExpression(context, object, scope);
  if (type === context.unknown) return type;
  const literal = index.type === 'literal_type' ? index.children[0] : undefined;
  if (literal?.type === 'string') {
    return context.table.add(OP.indexed, type, context.stringId(unquote(context.textOf(literal))));
  }
  // `T[number]` and `T[keyof T]` are any element.
  return index.type === 'predefined_type' || index.type === 'index_type_query'
    ? context.table.add(OP.elementOf, type)
    : context.table.add(OP.keyed, type, typeExpression(context, index, scope));
}

/** Returns the entity of `Name`, `ns.Name` or `import('./x').Name`, without type arguments. */
export function entityExpression(context: Context, node: Syntax, scope: Scope): ExpressionId {
  switch (node.type) {
    case 'type_identifier': {
      // In JavaScript, a constructor function is a type.
      const name = context.textOf(node);
      const value = context.commonJs && scope.type(name) === undefined && scope.value(name);
      return value && value.form === 'declaration' && context.kindOf(value.index) === 'function'
        ? bindingExpression(context, value)
        : typeNamed(context, scope, name);
    }
    case 'identifier': {
      const module = importedModule(context, node);
      if (module >= 0) return context.table.add(OP.module, module);
      // The left side of a qualified name is a namespace or an import, else a value (`typeof`).
      const name = context.textOf(node);
      return scope.type(name) === undefined
        ? valueNamed(context, scope, name)
        : typeNamed(context, scope, name);
    }
    case 'nested_type_identifier':
    case 'nested_identifier':
    case 'member_expression': {
      const [object, name] = [node.children[0], lastChild(node)];
      if (object === undefined || name === undefined || object === name) return context.unknown;
      return context.member(entityExpression(context, object, scope), context.textOf(name));
    }
    case 'generic_type':
    case 'extends_clause':
      return node.children[0] === undefined
        ? context.unknown
        : entityExpression(context, node.children[0], scope);
    case 'call_expression': {
      const module = importedModule(context, node);
      return module < 0 ? context.unknown : context.table.add(OP.module, module);
    }
    default:
      return context.unknown;
  }
}

/** Returns the type arguments among a node's children. */
export function typeArguments(
  context: Context,
  children: readonly Syntax[],
  scope: Scope,
): readonly ExpressionId[] {
  const list = children.find((child) => child.type === 'type_arguments');
  return (list?.children ?? []).map((child) => typeExpression(context, child, scope));
}

/** Returns a function type, or the type of an unnamed method or signature. */
function functionType(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const { table } = context;
  const own: ExpressionId[] = [];
  const inside = bindOwnParameters(context, node, scope, own);
  const parameters = childOfType(node, 'formal_parameters');
  const result = lastChild(node);
  const returns =
    result === undefined || result === parameters
      ? context.unknown
      : result.type.endsWith('_annotation')
        ? orUnknown(context, annotationOf(context, node, inside))
        : typeExpression(context, result, inside);
  const self = parameters && selfParameter(parameters);
  const types = [
    ...(self === undefined ? [] : [orUnknown(context, annotationOf(context, self, inside))]),
    ...parameterTypes(context, parameters, inside),
  ];
  const flags = flagsOfType(node) | (self === undefined ? 0 : FLAG_RECEIVER);
  const type = table.add(OP.functionType, returns, flags, ...bounded(types));
  return own.length === 0 ? type : table.add(OP.generic, type, ...own);
}

/**
 * Returns a scope with the type parameters of a function type. Adds each of them and its default to
 * `own`. A constraint does not see its own parameter or later ones.
 */
function bindOwnParameters(
  context: Context,
  node: Syntax,
  scope: Scope,
  own: ExpressionId[],
): Scope {
  const parameters = typeParameterNodes(context, node);
  if (parameters.length === 0) return scope;
  const inside = new Scope(scope);
  for (const { name } of parameters) inside.types.set(name, opaqueBinding(context));
  for (const { parameter, name } of parameters) {
    const constraint = childType(context, parameter, 'constraint', inside);
    const fallback = childType(context, parameter, 'default_type', inside);
    const type = bindOwnParameter(context, name, inside, orUnknown(context, constraint));
    own.push(type, orUnknown(context, fallback));
  }
  return inside;
}

/** Returns the types of the parameters by position. `this` parameters are skipped. */
function parameterTypes(
  context: Context,
  parameters: Syntax | undefined,
  scope: Scope,
): readonly ExpressionId[] {
  return (parameters?.children ?? [])
    .filter((parameter) => childOfType(parameter, 'this') === undefined)
    .map((parameter) => orUnknown(context, annotationOf(context, parameter, scope)));
}

/**
 * Returns an object type without a name. A named one (`type X = {…}`) is `membersOf` its
 * declaration.
 */
function objectType(context: Context, node: Syntax, scope: Scope): ExpressionId {
  const declaration = context.declared.get(node);
  if (declaration !== undefined) return context.table.add(OP.membersOf, declaration);
  const mapped = mappedType(context, node, scope);
  if (mapped !== undefined) return mapped;
  const entries: number[] = [];
  for (const member of node.children) {
    const name = member.children.find((child) => /^(property_identifier|string)$/.test(child.type));
    if (member.type === 'property_signature' && name !== undefined) {
      const type = annotationOf(context, member, scope);
      entries.push(context.stringId(unquote(context.textOf(name))), orUnknown(context, type));
    } else if (member.type === 'method_signature' && name !== undefined) {
      const type = functionType(context, member, scope);
      entries.push(context.stringId(unquote(context.textOf(name))), type);
    } else if (member.type === 'call_signature' || member.type === 'construct_signature') {
      const key = member.type === 'call_signature' ? '()' : 'new()';
      entries.push(context.stringId(key), functionType(context, member, scope));
    } else if (member.type === 'index_signature') {
      const type = orUnknown(context, annotationOf(context, member, scope));
      entries.push(context.stringId('[]'), type);
    }
  }
  return context.table.add(OP.objectType, ...bounded(entries));
}

/** Returns a declaration's type parameters. Call it after every name of the file is bound. */
export function typeParametersOf(
  context: Context,
  node: Syntax,
  scope: Scope,
): readonly TypeParameter[] {
  return typeParameterNodes(context, node).map(({ parameter, name }) => ({
    name,
    constraint: childType(context, parameter, 'constraint', scope),
    default: childType(context, parameter, 'default_type', scope),
  }));
}

function childType(context: Context, node: Syntax, type: string, scope: Scope): ExpressionId {
  const child = childOfType(node, type)?.children[0];
  return child === undefined ? NO_EXPRESSION : typeExpression(context, child, scope);
}

/** Replaces a missing expression by unknown, for use as an operand. */
export function orUnknown(context: Context, id: ExpressionId): ExpressionId {
  return id === NO_EXPRESSION ? context.unknown : id;
}
