/** Classes and their members. */
import { at } from '../../base/assert.ts';
import { OP } from '../../model/expression.ts';
import type { Heritage } from '../../model/facts.ts';
import type { Modifier, SymbolKind, Visibility } from '../../model/symbol.ts';
import { callableModifiers, describeCallable, memberWords } from './callables.ts';
import type { Context } from './context.ts';
import {
  bindDeclaration,
  bodyStartOf,
  declare,
  SHOWN_INITIALIZER_CHARS_MAX,
  surroundingModifiers,
} from './declare.ts';
import { expressionOf, nameNode } from './expressions.ts';
import { parameterNodes } from './functions.ts';
import type { Surroundings } from './hoist.ts';
import { bindingExpression, Scope, type Self } from './scope.ts';
import { CLASS_TYPES, childOfType, FUNCTION_TYPES, lastChild, type Syntax } from './syntax.ts';
import { unquote } from './text.ts';
import { declareThisFields } from './this-fields.ts';
import { bindTypeParameters } from './types/bind-types.ts';
import {
  annotationOf,
  entityExpression,
  typeArguments,
  typeExpression,
  typeParametersOf,
} from './types/types.ts';

/** Declares `class A {}` and `export default class {}`. */
export function declareClass(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
): number {
  const name = ownName(context, node);
  const index = addClass(context, node, scope, around, name ?? 'default');
  if (name !== undefined) bindDeclaration(context, scope, name, index, 'class');
  if (name !== undefined && around.exported && !around.isDefault) {
    context.exportDeclaration(scope.owner, name, index);
  }
  return index;
}

/** Declares `const A = class {}` under the variable's name, because code refers to that. */
export function declareClassVariable(
  context: Context,
  node: Syntax,
  name: string,
  scope: Scope,
  around: Surroundings,
): void {
  const index = addClass(context, node, scope, around, name);
  bindDeclaration(context, scope, name, index, 'class');
  if (around.exported) context.exportDeclaration(scope.owner, name, index);
}

/**
 * Declares a class used as a value: returned, passed, or in a property. It is named `class` if it
 * has no name.
 */
export function declareClassExpression(
  context: Context,
  node: Syntax,
  scope: Scope,
  holder: { readonly name: string; readonly outer: Syntax } | undefined,
): number {
  const outer = holder?.outer ?? node;
  const around = { outer, exported: false, isDefault: false, ambient: false };
  const name = holder?.name ?? ownName(context, node) ?? 'class';
  return addClass(context, node, scope, around, name);
}

function ownName(context: Context, node: Syntax): string | undefined {
  const nameChild = node.children.find((child) => /^(type_)?identifier$/.test(child.type));
  return nameChild && context.textOf(nameChild);
}

function addClass(
  context: Context,
  node: Syntax,
  scope: Scope,
  around: Surroundings,
  name: string,
): number {
  const known = context.declared.get(node);
  if (known !== undefined) return known;
  const modifiers: Modifier[] = [];
  if (node.type === 'abstract_class_declaration') modifiers.push('abstract');
  modifiers.push(...surroundingModifiers(around));
  const index = declare(context, {
    node,
    outer: around.outer,
    name,
    kind: 'class',
    parent: scope.owner,
    exported: around.exported,
    modifiers,
    bodyStart: bodyStartOf(node),
  });
  describeClass(context, node, index, scope);
  // A class expression may refer to itself by its own name.
  const inside = context.scopes.get(node);
  const own = ownName(context, node);
  if (node.type === 'class' && inside !== undefined && own !== undefined) {
    const binding = { form: 'declaration', index } as const;
    inside.values.set(own, binding);
    inside.types.set(own, binding);
  }
  return index;
}

export function describeClass(context: Context, node: Syntax, index: number, outer: Scope): void {
  const scope = new Scope(outer, { owner: index, self: { form: 'static', declaration: index } });
  context.scopes.set(node, scope);
  const shape = at(context.shapes, index);
  bindTypeParameters(context, node, index, scope);
  const heritage = childOfType(node, 'class_heritage');
  context.later.push(() => {
    shape.typeParameters = typeParametersOf(context, node, scope);
    if (heritage !== undefined) shape.heritage = classHeritage(context, heritage, scope);
  });
  const body = childOfType(node, 'class_body');
  for (const member of body?.children ?? []) declareMember(context, member, index, scope);
  if (context.commonJs && body !== undefined) declareThisFields(context, body, index);
}

/**
 * Returns the bases in order. A call (`extends Mix(Base)`) is taken for a mixin, so its arguments
 * are likely bases.
 */
function classHeritage(context: Context, node: Syntax, scope: Scope): readonly Heritage[] {
  const line = (child: Syntax): number => context.lineOf(child.start);
  return node.children.flatMap((clause): Heritage[] => {
    if (clause.type === 'implements_clause') {
      return clause.children.map((type) => ({
        form: 'implements',
        expression: typeExpression(context, type, scope),
        line: line(type),
      }));
    }
    const base = clause.type === 'extends_clause' ? clause.children[0] : clause;
    if (base === undefined) return [];
    if (base.type === 'call_expression') return mixinBases(context, base, scope);
    const entity = /identifier|member_expression/.test(base.type)
      ? entityExpression(context, base, scope)
      : expressionOf(context, base, scope);
    const types = typeArguments(context, clause.children, scope);
    const expression = context.table.add(OP.named, entity, ...types);
    return [{ form: 'extends', expression, line: line(base) }];
  });
}

function mixinBases(context: Context, call: Syntax, scope: Scope): Heritage[] {
  const value = expressionOf(context, call, scope);
  const bases = (childOfType(call, 'arguments')?.children ?? []).map((argument) =>
    expressionOf(context, argument, scope),
  );
  return [value, ...bases]
    .filter((base) => base !== context.unknown)
    .map((base) => ({
      form: 'mixin',
      expression: context.table.add(OP.named, base),
      line: context.lineOf(call.start),
    }));
}

function declareMember(context: Context, node: Syntax, parent: number, scope: Scope): void {
  switch (node.type) {
    case 'method_definition':
    case 'method_signature':
    case 'abstract_method_signature':
      return declareMethod(context, node, parent, scope);
    case 'public_field_definition':
    case 'field_definition':
      return declareField(context, node, parent, scope);
    default:
      return;
  }
}

interface MemberHead {
  readonly name: string;
  readonly words: ReadonlySet<string>;
  readonly visibility: Visibility;
  readonly modifiers: readonly Modifier[];
  readonly self: Self;
  /**
   * Start of the member including its decorators, which the grammar places before it as siblings.
   */
  readonly start: number;
}

const MEMBER_MODIFIERS = [
  'abstract',
  'async',
  'static',
  'readonly',
  'declare',
  'override',
] as const satisfies readonly Modifier[];

function memberHead(context: Context, node: Syntax, parent: number): MemberHead | undefined {
  const nameChild = nameNode(node);
  if (nameChild === undefined) return undefined;
  const words = memberWords(context, node, nameChild);
  const name = unquote(context.textOf(nameChild));
  const modifiers: Modifier[] = MEMBER_MODIFIERS.filter((word) => words.has(word));
  if (node.type === 'abstract_method_signature') modifiers.push('abstract');
  if (words.has('get')) modifiers.push('getter');
  if (words.has('set')) modifiers.push('setter');
  if (words.has('*')) modifiers.push('generator');
  if (context.text[nameChild.end] === '?') modifiers.push('optional');
  const isPrivate = words.has('private') || nameChild.type === 'private_property_identifier';
  return {
    name,
    words,
    modifiers: [...new Set(modifiers)],
    visibility: isPrivate ? 'private' : words.has('protected') ? 'protected' : 'public',
    self: { form: words.has('static') ? 'static' : 'instance', declaration: parent },
    start: decoratedStart(node),
  };
}

function decoratedStart(node: Syntax): number {
  const siblings = node.parent?.children ?? [];
  let first = siblings.indexOf(node);
  while (siblings[first - 1]?.type === 'decorator') first--;
  return siblings[first]?.start ?? node.start;
}

function declareMethod(context: Context, node: Syntax, parent: number, scope: Scope): void {
  const head = memberHead(context, node, parent);
  if (head === undefined) return;
  const inner = new Scope(scope, { self: head.self });
  const kind: SymbolKind =
    head.name === 'constructor'
      ? 'constructor'
      : head.words.has('get') || head.words.has('set')
        ? 'accessor'
        : 'method';
  const index = declare(context, {
    node,
    name: head.name,
    kind,
    parent,
    start: head.start,
    visibility: head.visibility,
    modifiers: head.modifiers,
    bodyStart: bodyStartOf(node),
  });
  describeCallable(context, node, index, inner, { owner: index, self: head.self });
  if (kind === 'constructor') declareConstructed(context, node, parent, inner);
}

function declareField(context: Context, node: Syntax, parent: number, scope: Scope): void {
  const head = memberHead(context, node, parent);
  if (head === undefined) return;
  const last = lastChild(node);
  const nameChild = nameNode(node);
  const value = last === nameChild || last?.type === 'type_annotation' ? undefined : last;
  const index = declare(context, {
    node,
    name: head.name,
    kind: 'field',
    parent,
    start: head.start,
    visibility: head.visibility,
    modifiers:
      value !== undefined && FUNCTION_TYPES.has(value.type)
        ? [...head.modifiers, ...callableModifiers(context, value)]
        : head.modifiers,
    bodyStart: fieldBodyStart(node, value),
  });
  const inner = new Scope(scope, { owner: index, self: head.self });
  context.scopes.set(node, inner);
  const shape = at(context.shapes, index);
  context.later.push(() => {
    shape.type = annotationOf(context, node, inner);
  });
  if (value === undefined) return;
  if (FUNCTION_TYPES.has(value.type)) {
    context.declared.set(value, index);
    describeCallable(context, value, index, inner, { owner: index, self: head.self });
  } else {
    context.later.push(() => {
      shape.value = context.orNone(expressionOf(context, value, inner));
    });
  }
}

/**
 * Returns where a field's body starts. Short initializers belong to the signature; bodies never do.
 */
function fieldBodyStart(node: Syntax, value: Syntax | undefined): number {
  if (value === undefined) return node.end;
  if (FUNCTION_TYPES.has(value.type) || CLASS_TYPES.has(value.type)) return bodyStartOf(value);
  return value.end - value.start <= SHOWN_INITIALIZER_CHARS_MAX ? node.end : value.start;
}

/**
 * Declares the fields that a constructor creates: parameter properties, and `this.x = …` in
 * JavaScript.
 */
function declareConstructed(context: Context, node: Syntax, parent: number, scope: Scope): void {
  for (const parameter of parameterNodes(node)) {
    const head = context.text.slice(parameter.start, parameter.end);
    if (!/^(@\w[\w.]*(\([^)]*\))?\s*)*(public|private|protected|readonly|override)\s/.test(head))
      continue;
    const name = parameter.children.find((child) => child.type === 'identifier');
    if (name === undefined) continue;
    const index = declare(context, {
      node: parameter,
      name: context.textOf(name),
      kind: 'field',
      parent,
      visibility: /\bprivate\b/.test(head)
        ? 'private'
        : /\bprotected\b/.test(head)
          ? 'protected'
          : 'public',
      modifiers: /\breadonly\b/.test(head) ? ['readonly'] : [],
    });
    const shape = at(context.shapes, index);
    context.later.push(() => {
      shape.type = annotationOf(context, parameter, scope);
      const binding = context.scopes.get(node)?.values.get(context.textOf(name));
      if (binding !== undefined) {
        shape.value = context.orNone(bindingExpression(context, binding));
      }
    });
  }
}
