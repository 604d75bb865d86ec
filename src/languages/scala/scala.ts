import { SCALADOC } from '../../extractors/lowering/doc-names.ts';
import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import {
  childOfType,
  childrenOfType,
  fieldOf,
  type Syntax,
} from '../../extractors/lowering/syntax.ts';
import { words } from '../../extractors/lowering/words.ts';
import { accessByWords, field, fieldsOf, firstChild } from '../../extractors/outline/reading.ts';
import type { DeclaredName } from '../../extractors/outline/spec.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import {
  childrenAt,
  eitherAt,
  eitherOf,
  firstType,
  firstValue,
  functionTypeOf,
  iteratedOf,
  lastValue,
  listAt,
  listOf,
  parametersIn,
  valueAt,
} from '../../extractors/semantic/readers.ts';
import type { ShapeFacts, TypedSpec } from '../../extractors/semantic/spec.ts';
import { typedLanguage } from '../../extractors/semantic/typed.ts';
import { OP } from '../../model/expression.ts';
import { type ExpressionId, NO_EXPRESSION, type TypeParameter } from '../../model/facts.ts';
import { relativePackageModules } from '../java/package-modules.ts';
import { qualifiedStart } from '../java/qualified-names.ts';
import { imported, outerPackages, packageOf } from './imports.ts';
import { LOCALS } from './locals.ts';
import { preParseScala } from './pre-parse.ts';

const DECLARATIONS: TypedSpec['declarations'] = {
  class_definition: { kind: 'class' },
  object_definition: { kind: 'class' },
  package_object: { kind: 'class' },
  trait_definition: { kind: 'interface' },
  enum_definition: { kind: 'enum' },
  simple_enum_case: { kind: 'enumMember' },
  full_enum_case: { kind: 'enumMember' },
  function_definition: { kind: 'function' },
  function_declaration: { kind: 'function' },
  given_definition: { kind: 'variable' },
  val_definition: { kind: 'variable', names: patternName, body: field('value') },
  var_definition: { kind: 'variable', names: patternName, body: field('value') },
  val_declaration: { kind: 'variable' },
  var_declaration: { kind: 'variable' },
  class_parameter: { kind: (node, { draft }) => (isField(node, draft) ? 'field' : undefined) },
  type_definition: { kind: 'typeAlias', body: field('type') },
};

/** Whether a parameter is a field: in a case class, or declared as `val` or `var`. */
function isField(node: Syntax, draft: FileDraft): boolean {
  if (/\b(val|var)\b/.test(draft.textOf(node))) return true;
  const owner = node.parent?.parent;
  if (owner?.type !== 'class_definition' || fieldOf(owner, 'class_parameters') !== node.parent) {
    return false;
  }
  const name = fieldOf(owner, 'name');
  return /\bcase\s+class\s*$/.test(draft.text.slice(owner.start, name?.start ?? owner.start));
}

function patternName(node: Syntax): DeclaredName[] {
  const pattern = fieldOf(node, 'pattern');
  return pattern?.type === 'identifier' ? [{ node: pattern }] : [];
}

// --- types ----------------------------------------------------------------------------------------

/** Types that hold elements. A map is represented by its values. */
const LISTS =
  /^((Immutable|Mutable|Linked|Indexed|Array)?(List|Seq|Set|Map|Buffer|Iterable|Traversable|Queue)|Vector|Array|ListBuffer|ArrayBuffer|Iterator|Stream|LazyList|Option|Some|TreeMap|HashMap|HashSet|IndexedSeq|LinearSeq|IterableOnce|ConcurrentHashMap)$/;

function genericType(node: Syntax, lowering: Lowering): ExpressionId {
  const [name] = node.children;
  const args = childOfType(node, 'type_arguments')?.children ?? [];
  const last = args.at(-1);
  if (name === undefined) return lowering.draft.unknown;
  if (last !== undefined && LISTS.test(lowering.draft.textOf(name))) {
    return listOf(lowering, lowering.type(last));
  }
  return lowering.namedType(lowering.entity(name), args);
}

function functionType(node: Syntax, lowering: Lowering): ExpressionId {
  const types = childrenAt(node, 'parameter_types').map((one) => lowering.type(one));
  return functionTypeOf(lowering, lowering.type(fieldOf(node, 'return_type')), types);
}

// --- expressions ----------------------------------------------------------------------------------

/** Returns the result of a method called without parentheses, or the value itself. */
function read(what: ExpressionId, name: string, { draft }: Lowering): ExpressionId {
  // A capitalized name is an object or a class.
  if (what === draft.unknown || !/^\p{Ll}/u.test(name)) return what;
  return draft.table.add(OP.firstOf, draft.table.add(OP.call, what, 0), what);
}

function identifier(node: Syntax, lowering: Lowering): ExpressionId {
  const text = lowering.draft.textOf(node);
  if (text === 'this') return lowering.self(node);
  if (text === 'super') return lowering.super(node);
  const named = lowering.name(node);
  // A name called with parentheses denotes the method itself.
  if (node.parent !== undefined && calledOf(node.parent) === node) return named;
  return lowering.isLocal(node) ? named : read(named, text, lowering);
}

function fieldExpression(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'field');
  const value = fieldOf(node, 'value');
  if (name === undefined || value === undefined) return lowering.draft.unknown;
  const text = lowering.draft.textOf(name);
  const object = lowering.expression(value);
  if (KEEPING.test(text)) return object;
  if (TAKING.test(text)) return lowering.draft.over(OP.iterated, object);
  return read(lowering.memberOf(object, text), text, lowering);
}

const KEEPING =
  /^(filter|filterNot|sorted|sortBy|sortWith|reverse|toList|toSeq|toVector|toSet|toArray|take|drop|takeWhile|dropWhile|distinct|headOption|lastOption|find|tail|init|orElse|withFilter)$/;
const TAKING = /^(head|last|get|getOrElse|next|apply)$/;

/** Returns the called function without its type arguments. */
function calledOf(node: Syntax): Syntax | undefined {
  const called = fieldOf(node, 'function');
  return called?.type === 'generic_function' ? fieldOf(called, 'function') : called;
}

function callee(node: Syntax): Syntax | undefined {
  const called = calledOf(node);
  return called?.type === 'field_expression' ? fieldOf(called, 'field') : called;
}

function receiver(node: Syntax): Syntax | undefined {
  const called = calledOf(node);
  return called?.type === 'field_expression' ? fieldOf(called, 'value') : undefined;
}

function call(node: Syntax, lowering: Lowering): ExpressionId {
  const name = callee(node);
  const object = receiver(node);
  const text = name === undefined ? '' : lowering.draft.textOf(name);
  if (object !== undefined && KEEPING.test(text)) return lowering.expression(object);
  const rule = lowering.spec.calls?.['call_expression'];
  const plain = rule === undefined ? lowering.draft.unknown : lowering.call(node, rule);
  if (object === undefined || !TAKING.test(text)) return plain;
  const element = iteratedOf(lowering, object);
  const { draft } = lowering;
  return element === draft.unknown ? plain : draft.table.add(OP.firstOf, plain, element);
}

function lambda(node: Syntax, lowering: Lowering): ExpressionId {
  const bindings = childOfType(node, 'bindings')?.children ?? [];
  const types = bindings.map((one) => lowering.valueOf(fieldOf(one, 'type')));
  return lowering.lambda(lowering.expression(node.children.at(-1)), types);
}

// --- shapes ---------------------------------------------------------------------------------------

const parametersOf = parametersIn(
  (node) => childrenOfType(node, 'parameters').flatMap(({ children }) => children),
  (one, lowering) => {
    const name = fieldOf(one, 'name');
    const type = fieldOf(one, 'type');
    const rest = type?.type === 'repeated_parameter_type';
    return name && { name, type: lowering.type(type), rest };
  },
);

function functionShape(node: Syntax, lowering: Lowering): ShapeFacts {
  const returned = fieldOf(node, 'return_type');
  const extension = node.parent?.type === 'extension_definition' ? node.parent : undefined;
  const extended = extension && childOfType(extension, 'parameters')?.children[0];
  return {
    ...(returned === undefined
      ? { value: lowering.expression(fieldOf(node, 'body')) }
      : { returns: lowering.type(returned) }),
    parameters: parametersOf(node, lowering),
    ...(extended === undefined
      ? {}
      : { receiver: lowering.type(fieldOf(extended, 'type')), isExtension: true }),
  };
}

function valueShape(node: Syntax, lowering: Lowering): ShapeFacts {
  return {
    type: lowering.type(fieldOf(node, 'type')),
    value: lowering.expression(fieldOf(node, 'value')),
  };
}

function typeParametersOf(node: Syntax, lowering: Lowering): readonly TypeParameter[] {
  const list = childOfType(node, 'type_parameters');
  if (list === undefined) return [];
  const names = list.children.flatMap((one) =>
    one.type === 'identifier'
      ? [one]
      : (one.children.find(({ type }) => type === 'identifier') ?? []),
  );
  return names.map((name) => ({
    name: lowering.draft.textOf(name),
    constraint: boundOf(list, name, lowering),
    default: NO_EXPRESSION,
  }));
}

/** Returns the bound of a type parameter in `T <: Bound`. */
function boundOf(list: Syntax, name: Syntax, lowering: Lowering): ExpressionId {
  const siblings = (name.parent === list ? list : name.parent)?.children ?? [];
  const next = siblings[siblings.indexOf(name) + 1];
  if (next?.type !== 'upper_bound') return NO_EXPRESSION;
  return lowering.draft.orNone(lowering.type(next.children[0]));
}

/** Returns the class, trait or enum that an object is the companion of. */
function companionOf(node: Syntax, { draft }: Lowering): number {
  const name = fieldOf(node, 'name');
  const text = name === undefined ? '' : draft.textOf(name);
  for (const sibling of node.parent?.children ?? []) {
    if (!/^(class|trait|enum)_definition$/.test(sibling.type)) continue;
    const own = fieldOf(sibling, 'name');
    const [declared] = draft.declared.get(sibling) ?? [];
    if (own !== undefined && declared !== undefined && draft.textOf(own) === text) return declared;
  }
  return -1;
}

const SPEC: TypedSpec = {
  docs: { syntax: SCALADOC, start: qualifiedStart },
  declarations: DECLARATIONS,
  calls: {
    call_expression: { callee, receiver },
    instance_expression: {
      callee: (node) => {
        const [type] = node.children;
        return type?.type === 'template_body' ? undefined : type;
      },
      form: 'new',
    },
    infix_expression: {
      callee: (node, draft) => {
        const operator = fieldOf(node, 'operator');
        return operator && /^\p{L}/u.test(draft.textOf(operator)) ? operator : undefined;
      },
      receiver: field('left'),
    },
  },
  callArguments: (node) => {
    if (node.type === 'infix_expression') return fieldsOf(node, 'right');
    const args = fieldOf(node, 'arguments') ?? childOfType(node, 'arguments');
    return args?.children ?? [];
  },
  heritage: { extends_clause: 'extends' },
  annotations: ['annotation'],
  companions: { object_definition: companionOf },
  implicitSelf: true,
  self: ['this'],
  access: accessByWords('public'),
  scopes: words(`
    compilation_unit class_definition object_definition trait_definition function_definition block
    lambda_expression case_clause for_expression
  `),
  locals: LOCALS,
  valueNames: new Set(['identifier']),
  typeNames: new Set(['type_identifier', 'stable_type_identifier']),
  members: new Set(['field_expression']),
  labels: new Set(['package_identifier', 'stable_identifier', 'type_parameters', 'annotation']),
  isLabel: (node) => {
    const { parent } = node;
    if (parent?.type === 'field_expression') return fieldOf(parent, 'field') === node;
    if (parent?.type === 'interpolated_string_expression') return true;
    return parent?.type === 'assignment_expression' && parent.parent?.type === 'arguments';
  },
  globals: words(`
    this super println require assert Some None Nil Left Right
  `),
  anonymousBases: {
    template_body: ({ parent }) => {
      const bases = parent?.type === 'instance_expression' ? parent.children : [];
      return bases
        .flatMap((base) => (base.type === 'compound_type' ? base.children : [base]))
        .filter(({ type }) => type !== 'template_body')
        .map((clause) => ({ clause, form: 'extends' }));
    },
  },
  selfTypes: {
    template_body: ({ parent }) =>
      parent?.type === 'instance_expression' ? parent.children[0] : undefined,
  },
  expressions: {
    identifier,
    field_expression: fieldExpression,
    call_expression: call,
    generic_function: valueAt(field('function')),
    parenthesized_expression: firstValue,
    ascription_expression: (node, lowering) => lowering.valueOf(node.children[1]),
    if_expression: eitherAt(field('consequence'), field('alternative')),
    match_expression: (node, lowering) =>
      eitherOf(
        lowering,
        childrenAt(node, 'body').map((one) => fieldOf(one, 'body')),
      ),
    block: lastValue,
    lambda_expression: lambda,
  },
  types: {
    generic_type: genericType,
    function_type: functionType,
    repeated_parameter_type: listAt(firstChild),
    lazy_parameter_type: firstType,
    compound_type: firstType,
    annotated_type: firstType,
  },
  shapes: {
    function_definition: functionShape,
    function_declaration: functionShape,
    val_definition: valueShape,
    var_definition: valueShape,
    val_declaration: valueShape,
    var_declaration: valueShape,
    class_parameter: valueShape,
    type_definition: valueShape,
  },
  typeParameters: typeParametersOf,
  typedImports: { import_declaration: imported, package_clause: outerPackages },
  packages: packageOf,
  implicitModules: (packages) => packages,
};

export const SCALA = typedLanguage(
  {
    id: 'scala',
    title: 'Scala',
    extensions: ['.scala', '.sc', '.sbt'],
    grammar: 'tree-sitter-scala.wasm',
    passesOnImports: 'never',
    isCostlyToOptimize: true,
    preParse: preParseScala,
    family: 'jvm',
    createModuleResolver: relativePackageModules,
  },
  SPEC,
);
