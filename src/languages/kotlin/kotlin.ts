import { importOf } from '../../extractors/dotted-names.ts';
import { KDOC } from '../../extractors/lowering/doc-names.ts';
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { accessByWords, child, field, firstChild } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  elementAt,
  firstValue,
  instanceAt,
  lastValue,
  listOf,
  parametersIn,
  typeAt,
  typeChild,
  typeParametersIn,
  typeShape,
} from '../../extractors/semantic/readers.ts';
import type {
  BaseClause,
  ShapeFacts,
  TypedImport,
  TypedSpec,
} from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { FLAG_RECEIVER, OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import { packageModules } from '../java/package-modules.ts';
import { qualifiedStart } from '../java/qualified-names.ts';
import {
  argumentsOf,
  bareCallee,
  call,
  calleeName,
  calleeObject,
  lambdaOf,
  lambdaReceiver,
  navigation,
  resultOf,
  takesArguments,
} from './calls.ts';
import { DECLARATIONS } from './declarations.ts';
import { forVariable, implicitParameter, isVariadic, LOCALS } from './locals.ts';
import { preParseKotlin } from './pre-parse.ts';
import { KOTLIN_REGISTRATIONS } from './registrations.ts';

// --- types ----------------------------------------------------------------------------------------

/** Types that hold elements. A map is represented by its values. */
const LISTS =
  /^((Mutable|Array|Linked|Abstract|Persistent|Immutable)?(List|Set|Collection|Map|Deque|Iterable|Iterator)|(Linked)?Hash(Map|Set)|Array|Sequence|SortedMap|SortedSet|TreeMap|TreeSet|ConcurrentHashMap)$/;
/**
 * Wrapper types that are replaced by their argument, because member lookup needs the wrapped type.
 */
const WRAPPERS = /^(Lazy|Optional|WeakReference|SoftReference|AtomicReference)$/;

function userType(node: Syntax, lowering: Lowering): ExpressionId {
  const args = childOfType(node, 'type_arguments')?.children ?? [];
  const name = node.children.findLast(({ type }) => type === 'identifier');
  const text = name === undefined ? '' : lowering.draft.textOf(name);
  const last = args.at(-1);
  if (last !== undefined && LISTS.test(text)) {
    return lowering.draft.over(OP.arrayOf, lowering.type(last));
  }
  if (last !== undefined && WRAPPERS.test(text)) return lowering.type(last);
  return lowering.namedType(lowering.entity(node), args);
}

function functionType(node: Syntax, lowering: Lowering): ExpressionId {
  const parameters = childOfType(node, 'function_type_parameters');
  const types = (parameters?.children ?? []).map((parameter) =>
    lowering.type(parameter.type === 'parameter' ? parameter.children[1] : parameter),
  );
  const receiver = node.children[0];
  const hasReceiver = receiver !== undefined && receiver !== parameters;
  const { table } = lowering.draft;
  const result = lowering.type(node.children.at(-1));
  return hasReceiver
    ? table.add(OP.functionType, result, FLAG_RECEIVER, lowering.type(receiver), ...types)
    : table.add(OP.functionType, result, 0, ...types);
}

const firstType = typeAt(typeChild);

// --- expressions ----------------------------------------------------------------------------------

/**
 * Resolves `this` to the surrounding class or the extension's receiver, and `this@Label` to the
 * surrounding class of that name.
 */
function thisOf(node: Syntax, lowering: Lowering): ExpressionId {
  const label = node.children[0];
  if (label === undefined) return lowering.self(node);
  const name = lowering.draft.textOf(label);
  for (let owner = lowering.ownerOf(node); owner >= 0; ) {
    const { name: own, kind, parent } = lowering.draft.declarations[owner] ?? {};
    if (own === name && /^(class|interface|enum)$/.test(kind ?? '')) {
      return lowering.draft.table.add(OP.self, owner);
    }
    owner = parent ?? -1;
  }
  return lowering.draft.unknown;
}

function superOf(node: Syntax, lowering: Lowering): ExpressionId {
  const type = childOfType(node, 'user_type');
  return type === undefined ? lowering.super(node) : lowering.valueOf(type);
}

function branches(node: Syntax, lowering: Lowering): ExpressionId {
  const results = node.children.slice(1).map((branch) => resultOf(branch, lowering));
  return lowering.draft.either(OP.either, results);
}

function whenResult(node: Syntax, lowering: Lowering): ExpressionId {
  const entries = node.children.filter(({ type }) => type === 'when_entry');
  const results = entries.map((entry) => resultOf(entry.children.at(-1), lowering));
  return lowering.draft.either(OP.either, results);
}

/** Returns either operand for `a ?: b`, and unknown for other operators. */
function binary(node: Syntax, lowering: Lowering): ExpressionId {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  const between = lowering.draft.text.slice(left?.end ?? node.start, right?.start ?? node.end);
  if (!between.includes('?:')) return lowering.draft.unknown;
  return lowering.draft.either(OP.either, [lowering.expression(left), lowering.expression(right)]);
}

function callableReference(node: Syntax, lowering: Lowering): ExpressionId {
  const name = node.children.at(-1);
  return name === undefined ? lowering.draft.unknown : lowering.name(name, 'call');
}

// --- shapes ---------------------------------------------------------------------------------------

const parametersOf = parametersIn(
  (node) => childOfType(node, 'function_value_parameters', 'class_parameters')?.children ?? [],
  (one, lowering) => {
    const name = childOfType(one, 'identifier');
    if (!/^(class_)?parameter$/.test(one.type) || name === undefined) return undefined;
    const rest = isVariadic(one, lowering);
    const type = firstType(one, lowering);
    return { name, type: rest ? listOf(lowering, type) : type, rest };
  },
);

/**
 * Returns the types around a declared name: the receiver before it and the result type after it.
 */
function typesBeside(
  node: Syntax,
  name: Syntax | undefined,
  lowering: Lowering,
): { readonly receiver: Syntax | undefined; readonly type: Syntax | undefined } {
  const types = node.children.filter(({ type }) => lowering.isType(type));
  return {
    receiver: types.find(({ end }) => name !== undefined && end <= name.start),
    type: types.findLast(({ start }) => name !== undefined && start >= name.end),
  };
}

/** Returns the receiver of an extension. A type parameter is replaced by its bound. */
function receiverOf(
  receiver: Syntax | undefined,
  node: Syntax,
  lowering: Lowering,
): { readonly receiver?: ExpressionId; readonly isExtension?: boolean } {
  if (receiver === undefined) return {};
  const text = lowering.draft.textOf(receiver);
  const bound = typeParametersOf(node, lowering).find(({ name }) => name === text)?.constraint;
  const type = bound ?? lowering.type(receiver);
  return type === NO_EXPRESSION ? {} : { receiver: type, isExtension: true };
}

function extendedBy(node: Syntax, lowering: Lowering): Syntax | undefined {
  const name = fieldOf(node, 'name') ?? childOfType(node, 'variable_declaration');
  return typesBeside(node, name, lowering).receiver;
}

function functionShape(node: Syntax, lowering: Lowering): ShapeFacts {
  const { receiver, type } = typesBeside(node, fieldOf(node, 'name'), lowering);
  const [body] = childOfType(node, 'function_body')?.children ?? [];
  const value = body?.type === 'block' ? undefined : lowering.expression(body);
  return {
    ...(type === undefined ? {} : { returns: lowering.type(type) }),
    ...(value === undefined ? {} : { value }),
    parameters: parametersOf(node, lowering),
    ...receiverOf(receiver, node, lowering),
  };
}

function propertyShape(node: Syntax, lowering: Lowering): ShapeFacts {
  const variable = childOfType(node, 'variable_declaration');
  if (variable === undefined) return {};
  const { receiver } = typesBeside(node, variable, lowering);
  return {
    type: lowering.type(variable.children[1]),
    value: resultOf(initializerOf(node, variable), lowering),
    ...receiverOf(receiver, node, lowering),
  };
}

function initializerOf(node: Syntax, variable: Syntax): Syntax | undefined {
  return node.children.find(
    ({ type, start }) => start >= variable.end && !/^(setter|type_constraints)$/.test(type),
  );
}

const typeParametersOf = typeParametersIn(
  child('type_parameters'),
  child('identifier'),
  (one, lowering, name, owner) => {
    const constraints = childOfType(owner, 'type_constraints')?.children ?? [];
    const where = constraints.find(({ children: [target] }) => {
      return target !== undefined && lowering.draft.textOf(target) === name;
    });
    return firstType(where ?? one, lowering);
  },
);

/**
 * Returns the bases of a class. The class whose constructor is called comes first, because `super`
 * refers to it.
 */
function basesOf(node: Syntax): readonly BaseClause[] {
  const specifiers = childOfType(node, 'delegation_specifiers')?.children ?? [];
  const bases = specifiers.flatMap((specifier) => {
    const [what] = specifier.children;
    const clause = what?.type === 'user_type' ? what : what && childOfType(what, 'user_type');
    return clause === undefined
      ? []
      : [{ clause, isMade: what?.type === 'constructor_invocation' }];
  });
  return bases
    .toSorted((a, b) => Number(b.isMade) - Number(a.isMade))
    .map(({ clause }) => ({ clause, form: 'extends' }));
}

// --- imports --------------------------------------------------------------------------------------

function imported(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const path = childOfType(node, 'qualified_identifier');
  if (path === undefined) return [];
  const parts = path.children.map((part) => draft.textOf(part));
  if (/\.\s*\*\s*$/.test(draft.textOf(node))) {
    return [{ specifier: parts.join('.'), form: 'ambient', names: ['*'] }];
  }
  const alias = childOfType(node, 'identifier');
  return [importOf(parts, alias === undefined ? (parts.at(-1) ?? '') : draft.textOf(alias))];
}

// --- names ----------------------------------------------------------------------------------------

/**
 * Node types whose identifiers are not uses of a value. This grammar has identifiers everywhere.
 */
const LABELS = words(`
  package_header qualified_identifier label this_expression super_expression break_expression
  continue_expression type_parameter type_constraint file_annotation
`);

function isLabel(node: Syntax): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  const [first] = parent.children;
  if (parent.type === 'value_argument') return parent.children.length > 1 && first === node;
  return parent.type === 'navigation_expression' && first !== node;
}

const SPEC: TypedSpec = {
  docs: { syntax: KDOC, start: qualifiedStart },
  declarations: DECLARATIONS,
  calls: {
    call_expression: { callee: calleeName, receiver: calleeObject },
    infix_expression: { callee: (node) => node.children[1], receiver: (node) => node.children[0] },
  },
  callArguments: argumentsOf,
  typeArguments: (node) => childOfType(bareCallee(node), 'type_arguments')?.children ?? [],
  bases: basesOf,
  annotations: ['annotation', 'file_annotation'],
  companions: {
    companion_object: (node, { draft }) => {
      const [companion] = draft.declared.get(node) ?? [];
      return draft.declarations[companion ?? -1]?.parent ?? -1;
    },
  },
  implicitSelf: true,
  extensionsByName: true,
  separateMethods: 'preferred',
  self: ['this'],
  access: accessByWords('public'),
  scopes: words(`
    source_file class_declaration object_declaration function_declaration secondary_constructor
    anonymous_initializer anonymous_function lambda_literal getter setter block for_statement
    catch_block when_expression
  `),
  locals: { ...LOCALS, for_statement: forVariable, lambda_literal: implicitParameter },
  valueNames: new Set(['identifier']),
  typeNames: new Set(['user_type']),
  isTypeName: ({ parent }) => parent?.type === 'user_type',
  members: new Set(['navigation_expression']),
  labels: LABELS,
  isLabel,
  globals: new Set(['field', 'it', 'TODO', 'error', 'check', 'require', 'println', 'print']),
  anonymousBases: { object_literal: basesOf },
  selfTypes: {
    class_body: ({ parent }) =>
      parent?.type === 'object_literal' ? basesOf(parent)[0]?.clause : undefined,
  },
  receivers: {
    lambda_literal: lambdaReceiver,
    function_declaration: (node, lowering) => lowering.valueOf(extendedBy(node, lowering)),
    property_declaration: (node, lowering) => lowering.valueOf(extendedBy(node, lowering)),
  },
  expressions: {
    this_expression: thisOf,
    super_expression: superOf,
    navigation_expression: navigation,
    call_expression: call,
    infix_expression: call,
    callable_reference: callableReference,
    parenthesized_expression: firstValue,
    unary_expression: firstValue,
    spread_expression: firstValue,
    as_expression: instanceAt(field('right')),
    index_expression: elementAt(firstChild),
    binary_expression: binary,
    if_expression: branches,
    when_expression: whenResult,
    try_expression: (node, lowering) => resultOf(node.children[0], lowering),
    object_literal: (node, lowering) => lowering.valueOf(basesOf(node)[0]?.clause),
    lambda_literal: lambdaOf,
    annotated_lambda: lastValue,
    property_delegate: firstValue,
    getter: lastValue,
    function_body: firstValue,
  },
  types: {
    user_type: userType,
    nullable_type: firstType,
    parenthesized_type: firstType,
    non_nullable_type: firstType,
    type_projection: firstType,
    function_type: functionType,
  },
  shapes: {
    function_declaration: functionShape,
    property_declaration: propertyShape,
    class_parameter: typeShape(typeChild),
    type_alias: typeShape(typeChild),
    secondary_constructor: (node, lowering) => ({ parameters: parametersOf(node, lowering) }),
  },
  typeParameters: typeParametersOf,
  references: {
    annotation: (node, lowering) => {
      const made = childOfType(node, 'constructor_invocation') ?? node;
      const type = childOfType(made, 'user_type');
      return type && { form: 'decorator', expression: lowering.entity(type), spends: type };
    },
    callable_reference: (node, lowering) => {
      const name = node.children.at(-1);
      return name && { form: 'value', expression: callableReference(node, lowering), spends: name };
    },
  },
  typedImports: { import: imported },
  takes: takesArguments,
  packages: (root, { draft }) => {
    const name = childOfType(root, 'package_header')?.children[0];
    return [name === undefined ? '' : draft.textOf(name).replace(/\s+/g, '')];
  },
  implicitModules: (packages) => packages,
};

export const KOTLIN = typedLanguage(
  {
    id: 'kotlin',
    title: 'Kotlin',
    extensions: ['.kt', '.kts'],
    grammar: 'tree-sitter-kotlin.wasm',
    family: 'jvm',
    aliases: ['kt'],
    packageExtensions: ['.kt'],
    passesOnImports: 'never',
    extensionMember: /\bfun\s+(?:<[^>]*>\s*)?[\w.<>*?, ]+\.\w+\s*[(<]/,
    isCostlyToOptimize: true,
    preParse: preParseKotlin,
    createModuleResolver: packageModules,
    registrations: KOTLIN_REGISTRATIONS,
  },
  SPEC,
);
