import { DOCC } from '../../extractors/lowering/doc-names.ts';
import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  accessByWords,
  child,
  field,
  fieldsOf,
  lastName,
} from '../../extractors/outline/reading.ts';
import type { DeclaredName } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenAt,
  eitherAt,
  eitherOf,
  functionTypeOf,
  instanceAt,
  lastValue,
  listAt,
  listOf,
  parametersIn,
  selfOf,
  superOf,
  typeAt,
  typeParametersIn,
  typeShape,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { ShapeFacts, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { call, isSubscript, lastOperand, memberName, navigation } from './calls.ts';
import { isVariadic, LOCALS, typeIn } from './locals.ts';
import { swiftModules } from './swift-modules.ts';

const DECLARATIONS: TypedSpec['declarations'] = {
  class_declaration: {
    kind: (node, { draft }): SymbolKind | undefined => {
      if (extended(node) !== undefined) return undefined;
      const name = fieldOf(node, 'name');
      const head = draft.text.slice(node.start, name?.start ?? node.start);
      return /\benum\b/.test(head) ? 'enum' : 'class';
    },
  },
  protocol_declaration: { kind: 'interface' },
  function_declaration: { kind: 'function', names: functionName },
  protocol_function_declaration: { kind: 'function', names: firstName },
  init_declaration: { kind: 'constructor', names: (node) => [{ node, text: 'init' }] },
  deinit_declaration: { kind: 'method', names: (node) => [{ node, text: 'deinit' }] },
  subscript_declaration: {
    kind: 'method',
    names: (node) => [{ node, text: 'subscript' }],
    body: child('computed_property'),
  },
  property_declaration: {
    kind: 'variable',
    names: boundNames,
    body: (node) => fieldOf(node, 'computed_value') ?? fieldOf(node, 'value'),
  },
  protocol_property_declaration: {
    kind: 'property',
    names: boundNames,
    body: child('protocol_property_requirements'),
  },
  enum_entry: {
    kind: 'enumMember',
    names: (node) =>
      fieldsOf(node, 'name')
        .filter(({ type }) => type === 'simple_identifier')
        .map((name) => ({ node: name })),
  },
  typealias_declaration: { kind: 'typeAlias', names: firstName },
};

/** Returns the type that an `extension` extends, or undefined for type declarations. */
function extended(node: Syntax): Syntax | undefined {
  const name = fieldOf(node, 'name');
  return node.type === 'class_declaration' && name?.type === 'user_type' ? name : undefined;
}

/** Returns only the first name, because the grammar also labels the result type as a name. */
function firstName(node: Syntax): DeclaredName[] {
  return fieldsOf(node, 'name')
    .slice(0, 1)
    .map((name) => ({ node: name }));
}

/** Returns a function's name. The grammar does not label operators that it knows as names. */
function functionName(node: Syntax, draft: FileDraft): DeclaredName[] {
  const head = draft.text.slice(node.start, node.end);
  const [before, operator] = /^[^({]*?\bfunc\s+(?=([^\s\w(`]+)\s*[(<])/.exec(head) ?? [];
  if (before === undefined || operator === undefined || /\p{L}/u.test(operator)) {
    return firstName(node);
  }
  return [{ node: { ...node, start: node.start + before.length }, text: operator }];
}

function boundNames(node: Syntax): DeclaredName[] {
  return fieldsOf(node, 'name').flatMap((pattern) => {
    const name = field('bound_identifier')(pattern);
    return name === undefined ? [] : [{ node: name }];
  });
}

// --- types ----------------------------------------------------------------------------------------

const LISTS = /^(Array|ArraySlice|ContiguousArray|Set|Dictionary|Optional|Sequence|AnySequence)$/;

function userType(node: Syntax, lowering: Lowering): ExpressionId {
  const args = childOfType(node, 'type_arguments')?.children ?? [];
  const name = node.children.findLast(({ type }) => type === 'type_identifier');
  const text = name === undefined ? '' : lowering.draft.textOf(name);
  const last = args.at(-1);
  if (text === 'Optional') return lowering.type(last);
  if (last !== undefined && LISTS.test(text)) {
    return listOf(lowering, lowering.type(last));
  }
  if (text === 'Self' && node.children.length === 1) return ownType(node, lowering);
  return lowering.namedType(lowering.entity(node), args);
}

/** Returns the type that `Self` denotes. */
function ownType(node: Syntax, lowering: Lowering): ExpressionId {
  const { table } = lowering.draft;
  for (let at: Syntax | undefined = node; at !== undefined; at = at.parent) {
    const type = extended(at);
    if (type !== undefined) return lowering.type(type);
    const [owner] = lowering.draft.declared.get(at) ?? [];
    const kind = owner === undefined ? '' : (lowering.draft.kindOf(owner) ?? '');
    if (owner !== undefined && /^(class|interface|enum)$/.test(kind)) {
      return table.add(OP.named, table.add(OP.declaration, owner));
    }
  }
  return lowering.draft.unknown;
}

const listType = listAt(typeIn);
const innerType = typeAt(typeIn);

function functionType(node: Syntax, lowering: Lowering): ExpressionId {
  const items = childrenAt(node, 'params');
  const types = items.map((item) => innerType(item, lowering));
  return functionTypeOf(lowering, innerType(node, lowering), types);
}

// --- expressions ----------------------------------------------------------------------------------

function identifier(node: Syntax, lowering: Lowering): ExpressionId {
  if (lowering.draft.textOf(node) !== 'Self') return lowering.name(node);
  const type = ownType(node, lowering);
  const { table } = lowering.draft;
  return table.opOf(type) === OP.named ? table.operandOf(type, 0) : type;
}

// --- shapes ---------------------------------------------------------------------------------------

const parametersOf = parametersIn(
  (node) => childrenOfType(node, 'parameter'),
  (one, lowering) => {
    const name = fieldOf(one, 'name');
    if (name === undefined) return undefined;
    const rest = isVariadic(one, lowering);
    const type = innerType(one, lowering);
    return { name, type: rest ? listOf(lowering, type) : type, rest };
  },
);

/** Attaches a member of an extension to the extended type. */
function ofExtension(node: Syntax, lowering: Lowering): { readonly receiver?: ExpressionId } {
  const around = node.parent?.parent;
  const type = around === undefined ? undefined : extended(around);
  return type === undefined ? {} : { receiver: lowering.type(type) };
}

function functionShape(node: Syntax, lowering: Lowering): ShapeFacts {
  const end = fieldOf(node, 'body')?.start ?? node.end;
  const afterParameters = node.children.filter(
    ({ type, start }) => lowering.isType(type) && start < end,
  );
  return {
    returns: lowering.type(afterParameters.at(-1)),
    parameters: parametersOf(node, lowering),
    ...ofExtension(node, lowering),
  };
}

function propertyShape(node: Syntax, lowering: Lowering): ShapeFacts {
  return {
    type: innerType(childOfType(node, 'type_annotation') ?? node, lowering),
    value: lowering.expression(fieldOf(node, 'value')),
    ...ofExtension(node, lowering),
  };
}

const typeParametersOf = typeParametersIn(
  child('type_parameters'),
  child('type_identifier'),
  innerType,
);

const SPEC: TypedSpec = {
  docs: { syntax: DOCC },
  declarations: DECLARATIONS,
  extensions: {
    class_declaration: {
      type: (node, draft) => {
        const type = extended(node);
        return type && draft.textOf(lastName(type));
      },
    },
  },
  calls: {
    call_expression: {
      callee: (node, draft) => {
        const callee = lastOperand(node.children[0]);
        if (callee === undefined || isSubscript(node, draft.text)) return undefined;
        if (callee.type === 'navigation_expression') return memberName(callee);
        return callee.type === 'simple_identifier' ? callee : undefined;
      },
      receiver: ({ children: [first] }) => {
        const callee = lastOperand(first);
        return callee?.type === 'navigation_expression'
          ? lastOperand(fieldOf(callee, 'target'))
          : undefined;
      },
    },
    constructor_expression: { callee: child('user_type'), form: 'new' },
  },
  callArguments: (node) => {
    const suffix = childOfType(node, 'call_suffix', 'constructor_suffix');
    return (suffix?.children ?? []).flatMap((part) =>
      part.type === 'value_arguments'
        ? part.children.flatMap((one) => fieldOf(one, 'value') ?? [])
        : [part],
    );
  },
  heritage: { inheritance_specifier: 'extends' },
  conformances: {
    class_declaration: (node) => {
      const type = extended(node);
      const base = childOfType(node, 'inheritance_specifier');
      if (type === undefined || base === undefined) return undefined;
      return { type, base, form: 'implements' };
    },
  },
  annotations: ['attribute'],
  comments: ['comment', 'multiline_comment'],
  implicitSelf: true,
  self: ['self', 'Self'],
  access: accessByWords('internal'),
  scopes: words(`
    source_file class_declaration function_declaration init_declaration deinit_declaration
    subscript_declaration computed_property lambda_literal statements if_statement while_statement
    for_statement switch_entry catch_block
  `),
  locals: LOCALS,
  valueNames: new Set(['simple_identifier']),
  typeNames: new Set(['user_type']),
  members: new Set(['navigation_expression']),
  labels: words(`
    navigation_suffix value_argument_label parameter import_declaration identifier pattern
    prefix_expression lambda_parameter tuple_type_item key_path_expression availability_condition
  `),
  globals: words(`
    Self newValue oldValue error print fatalError type min max precondition assert String Int
    Double Bool Data URL Array Set Dictionary
  `),
  selfTypes: {
    class_body: ({ parent }) => (parent === undefined ? undefined : extended(parent)),
    enum_class_body: ({ parent }) => (parent === undefined ? undefined : extended(parent)),
  },
  expressions: {
    simple_identifier: identifier,
    self_expression: selfOf,
    super_expression: superOf,
    navigation_expression: navigation,
    call_expression: call,
    constructor_expression: instanceAt(child('user_type')),
    postfix_expression: valueAt(field('target')),
    try_expression: lastValue,
    await_expression: lastValue,
    tuple_expression: (node, lowering) =>
      node.children.length === 1 ? lastValue(node, lowering) : lowering.draft.unknown,
    as_expression: instanceAt(typeIn),
    nil_coalescing_expression: (node, lowering) => eitherOf(lowering, node.children),
    ternary_expression: eitherAt(field('if_true'), field('if_false')),
  },
  types: {
    user_type: userType,
    optional_type: innerType,
    array_type: listType,
    dictionary_type: listType,
    function_type: functionType,
    opaque_type: innerType,
    existential_type: innerType,
    tuple_type: (node, lowering) =>
      node.children.length === 1
        ? innerType(node.children[0] ?? node, lowering)
        : lowering.draft.unknown,
  },
  shapes: {
    function_declaration: functionShape,
    protocol_function_declaration: functionShape,
    init_declaration: (node, lowering) => ({
      parameters: parametersOf(node, lowering),
      ...ofExtension(node, lowering),
    }),
    property_declaration: propertyShape,
    protocol_property_declaration: propertyShape,
    subscript_declaration: (node, lowering) => ofExtension(node, lowering),
    typealias_declaration: typeShape(typeIn),
  },
  typeParameters: typeParametersOf,
  typedImports: {
    import_declaration: (node, { draft }) => {
      const name = childOfType(node, 'identifier')?.children[0];
      if (name === undefined) return [];
      return [{ specifier: draft.textOf(name), form: 'ambient', names: ['*'] }];
    },
  },
  implicitModules: () => ['.'],
};

export const SWIFT = typedLanguage(
  {
    id: 'swift',
    title: 'Swift',
    extensions: ['.swift'],
    grammar: 'tree-sitter-swift.wasm',
    configNames: ['Package.swift'],
    excludes: ['Pods/', 'Carthage/', '.build/', 'DerivedData/'],
    passesOnImports: 'never',
    declaresAcrossFolder: true,
    isCostlyToOptimize: true,
    createModuleResolver: swiftModules,
  },
  SPEC,
);
