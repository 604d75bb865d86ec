/** Object literals. Members that are functions or classes are symbols; the others are values. */
import { at } from '../../base/assert.ts';
import type { Modifier } from '../../model/symbol.ts';
import { callableModifiers, describeCallable, memberWords } from './callables.ts';
import { declareClassExpression } from './classes.ts';
import type { Context } from './context.ts';
import { bodyStartOf, declare } from './declare.ts';
import { expressionOf, nameNode, propertyName } from './expressions.ts';
import { Scope, type Self } from './scope.ts';
import { CLASS_TYPES, FUNCTION_TYPES, lastChild, type Syntax, unwrap } from './syntax.ts';

/** Declares the callable members of an object literal, once. Inside them, `this` is the object. */
export function declareObjectMembers(
  context: Context,
  object: Syntax,
  scope: Scope,
  self: Self = {
    form: 'value',
    get expression() {
      return expressionOf(context, object, scope);
    },
  },
): void {
  if (context.objectsDeclared.has(object)) return;
  context.objectsDeclared.add(object);
  for (const member of object.children) {
    if (member.type === 'method_definition') declareMethod(context, member, scope, self);
    else if (member.type === 'pair') declarePair(context, member, scope, self);
  }
}

function declareMethod(context: Context, node: Syntax, scope: Scope, self: Self): void {
  const name = propertyName(context, node);
  const nameChild = nameNode(node);
  if (name === undefined || nameChild === undefined) return;
  const words = memberWords(context, node, nameChild);
  const modifiers: Modifier[] = words.has('async') ? ['async'] : [];
  if (words.has('*')) modifiers.push('generator');
  const isAccessor = words.has('get') || words.has('set');
  if (isAccessor) modifiers.push(words.has('get') ? 'getter' : 'setter');
  const index = declare(context, {
    node,
    name,
    kind: isAccessor ? 'accessor' : 'method',
    parent: scope.owner,
    modifiers,
    bodyStart: bodyStartOf(node),
  });
  describeCallable(context, node, index, scope, { owner: index, self });
}

function declarePair(context: Context, node: Syntax, scope: Scope, self: Self): void {
  const name = propertyName(context, node);
  const last = lastChild(node);
  const value = last === undefined ? undefined : unwrap(last);
  if (name === undefined || value === undefined) return;
  if (FUNCTION_TYPES.has(value.type)) {
    const index = declare(context, {
      node,
      name,
      kind: 'method',
      parent: scope.owner,
      modifiers: callableModifiers(context, value),
      bodyStart: bodyStartOf(value),
    });
    context.declared.set(value, index);
    const role = value.type === 'arrow_function' ? scope.self : self;
    describeCallable(context, value, index, scope, { owner: index, self: role });
  } else if (CLASS_TYPES.has(value.type)) {
    declareClassExpression(context, value, scope, { name, outer: node });
  } else if (value.type === 'object' && isPlain(context, node.parent) && holdsFunctions(value)) {
    const index = declare(context, {
      node,
      name,
      kind: 'property',
      parent: scope.owner,
      bodyStart: value.start,
    });
    const inside = new Scope(scope, { owner: index });
    context.scopes.set(node, inside);
    declareObjectMembers(context, value, inside);
    context.later.push(() => {
      at(context.shapes, index).value = expressionOf(context, value, inside);
    });
  }
}

/**
 * Whether an object is directly the value of a variable or field, rather than an argument or a
 * result.
 */
function isPlain(context: Context, object: Syntax | undefined): boolean {
  const holder = object?.parent;
  if (holder?.type === 'pair') return context.declared.has(holder);
  return (
    holder !== undefined &&
    /^(variable_declarator|public_field_definition|as_expression|satisfies_expression|export_statement)$/.test(
      holder.type,
    )
  );
}

function holdsFunctions(object: Syntax): boolean {
  return object.children.some((member) => {
    if (member.type === 'method_definition') return true;
    const value = member.type === 'pair' ? lastChild(member) : undefined;
    if (value === undefined) return false;
    const inner = unwrap(value);
    return FUNCTION_TYPES.has(inner.type) || (inner.type === 'object' && holdsFunctions(inner));
  });
}
