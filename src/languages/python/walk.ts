/** Second pass: emits what each node refers to, in which form, and from which symbol. */

import { childrenOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ReferenceForm } from '../../model/facts.ts';
import { basesOf } from './bases.ts';
import type { PythonDraft } from './draft.ts';
import { referToFixtures, referToUsedFixtures } from './fixtures.ts';
import type { Scope } from './scope.ts';
import { expressionFor, pathValue } from './values.ts';

export function walk(draft: PythonDraft, node: Syntax, scope: Scope): void {
  const owner = scope.owner;
  switch (node.type) {
    case 'import_statement':
    case 'import_from_statement':
    case 'future_import_statement':
    case 'global_statement':
    case 'nonlocal_statement':
      return;
    case 'function_definition':
      return walkFunction(draft, node, scope);
    case 'class_definition':
      return walkClass(draft, node, scope);
    case 'lambda':
      walkParameters(draft, fieldOf(node, 'parameters'), scope);
      return walkField(draft, node, 'body', draft.scopes.get(node) ?? scope);
    case 'list_comprehension':
    case 'set_comprehension':
    case 'dictionary_comprehension':
    case 'generator_expression':
      return walkChildren(draft, node, draft.scopes.get(node) ?? scope);
    case 'decorated_definition':
      return walkDecorated(draft, node, scope);
    case 'call':
      return walkCall(draft, node, scope);
    case 'attribute':
      refer(draft, node, scope, owner, 'value');
      return walkField(draft, node, 'object', scope);
    case 'identifier':
      return referToName(draft, node, scope);
    case 'type':
      return walkType(draft, node, scope);
    case 'assignment':
      return walkAssignment(draft, node, scope);
    case 'type_alias_statement':
      return walkField(draft, node, 'right', scope);
    case 'keyword_argument':
      return walkField(draft, node, 'value', scope);
    case 'named_expression':
      return walkField(draft, node, 'value', scope);
    case 'for_statement':
    case 'for_in_clause':
      return walkLoop(draft, node, scope);
    case 'as_pattern_target':
      return;
    case 'dotted_name': {
      // In a pattern: a class, a constant, or a name that is captured.
      const isCaptured = node.children.length === 1 && node.parent?.type !== 'class_pattern';
      if (!isCaptured) refer(draft, node, scope, owner, 'value');
      return;
    }
    default:
      return walkChildren(draft, node, scope);
  }
}

function walkChildren(draft: PythonDraft, node: Syntax, scope: Scope): void {
  for (const child of node.children) walk(draft, child, scope);
}

function walkField(draft: PythonDraft, node: Syntax, name: string, scope: Scope): void {
  const child = fieldOf(node, name);
  if (child !== undefined) walk(draft, child, scope);
}

function refer(
  draft: PythonDraft,
  node: Syntax,
  scope: Scope,
  owner: number,
  form: ReferenceForm,
): void {
  const expression = expressionFor(draft, node, scope);
  const op = draft.table.opOf(expression);
  const isNameable =
    op === OP.declaration ||
    op === OP.binding ||
    op === OP.member ||
    op === OP.firstOf ||
    op === OP.free;
  if (form === 'value' && (!isNameable || op === OP.free)) return;
  draft.refer(owner, form, expression, node.end - 1);
}

/** Emits uses of symbols and imports, but not of locals and parameters. */
function referToName(draft: PythonDraft, node: Syntax, scope: Scope): void {
  const entries = scope.entriesAt(draft.textOf(node), node);
  const isNamed = entries?.every(
    ({ form, evaluate }) =>
      form === 'declaration' ||
      form === 'import' ||
      (form === 'value' && draft.table.opOf(evaluate()) === OP.declaration),
  );
  if (isNamed === true) refer(draft, node, scope, scope.owner, 'value');
}

function walkFunction(draft: PythonDraft, node: Syntax, outer: Scope): void {
  const scope = draft.scopes.get(node) ?? outer;
  const parameters = fieldOf(node, 'parameters');
  walkParameters(draft, parameters, outer, scope.owner);
  referToFixtures(draft, node, outer);
  const returns = fieldOf(node, 'return_type');
  if (returns !== undefined) walkType(draft, returns, outer, scope.owner);
  walkField(draft, node, 'body', scope);
}

function walkParameters(
  draft: PythonDraft,
  list: Syntax | undefined,
  scope: Scope,
  owner = scope.owner,
): void {
  for (const parameter of list?.children ?? []) {
    const type = fieldOf(parameter, 'type');
    if (type !== undefined) walkType(draft, type, scope, owner);
    walkField(draft, parameter, 'value', scope);
  }
}

/**
 * Walks decorators. A called decorator is a call, a plain one is a use. Both belong to the
 * decorated definition.
 */
function walkDecorated(draft: PythonDraft, node: Syntax, outer: Scope): void {
  const definition = fieldOf(node, 'definition');
  const owner = definition && draft.declared.get(definition);
  const scope = owner === undefined ? outer : outer.ownedBy(owner);
  for (const decorator of childrenOfType(node, 'decorator')) {
    const [inner] = decorator.children;
    const callee = inner?.type === 'call' ? fieldOf(inner, 'function') : undefined;
    if (inner === undefined) continue;
    if (callee === undefined) {
      walk(draft, inner, scope);
      continue;
    }
    refer(draft, callee, scope, scope.owner, 'decorator');
    referToUsedFixtures(draft, inner, scope);
    if (callee.type === 'attribute') walkField(draft, callee, 'object', scope);
    walkField(draft, inner, 'arguments', scope);
  }
  if (definition !== undefined) walk(draft, definition, outer);
}

/** Bases are edges of their own kind, so only their inner parts are walked. */
function walkClass(draft: PythonDraft, node: Syntax, outer: Scope): void {
  const bases = new Set(basesOf(node));
  for (const argument of fieldOf(node, 'superclasses')?.children ?? []) {
    if (!bases.has(argument) || argument.type === 'call') walk(draft, argument, outer);
    else if (argument.type === 'subscript') walkChildrenAfterFirst(draft, argument, outer);
  }
  walkField(draft, node, 'body', draft.scopes.get(node) ?? outer);
}

function walkChildrenAfterFirst(draft: PythonDraft, node: Syntax, scope: Scope): void {
  for (const child of node.children.slice(1)) walk(draft, child, scope);
}

function walkCall(draft: PythonDraft, node: Syntax, scope: Scope): void {
  const callee = fieldOf(node, 'function');
  if (callee !== undefined) {
    if (draft.textOf(callee) !== 'super' && !isAlias(draft, callee, scope)) {
      referToCallee(draft, callee, scope);
    }
    if (callee.type === 'attribute') walkField(draft, callee, 'object', scope);
    else if (callee.type !== 'identifier') walk(draft, callee, scope);
  }
  walkField(draft, node, 'arguments', scope);
}

function referToCallee(draft: PythonDraft, callee: Syntax, scope: Scope): void {
  const expression = expressionFor(draft, callee, scope);
  const name = fieldOf(callee, 'attribute');
  const isNamed = callee.type !== 'call' && (!name || draft.textOf(name) !== '__class__');
  // `type(self)()` and `self.__class__()` create an instance, but of which class is open.
  if (!isNamed && draft.table.opOf(expression) === OP.declaration) return;
  if (expression !== draft.unknown)
    return draft.refer(scope.owner, 'call', expression, callee.end - 1);
  // A call on an unknown receiver is emitted by its member name, so that it can be counted.
  if (name === undefined) return;
  const unknown = draft.table.add(OP.member, draft.unknown, draft.stringId(draft.textOf(name)));
  draft.refer(scope.owner, 'call', unknown, name.start);
}

/**
 * Whether a callee is a parameter, or a local holding a member. Its target is then whatever was
 * assigned or passed.
 */
function isAlias(draft: PythonDraft, callee: Syntax, scope: Scope): boolean {
  if (callee.type !== 'identifier') return false;
  const entries = scope.entriesAt(draft.textOf(callee), callee);
  return (
    entries?.every(({ form, evaluate }) => {
      if (form === 'parameter') return true;
      const op = form === 'value' ? draft.table.opOf(evaluate()) : OP.declaration;
      return op === OP.member || op === OP.either;
    }) === true
  );
}

/** Emits the types named in an annotation. Quoted parts are text. */
function walkType(draft: PythonDraft, node: Syntax, scope: Scope, owner = scope.owner): void {
  if (node.type === 'identifier' || node.type === 'attribute') {
    const path = draft.textOf(node).replace(/\s+/g, '').split('.');
    const expression = pathValue(draft, path, node, scope);
    const op = draft.table.opOf(expression);
    if (op !== OP.free) draft.refer(owner, 'type', expression, node.end - 1);
    return;
  }
  // `Annotated[dict, Depends(common)]`: a call is no type, and belongs to what has the annotation.
  if (node.type === 'call')
    return walk(draft, node, scope.owner === owner ? scope : scope.ownedBy(owner));
  for (const child of node.children) walkType(draft, child, scope, owner);
}

function walkAssignment(draft: PythonDraft, node: Syntax, scope: Scope): void {
  const left = fieldOf(node, 'left');
  // Assigning to a name or attribute does not read it.
  if (left?.type === 'attribute') walkField(draft, left, 'object', scope);
  else if (left?.type === 'subscript') walkChildren(draft, left, scope);
  const type = fieldOf(node, 'type');
  const owner = draft.declared.get(node);
  if (type !== undefined) walkType(draft, type, scope, owner ?? scope.owner);
  walkField(draft, node, 'right', scope);
}

function walkLoop(draft: PythonDraft, node: Syntax, scope: Scope): void {
  const left = fieldOf(node, 'left');
  for (const child of node.children) if (child !== left) walk(draft, child, scope);
}
