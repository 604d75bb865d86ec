import { withOuter } from '../../extractors/dotted-names.ts';
import { XMLDOC } from '../../extractors/lowering/doc-names.ts';
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
  firstChild,
  lastName,
  namesWithin,
} from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  argumentsOf,
  childrenIn,
  eitherAt,
  firstType,
  firstValue,
  instanceAt,
  iteratedOf,
  lastType,
  lastValue,
  listAt,
  listOf,
  local,
  parametersIn,
  selfOf,
  superOf,
  typedLocal,
  typedOr,
  typeParametersIn,
  typeShape,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { Local, TypedImport, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { TYPES_BEFORE_NAMES } from '../../extractors/signature-types.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { EXTENSION, extension } from './extensions.ts';
import { CALL, elementOf, invocation, memberAccess, queried } from './members.ts';
import { namespaceModules } from './namespace-modules.ts';
import { preParseCSharp } from './pre-parse.ts';
import { CSHARP_REGISTRATIONS } from './registrations.ts';

/** Returns the nodes at file level, including those in the branches of `#if`. */
function atFileLevel({ children }: Syntax): readonly Syntax[] {
  return children.flatMap((node) => (/^preproc_/.test(node.type) ? atFileLevel(node) : [node]));
}

// --- types ----------------------------------------------------------------------------------------

const TYPE_PLACES =
  /^(base_list|type_argument_list|nullable_type|array_type|ref_type|primary_constructor_base_type|type_constraint)$/;

function spellsType(node: Syntax): boolean {
  const { parent } = node;
  if (parent === undefined) return false;
  if (TYPE_PLACES.test(parent.type)) return true;
  // The name of a generic type is a type if the generic name itself is used as a type.
  if (parent.type === 'generic_name') return parent.children[0] === node && spellsType(parent);
  return fieldOf(parent, 'type') === node || fieldOf(parent, 'returns') === node;
}

/**
 * Wrapper types that are replaced by their argument, because member lookup needs the wrapped type.
 */
const WRAPPERS = new Set(['Task', 'ValueTask', 'Nullable', 'Lazy', 'Action', 'IOptions']);
const LISTS =
  /^(I?(ReadOnly)?(List|Collection|Set|Dictionary|Enumerable|Queryable)|HashSet|SortedSet|SortedDictionary|ConcurrentDictionary|ConcurrentBag|ConcurrentQueue|Queue|Stack|LinkedList|Immutable\w+|IAsyncEnumerable|IEnumerator|ReadOnlySpan|Span|Memory)$/;

function genericName(node: Syntax, lowering: Lowering): ExpressionId {
  const [name, list] = node.children;
  const args = list?.children ?? [];
  if (name === undefined) return lowering.draft.unknown;
  const text = lowering.draft.textOf(name);
  if (WRAPPERS.has(text)) return lowering.type(args[0]);
  // A dictionary is represented by its values.
  if (LISTS.test(text)) return listOf(lowering, lowering.type(args.at(-1)));
  return lowering.namedType(lowering.entity(name), args);
}

// --- locals ---------------------------------------------------------------------------------------

const variable = typedLocal(field('name'), field('type'));

/** Returns the written type; `var` has to be inferred from the value. */
function writtenType(node: Syntax): Syntax | undefined {
  const type = fieldOf(node, 'type');
  return type?.type === 'implicit_type' ? undefined : type;
}

/**
 * Returns the local for a parameter. The primary parameters of a record, class or struct are fields
 * instead.
 */
function parameterLocal(node: Syntax, lowering: Lowering): readonly Local[] {
  const owner = node.parent?.parent?.type ?? '';
  if (/^(class|struct|record)_declaration$/.test(owner)) return [];
  if (owner === 'lambda_expression' && fieldOf(node, 'type') === undefined) return [];
  return variable(node, lowering);
}

/** Returns the local variables of a function. Variables of types are symbols instead. */
function variables(node: Syntax, lowering: Lowering): readonly Local[] {
  if (/field_declaration$/.test(node.parent?.type ?? '')) return [];
  const type = writtenType(node);
  return childrenOfType(node, 'variable_declarator').flatMap((declarator) =>
    local(
      fieldOf(declarator, 'name'),
      typedOr(lowering, type, () => lowering.expression(declarator.children.at(-1))),
    ),
  );
}

function loopVariable(node: Syntax, lowering: Lowering): readonly Local[] {
  const name = fieldOf(node, 'left');
  if (name?.type !== 'identifier') return [];
  const value = (): ExpressionId => iteratedOf(lowering, fieldOf(node, 'right'));
  return local(name, typedOr(lowering, writtenType(node), value));
}

function lambdaParameters(node: Syntax, lowering: Lowering): readonly Local[] {
  const parameters = fieldOf(node, 'parameters');
  if (parameters === undefined) return [];
  const names =
    parameters.type === 'parameter_list'
      ? parameters.children
          .filter((parameter) => fieldOf(parameter, 'type') === undefined)
          .flatMap((parameter) => fieldOf(parameter, 'name') ?? [])
      : [parameters];
  return names.map((name, position) => ({
    name,
    value: () => queried(node, lowering) ?? lowering.passed(node, position),
  }));
}

// --- shapes ---------------------------------------------------------------------------------------

const parametersOf = parametersIn(childrenIn('parameters'), (one, lowering) => {
  const name = fieldOf(one, 'name');
  return name && { name, type: lowering.type(fieldOf(one, 'type')) };
});

function fieldShape(node: Syntax, lowering: Lowering): { readonly type: ExpressionId } {
  const declaration = childOfType(node, 'variable_declaration');
  return { type: lowering.type(declaration && fieldOf(declaration, 'type')) };
}

/** The bound of a type parameter comes from `where T : IBase`. */
const typeParametersOf = typeParametersIn(child('type_parameter_list'), field('name'), boundOf);

function boundOf(_: Syntax, lowering: Lowering, name: string, node: Syntax): ExpressionId {
  const clause = node.children.find(
    ({ type, children: [target] }) =>
      type === 'type_parameter_constraints_clause' &&
      target !== undefined &&
      lowering.draft.textOf(target) === name,
  );
  const bound = clause?.children.find(({ type }) => type === 'type_parameter_constraint');
  return lowering.type(bound && fieldOf(bound, 'type'));
}

// --- imports --------------------------------------------------------------------------------------

function imported(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const path = node.children.findLast(({ type }) => /name|identifier/.test(type));
  if (path === undefined) return [];
  const specifier = draft.textOf(path).replace(/\s+/g, '');
  const last = specifier.slice(specifier.lastIndexOf('.') + 1);
  const alias = fieldOf(node, 'name');
  if (alias !== undefined) {
    const bindings = [{ local: draft.textOf(alias), name: last }];
    return [{ specifier, form: 'import', names: [last], bindings }];
  }
  if (/^(global\s+)?using\s+static\b/.test(draft.textOf(node))) {
    // The type's members become available as plain names.
    const type = draft.table.add(OP.binding, draft.bindings.length);
    const space = specifier.slice(0, Math.max(0, specifier.lastIndexOf('.')));
    return [
      {
        specifier: space === '' ? specifier : space,
        form: 'import',
        names: [last],
        bindings: [{ local: last, name: last }],
        bound: [{ local: '*', expression: type }],
      },
    ];
  }
  return [{ specifier, form: 'ambient', names: ['*'] }];
}

const accessors = (node: Parameters<typeof firstChild>[0]) =>
  field('accessors')(node) ?? field('value')(node);

const SPEC: TypedSpec = {
  docs: { syntax: XMLDOC },
  declarations: {
    class_declaration: { kind: 'class' },
    struct_declaration: { kind: 'class' },
    record_declaration: { kind: 'class' },
    interface_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    enum_member_declaration: { kind: 'enumMember', body: field('value') },
    delegate_declaration: { kind: 'typeAlias' },
    namespace_declaration: { kind: 'namespace' },
    method_declaration: { kind: 'method' },
    local_function_statement: { kind: 'function' },
    constructor_declaration: { kind: 'constructor' },
    destructor_declaration: {
      kind: 'method',
      names: (node) => node.children.slice(0, 1).map((name) => ({ node: name, text: 'Finalize' })),
    },
    operator_declaration: {
      kind: 'method',
      names: (node, draft) => {
        const parameters = field('parameters')(node);
        const head = draft.text.slice(node.start, parameters?.start ?? node.end);
        const text = `operator${/operator\s*(\S+)\s*$/.exec(head)?.[1] ?? ''}`;
        return parameters === undefined ? [] : [{ node: firstChild(node) ?? node, text }];
      },
    },
    conversion_operator_declaration: {
      kind: 'method',
      names: (node, draft) =>
        fieldsOf(node, 'type').map((type) => ({
          node: type,
          text: `operator ${draft.textOf(type)}`,
        })),
    },
    property_declaration: { kind: 'property', body: accessors },
    indexer_declaration: {
      kind: 'property',
      names: (node) => [{ node: field('parameters')(node) ?? node, text: 'this[]' }],
      body: accessors,
    },
    event_declaration: { kind: 'property', body: accessors },
    field_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
    event_field_declaration: { kind: 'field', names: namesWithin('variable_declarator', 'name') },
  },
  calls: {
    invocation_expression: CALL,
    object_creation_expression: { callee: field('type'), form: 'new' },
  },
  heritage: { base_list: 'extends' },
  annotations: ['attribute_list'],
  implicitSelf: true,
  self: ['this'],
  access: (name, words, outer) => {
    if (outer === 'interface' || outer === 'enum') return accessByWords('public')(name, words);
    const isTop = outer === undefined || outer === 'namespace';
    return accessByWords(isTop ? 'internal' : 'private')(name, words);
  },
  callArguments: argumentsOf,
  scopes: words(`
    compilation_unit method_declaration constructor_declaration destructor_declaration
    operator_declaration conversion_operator_declaration indexer_declaration
    local_function_statement delegate_declaration lambda_expression anonymous_method_expression
    block for_statement foreach_statement using_statement if_statement while_statement
    catch_clause switch_section switch_expression_arm property_declaration
  `),
  locals: {
    parameter: parameterLocal,
    variable_declaration: variables,
    foreach_statement: loopVariable,
    declaration_pattern: variable,
    catch_declaration: variable,
    declaration_expression: variable,
    lambda_expression: lambdaParameters,
  },
  valueNames: new Set(['identifier']),
  typeNames: new Set(),
  isTypeName: (node) => /^(identifier|qualified_name)$/.test(node.type) && spellsType(node),
  members: new Set(['member_access_expression']),
  labels: words(`
    attribute name_colon type_parameter type_parameter_constraints_clause goto_statement
    labeled_statement file_scoped_namespace_declaration namespace_declaration qualified_name
  `),
  globals: new Set(['nameof', 'var', 'value', 'dynamic', 'Console', 'Task', 'List', 'Dictionary']),
  expressions: {
    this: selfOf,
    base: superOf,
    member_access_expression: memberAccess,
    conditional_access_expression: (node, lowering) => {
      const [object, binding] = node.children;
      const name = binding?.type === 'member_binding_expression' ? binding.children[0] : undefined;
      return name === undefined
        ? lowering.draft.unknown
        : lowering.memberOf(lowering.expression(object), lowering.draft.textOf(lastName(name)));
    },
    invocation_expression: invocation,
    generic_name: firstValue,
    parenthesized_expression: firstValue,
    await_expression: lastValue,
    cast_expression: instanceAt(field('type')),
    as_expression: instanceAt(field('right')),
    assignment_expression: valueAt(field('right')),
    element_access_expression: (node, lowering) =>
      elementOf(lowering, lowering.expression(fieldOf(node, 'expression'))),
    conditional_expression: eitherAt(field('consequence'), field('alternative')),
    lambda_expression: (node, lowering) => {
      const body = fieldOf(node, 'body');
      return lowering.lambda(
        body?.type === 'block' ? lowering.draft.unknown : lowering.expression(body),
        [],
      );
    },
  },
  types: {
    generic_name: genericName,
    qualified_name: (node, lowering) => lowering.namedType(lowering.entity(node), []),
    nullable_type: firstType,
    ref_type: lastType,
    array_type: listAt(field('type')),
    primary_constructor_base_type: firstType,
  },
  shapes: {
    method_declaration: (node, lowering) => ({
      returns: lowering.type(fieldOf(node, 'returns')),
      parameters: parametersOf(node, lowering),
      ...extension(node, lowering),
    }),
    local_function_statement: (node, lowering) => ({
      returns: lowering.type(fieldOf(node, 'type')),
      parameters: parametersOf(node, lowering),
    }),
    constructor_declaration: (node, lowering) => ({ parameters: parametersOf(node, lowering) }),
    property_declaration: typeShape(field('type')),
    indexer_declaration: typeShape(field('type')),
    field_declaration: fieldShape,
    event_field_declaration: fieldShape,
  },
  typeParameters: typeParametersOf,
  typedImports: { using_directive: imported },
  packages: (root, { draft }) => {
    const names = atFileLevel(root)
      .filter(({ type }) => /namespace_declaration$/.test(type))
      .flatMap((node) => fieldOf(node, 'name') ?? [])
      .map((name) => draft.textOf(name).replace(/\s+/g, ''));
    return names.length === 0 ? [''] : [...new Set(names)];
  },
  extensionMarker: EXTENSION,
  implicitModules: (packages) => [...new Set(packages.flatMap(withOuter))],
};

export const CSHARP = typedLanguage(
  {
    id: 'csharp',
    title: 'C#',
    extensions: ['.cs', '.csx'],
    grammar: 'tree-sitter-c_sharp.wasm',
    registrations: CSHARP_REGISTRATIONS,
    aliases: ['c#', 'cs'],
    excludes: ['packages.lock.json', 'project.assets.json'],
    packageExtensions: ['.cs'],
    passesOnImports: 'never',
    declaresAcrossFolder: true,
    capitalizedMembers: 'convention',
    extensionMember: /\(\s*this\s/,
    signatureTypes: TYPES_BEFORE_NAMES,
    isCostlyToOptimize: true,
    preParse: preParseCSharp,
    createModuleResolver: namespaceModules,
  },
  SPEC,
);
