/** The parameters and local variables of Go functions. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { childrenAt, listOf, local } from '../../extractors/semantic/readers.ts';
import type { Local } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

export function parameters(node: Syntax, lowering: Lowering): readonly Local[] {
  const type = fieldOf(node, 'type');
  const isVariadic = node.type === 'variadic_parameter_declaration';
  const value = (): ExpressionId =>
    isVariadic ? listOf(lowering, lowering.type(type)) : lowering.valueOf(type);
  return fieldsOf(node, 'name').map((name) => ({ name, value }));
}

/**
 * Returns the value assigned at an index: one value each, or one part of a call's result. `v, ok :=
 * m[k]` has a single value as well.
 */
function assigned(
  lowering: Lowering,
  values: readonly Syntax[],
  count: number,
  index: number,
): ExpressionId {
  const { draft } = lowering;
  if (values.length === count) return lowering.expression(values[index]);
  const [only] = values;
  if (only === undefined) return draft.unknown;
  if (only.type === 'call_expression')
    return draft.member(lowering.expression(only), String(index));
  return index === 0 ? lowering.expression(only) : draft.unknown;
}

/** The assigned value does not see the new names: `cache := cache.New()` calls a package. */
export function shortVariables(node: Syntax, lowering: Lowering): readonly Local[] {
  const names = childrenAt(node, 'left');
  const values = childrenAt(node, 'right');
  return names.flatMap((name, index): Local[] =>
    name.type === 'identifier'
      ? [
          {
            name,
            value: () => assigned(lowering, values, names.length, index),
            from: node.end,
          },
        ]
      : [],
  );
}

export function specValue(node: Syntax, lowering: Lowering, index: number): ExpressionId {
  const type = fieldOf(node, 'type');
  if (type !== undefined) return lowering.valueOf(type);
  const values = childrenAt(node, 'value');
  return assigned(lowering, values, fieldsOf(node, 'name').length, index);
}

/** Returns the local variables of a function. Variables of files are symbols instead. */
export function localSpec(node: Syntax, lowering: Lowering): readonly Local[] {
  if (lowering.draft.declared.has(node)) return [];
  return fieldsOf(node, 'name').map((name, index) => ({
    name,
    value: () => specValue(node, lowering, index),
  }));
}

export function ranged(node: Syntax, lowering: Lowering): readonly Local[] {
  const names = childrenAt(node, 'left');
  const { draft } = lowering;
  const from = fieldOf(node, 'right')?.end ?? node.end;
  return names.flatMap((name, index): Local[] => {
    if (name.type !== 'identifier') return [];
    const element = (): ExpressionId => {
      if (index === 0) return draft.unknown;
      return draft.over(OP.iterated, lowering.expression(fieldOf(node, 'right')));
    };
    return [{ name, value: element, from }];
  });
}

export function typeSwitch(node: Syntax, lowering: Lowering): readonly Local[] {
  const [name] = childrenAt(node, 'alias');
  return local(name, () => lowering.expression(fieldOf(node, 'value')));
}

/** Inside a case with one type, the switched name has that type. */
export function typeCase(node: Syntax, lowering: Lowering): readonly Local[] {
  const [name] = (node.parent && fieldOf(node.parent, 'alias')?.children) ?? [];
  const types = fieldsOf(node, 'type');
  const [type] = types;
  if (name === undefined || type === undefined || types.length > 1) return [];
  return [{ name, value: () => lowering.valueOf(type) }];
}
