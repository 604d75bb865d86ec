/** Interfaces, type aliases, enums and namespaces. */
import { at } from '../../../base/assert.ts';
import { type Heritage, NO_EXPRESSION } from '../../../model/facts.ts';
import type { Modifier } from '../../../model/symbol.ts';
import { describeCallable, memberWords } from '../callables.ts';
import type { Context } from '../context.ts';
import { bindDeclaration, bodyStartOf, declare, surroundingModifiers } from '../declare.ts';
import { nameNode } from '../expressions.ts';
import { hoistStatements, type Surroundings } from '../hoist.ts';
import { Scope } from '../scope.ts';
import { childOfType, lastChild, type Syntax } from '../syntax.ts';
import { unquote } from '../text.ts';
import { bindTypeParameters } from './bind-types.ts';
import { annotationOf, flatten, mappedClause, typeExpression, typeParametersOf } from './types.ts';

export function declareInterface(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): number {
  const nameChild = childOfType(node, 'type_identifier');
  const body = childOfType(node, 'interface_body', 'object_type');
  if (nameChild === undefined) return -1;
  const name = context.textOf(nameChild);
  const index = declare(context, {
    node,
    outer: around.outer,
    name,
    kind: 'interface',
    parent: scope.owner,
    exported: around.exported,
    modifiers: surroundingModifiers(around),
    bodyStart: body?.start ?? node.end,
  });
  bindDeclaration(context, scope, name, index, 'interface');
  if (around.exported && !around.isDefault) context.exportDeclaration(scope.owner, name, index);
  const inside = new Scope(scope, { owner: index, self: { form: 'instance', declaration: index } });
  context.scopes.set(node, inside);
  const shape = at(context.shapes, index);
  bindTypeParameters(context, node, index, inside);
  const bases = childOfType(node, 'extends_type_clause');
  context.later.push(() => {
    shape.typeParameters = typeParametersOf(context, node, inside);
    shape.heritage = (bases?.children ?? []).map(
      (base): Heritage => ({
        form: 'extends',
        expression: typeExpression(context, base, inside),
        line: context.lineOf(base.start),
      }),
    );
    if (body !== undefined) shape.type = unnamedMembers(context, [body], inside);
  });
  if (body !== undefined) declareTypeMembers(context, body, index, inside);
  return index;
}

/** Returns the unnamed signatures of object types as an object type; −1 if there are none. */
function unnamedMembers(context: Context, bodies: readonly Syntax[], scope: Scope): number {
  const children = bodies
    .flatMap((body) => body.children)
    .filter((member) => /^(call|construct|index)_signature$/.test(member.type));
  const [body] = bodies;
  if (body === undefined || children.length === 0) return NO_EXPRESSION;
  return typeExpression(context, { ...body, type: 'object_type', children }, scope);
}

/** Declares the members of an interface or of a named object type. */
function declareTypeMembers(context: Context, body: Syntax, parent: number, scope: Scope): void {
  for (const member of body.children) {
    const isMethod = member.type === 'method_signature';
    if (!isMethod && member.type !== 'property_signature') continue;
    const nameChild = nameNode(member);
    if (nameChild === undefined) continue;
    const name = unquote(context.textOf(nameChild));
    const words = memberWords(context, member, nameChild);
    const modifiers: Modifier[] = words.has('readonly') ? ['readonly'] : [];
    if (context.text[nameChild.end] === '?') modifiers.push('optional');
    if (words.has('get')) modifiers.push('getter');
    if (words.has('set')) modifiers.push('setter');
    const isAccessor = words.has('get') || words.has('set');
    const index = declare(context, {
      node: member,
      name,
      kind: isAccessor ? 'accessor' : isMethod ? 'method' : 'property',
      parent,
      modifiers,
    });
    if (isMethod)
      describeCallable(context, member, index, scope, { owner: index, self: scope.self });
    else {
      context.later.push(() => {
        at(context.shapes, index).type = annotationOf(context, member, scope);
      });
    }
  }
}

export function declareTypeAlias(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): void {
  const nameChild = node.children[0];
  const value = lastChild(node);
  if (nameChild === undefined || value === undefined || nameChild === value) return;
  const name = context.textOf(nameChild);
  const index = declare(context, {
    node,
    outer: around.outer,
    name,
    kind: 'typeAlias',
    parent: scope.owner,
    exported: around.exported,
    modifiers: surroundingModifiers(around),
    bodyStart: value.end - value.start <= 200 ? around.outer.end : value.start,
  });
  bindDeclaration(context, scope, name, index, 'typeAlias');
  if (around.exported) context.exportDeclaration(scope.owner, name, index);
  const inside = new Scope(scope, { owner: index, self: undefined });
  context.scopes.set(node, inside);
  const shape = at(context.shapes, index);
  bindTypeParameters(context, node, index, inside);
  const parts = value.type === 'intersection_type' ? flatten(value, value.type) : [value];
  const bodies = parts.filter(
    (part) => part.type === 'object_type' && mappedClause(part) === undefined,
  );
  for (const body of bodies) {
    context.declared.set(body, index);
    declareTypeMembers(context, body, index, inside);
  }
  context.later.push(() => {
    shape.typeParameters = typeParametersOf(context, node, inside);
    shape.type = typeExpression(context, value, inside);
    shape.value = unnamedMembers(context, bodies, inside);
  });
}

export function declareEnum(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): void {
  const nameChild = nameNode(node);
  if (nameChild === undefined) return;
  const name = context.textOf(nameChild);
  const modifiers = surroundingModifiers(around);
  if (context.text.startsWith('const', node.start)) modifiers.push('const');
  const index = declare(context, {
    node,
    outer: around.outer,
    name,
    kind: 'enum',
    parent: scope.owner,
    exported: around.exported,
    modifiers,
    bodyStart: bodyStartOf(node),
  });
  bindDeclaration(context, scope, name, index, 'enum');
  if (around.exported) context.exportDeclaration(scope.owner, name, index);
  const inside = new Scope(scope, { owner: index });
  for (const member of childOfType(node, 'enum_body')?.children ?? []) {
    declareEnumMember(context, member, index, inside);
  }
}

/** Declares an enum member. Members see each other by their bare names. */
function declareEnumMember(context: Context, member: Syntax, parent: number, scope: Scope): void {
  const nameChild = member.type === 'enum_assignment' ? member.children[0] : member;
  if (nameChild === undefined) return;
  const name = unquote(context.textOf(nameChild));
  const index = declare(context, { node: member, name, kind: 'enumMember', parent });
  scope.values.set(name, { form: 'declaration', index });
  context.scopes.set(member, new Scope(scope, { owner: index }));
}

/**
 * Declares `namespace A.B {}` as A with B inside, and `declare module 'x' {}` as a module of that
 * name.
 */
export function declareNamespace(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): void {
  const nameChild = node.children[0];
  const body = childOfType(node, 'statement_block');
  if (nameChild === undefined) return;
  const isModule = nameChild.type === 'string';
  if (isModule) addAugmentedModule(context, nameChild);
  const names = isModule
    ? [unquote(context.textOf(nameChild))]
    : context
        .textOf(nameChild)
        .split('.')
        .map((name) => name.trim());
  const blocks: Scope[] = [];
  let inside = scope;
  names.forEach((name, depth) => {
    const index = declare(context, {
      node: depth === 0 ? node : { ...node },
      outer: around.outer,
      name,
      kind: 'namespace',
      parent: inside.owner,
      exported: around.exported || depth > 0,
      modifiers: isModule
        ? [...surroundingModifiers(around), 'module']
        : surroundingModifiers(around),
      bodyStart: body?.start ?? node.end,
    });
    if (!isModule) bindDeclaration(context, inside, name, index, 'namespace');
    if (around.exported && depth === 0) context.exportDeclaration(inside.owner, name, index);
    inside = namespaceScope(context, inside, index, name, isModule);
    blocks.push(inside);
  });
  context.scopes.set(node, inside);
  if (body !== undefined) hoistStatements(context, body.children, inside, around.ambient);
  for (const block of blocks) shareNames(context, block);
}

/** Lets the resolver find the module that `declare module 'x'` adds to. */
function addAugmentedModule(context: Context, name: Syntax): void {
  const specifier = unquote(context.textOf(name));
  const line = context.lineOf(name.start);
  context.imports.push({ specifier, form: 'path', names: [], line });
}

/** Returns the scope of one block of a namespace, inside the scope shared by all its blocks. */
function namespaceScope(
  context: Context,
  outer: Scope,
  index: number,
  name: string,
  isModule: boolean,
): Scope {
  const parent = isModule ? outer : sharedScope(context, outer, name);
  return new Scope(parent, { owner: index, self: undefined, isLocal: false });
}

function sharedScope(context: Context, outer: Scope, name: string): Scope {
  // The blocks of `A.B` may be in different blocks of A.
  const isBlock = outer.parent !== undefined && context.sharedScopes.has(outer.parent);
  const home = isBlock ? (outer.parent ?? outer) : outer;
  const byName = context.namespaces.get(home) ?? new Map<string, Scope>();
  context.namespaces.set(home, byName);
  const shared = byName.get(name) ?? new Scope(home);
  byName.set(name, shared);
  context.sharedScopes.add(shared);
  return shared;
}

/** Makes the names bound in one block of a namespace visible to its other blocks. */
function shareNames(context: Context, inside: Scope): void {
  const shared = inside.parent;
  if (shared === undefined || !context.sharedScopes.has(shared)) return;
  for (const [name, binding] of inside.values) {
    if (!shared.values.has(name)) shared.values.set(name, binding);
  }
  for (const [name, binding] of inside.types) {
    if (!shared.types.has(name)) shared.types.set(name, binding);
  }
}
