/** Object literals. Members that are functions or classes are symbols; the others are values. */
import { at } from '../../base/assert.ts';
import { bounded, OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
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
  const groups = componentGroups(context, object);
  const own = groups.length === 0 ? self : componentSelf(context, [object, ...groups], scope);
  for (const member of object.children) {
    if (member.type === 'method_definition') declareMethod(context, member, scope, own);
    else if (member.type === 'pair') declarePair(context, member, scope, own, groups);
  }
  // Those that are no symbols, because the object is an argument.
  for (const group of groups) declareObjectMembers(context, group, scope, own);
}

/** Groups of functions in the options of a Vue component, whose `this` is the component. */
const COMPONENT_GROUPS: ReadonlySet<string> = new Set(['methods', 'computed', 'watch']);
/** Options that a component has besides. */
const COMPONENT_OPTIONS: ReadonlySet<string> = new Set([
  ...['name', 'data', 'props', 'components', 'mixins', 'template', 'render', 'emits', 'inject'],
  ...['beforeCreate', 'created', 'beforeMount', 'mounted', 'updated', 'beforeDestroy', 'destroyed'],
  ...['beforeUnmount', 'unmounted', 'setup', 'directives', 'filters', ...COMPONENT_GROUPS],
]);

/** Returns the groups of an object that has the options of a component, and none for any other. */
function componentGroups(context: Context, object: Syntax): readonly Syntax[] {
  const groups = object.children.flatMap((member) => {
    const value = member.type === 'pair' ? lastChild(member) : undefined;
    if (value?.type !== 'object') return [];
    return COMPONENT_GROUPS.has(propertyName(context, member) ?? '') ? [value] : [];
  });
  const isOption = (member: Syntax) => COMPONENT_OPTIONS.has(propertyName(context, member) ?? '');
  return groups.length > 0 && object.children.filter(isOption).length > 1 ? groups : [];
}

/**
 * Returns `this` of a component: it has the functions of all its groups, but for watchers, and what
 * the groups take from elsewhere: `methods: { save, ...mapActions(store, ['load']) }`.
 */
function componentSelf(context: Context, objects: readonly Syntax[], scope: Scope): Self {
  context.component ??= objects;
  let expression: ExpressionId | undefined;
  return {
    form: 'value',
    get expression() {
      if (expression !== undefined) return expression;
      const { table } = context;
      const own = componentMembers(context, objects).flatMap(([name, index]) => [
        context.stringId(name),
        table.add(OP.declaration, index),
      ]);
      const others = membersOf(context, objects).flatMap((member) => {
        const isSpread = member.type === 'spread_element';
        if (!isSpread && member.type !== 'shorthand_property_identifier') return [];
        const value = isSpread ? member.children[0] : member;
        const name = isSpread ? '...' : context.textOf(member);
        return [
          context.stringId(name),
          value ? expressionOf(context, value, scope) : context.unknown,
        ];
      });
      expression = table.add(OP.object, ...bounded([...own, ...others]));
      return expression;
    },
  };
}

/** Returns the names and declarations of the functions of a component. */
export function componentMembers(
  context: Context,
  objects: readonly Syntax[],
): readonly (readonly [name: string, index: number])[] {
  return membersOf(context, objects).flatMap((member) => {
    const [name, index] = [propertyName(context, member), context.declared.get(member)];
    const isFunction = index !== undefined && context.kindOf(index) !== 'property';
    return name !== undefined && isFunction ? [[name, index] as const] : [];
  });
}

function membersOf(context: Context, objects: readonly Syntax[]): readonly Syntax[] {
  return objects
    .filter((object) => nameOfGroup(context, object) !== 'watch')
    .flatMap(({ children }) => children);
}

function nameOfGroup(context: Context, { parent }: Syntax): string | undefined {
  return parent?.type === 'pair' ? propertyName(context, parent) : undefined;
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

function declarePair(
  context: Context,
  node: Syntax,
  scope: Scope,
  self: Self,
  groups: readonly Syntax[],
): void {
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
    declareObjectMembers(context, value, inside, groups.includes(value) ? self : undefined);
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
