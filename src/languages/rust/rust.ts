import { RUSTDOC } from '../../extractors/lowering/doc-names.ts';
import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import {
  accessByWord,
  field,
  fieldsOf,
  lastName,
  typeNames,
} from '../../extractors/outline/reading.ts';
import { plainParameter } from '../../extractors/parameter-rules.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenAt,
  childrenIn,
  iteratedOf,
  parametersIn,
  typeParametersIn,
} from '../../extractors/semantic/readers.ts';
import type { Local, ShapeFacts, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { cargoModules } from './cargo-modules.ts';
import { macrosAsCalls } from './macros.ts';
import {
  declaredModule,
  docStart,
  externCrate,
  nameOfCalledMacro,
  nameOfMacro,
  pathExpression,
  usedNames,
} from './paths.ts';
import { bound } from './patterns.ts';
import { exportedTraits } from './scoped-traits.ts';
import { PRELUDE } from './standard.ts';
import { TOKENS } from './token-calls.ts';
import { allOf, constraintsOf, nameInImpl, nameInTrait, TYPES } from './types.ts';
import { argumentsOf, CALL, closureLocals, EXPRESSIONS, itemOf, MACRO } from './values.ts';

// --- locals ---------------------------------------------------------------------------------------

function parameter(node: Syntax, lowering: Lowering): readonly Local[] {
  const type = fieldOf(node, 'type');
  // The parameters of a closure are read together with the closure.
  if (node.parent?.type === 'closure_parameters' || type === undefined) return [];
  return bound(fieldOf(node, 'pattern'), () => lowering.valueOf(type), node.start, lowering);
}

function letBinding(node: Syntax, lowering: Lowering): readonly Local[] {
  const type = fieldOf(node, 'type');
  const isTyped = type !== undefined && lowering.draft.textOf(type) !== '_';
  const value = (): ExpressionId => {
    const declared = isTyped ? lowering.valueOf(type) : lowering.draft.unknown;
    return declared === lowering.draft.unknown
      ? lowering.expression(fieldOf(node, 'value'))
      : declared;
  };
  // The assigned value does not see the new name.
  return bound(fieldOf(node, 'pattern'), value, node.end, lowering);
}

function condition(node: Syntax, lowering: Lowering): readonly Local[] {
  const value = (): ExpressionId => lowering.expression(fieldOf(node, 'value'));
  return bound(fieldOf(node, 'pattern'), value, node.end, lowering);
}

function forPattern(node: Syntax, lowering: Lowering): readonly Local[] {
  const iterator = fieldOf(node, 'value');
  const { table } = lowering.draft;
  const value = (): ExpressionId =>
    table.add(
      OP.firstOf,
      iteratedOf(lowering, iterator),
      itemOf(lowering.expression(iterator), lowering),
    );
  return bound(fieldOf(node, 'pattern'), value, iterator?.end ?? node.start, lowering);
}

function matchArm(node: Syntax, lowering: Lowering): readonly Local[] {
  const match = node.parent?.parent;
  const value = (): ExpressionId =>
    lowering.expression(match === undefined ? undefined : fieldOf(match, 'value'));
  return bound(fieldOf(node, 'pattern'), value, node.start, lowering);
}

// --- shapes ---------------------------------------------------------------------------------------

const parametersOf = parametersIn(childrenIn('parameters'), (one, lowering) => {
  const pattern = fieldOf(one, 'pattern');
  if (one.type !== 'parameter' || pattern?.type === 'self') return undefined;
  const name = pattern?.type === 'identifier' ? pattern : undefined;
  return { name, type: lowering.type(fieldOf(one, 'type')) };
});

function callable(node: Syntax, lowering: Lowering): ShapeFacts {
  const around = node.parent?.parent;
  const type = around?.type === 'impl_item' ? fieldOf(around, 'type') : undefined;
  const shape = {
    parameters: parametersOf(node, lowering),
    returns: lowering.type(fieldOf(node, 'return_type')),
  };
  return type === undefined ? shape : { ...shape, ...receiver(node, type, lowering) };
}

/** Attaches a member to the type of its `impl` if it could not be nested in that type. */
function receiver(node: Syntax, type: Syntax, lowering: Lowering): ShapeFacts {
  const { draft } = lowering;
  const [declaration = -1] = draft.declared.get(node) ?? [];
  const outer = draft.kindOf(draft.declarations[declaration]?.parent ?? -1) ?? '';
  const isSpecial = isSpecialized(node.parent?.parent, type, lowering);
  return { receiver: lowering.type(type), isExtension: outer === 'namespace' || isSpecial };
}

/** Whether an `impl` is for some type arguments only: `impl Frame<Headers>`. */
function isSpecialized(impl: Syntax | undefined, type: Syntax, { draft }: Lowering): boolean {
  const open = (impl && childOfType(impl, 'type_parameters')?.children) ?? [];
  const names = new Set(
    open.flatMap((one) => {
      const name = fieldOf(one, 'name');
      return name === undefined ? [] : draft.textOf(name);
    }),
  );
  return childrenAt(type, 'type_arguments').some(
    (one) => /type/.test(one.type) && !names.has(draft.textOf(one)),
  );
}

function typed(node: Syntax, lowering: Lowering): ShapeFacts {
  const around = node.parent?.parent;
  const type = around?.type === 'impl_item' ? fieldOf(around, 'type') : undefined;
  const shape = { type: lowering.type(fieldOf(node, 'type')) };
  return type === undefined ? shape : { ...shape, ...receiver(node, type, lowering) };
}

/** Returns the shape of a struct. `struct Pair(A, B)` is a tuple of its parts. */
function struct(node: Syntax, lowering: Lowering): ShapeFacts {
  const body = fieldOf(node, 'body');
  if (body?.type !== 'ordered_field_declaration_list') return {};
  const types = fieldsOf(body, 'type').map((type) => lowering.type(type));
  return { type: lowering.draft.table.add(OP.tuple, ...types) };
}

/** Returns the shape of a variant. `Variant(A, B)` is constructed by a call. */
function variant(node: Syntax, lowering: Lowering): ShapeFacts {
  const body = fieldOf(node, 'body');
  if (body?.type !== 'ordered_field_declaration_list') return {};
  const parameters = fieldsOf(body, 'type').map((type) => ({
    name: '',
    type: lowering.draft.orNone(lowering.type(type)),
    rest: false,
  }));
  return { parameters };
}

const typeParametersOf = typeParametersIn(
  (node) => (node.type === 'impl_item' ? undefined : childOfType(node, 'type_parameters')),
  (one) => (one.type === 'type_parameter' ? fieldOf(one, 'name') : undefined),
  (_, lowering, name, owner) => allOf(constraintsOf(owner, name, lowering), lowering),
  (node, { draft }) => (isOfResult(node, draft) ? fieldOf(node, 'default_type') : undefined),
);

/**
 * Whether a type parameter belongs to an alias of `Result`, whose default is the error. Other
 * wrappers are represented by what they hold, so functions of an alias would be those of the default.
 */
function isOfResult({ parent }: Syntax, draft: Lowering['draft']): boolean {
  const owner = parent?.parent;
  const type = owner?.type === 'type_item' ? fieldOf(owner, 'type') : undefined;
  const name = type?.type === 'generic_type' ? fieldOf(type, 'type') : undefined;
  return name !== undefined && /(^|::)Result$/.test(draft.textOf(name));
}

// --- the language ---------------------------------------------------------------------------------
import { RUST_REGISTRATIONS } from './registrations.ts';

const SPEC: TypedSpec = {
  docs: { syntax: RUSTDOC, start: docStart },
  declarations: {
    function_item: { kind: 'function' },
    function_signature_item: { kind: 'function' },
    struct_item: { kind: 'class' },
    union_item: { kind: 'class' },
    enum_item: { kind: 'enum' },
    enum_variant: { kind: 'enumMember' },
    trait_item: { kind: 'interface' },
    mod_item: { kind: (node) => (fieldOf(node, 'body') === undefined ? undefined : 'namespace') },
    field_declaration: { kind: 'field' },
    static_item: { kind: 'variable', body: field('value') },
    const_item: { kind: 'variable', body: field('value') },
    type_item: { kind: 'typeAlias', body: field('type') },
    associated_type: { kind: 'typeAlias' },
    macro_definition: { kind: 'function', body: (node) => node.children[1] },
  },
  extensions: {
    impl_item: {
      type: (node, draft) => {
        const type = fieldOf(node, 'type');
        return type && draft.textOf(lastName(typeNames(type)[0] ?? type));
      },
    },
  },
  conformances: {
    impl_item: (node) => {
      const type = fieldOf(node, 'type');
      const base = fieldOf(node, 'trait');
      // `impl !Send for Type` states that the type does not implement the trait.
      const isNegative = node.tree.hasChild(node.node, '!');
      if (type === undefined || base === undefined || isNegative) return undefined;
      return { type, base, form: 'implements' };
    },
  },
  selfTypes: { impl_item: field('type') },
  namesIn: {
    impl_item: nameInImpl,
    trait_item: nameInTrait,
    macro_invocation: nameOfMacro,
    call_expression: nameOfCalledMacro,
  },
  closedNamespaces: true,
  scopedInterfaces: exportedTraits,
  bases: (node) =>
    node.type === 'trait_item'
      ? childrenOfType(node, 'trait_bounds').map((clause) => ({ clause, form: 'extends' }))
      : [],
  calls: { call_expression: CALL, macro_invocation: MACRO, token_tree: TOKENS },
  callArguments: argumentsOf,
  typeArguments: (node) => {
    const callee = fieldOf(node, 'function');
    return callee?.type === 'generic_function' ? childrenAt(callee, 'type_arguments') : [];
  },
  annotations: ['attribute_item'],
  access: accessByWord('pub'),
  scopes: words(`
    source_file mod_item function_item function_signature_item closure_expression block
    if_expression while_expression for_expression match_arm
  `),
  locals: {
    parameter,
    let_declaration: letBinding,
    let_condition: condition,
    for_expression: forPattern,
    match_arm: matchArm,
    closure_expression: closureLocals,
  },
  valueNames: new Set(['identifier']),
  typeNames: new Set(['type_identifier', 'scoped_type_identifier']),
  members: new Set(['field_expression', 'scoped_identifier']),
  labels: words(`
    attribute lifetime label loop_label token_tree token_tree_pattern macro_rule macro_definition
    type_parameter const_parameter metavariable token_binding_pattern fragment_specifier
    visibility_modifier
  `),
  globals: PRELUDE,
  expressions: EXPRESSIONS,
  entities: { scoped_type_identifier: pathExpression, scoped_identifier: pathExpression },
  types: TYPES,
  shapes: {
    function_item: callable,
    function_signature_item: callable,
    field_declaration: typed,
    static_item: typed,
    const_item: typed,
    type_item: typed,
    associated_type: (node, lowering) => ({
      type: allOf(childrenAt(node, 'bounds'), lowering),
    }),
    struct_item: struct,
    enum_variant: variant,
  },
  typeParameters: typeParametersOf,
  typedImports: {
    use_declaration: usedNames,
    mod_item: declaredModule,
    extern_crate_declaration: externCrate,
  },
};

export const RUST = typedLanguage(
  {
    id: 'rust',
    title: 'Rust',
    extensions: ['.rs'],
    grammar: 'tree-sitter-rust.wasm',
    registrations: RUST_REGISTRATIONS,
    configNames: ['Cargo.toml'],
    excludes: ['**/target/debug/', '**/target/release/'],
    aliases: ['rs'],
    manifest: { fileName: 'Cargo.toml', name: /^name\s*=\s*"([^"]+)"/m },
    packageExtensions: ['.rs'],
    moduleEndings: ['.rs', '/mod.rs'],
    parameterRules: {
      before: 'fn\\s+',
      hasSquareTypeParameters: false,
      read: (part) =>
        /^&?(?:'\w+\s+)?(?:mut\s+)?self\b/.test(part) ? 'receiver' : plainParameter(part),
    },
    callArguments: 'positional',
    separateMethods: 'only',
    dereferencesTo: 'Target',
    createModuleResolver: cargoModules,
    readings: () =>
      [false, true].map((isWary) => ({ preParse: (text) => macrosAsCalls(text, isWary) })),
  },
  SPEC,
);
