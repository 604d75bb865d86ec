import { importOf } from '../../extractors/dotted-names.ts';
import { TAGS } from '../../extractors/lowering/doc-names.ts';
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  accessByWords,
  child,
  field,
  fieldsOf,
  firstChild,
  namesWithin,
} from '../../extractors/outline/reading.ts';
import { AT_NAME, plainOrRest } from '../../extractors/parameter-rules.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  argumentsOf,
  childrenIn,
  eitherAt,
  elementAt,
  firstValue,
  instanceAt,
  iteratedOf,
  lambdaOf,
  lastType,
  listAt,
  listOf,
  local,
  parametersIn,
  selfOf,
  superOf,
  typeChild,
  typedLocal,
  typedOr,
  typeParametersIn,
  typeShape,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { BaseClause, Local, TypedImport, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { TYPES_BEFORE_NAMES } from '../../extractors/signature-types.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { creation, genericType, invocation } from './library-types.ts';
import { packageModules } from './package-modules.ts';
import { qualifiedEntity, qualifiedStart, typeNamed } from './qualified-names.ts';
import { JAVA_REGISTRATIONS } from './registrations.ts';

const DECLARATIONS: TypedSpec['declarations'] = {
  class_declaration: { kind: 'class' },
  record_declaration: { kind: 'class' },
  interface_declaration: { kind: 'interface' },
  annotation_type_declaration: { kind: 'interface' },
  enum_declaration: { kind: 'enum' },
  enum_constant: { kind: 'enumMember' },
  method_declaration: { kind: 'method' },
  annotation_type_element_declaration: { kind: 'method' },
  constructor_declaration: { kind: 'constructor' },
  compact_constructor_declaration: { kind: 'constructor' },
  field_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
  constant_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
};

// --- locals ---------------------------------------------------------------------------------------

const parameterLocal = typedLocal(field('name'), field('type'));

/** Returns the written type; `var` has to be inferred from the value. */
function writtenType(node: Syntax, lowering: Lowering): Syntax | undefined {
  const type = fieldOf(node, 'type');
  return type !== undefined && lowering.draft.textOf(type) === 'var' ? undefined : type;
}

function variables(node: Syntax, lowering: Lowering): readonly Local[] {
  const type = writtenType(node, lowering);
  return fieldsOf(node, 'declarator').flatMap((declarator) =>
    local(
      fieldOf(declarator, 'name'),
      typedOr(lowering, type, () => lowering.expression(fieldOf(declarator, 'value'))),
    ),
  );
}

function forEachVariable(node: Syntax, lowering: Lowering): readonly Local[] {
  const iterated = (): ExpressionId => iteratedOf(lowering, fieldOf(node, 'value'));
  return local(fieldOf(node, 'name'), typedOr(lowering, writtenType(node, lowering), iterated));
}

function lambdaParameters(node: Syntax, lowering: Lowering): readonly Local[] {
  const parameters = fieldOf(node, 'parameters');
  if (parameters === undefined || parameters.type === 'formal_parameters') return [];
  const names = parameters.type === 'identifier' ? [parameters] : parameters.children;
  return names.map((name, position) => ({ name, value: () => lowering.passed(node, position) }));
}

// --- expressions ----------------------------------------------------------------------------------

function lambda(node: Syntax, lowering: Lowering): ExpressionId {
  const body = fieldOf(node, 'body');
  const parameters = childOfType(node, 'formal_parameters')?.children ?? [];
  const result = body?.type === 'block' ? lowering.draft.unknown : lowering.expression(body);
  return lambdaOf(lowering, result, parameters);
}

/** Returns the value of `Name.class`, which is a `Class<Name>`. */
function classLiteral({ children: [type] }: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const entity = draft.table.add(OP.free, draft.stringId('Class'));
  return draft.ofType(draft.table.add(OP.named, entity, lowering.type(type)));
}

function methodReference(node: Syntax, lowering: Lowering): ExpressionId {
  const [object, name] = node.children;
  if (object === undefined) return lowering.draft.unknown;
  const owner = lowering.spec.typeNames.has(object.type)
    ? lowering.entity(object)
    : lowering.expression(object);
  // `Foo::new` refers to the type alone.
  return name === undefined ? owner : lowering.memberOf(owner, `${lowering.draft.textOf(name)}()`);
}

// --- shapes ---------------------------------------------------------------------------------------

function restName(node: Syntax): Syntax | undefined {
  return childOfType(node, 'variable_declarator')?.children[0];
}

const parametersOf = parametersIn(childrenIn('parameters'), (one, lowering) => {
  const rest = one.type === 'spread_parameter';
  const name = rest ? restName(one) : fieldOf(one, 'name');
  const type = rest ? typeChild(one, lowering) : fieldOf(one, 'type');
  return name && { name, type: lowering.type(type), rest };
});

const typeParametersOf = typeParametersIn(
  child('type_parameters'),
  child('type_identifier', 'identifier'),
  (one, lowering) => lowering.type(childOfType(one, 'type_bound')?.children[0]),
);

// --- imports --------------------------------------------------------------------------------------

function imported(node: Syntax, lowering: Lowering): readonly TypedImport[] {
  const [path] = node.children;
  if (path === undefined) return [];
  const specifier = lowering.draft.textOf(path).replace(/\s+/g, '');
  const isAll = childOfType(node, 'asterisk') !== undefined;
  const parts = specifier.split('.');
  if (isAll) {
    const type = typeNamed(parts, lowering);
    if (type === undefined) return [{ specifier, form: 'ambient', names: ['*'] }];
    // `import static a.B.*` and `import a.B.*` give access to the members of a type.
    const bound = [{ local: '*', expression: type }];
    return [{ specifier, form: 'import', names: ['*'], bound }];
  }
  return [importOf(parts, parts.at(-1) ?? '')];
}

/** Common names from java.lang. */
const GLOBALS = words(`
  Boolean Byte Character Class Comparable Deprecated Double Enum Error Exception Float
  FunctionalInterface IllegalArgumentException IllegalStateException Integer Iterable Long Math
  Number Object Override Runnable RuntimeException SafeVarargs Short String StringBuilder
  SuppressWarnings System Thread Throwable Void
`);

/** Returns the base of a class without a name: the type behind `new`, or a constant's enum. */
function anonymousBase({ parent }: Syntax): readonly BaseClause[] {
  const made =
    parent?.type === 'object_creation_expression'
      ? fieldOf(parent, 'type')
      : parent?.type === 'enum_constant'
        ? parent.parent?.parent
        : undefined;
  return made === undefined ? [] : [{ clause: made, form: 'extends' }];
}

const CALLS = {
  method_invocation: { callee: field('name'), receiver: field('object') },
  object_creation_expression: { callee: field('type'), form: 'new' },
  explicit_constructor_invocation: { callee: field('constructor'), form: 'super' },
} as const satisfies TypedSpec['calls'];

const SPEC: TypedSpec = {
  docs: { syntax: TAGS, start: qualifiedStart },
  declarations: DECLARATIONS,
  calls: CALLS,
  callArguments: argumentsOf,
  heritage: {
    superclass: 'extends',
    super_interfaces: 'implements',
    extends_interfaces: 'extends',
  },
  annotations: ['marker_annotation', 'annotation'],
  implicitSelf: true,
  separateMethods: 'only',
  overloadsByCount: true,
  self: ['this'],
  access: (name, words, outer) => {
    const isInterfaceMember = outer === 'interface' && !words.has('private');
    return accessByWords(isInterfaceMember || outer === 'enum' ? 'public' : 'internal')(
      name,
      words,
    );
  },
  scopes: words(`
    program method_declaration constructor_declaration compact_constructor_declaration
    lambda_expression block constructor_body for_statement enhanced_for_statement catch_clause
    try_with_resources_statement switch_block_statement_group switch_rule if_statement
    while_statement
  `),
  locals: {
    // The components of a record are its fields.
    formal_parameter: (node, lowering) =>
      node.parent?.parent?.type === 'record_declaration' ? [] : parameterLocal(node, lowering),
    spread_parameter: (node, lowering) =>
      local(restName(node), () => listOf(lowering, lowering.type(typeChild(node, lowering)))),
    local_variable_declaration: variables,
    enhanced_for_statement: forEachVariable,
    lambda_expression: lambdaParameters,
    catch_formal_parameter: typedLocal(
      field('name'),
      (node) => childOfType(node, 'catch_type')?.children[0],
    ),
    resource: (node, lowering) => {
      if (fieldOf(node, 'type') === undefined) return [];
      const value = (): ExpressionId => lowering.expression(fieldOf(node, 'value'));
      return local(fieldOf(node, 'name'), typedOr(lowering, writtenType(node, lowering), value));
    },
    instanceof_expression: typedLocal(field('name'), field('right')),
    type_pattern: typedLocal((node) => node.children[1], firstChild),
  },
  valueNames: new Set(['identifier']),
  typeNames: new Set(['type_identifier', 'scoped_type_identifier']),
  members: new Set(['field_access']),
  labels: words(`
    scoped_identifier package_declaration formal_parameter marker_annotation annotation
    element_value_pair labeled_statement break_statement continue_statement
  `),
  globals: GLOBALS,
  anonymousBases: { class_body: anonymousBase },
  selfTypes: {
    class_body: ({ parent }) =>
      parent?.type === 'object_creation_expression' ? fieldOf(parent, 'type') : undefined,
  },
  entities: { scoped_type_identifier: qualifiedEntity },
  expressions: {
    method_invocation: (node, lowering) =>
      invocation(node, lowering) ?? lowering.call(node, CALLS.method_invocation),
    object_creation_expression: (node, lowering) =>
      creation(node, lowering) ?? lowering.call(node, CALLS.object_creation_expression),
    this: selfOf,
    super: superOf,
    parenthesized_expression: firstValue,
    cast_expression: instanceAt(field('type')),
    assignment_expression: valueAt(field('right')),
    ternary_expression: eitherAt(field('consequence'), field('alternative')),
    field_access: (node, lowering) => {
      const name = fieldOf(node, 'field');
      const object = lowering.expression(fieldOf(node, 'object'));
      if (name === undefined) return lowering.draft.unknown;
      // `Outer.this` is the outer instance.
      if (name.type === 'this') return lowering.draft.ofType(lowering.namedType(object, []));
      return lowering.memberOf(object, lowering.draft.textOf(name));
    },
    array_access: elementAt(field('array')),
    lambda_expression: lambda,
    method_reference: methodReference,
    class_literal: classLiteral,
  },
  types: {
    generic_type: genericType,
    array_type: listAt(field('element')),
    annotated_type: lastType,
    wildcard: lastType,
  },
  shapes: {
    method_declaration: (node, lowering) => ({
      returns: lowering.type(fieldOf(node, 'type')),
      parameters: parametersOf(node, lowering),
    }),
    constructor_declaration: (node, lowering) => ({ parameters: parametersOf(node, lowering) }),
    field_declaration: typeShape(field('type')),
    constant_declaration: typeShape(field('type')),
  },
  typeParameters: typeParametersOf,
  references: {
    method_reference: (node, lowering) => ({
      form: 'value',
      expression: methodReference(node, lowering),
    }),
    marker_annotation: annotation,
    annotation,
  },
  typedImports: { import_declaration: imported },
  packages: (root, { draft }) => {
    const declared = childOfType(root, 'package_declaration');
    const name = declared?.children.find(({ type }) => /identifier$/.test(type));
    return name === undefined ? [''] : [draft.textOf(name).replace(/\s+/g, '')];
  },
  implicitModules: (packages) => packages,
};

function annotation(
  node: Syntax,
  lowering: Lowering,
): { readonly form: 'decorator'; readonly expression: ExpressionId } | undefined {
  const name = fieldOf(node, 'name');
  return name && { form: 'decorator', expression: lowering.name(name, 'type') };
}

export const JAVA = typedLanguage(
  {
    id: 'java',
    title: 'Java',
    extensions: ['.java'],
    grammar: 'tree-sitter-java.wasm',
    family: 'jvm',
    // A folder `target` may hold sources (`discovery/target/`), so only what builds put there is named.
    excludes: [
      '.gradle/',
      '.m2/',
      '**/target/classes/',
      '**/target/test-classes/',
      '**/target/generated-sources/',
      '**/target/generated-test-sources/',
    ],
    packageExtensions: ['.java'],
    passesOnImports: 'never',
    accessorsShareFieldNames: true,
    closedTypes: true,
    signatureTypes: TYPES_BEFORE_NAMES,
    parameterRules: { before: AT_NAME, hasSquareTypeParameters: false, read: plainOrRest },
    callArguments: 'positional',
    createModuleResolver: packageModules,
    registrations: JAVA_REGISTRATIONS,
  },
  SPEC,
);
