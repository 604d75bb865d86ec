/** Declarations of classes, functions, variables and attributes. */

import { commentBefore, lineComments } from '../../extractors/lowering/comments.ts';
import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId, TypeParameter } from '../../model/facts.ts';
import { NO_EXPRESSION } from '../../model/facts.ts';
import type { SymbolKind } from '../../model/symbol.ts';
import { addDeclaration } from './add-declaration.ts';
import { baseExpression, basesOf, inheritedParameter, tupleOf } from './bases.ts';
import { docstring } from './docstring.ts';
import type { PythonDraft } from './draft.ts';
import { addFixture, isFixture, takesFixtures } from './fixtures.ts';
import { hoist } from './hoist.ts';
import { openParameters, openTypeParameters } from './open-parameters.ts';
import { bindParameter, parameterName, shapeParameter, untypedValue } from './parameters.ts';
import { isGenerator, returnedValue } from './returns.ts';
import type { Place } from './scope.ts';
import { type Receiver, Scope } from './scope.ts';
import { isTypeAlias } from './type-aliases.ts';
import { addReceiverVariable, addTypeParameters, addTypeVariable } from './type-variables.ts';
import { assignedValue, typeExpression } from './types.ts';
import { pathValue } from './values.ts';

/** Maximum length of a value that is shown in a variable's signature, in characters. */
const VALUE_SHOWN_MAX = 60;

/** Returns the statement including its decorators. */
function statementOf(node: Syntax): Syntax {
  return node.parent?.type === 'decorated_definition' ? node.parent : node;
}

/**
 * Returns the names of decorators as written: `property`, `x.setter`, `functools.cached_property`.
 */
function decoratorNames(draft: PythonDraft, node: Syntax): string[] {
  return childrenOfType(statementOf(node), 'decorator').map((one) =>
    draft
      .textOf(one)
      .replace(/^@\s*/, '')
      .replace(/[([\s][\s\S]*$/, ''),
  );
}

// --- functions ------------------------------------------------------------------------------------

const PROPERTY = /(^|\.)(\w*property|getter)$/;
const SETTER = /\.(setter|deleter)$/;

function kindOfFunction(
  name: string,
  isMember: boolean,
  decorators: readonly string[],
): SymbolKind {
  if (!isMember) return 'function';
  if (name === '__init__') return 'constructor';
  const isAccessor = decorators.some((one) => PROPERTY.test(one) || SETTER.test(one));
  return isAccessor ? 'accessor' : 'method';
}

export function declareFunction(draft: PythonDraft, node: Syntax, place: Place): void {
  const name = fieldOf(node, 'name');
  const body = fieldOf(node, 'body');
  if (name === undefined) return;
  const decorators = decoratorNames(draft, node);
  const isMember = place.scope.form === 'class';
  const kind = kindOfFunction(draft.textOf(name), isMember, decorators);
  const isStatic = isMember && decorators.includes('staticmethod');
  const isClass = isMember && decorators.includes('classmethod');
  const isSetter = decorators.some((one) => SETTER.test(one));
  const isAbstract = decorators.some((one) => /(^|\.)abstract/.test(one));
  const isAsync = /^async\b/.test(draft.text.slice(node.start, node.start + 6));
  const statement = statementOf(node);
  const index = addDeclaration(draft, place.scope.owner, {
    name,
    kind,
    start: statement.start,
    body,
    end: statement.end,
    doc: docstring(draft, body),
    modifiers: [
      ...(isAsync ? (['async'] as const) : []),
      ...(isStatic || isClass ? (['static'] as const) : []),
      ...(isAbstract ? (['abstract'] as const) : []),
      ...(kind === 'accessor' ? ([isSetter ? 'setter' : 'getter'] as const) : []),
    ],
  });
  draft.declared.set(node, index);
  bindDeclaration(draft, name, index, place);
  const owner = place.scope.owner;
  const receiver: Receiver | undefined =
    isMember && !isStatic ? { declaration: owner, isClass } : undefined;
  const isProvider = place.scope.form !== 'function' && isFixture(decorators);
  if (isProvider) addFixture(draft, node, { index, name: draft.textOf(name), owner });
  if (takesFixtures(draft, draft.textOf(name), place, decorators)) draft.fixtureUsers.add(index);
  addTypeParameters(draft, node, index);
  if (receiver !== undefined) addReceiverVariable(draft, node, { index, owner });
  const scope = functionScope(draft, node, place.scope, { index, body, receiver, isMember });
  draft.later.push(() =>
    shapeFunction(draft, node, scope, { index, isStatic, isMember, isSetter, isProvider }),
  );
}

function functionScope(
  draft: PythonDraft,
  node: Syntax,
  parent: Scope,
  made: {
    index: number;
    body: Syntax | undefined;
    receiver: Receiver | undefined;
    isMember: boolean;
  },
): Scope {
  const body = made.body ?? node;
  const scope = new Scope('function', parent, {
    owner: made.index,
    body,
    receiver: made.isMember ? made.receiver : parent.receiver,
  });
  draft.scopes.set(node, scope);
  const inside = { scope, block: body };
  const parameters = fieldOf(node, 'parameters')?.children ?? [];
  const given = parameters.filter(({ type }) => !/separator$/.test(type));
  const own = made.isMember ? made.receiver : undefined;
  const isUser = draft.fixtureUsers.has(made.index);
  const names = isUser ? new Set<string>() : openParameters(draft, node);
  const open = new Map<string, () => ExpressionId>();
  draft.openParameters.set(made.index, open);
  given.forEach((parameter, position) => {
    const receiver = position === 0 ? own : undefined;
    const inherited = (): ExpressionId =>
      made.isMember
        ? inheritedParameter(draft, parent, made.index, own === undefined ? position : position - 1)
        : draft.unknown;
    const name = draft.textOf(parameterName(parameter) ?? parameter);
    const isOpen = receiver === undefined && names.has(name);
    if (isOpen) open.set(name, () => untypedValue(draft, parameter, parent, inherited));
    bindParameter(draft, parameter, inside, { receiver, inherited, isOpen });
  });
  for (const parameter of parameters) hoist(draft, parameter, { scope: parent, block: body });
  if (made.body !== undefined) hoist(draft, made.body, inside);
  return scope;
}

function bindDeclaration(draft: PythonDraft, name: Syntax, index: number, place: Place): void {
  place.scope.bind(draft.textOf(name), {
    form: 'declaration',
    offset: name.start,
    block: place.block,
    evaluate: () => draft.table.add(OP.declaration, index),
  });
}

function shapeFunction(
  draft: PythonDraft,
  node: Syntax,
  scope: Scope,
  made: {
    index: number;
    isStatic: boolean;
    isMember: boolean;
    isSetter: boolean;
    /** Whether it is a fixture, whose users get what it yields. */
    isProvider: boolean;
  },
): void {
  const shape = draft.shapes[made.index];
  if (shape === undefined) return;
  const outer = scope.parent ?? scope;
  const returns = fieldOf(node, 'return_type');
  shape.callable = true;
  if (!made.isSetter) {
    // The users of a fixture that yields get the value, not the annotated generator.
    const isUnwrapped = made.isProvider && isGenerator(node);
    shape.returns =
      returns === undefined || isUnwrapped
        ? NO_EXPRESSION
        : draft.orNone(typeExpression(draft, returns, outer));
    if (shape.returns === NO_EXPRESSION)
      shape.value = draft.orNone(returnedValue(draft, node, scope, isUnwrapped));
  }
  const all = (fieldOf(node, 'parameters')?.children ?? []).filter(
    ({ type }) => !/separator$/.test(type),
  );
  const passed = made.isMember && !made.isStatic ? all.slice(1) : all;
  const isAccessor = draft.declarations[made.index]?.kind === 'accessor';
  if (!isAccessor)
    shape.parameters = passed.map((one) => shapeParameter(draft, one, outer, made.index));
  shape.typeParameters = [
    ...typeParameters(draft, node, outer, made.index),
    ...openTypeParameters(draft, made.index),
  ];
}

/** Returns the type parameters of `def f[T: Base](x: T)`, or those made by `TypeVar`. */
function typeParameters(
  draft: PythonDraft,
  node: Syntax,
  scope: Scope,
  index: number,
): TypeParameter[] {
  const list = fieldOf(node, 'type_parameters');
  if (list === undefined)
    return (draft.typeParameters.get(index) ?? []).map((name) => ({
      name,
      constraint: draft.table.add(OP.named, pathValue(draft, [name], node, scope)),
      default: NO_EXPRESSION,
    }));
  return list.children.flatMap((one) => {
    const [name, bound] =
      /^[*\s]*(\w+)\s*(?::\s*([\s\S]+))?$/.exec(draft.textOf(one))?.slice(1) ?? [];
    if (name === undefined) return [];
    const constraint =
      bound === undefined ? NO_EXPRESSION : draft.orNone(typeExpression(draft, one, scope, bound));
    return [{ name, constraint, default: NO_EXPRESSION }];
  });
}

// --- classes --------------------------------------------------------------------------------------

export function declareClass(draft: PythonDraft, node: Syntax, place: Place): void {
  const name = fieldOf(node, 'name');
  const body = fieldOf(node, 'body');
  if (name === undefined) return;
  const statement = statementOf(node);
  const index = addDeclaration(draft, place.scope.owner, {
    name,
    kind: 'class',
    start: statement.start,
    body,
    end: statement.end,
    doc: docstring(draft, body),
    modifiers: [],
  });
  draft.declared.set(node, index);
  bindDeclaration(draft, name, index, place);
  const scope = new Scope('class', place.scope, { owner: index, body: body ?? node });
  draft.scopes.set(node, scope);
  draft.classScopes.set(index, scope);
  addTypeParameters(draft, node, index);
  for (const child of node.children) {
    if (child === body) hoist(draft, body, { scope, block: body });
    else hoist(draft, child, place);
  }
  draft.later.push(() => {
    const shape = draft.shapes[index];
    if (shape === undefined) return;
    shape.typeParameters = typeParameters(draft, node, place.scope, index);
    shape.type = draft.orNone(tupleOf(draft, node, scope));
    shape.heritage = basesOf(node).map((base) => ({
      form: 'extends',
      expression: baseExpression(draft, base, place.scope),
      line: draft.lineOf(base.start),
    }));
  });
}

// --- variables ------------------------------------------------------------------------------------

export function declareTypeAlias(draft: PythonDraft, node: Syntax, place: Place): void {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  const name = left?.children[0]?.type === 'identifier' ? left.children[0] : left;
  if (name?.type !== 'identifier') return;
  const index = addDeclaration(draft, place.scope.owner, {
    name,
    kind: 'typeAlias',
    start: node.start,
    body: right,
    end: node.end,
    doc: docAbove(draft, node.start),
    modifiers: [],
  });
  draft.declared.set(node, index);
  bindDeclaration(draft, name, index, place);
  draft.later.push(() => {
    const shape = draft.shapes[index];
    if (shape !== undefined && right !== undefined) {
      shape.type = draft.orNone(typeExpression(draft, right, place.scope));
    }
  });
}

/** Returns the declaration of a variable of a module or class, which its first assignment makes. */
export function variableOf(draft: PythonDraft, node: Syntax, name: Syntax, place: Place): number {
  const text = draft.textOf(name);
  const index = place.scope.variables.get(text) ?? addVariable(draft, node, name, place);
  place.scope.variables.set(text, index);
  return index;
}

/** Declares a variable of a module or class. Assigning it again does not declare another. */
export function declareVariable(
  draft: PythonDraft,
  node: Syntax,
  name: Syntax,
  place: Place,
): void {
  const { scope } = place;
  const text = draft.textOf(name);
  const index = variableOf(draft, node, name, place);
  draft.declared.set(node, index);
  scope.bind(text, {
    form: 'value',
    offset: name.start,
    block: place.block,
    evaluate: () => draft.table.add(OP.declaration, index),
  });
  const value = fieldOf(node, 'right');
  const type = fieldOf(node, 'type');
  const shape = draft.shapes[index];
  if (shape === undefined) return;
  addTypeVariable(draft, text, value);
  if (value?.type === 'lambda') shape.callable = true;
  // `Name: TypeAlias = …` gives a name to the type, which is read as its value.
  const isAlias = type !== undefined && /^(\w+\.)*TypeAlias$/.test(draft.textOf(type));
  if (type !== undefined && !isAlias) {
    draft.later.push(() => {
      shape.type = draft.orNone(typeExpression(draft, type, scope));
    });
  }
  if (value === undefined) return;
  const values = draft.values.get(index) ?? [];
  draft.values.set(index, values);
  values.push({ node: value, scope });
  if (values.length === 1) draft.later.push(() => giveValue(draft, index, values));
}

function giveValue(
  draft: PythonDraft,
  index: number,
  values: readonly { readonly node: Syntax; readonly scope: Scope }[],
): void {
  const shape = draft.shapes[index];
  if (shape === undefined) return;
  const [only] = values;
  if (only !== undefined && values.length === 1 && isTypeAlias(draft, index, only.node)) {
    addTypeParameters(draft, only.node, index);
    const type = typeExpression(draft, only.node, only.scope);
    shape.typeParameters = typeParameters(draft, only.node, only.scope, index);
    if (type !== draft.unknown) shape.value = draft.table.add(OP.typeOf, type);
    return;
  }
  const parts = values.slice(0, 8).map(({ node, scope }) => assignedValue(draft, node, scope));
  shape.value = draft.orNone(draft.either(OP.either, parts));
}

function addVariable(draft: PythonDraft, node: Syntax, name: Syntax, { scope }: Place): number {
  const statement = node.parent?.type === 'expression_statement' ? node.parent : node;
  return addDeclaration(draft, scope.owner, {
    name,
    kind: scope.form === 'class' ? 'field' : 'variable',
    start: statement.start,
    body: shownBody(draft, fieldOf(node, 'right')),
    end: statement.end,
    doc: docAbove(draft, statement.start),
    modifiers: [],
  });
}

/**
 * Returns the value as the body if it is long. A short value belongs to the signature because it
 * often explains the variable.
 */
function shownBody(draft: PythonDraft, value: Syntax | undefined): Syntax | undefined {
  if (value === undefined) return undefined;
  const text = draft.textOf(value);
  const isShort = text.length <= VALUE_SHOWN_MAX && !text.includes('\n');
  return isShort && value.type !== 'lambda' ? undefined : value;
}

/** Declares the attribute of `self.x = …` at its first assignment. */
export function declareAttribute(
  draft: PythonDraft,
  owner: number,
  name: Syntax,
  assignment: Syntax,
): number {
  const body = shownBody(draft, fieldOf(assignment, 'right'));
  const index = addDeclaration(draft, owner, {
    name,
    kind: 'field',
    start: assignment.start,
    body,
    end: assignment.end,
    doc: docAbove(draft, assignment.start),
    modifiers: [],
  });
  draft.declared.set(assignment, index);
  return index;
}

function docAbove(draft: PythonDraft, start: number): string {
  const index = commentBefore(draft.tree.comments, start);
  return index < 0 ? '' : lineComments(draft, index, start);
}
