import { GODOC } from '../../extractors/lowering/doc-names.ts';
import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { accessByName, field, fieldsOf, lastName } from '../../extractors/outline/reading.ts';
import { AT_NAME, plainOrRest } from '../../extractors/parameter-rules.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  argumentsOf,
  childrenAt,
  childrenIn,
  elementAt,
  firstType,
  firstValue,
  functionTypeOf,
  genericAt,
  instanceAt,
  listAt,
  listOf,
  memberAt,
  typeShape,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { BaseClause, ShapeFacts, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { bounded, OP } from '../../model/expression.ts';
import {
  type ExpressionId,
  NO_EXPRESSION,
  type Parameter,
  type TypeParameter,
} from '../../model/facts.ts';
import { goModules } from './go-modules.ts';
import { goPackages } from './go-packages.ts';
import { importedPackages } from './imports.ts';
import {
  localSpec,
  parameters,
  ranged,
  shortVariables,
  specValue,
  typeCase,
  typeSwitch,
} from './locals.ts';
import { goMethodSets } from './method-sets.ts';
import { preParseGo } from './pre-parse.ts';
import { GO_REGISTRATIONS } from './registrations.ts';
import { GO_SIGNATURE_TYPES, goReceiverType } from './signature-types.ts';

const KINDS: Readonly<Record<string, 'class' | 'interface'>> = {
  struct_type: 'class',
  interface_type: 'interface',
};

const DECLARATIONS: TypedSpec['declarations'] = {
  function_declaration: { kind: 'function', names: named },
  method_declaration: {
    kind: 'method',
    owner: (node, draft) => {
      const type = receiverOf(node);
      return type && draft.textOf(receiverName(type));
    },
  },
  type_spec: {
    kind: (node) => KINDS[fieldOf(node, 'type')?.type ?? ''] ?? 'typeAlias',
    body: field('type'),
  },
  type_alias: { kind: 'typeAlias', body: field('type') },
  const_spec: { kind: 'variable', names: named },
  var_spec: { kind: 'variable', body: field('value'), names: named },
  field_declaration: {
    kind: 'field',
    // A tag is longer than the rest, and no part of the type.
    body: field('tag'),
    names: (node, draft) => {
      const named = fieldsOf(node, 'name');
      const type = fieldOf(node, 'type');
      if (named.length > 0 || type === undefined) return named.map((name) => ({ node: name }));
      // An embedded field is named after its type and also references it.
      const name = receiverName(type);
      return [{ node: name, text: draft.textOf(name) }];
    },
  },
  method_elem: { kind: 'method' },
};

/** Returns the declared names without `_`, which cannot be referenced. */
function named(node: Syntax, draft: { textOf(node: Syntax): string }): { node: Syntax }[] {
  return fieldsOf(node, 'name')
    .filter((name) => draft.textOf(name) !== '_')
    .map((name) => ({ node: name }));
}

function receiverOf(method: Syntax): Syntax | undefined {
  const receiver = fieldOf(method, 'receiver')?.children[0];
  return receiver && fieldOf(receiver, 'type');
}

/** Returns the name of a receiver's type, such as `Stack` in `*pkg.Stack[T]`. */
function receiverName(type: Syntax): Syntax {
  if (type.type === 'generic_type') return receiverName(fieldsOf(type, 'type')[0] ?? type);
  const inner = type.children.at(-1);
  return inner === undefined ? lastName(type) : receiverName(inner);
}

// --- expressions ----------------------------------------------------------------------------------

const CALL = { callee: field('function') };

/** `F[T](x)`, which the grammar takes for a conversion. */
const GENERIC_CALL = {
  callee: (node: Syntax): Syntax | undefined => {
    const type = fieldOf(node, 'type');
    return type?.type === 'generic_type' ? fieldOf(type, 'type') : undefined;
  },
};

/** Returns the result of a generic function or of a value in a list, or else the converted value. */
function conversion(node: Syntax, lowering: Lowering): ExpressionId {
  const converted = lowering.valueOf(fieldOf(node, 'type'));
  const name = GENERIC_CALL.callee(node);
  if (name === undefined) return converted;
  const { draft } = lowering;
  const callee = lowering.isLocal(name)
    ? draft.over(OP.element, lowering.name(name))
    : lowering.entity(name);
  const called = draft.table.add(OP.call, callee, 0, lowering.expression(fieldOf(node, 'operand')));
  return draft.table.add(OP.firstOf, called, converted);
}

/** Functions of the standard library that return a function of the same type as their argument. */
const WRAPS_FUNCTION = /^sync\.Once(Func|Values?)$/;

/**
 * Resolves calls, including those whose result depends on their arguments: `make(T)`, `new(T)`,
 * `append(list, …)`.
 */
function call(node: Syntax, lowering: Lowering): ExpressionId {
  const callee = fieldOf(node, 'function');
  const [first] = childrenAt(node, 'arguments');
  const text = callee === undefined ? '' : lowering.draft.textOf(callee);
  const name = callee?.type === 'identifier' ? text : '';
  const isType = first !== undefined && lowering.isType(first.type) && !lowering.isLocal(first);
  if (name === 'make') return lowering.valueOf(first);
  if (name === 'new') return isType ? lowering.valueOf(first) : newValue(first, lowering);
  if (name === 'append' || WRAPS_FUNCTION.test(text)) return lowering.expression(first);
  return lowering.call(node, CALL);
}

/** `new(value)`. The grammar reads the name of a local as a type. */
function newValue(value: Syntax | undefined, lowering: Lowering): ExpressionId {
  return value?.type === 'type_identifier' ? lowering.name(value) : lowering.expression(value);
}

/** A struct without a name. */
function structType(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const fields = childOfType(node, 'field_declaration_list')?.children ?? [];
  const entries = fields.flatMap((one) => {
    const type = lowering.type(fieldOf(one, 'type'));
    const names = fieldsOf(one, 'name').map((name) => draft.textOf(name));
    return (names.length > 0 ? names : ['...']).flatMap((name) => [draft.stringId(name), type]);
  });
  return draft.table.add(OP.objectType, ...bounded(entries));
}

/** Members of a struct or interface with a name are its children. */
function definedType(node: Syntax, lowering: Lowering): ShapeFacts {
  const type = fieldOf(node, 'type');
  return type?.type === 'struct_type' ? {} : { type: lowering.type(type) };
}

function functionLiteral(node: Syntax, lowering: Lowering): ExpressionId {
  const result = resultOf(node, lowering);
  const types = parametersOf(node, lowering).map(({ type }) =>
    type === NO_EXPRESSION ? lowering.draft.unknown : type,
  );
  return functionTypeOf(lowering, result, types);
}

// --- shapes ---------------------------------------------------------------------------------------

function parametersOf(node: Syntax, lowering: Lowering): readonly Parameter[] {
  return childrenAt(node, 'parameters').flatMap((parameter): Parameter[] => {
    const type = fieldOf(parameter, 'type');
    const rest = parameter.type === 'variadic_parameter_declaration';
    const one = lowering.type(type);
    const spelled = rest ? listOf(lowering, one) : one;
    const names = fieldsOf(parameter, 'name').map((name) => lowering.draft.textOf(name));
    return (names.length > 0 ? names : ['']).map((name) => ({
      name,
      type: lowering.draft.orNone(spelled),
      rest,
    }));
  });
}

/** Returns a function's result type. Several results form a tuple. */
function resultOf(node: Syntax, lowering: Lowering): ExpressionId {
  const result = fieldOf(node, 'result');
  if (result?.type !== 'parameter_list') return lowering.type(result);
  const types = result.children.flatMap((one) => {
    const type = lowering.type(fieldOf(one, 'type'));
    return Array.from({ length: Math.max(1, fieldsOf(one, 'name').length) }, () => type);
  });
  const [only] = types;
  if (types.length === 1 && only !== undefined) return only;
  return types.length === 0 ? lowering.draft.unknown : lowering.draft.table.add(OP.tuple, ...types);
}

function callable(node: Syntax, lowering: Lowering): ShapeFacts {
  return { parameters: parametersOf(node, lowering), returns: resultOf(node, lowering) };
}

function variableShape(node: Syntax, lowering: Lowering, index: number): ShapeFacts {
  const type = fieldOf(node, 'type');
  return type === undefined
    ? { value: specValue(node, lowering, index) }
    : { type: lowering.type(type) };
}

function typeParametersOf(node: Syntax, lowering: Lowering): readonly TypeParameter[] {
  const list = fieldOf(node, 'type_parameters');
  const receiver = receiverOf(node);
  // A method names its type's parameters as its receiver spells them.
  if (receiver !== undefined) {
    const args =
      receiver.type === 'generic_type' ? receiver : childOfType(receiver, 'generic_type');
    return childrenOfType(args ?? node, 'type_arguments').flatMap(({ children }) =>
      children.map((name) => unbounded(lowering.draft.textOf(name))),
    );
  }
  return (list?.children ?? []).flatMap((one) =>
    fieldsOf(one, 'name').map((name) => ({
      ...unbounded(lowering.draft.textOf(name)),
      constraint: lowering.draft.orNone(lowering.type(fieldOf(one, 'type')?.children[0])),
    })),
  );
}

function unbounded(name: string): TypeParameter {
  return { name, constraint: NO_EXPRESSION, default: NO_EXPRESSION };
}

/**
 * Returns the embedded types as bases, because their members are promoted to the embedding type.
 */
function embedded(node: Syntax): readonly BaseClause[] {
  const type = node.type === 'type_spec' ? fieldOf(node, 'type') : undefined;
  if (type?.type === 'interface_type') {
    return childrenOfType(type, 'type_elem')
      .filter(({ children }) => children.length === 1 && children[0]?.type !== 'negated_type')
      .map((clause) => ({ clause, form: 'extends' }));
  }
  const fields = type?.type === 'struct_type' ? type.children[0]?.children : undefined;
  return (fields ?? []).flatMap((one): BaseClause[] => {
    const clause = fieldOf(one, 'type');
    const isEmbedded = one.type === 'field_declaration' && fieldsOf(one, 'name').length === 0;
    return isEmbedded && clause !== undefined ? [{ clause, form: 'extends' }] : [];
  });
}

const GLOBALS = words(`
  any append bool byte cap clear close comparable complex complex64 complex128 copy delete error
  float32 float64 imag int int8 int16 int32 int64 len make max min new panic print println real
  recover rune string uint uint8 uint16 uint32 uint64 uintptr true false nil iota
`);

const SPEC: TypedSpec = {
  docs: { syntax: GODOC },
  declarations: DECLARATIONS,
  calls: { call_expression: CALL, type_conversion_expression: GENERIC_CALL },
  callArguments: argumentsOf,
  access: accessByName(/^\p{Lu}/u),
  bases: embedded,
  scopes: words(`
    source_file function_declaration method_declaration func_literal block if_statement
    for_statement expression_switch_statement type_switch_statement expression_case type_case
    default_case communication_case function_type method_elem
  `),
  locals: {
    parameter_declaration: parameters,
    variadic_parameter_declaration: parameters,
    short_var_declaration: shortVariables,
    receive_statement: shortVariables,
    var_spec: localSpec,
    const_spec: localSpec,
    range_clause: ranged,
    type_switch_statement: typeSwitch,
    type_case: typeCase,
  },
  valueNames: new Set(['identifier']),
  typeNames: new Set(['type_identifier', 'qualified_type']),
  members: new Set(['selector_expression']),
  globals: GLOBALS,
  labels: new Set(['type_parameter_declaration', 'labeled_statement', 'package_clause']),
  expressions: {
    selector_expression: memberAt(field('operand'), field('field')),
    call_expression: call,
    composite_literal: instanceAt(field('type')),
    type_assertion_expression: instanceAt(field('type')),
    type_conversion_expression: conversion,
    parenthesized_expression: firstValue,
    unary_expression: valueAt(field('operand')),
    slice_expression: valueAt(field('operand')),
    index_expression: elementAt(field('operand')),
    func_literal: functionLiteral,
  },
  types: {
    pointer_type: firstType,
    parenthesized_type: firstType,
    type_elem: firstType,
    slice_type: listAt(field('element')),
    array_type: listAt(field('element')),
    // A map or channel is represented by its element type, because member lookup needs that.
    map_type: listAt(field('value')),
    channel_type: listAt(field('value')),
    function_type: functionLiteral,
    struct_type: structType,
    generic_type: genericAt(field('type'), childrenIn('type_arguments')),
  },
  shapes: {
    function_declaration: callable,
    method_declaration: (node, lowering) => ({
      ...callable(node, lowering),
      receiver: lowering.type(receiverOf(node)),
    }),
    method_elem: callable,
    field_declaration: typeShape(field('type')),
    var_spec: variableShape,
    const_spec: variableShape,
    type_spec: definedType,
    type_alias: definedType,
  },
  typeParameters: typeParametersOf,
  typedImports: { import_spec: importedPackages },
  implicitModules: () => ['.'],
  methodSets: goMethodSets,
};

export const GO = typedLanguage(
  {
    id: 'go',
    title: 'Go',
    extensions: ['.go'],
    grammar: 'tree-sitter-go.wasm',
    configNames: ['go.mod'],
    aliases: ['golang'],
    manifest: { fileName: 'go.mod', name: /^module\s+"?([^\s"]+)/m },
    packageExtensions: ['.go'],
    passesOnImports: 'never',
    declaresAcrossFolder: true,
    readFolderPackages: goPackages,
    capitalizedMembers: 'exported',
    construction: 'literal',
    receiverType: goReceiverType,
    signatureTypes: GO_SIGNATURE_TYPES,
    parameterRules: { before: AT_NAME, hasSquareTypeParameters: true, read: plainOrRest },
    callArguments: 'positional',
    preParse: preParseGo,
    showsBodilessFunctions: true,
    createModuleResolver: goModules,
    registrations: GO_REGISTRATIONS,
  },
  SPEC,
);
