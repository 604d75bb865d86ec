/** Binding patterns: the names they bind, and how each gets its part of the value. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Context } from './context.ts';
import { propertyName } from './expressions.ts';
import { type Binding, bindingExpression, localBinding, type Scope } from './scope.ts';
import type { Syntax } from './syntax.ts';

export interface BoundName {
  readonly name: string;
  readonly node: Syntax;
  readonly value: Binding;
}

/** Binds every name of a pattern as a local of the scope. */
export function bindPattern(context: Context, scope: Scope, pattern: Syntax, value: Binding): void {
  for (const bound of boundNames(context, pattern, value)) {
    scope.values.set(bound.name, bound.value);
  }
}

/** Returns the names that a pattern binds, with lazily evaluated values. */
export function boundNames(context: Context, pattern: Syntax, value: Binding): BoundName[] {
  const [first, second] = pattern.children;
  switch (pattern.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [{ name: context.textOf(pattern), node: pattern, value }];
    case 'assignment_pattern':
    case 'object_assignment_pattern':
    case 'rest_pattern':
      return first === undefined ? [] : boundNames(context, first, value);
    case 'object_pattern':
      return pattern.children.flatMap((part) => objectPart(context, part, value));
    case 'array_pattern': {
      const positions = arrayPositions(context, pattern);
      return pattern.children.flatMap((part, index) =>
        boundNames(
          context,
          part,
          part.type === 'rest_pattern'
            ? value
            : memberAt(context, value, positions[index] ?? index),
        ),
      );
    }
    case 'pair_pattern':
      return second === undefined ? [] : objectPart(context, pattern, value);
    default:
      return [];
  }
}

/** Returns the positions of a pattern's parts. Holes, as in `[, second]`, have no nodes. */
function arrayPositions(context: Context, pattern: Syntax): readonly number[] {
  let position = 0;
  let from = pattern.start;
  return pattern.children.map((part) => {
    const gap = context.text.slice(from, part.start).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
    position += gap.split(',').length - 1;
    from = part.end;
    return position;
  });
}

function objectPart(context: Context, part: Syntax, value: Binding): BoundName[] {
  const [first, second] = part.children;
  switch (part.type) {
    case 'shorthand_property_identifier_pattern':
      return boundNames(context, part, memberOf(context, value, context.textOf(part)));
    case 'object_assignment_pattern':
      return first === undefined ? [] : objectPart(context, first, value);
    case 'pair_pattern': {
      const name = propertyName(context, part);
      if (second === undefined) return [];
      const inner =
        name === undefined ? localBinding(() => context.unknown) : memberOf(context, value, name);
      return boundNames(context, second, inner);
    }
    case 'rest_pattern':
      // The rest of an object still has its members.
      return first === undefined ? [] : boundNames(context, first, value);
    default:
      return boundNames(
        context,
        part,
        localBinding(() => context.unknown),
      );
  }
}

function memberOf(context: Context, value: Binding, name: string): Binding {
  return partBinding(() => context.member(bindingExpression(context, value), name));
}

/** Returns the element at a position. Tuples keep their positions; arrays have one element type. */
function memberAt(context: Context, value: Binding, index: number): Binding {
  return partBinding(() => context.member(bindingExpression(context, value), String(index)));
}

function partBinding(evaluate: () => ExpressionId): Binding {
  return { form: 'local', evaluate, part: true, memo: undefined };
}

/** Returns what iterating a value yields. */
export function iteratedBinding(context: Context, value: Binding): Binding {
  return localBinding(() => {
    const iterable = bindingExpression(context, value);
    return iterable === context.unknown ? iterable : context.table.add(OP.iterated, iterable);
  });
}
