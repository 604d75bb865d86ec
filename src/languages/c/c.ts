/** Language definitions of C and C++. C++ extends the specification of C. */

import { DOXYGEN } from '../../extractors/lowering/doc-names.ts';
import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { child, field, fieldsOf, unquoted } from '../../extractors/outline/reading.ts';
import type { Access, DeclarationRule } from '../../extractors/outline/spec.ts';
import { leftOut } from '../../extractors/preprocessor/left-out.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { afterSeparator } from '../../extractors/semantic/names.ts';
import {
  argumentsOf,
  childrenAt,
  iteratedOf,
  parametersIn,
  typeParametersIn,
  typeShape,
} from '../../extractors/semantic/readers.ts';
import type { Local, ShapeFacts, TypedImport, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { TYPES_BEFORE_NAMES } from '../../extractors/signature-types.ts';
import { OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION } from '../../model/facts.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { declaredName, declaredNames, isFunction, ownerOf, scopeOf } from './declarators.ts';
import { includeModules, TYPE_SPECIFIER } from './include-modules.ts';
import { isCppHeader } from './is-cpp-header.ts';
import { withoutMacros } from './macros.ts';
import { givenToC } from './platform.ts';
import { declaratorType, qualified, TYPES } from './types.ts';
import { CALL, EXPRESSIONS } from './values.ts';

/** Declares a type only if it has a body: `struct x *p` merely names one. */
function typeRule(kind: SymbolKind): DeclarationRule {
  return {
    kind: (node) => (fieldOf(node, 'body') === undefined ? undefined : kind),
    names: (node) => {
      let name = fieldOf(node, 'name');
      while (name?.type === 'qualified_identifier') name = fieldOf(name, 'name');
      const isCase = name?.type === 'template_type';
      if (isCase) name = name && fieldOf(name, 'name');
      return name === undefined ? [] : [{ node: name, isCase }];
    },
  };
}

/** Returns no kind for a nested function without a return type: it is a macro with a block. */
function functionKind(
  node: Syntax,
  { outer }: { outer: SymbolKind | undefined },
): SymbolKind | undefined {
  const isInside = outer === 'function' || outer === 'method';
  return isInside && fieldOf(node, 'type') === undefined ? undefined : 'function';
}

function dataOrFunction(data: SymbolKind): DeclarationRule {
  return {
    kind: (node, { outer }) => {
      if (!isFunction(node)) return data;
      // Inside a function, `T x(a)` is more often a variable than a function declaration.
      return outer === 'function' || outer === 'method' ? undefined : 'function';
    },
    names: declaredNames,
    owner: ownerOf,
    body: initializer,
  };
}

function initializer(node: Syntax): Syntax | undefined {
  const declarator = fieldOf(node, 'declarator');
  return declarator?.type === 'init_declarator' ? fieldOf(declarator, 'value') : undefined;
}

const access = (_: string, words: ReadonlySet<string>): Access =>
  words.has('static')
    ? { visibility: 'private', exported: false }
    : { visibility: 'public', exported: true };

// --- locals ---------------------------------------------------------------------------------------

function held(node: Syntax, declarator: Syntax | undefined, lowering: Lowering): ExpressionId {
  const type = fieldOf(node, 'type');
  if (type?.type === 'placeholder_type_specifier') {
    return declarator?.type === 'init_declarator'
      ? lowering.expression(fieldOf(declarator, 'value'))
      : lowering.draft.unknown;
  }
  return lowering.draft.ofType(declaratorType(declarator, lowering.type(type), lowering));
}

/** Returns the local variables of a function. Variables of files and types are symbols instead. */
function variables(node: Syntax, lowering: Lowering): readonly Local[] {
  if (lowering.draft.declared.has(node)) return [];
  return fieldsOf(node, 'declarator').flatMap((declarator): Local[] => {
    const name = declaredName(declarator);
    if (name?.type !== 'identifier') return [];
    return [{ name, value: () => held(node, declarator, lowering), from: name.start }];
  });
}

function rangeVariable(node: Syntax, lowering: Lowering): readonly Local[] {
  const declarator = fieldOf(node, 'declarator');
  const name = declarator && declaredName(declarator);
  if (name?.type !== 'identifier') return [];
  const isAuto = fieldOf(node, 'type')?.type === 'placeholder_type_specifier';
  const value = (): ExpressionId =>
    isAuto ? iteratedOf(lowering, fieldOf(node, 'right')) : held(node, declarator, lowering);
  return [{ name, value, from: name.start }];
}

// --- shapes ---------------------------------------------------------------------------------------

function functionDeclarator(node: Syntax): Syntax | undefined {
  let at = fieldOf(node, 'declarator');
  while (at !== undefined && at.type !== 'function_declarator') {
    at = fieldOf(at, 'declarator') ?? childOfType(at, 'function_declarator', 'pointer_declarator');
  }
  return at;
}

const parametersOf = parametersIn(
  (node) => childrenAt(functionDeclarator(node) ?? node, 'parameters'),
  (one, lowering) => {
    if (!/parameter_declaration$/.test(one.type)) return undefined;
    const inner = fieldOf(one, 'declarator');
    const type = declaratorType(inner, lowering.type(fieldOf(one, 'type')), lowering);
    return { name: inner && declaredName(inner), type };
  },
);

function callable(node: Syntax, lowering: Lowering): ShapeFacts {
  const { draft } = lowering;
  const declarator = functionDeclarator(node);
  const trailing = declarator && childOfType(declarator, 'trailing_return_type')?.children[0];
  const returns = lowering.type(trailing ?? fieldOf(node, 'type'));
  const shape = { parameters: parametersOf(node, lowering), returns };
  const scope = scopeOf(node);
  if (scope !== undefined) {
    const owner = lowering.named(draft.textOf(scope), node, 'type');
    const [declared = -1] = draft.declared.get(node) ?? [];
    const outer = draft.kindOf(draft.declarations[declared]?.parent ?? -1);
    return {
      ...shape,
      receiver: lowering.namedType(owner, []),
      isExtension: outer === 'namespace',
    };
  }
  return { ...shape, ...definition(node, lowering) };
}

/**
 * Returns the shape of a function definition. A definition that a header may declare by prototype
 * is attached to that prototype.
 */
function definition(node: Syntax, { draft }: Lowering): ShapeFacts {
  const [declared = -1] = draft.declared.get(node) ?? [];
  const one = draft.declarations[declared];
  if (one === undefined || fieldOf(node, 'body') === undefined || draft.cases.has(declared))
    return {};
  const isOpen = one.parent < 0 || draft.kindOf(one.parent) === 'namespace';
  if (!isOpen || one.visibility === 'private' || one.name === 'main') return {};
  const plain = draft.table.add(OP.free, draft.stringId(one.name));
  const around = draft.declarations[one.parent];
  if (around === undefined) return { receiver: plain, isExtension: true };
  const inside = draft.table.add(
    OP.free,
    draft.stringId(`${afterSeparator(around.name, '::')}::${one.name}`),
  );
  return { receiver: draft.table.add(OP.firstOf, inside, plain), isExtension: true };
}

function data(node: Syntax, lowering: Lowering, index: number): ShapeFacts {
  if (isFunction(node)) return callable(node, lowering);
  const declarator = fieldsOf(node, 'declarator')[index];
  const type = fieldOf(node, 'type');
  if (type?.type === 'placeholder_type_specifier') {
    return { value: held(node, declarator, lowering) };
  }
  return { type: declaratorType(declarator, lowering.type(type), lowering) };
}

function included(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const path = fieldOf(node, 'path');
  if (path === undefined) return [];
  const specifier = unquoted(draft.textOf(path));
  return [{ specifier, form: 'ambient', names: ['*'], passedOn: specifier }];
}

const PLACES = /^(translation_unit|declaration_list|template_declaration|preproc_\w+)$/;

/** Reads `class Name;`: the type is in the file of its name, which whoever uses it includes. */
function announced(node: Syntax, { draft }: Lowering): readonly TypedImport[] {
  const name = fieldOf(node, 'name');
  if (fieldOf(node, 'body') !== undefined || !PLACES.test(node.parent?.type ?? '')) return [];
  const text = name?.type === 'type_identifier' ? draft.textOf(name) : '';
  const isHere = draft.declarations.some((one) => one.name === text);
  if (text === '' || isHere) return [];
  const specifier = TYPE_SPECIFIER + text;
  return [{ specifier, form: 'path', names: [text], announces: text }];
}

const C_SPEC: TypedSpec = {
  docs: { syntax: DOXYGEN },
  declarations: {
    function_definition: { kind: functionKind, names: declaredNames, owner: ownerOf },
    declaration: dataOrFunction('variable'),
    field_declaration: dataOrFunction('field'),
    struct_specifier: typeRule('class'),
    union_specifier: typeRule('class'),
    enum_specifier: typeRule('enum'),
    enumerator: { kind: 'enumMember', body: field('value') },
    type_definition: { kind: 'typeAlias', names: declaredNames, body: field('type') },
    preproc_def: { kind: 'variable', body: field('value') },
    preproc_function_def: { kind: 'function', body: field('value') },
  },
  calls: { call_expression: CALL },
  callArguments: argumentsOf,
  typedImports: {
    preproc_include: included,
    class_specifier: announced,
    struct_specifier: announced,
    union_specifier: announced,
  },
  access,
  scopes: words(`
    translation_unit function_definition lambda_expression compound_statement for_statement
    for_range_loop if_statement while_statement catch_clause preproc_function_def
  `),
  locals: {
    parameter_declaration: parameter,
    optional_parameter_declaration: parameter,
    declaration: variables,
    for_range_loop: rangeVariable,
  },
  valueNames: new Set(['identifier']),
  typeNames: new Set(['type_identifier']),
  isTypeName: (node) =>
    node.type === 'qualified_identifier' &&
    /^(type_identifier|template_type)$/.test(fieldOf(node, 'name')?.type ?? ''),
  members: new Set(['field_expression', 'qualified_identifier']),
  labels: words(`
    preproc_ifdef preproc_elifdef preproc_defined preproc_params preproc_call labeled_statement
    using_declaration attribute linkage_specification
  `),
  entities: {
    qualified_identifier: (node, lowering) => qualified(node, 'type', lowering),
    template_type: (node, lowering) => lowering.entity(fieldOf(node, 'name') ?? node),
    dependent_type: (node, lowering) => lowering.entity(node.children[0] ?? node),
  },
  expressions: EXPRESSIONS,
  types: TYPES,
  leftOut: (text) => leftOut(text, (name) => (name === '__cplusplus' ? false : givenToC(name))),
  shapes: {
    function_definition: callable,
    declaration: data,
    field_declaration: data,
    type_definition: (node, lowering, index) => ({
      type: declaratorType(
        fieldsOf(node, 'declarator')[index],
        lowering.type(fieldOf(node, 'type')),
        lowering,
      ),
    }),
    alias_declaration: typeShape(field('type')),
  },
};

/**
 * Returns the local for a parameter of a function, lambda or catch clause. Parameters of prototypes
 * and of other parameters have no scope.
 */
function parameter(node: Syntax, lowering: Lowering): readonly Local[] {
  let around = node.parent?.parent;
  while (around !== undefined && /_declarator$/.test(around.type)) around = around.parent;
  if (
    around === undefined ||
    !/^(function_definition|lambda_expression|catch_clause)$/.test(around.type)
  ) {
    return [];
  }
  const declarator = fieldOf(node, 'declarator');
  const name = declarator && declaredName(declarator);
  if (name?.type !== 'identifier') return [];
  return [{ name, value: () => held(node, declarator, lowering) }];
}

const CPP_SPEC: TypedSpec = {
  ...C_SPEC,
  declarations: {
    ...C_SPEC.declarations,
    class_specifier: typeRule('class'),
    namespace_definition: { kind: 'namespace' },
    alias_declaration: { kind: 'typeAlias', body: field('type') },
    concept_definition: { kind: 'interface' },
  },
  calls: { ...C_SPEC.calls, new_expression: { callee: field('type'), form: 'new' } },
  namespaceSeparator: '::',
  heritage: { base_class_clause: 'extends' },
  wrappers: ['template_declaration'],
  selfTypes: { function_definition: scopeOf },
  typeParameters: typeParametersIn(
    ({ parent }) =>
      parent?.type === 'template_declaration' ? fieldOf(parent, 'parameters') : undefined,
    child('type_identifier'),
    () => NO_EXPRESSION,
  ),
  implicitSelf: true,
  self: ['this'],
  leftOut: (text) => leftOut(text, givenToC),
};

const C_FACTS = {
  declaresAcrossFolder: true,
  memberSeparator: '::',
  specializesTemplates: true,
  signatureTypes: TYPES_BEFORE_NAMES,
  isCostlyToOptimize: true,
} as const;

export const C = typedLanguage(
  {
    id: 'c',
    title: 'C',
    extensions: ['.c'],
    grammar: 'tree-sitter-c.wasm',
    ...C_FACTS,
    family: 'c',
    configNames: ['compile_commands.json'],
    textualImports: true,
    preParse: withoutMacros,
    createModuleResolver: includeModules,
  },
  C_SPEC,
);

export const CPP = typedLanguage(
  {
    id: 'cpp',
    title: 'C++',
    extensions: [
      '.cc',
      '.cpp',
      '.cxx',
      '.c++',
      '.hpp',
      '.hh',
      '.hxx',
      '.h++',
      '.h',
      '.ipp',
      '.inl',
      '.tpp',
      '.cu',
      '.cuh',
    ],
    grammar: 'tree-sitter-cpp.wasm',
    aliases: ['c++', 'cplusplus'],
    sharedExtension: { extension: '.h', otherwise: 'c', isOwn: isCppHeader },
    ...C_FACTS,
    family: 'c',
    textualImports: true,
    preParse: withoutMacros,
    createModuleResolver: includeModules,
  },
  CPP_SPEC,
);
