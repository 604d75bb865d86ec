import { TAGS } from '../../extractors/lowering/doc-names.ts';
import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { accessByWords, child, field, namesWithin } from '../../extractors/outline/reading.ts';
import type { DeclaredName } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenIn,
  eitherOf,
  firstType,
  iteratedOf,
  local,
  parametersIn,
} from '../../extractors/semantic/readers.ts';
import type { BaseClause, Local, ShapeFacts, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { taggedType } from './doc-types.ts';
import { docStart, imported, included, named, namespacesIn } from './names.ts';
import { namespaceModules } from './namespace-modules.ts';
import { PHP_REGISTRATIONS } from './registrations.ts';
import { EXPRESSIONS, isTypePlace } from './values.ts';

function variables(type: string): (node: Syntax) => DeclaredName[] {
  return (node) => node.children.filter((inner) => inner.type === type).flatMap(variableName);
}

function variableName(node: Syntax): DeclaredName[] {
  const name = fieldOf(node, 'name')?.children[0];
  return name === undefined ? [] : [{ node: name }];
}

// --- types ----------------------------------------------------------------------------------------

function typed(lowering: Lowering, node: Syntax): ExpressionId {
  const [name] = node.children;
  if (name === undefined) return lowering.draft.unknown;
  const text = lowering.draft.textOf(name);
  const owner = /^(self|static)$/.test(text) ? lowering.classOf(node) : -1;
  // `static` is the class that the method is called on. The surrounding class is enough to find
  // members.
  if (owner >= 0) return lowering.draft.table.add(OP.selfType, owner);
  return lowering.namedType(named(text, name, 'type', lowering), []);
}

function anyOf(node: Syntax, lowering: Lowering): ExpressionId {
  return lowering.draft.either(
    OP.union,
    node.children.map((one) => lowering.type(one)),
  );
}

/** Returns a declaration's own type, or else the type in its doc comment. */
function declaredType(
  type: Syntax | undefined,
  owner: Syntax,
  tag: 'var' | 'return' | 'param',
  variable: string | undefined,
  lowering: Lowering,
): ExpressionId {
  const { draft } = lowering;
  const spelled = lowering.type(type);
  if (spelled !== draft.unknown) return spelled;
  const [declaration = -1] = draft.declared.get(owner) ?? [];
  const doc = draft.declarations[declaration]?.doc ?? '';
  return doc === '' ? spelled : taggedType(doc, tag, variable, owner, lowering);
}

// --- locals ---------------------------------------------------------------------------------------

const FUNCTIONS =
  /^(function_definition|method_declaration|anonymous_function|arrow_function|anonymous_function_creation_expression)$/;

function functionAround(node: Syntax): Syntax | undefined {
  let at = node.parent;
  while (at !== undefined && !FUNCTIONS.test(at.type)) at = at.parent;
  return at;
}

function parameterType(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'name');
  const owner = functionAround(node) ?? node;
  const text = name === undefined ? undefined : lowering.draft.textOf(name);
  const type = declaredType(fieldOf(node, 'type'), owner, 'param', text, lowering);
  if (node.type !== 'variadic_parameter') return type;
  return lowering.draft.over(OP.arrayOf, type);
}

function parameter(node: Syntax, lowering: Lowering): readonly Local[] {
  const name = fieldOf(node, 'name');
  return local(name, () => lowering.draft.ofType(parameterType(node, lowering)));
}

function assignment(node: Syntax, lowering: Lowering): readonly Local[] {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  if (left?.type !== 'variable_name') return [];
  const value = (): ExpressionId => {
    const remark = remarked(node, lowering, lowering.draft.textOf(left));
    return remark === lowering.draft.unknown ? lowering.expression(right) : remark;
  };
  return [{ name: left, value, from: node.end }];
}

/** Returns the type from a `@var` comment above a statement. */
function remarked(node: Syntax, lowering: Lowering, variable: string): ExpressionId {
  const { draft } = lowering;
  const before = draft.text.slice(Math.max(0, node.start - 200), node.start);
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*$/.exec(before)?.[1];
  if (comment === undefined) return draft.unknown;
  const text = comment.trim().replace(/^\*/gm, '');
  const named = taggedType(text, 'var', variable, node, lowering);
  const type = named === draft.unknown ? taggedType(text, 'var', undefined, node, lowering) : named;
  return draft.ofType(type);
}

function eachVariable(node: Syntax, lowering: Lowering): readonly Local[] {
  const [iterated, target] = node.children;
  const name = target?.type === 'pair' ? target.children.at(-1) : target;
  const plain = name?.type === 'by_ref' ? name.children[0] : name;
  if (plain?.type !== 'variable_name') return [];
  const value = (): ExpressionId => iteratedOf(lowering, iterated);
  return [{ name: plain, value, from: plain.start }];
}

function caught(node: Syntax, lowering: Lowering): readonly Local[] {
  const name = fieldOf(node, 'name');
  return name === undefined
    ? []
    : [{ name, value: () => lowering.valueOf(fieldOf(node, 'type')), from: name.start }];
}

// --- shapes ---------------------------------------------------------------------------------------

const parametersOf = parametersIn(childrenIn('parameters'), (one, lowering) => {
  const name = fieldOf(one, 'name');
  const rest = one.type === 'variadic_parameter';
  return name && { name, type: parameterType(one, lowering), rest };
});

function callable(node: Syntax, lowering: Lowering): ShapeFacts {
  const returns = declaredType(fieldOf(node, 'return_type'), node, 'return', undefined, lowering);
  const parameters = parametersOf(node, lowering);
  if (returns !== lowering.draft.unknown) return { parameters, returns };
  return { parameters, value: eitherOf(lowering, returnedFrom(fieldOf(node, 'body'))) };
}

function returnedFrom(node: Syntax | undefined): readonly Syntax[] {
  if (node === undefined || FUNCTIONS.test(node.type) || node.type === 'anonymous_class') return [];
  if (node.type === 'return_statement') return node.children.slice(0, 1);
  return node.children.flatMap(returnedFrom);
}

/** Returns the bases. Traits come before the parent because their members hide inherited ones. */
function basesOf(node: Syntax): readonly BaseClause[] {
  if (!/^((class|interface|trait|enum)_declaration|anonymous_class)$/.test(node.type)) return [];
  const body = fieldOf(node, 'body');
  const traits = (body === undefined ? [] : childrenOfType(body, 'use_declaration')).flatMap(
    ({ children }) => children.filter(({ type }) => /name$/.test(type)),
  );
  const parents = childrenOfType(node, 'base_clause').flatMap(({ children }) => children);
  const contracts = childrenOfType(node, 'class_interface_clause').flatMap(
    ({ children }) => children,
  );
  const clauses = (names: readonly Syntax[], form: BaseClause['form']): BaseClause[] =>
    names.map((clause) => ({ clause, form }));
  return [
    ...clauses(traits, 'mixin'),
    ...clauses(parents, 'extends'),
    ...clauses(contracts, 'implements'),
  ];
}

const SPEC: TypedSpec = {
  docs: { syntax: TAGS, start: docStart },
  declarations: {
    class_declaration: { kind: 'class' },
    trait_declaration: { kind: 'class' },
    interface_declaration: { kind: 'interface' },
    enum_declaration: { kind: 'enum' },
    enum_case: { kind: 'enumMember' },
    function_definition: { kind: 'function' },
    method_declaration: {
      kind: (node, { draft }) => {
        const name = fieldOf(node, 'name');
        return name !== undefined && draft.textOf(name) === '__construct'
          ? 'constructor'
          : 'method';
      },
    },
    property_declaration: { kind: 'field', names: variables('property_element') },
    property_promotion_parameter: { kind: 'field', names: variableName, isLifted: true },
    const_declaration: { kind: 'variable', names: namesWithin('const_element') },
  },
  calls: {
    function_call_expression: {
      callee: (node) => {
        const callee = fieldOf(node, 'function');
        // Calling a variable calls its value, not a named function.
        return callee !== undefined && NAME.test(callee.type) ? callee : undefined;
      },
    },
    member_call_expression: { callee: methodName, receiver: field('object') },
    nullsafe_member_call_expression: { callee: methodName, receiver: field('object') },
    scoped_call_expression: { callee: methodName, receiver: field('scope') },
    object_creation_expression: {
      callee: child('name', 'qualified_name', 'relative_name', 'relative_scope'),
      form: 'new',
    },
  },
  callArguments: (node) =>
    (fieldOf(node, 'arguments') ?? childOfType(node, 'arguments'))?.children.flatMap(
      ({ children }) => children.at(-1) ?? [],
    ) ?? [],
  bases: basesOf,
  annotations: ['attribute_list'],
  separateMethods: 'members',
  self: ['$this'],
  access: accessByWords('public'),
  scopes: new Set([
    'program',
    'function_definition',
    'method_declaration',
    'anonymous_function',
    'arrow_function',
  ]),
  locals: {
    simple_parameter: parameter,
    variadic_parameter: parameter,
    property_promotion_parameter: parameter,
    assignment_expression: assignment,
    foreach_statement: eachVariable,
    catch_clause: caught,
  },
  valueNames: new Set(['name', 'qualified_name', 'relative_name']),
  typeNames: new Set(),
  isTypeName: isTypePlace,
  entities: { name: entity, qualified_name: entity, relative_name: entity, relative_scope: entity },
  members: new Set([
    'member_access_expression',
    'nullsafe_member_access_expression',
    'scoped_property_access_expression',
    'class_constant_access_expression',
  ]),
  labels: words(`
    variable_name namespace_name namespace_definition member_call_expression
    nullsafe_member_call_expression scoped_call_expression argument use_as_clause
    use_instead_of_clause declare_directive goto_statement named_label_statement
  `),
  globals: words(`
    self static parent null true false class NULL TRUE FALSE
  `),
  expressions: EXPRESSIONS,
  types: {
    named_type: (node, lowering) => typed(lowering, node),
    optional_type: firstType,
    union_type: anyOf,
    intersection_type: anyOf,
    disjunctive_normal_form_type: anyOf,
    type_list: anyOf,
  },
  shapes: {
    function_definition: callable,
    method_declaration: callable,
    property_declaration: (node, lowering) => ({
      type: declaredType(fieldOf(node, 'type'), node, 'var', undefined, lowering),
      value: lowering.expression(
        fieldOf(childOfType(node, 'property_element') ?? node, 'default_value'),
      ),
    }),
    property_promotion_parameter: (node, lowering) => ({ type: parameterType(node, lowering) }),
    const_declaration: (node, lowering, index) => ({
      value: lowering.expression(childrenOfType(node, 'const_element')[index]?.children.at(-1)),
    }),
  },
  anonymousBases: { anonymous_class: basesOf },
  selfTypes: {
    anonymous_class: (node) => childOfType(node, 'base_clause')?.children[0],
  },
  typedImports: {
    namespace_use_declaration: imported,
    include_expression: included,
    include_once_expression: included,
    require_expression: included,
    require_once_expression: included,
  },
  packages: namespacesIn,
  // Functions and constants missing from a namespace fall back to the global ones.
  implicitModules: (packages) => [...new Set([...packages, ''])].map((name) => `${name}\\`),
};

const NAME = /^(name|qualified_name|relative_name)$/;

function methodName(node: Syntax): Syntax | undefined {
  const name = fieldOf(node, 'name');
  // `$object->$name()` may call any method.
  return name?.type === 'name' ? name : undefined;
}

function entity(node: Syntax, lowering: Lowering): ExpressionId {
  return named(lowering.draft.textOf(node), node, 'type', lowering);
}

export const PHP = typedLanguage(
  {
    id: 'php',
    title: 'PHP',
    extensions: ['.php', '.phtml', '.php5', '.inc'],
    interpreters: ['php'],
    grammar: 'tree-sitter-php.wasm',
    configNames: ['composer.json'],
    packageExtensions: ['.php'],
    registrations: PHP_REGISTRATIONS,
    passesOnImports: 'never',
    createModuleResolver: namespaceModules,
  },
  SPEC,
);
