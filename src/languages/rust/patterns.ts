/** Names that patterns bind, and the value of each. */

import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { fieldsOf } from '../../extractors/outline/reading.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import type { Local } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { entityOf, errorOf } from './types.ts';

/** Names that bind. Constants and variants are capitalized and bind nothing. */
const BINDING = /^(_*[a-z]|r#)/;
const WRAPS = /^((Option|Result|Poll|ControlFlow)::)?(Some|Ok|Ready|Break|Continue)$/;
const FAILS = /^(Result::)?Err$/;

/** Returns the names that a pattern binds for a value, visible from an offset on. */
export function bound(
  pattern: Syntax | undefined,
  value: () => ExpressionId,
  from: number,
  lowering: Lowering,
): readonly Local[] {
  if (pattern === undefined) return [];
  const { draft } = lowering;
  const inner = (node: Syntax | undefined, of = value): readonly Local[] =>
    bound(node, of, from, lowering);
  const member = (name: string) => () => draft.member(value(), name);
  switch (pattern.type) {
    case 'identifier':
      return BINDING.test(draft.textOf(pattern)) ? [{ name: pattern, value, from }] : [];
    case 'tuple_pattern':
      return pattern.children.flatMap((one, index) => inner(one, member(String(index))));
    case 'slice_pattern':
      return pattern.children.flatMap((one) => inner(one, () => draft.over(OP.element, value())));
    case 'tuple_struct_pattern':
      return inTuple(pattern, value, inner, lowering);
    case 'struct_pattern':
      return pattern.children.flatMap((one) => inField(one, value, from, lowering));
    case 'or_pattern':
      return inner(pattern.children[0]);
    case 'captured_pattern':
      return pattern.children.flatMap((one) => inner(one));
    case 'match_pattern':
      return inner(pattern.children[0]);
    case 'ref_pattern':
    case 'mut_pattern':
    case 'reference_pattern':
      return inner(pattern.children.at(-1));
    default:
      return [];
  }
}

type Inner = (node: Syntax | undefined, of?: () => ExpressionId) => readonly Local[];

/**
 * Binds the parts of a tuple pattern. `Some(x)` binds the value itself, `Name(x)` a part of the
 * variant or struct.
 */
function inTuple(
  pattern: Syntax,
  value: () => ExpressionId,
  inner: Inner,
  lowering: Lowering,
): readonly Local[] {
  const { draft } = lowering;
  const type = fieldOf(pattern, 'type');
  if (type === undefined) return [];
  const parts = pattern.children.filter((one) => one !== type);
  if (WRAPS.test(draft.textOf(type))) return parts.flatMap((one) => inner(one));
  if (FAILS.test(draft.textOf(type)))
    return parts.flatMap((one) => inner(one, () => errorOf(value(), lowering)));
  return parts.flatMap((one, index) =>
    inner(one, () => {
      const entity = entityOf(type, lowering);
      return draft.table.add(
        OP.firstOf,
        draft.table.add(OP.parameter, entity, index),
        draft.member(value(), String(index)),
      );
    }),
  );
}

/** Binds a field of a struct pattern such as `Point { x, y: other }`. */
function inField(
  field: Syntax,
  value: () => ExpressionId,
  from: number,
  lowering: Lowering,
): readonly Local[] {
  if (field.type !== 'field_pattern') return [];
  const [name] = fieldsOf(field, 'name');
  if (name === undefined) return [];
  const part = (): ExpressionId => lowering.draft.member(value(), lowering.draft.textOf(name));
  const pattern = fieldOf(field, 'pattern');
  if (pattern !== undefined) return bound(pattern, part, from, lowering);
  return [{ name, value: part, from }];
}
