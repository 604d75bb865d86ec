/**
 * Types of C and C++. A smart pointer or container is represented by its element type, because
 * member lookup needs that.
 */

import { childOfType, fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { field } from '../../extractors/outline/reading.ts';
import { memberNamed } from '../../extractors/outline/scope.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { afterSeparator } from '../../extractors/semantic/names.ts';
import { childrenAt, firstType, listOf, mapOf, typeAt } from '../../extractors/semantic/readers.ts';
import type { TypedSpec } from '../../extractors/semantic/spec.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { flatNamed } from './flat-names.ts';

const WRAPPERS =
  /^(unique_ptr|shared_ptr|weak_ptr|optional|reference_wrapper|auto_ptr|scoped_ptr|intrusive_ptr|atomic|future|promise|not_null)$/;
const LISTS =
  /^(vector|list|deque|set|multiset|unordered_set|unordered_multiset|array|span|initializer_list|queue|stack|priority_queue|forward_list|valarray)$/;
const MAPS = /^(map|multimap|unordered_map|unordered_multimap)$/;

/** Resolves `A::b`. If A is a type, b is its member. If A is a namespace, b may be in any file. */
export function qualified(node: Syntax, usage: 'type' | 'value', lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const scope = fieldOf(node, 'scope');
  const name = fieldOf(node, 'name');
  if (name === undefined) return draft.unknown;
  if (scope !== undefined && draft.textOf(scope) === 'std') return draft.unknown;
  if (name.type === 'qualified_identifier') return qualified(name, usage, lowering);
  const plain = /^template_(type|function|method)$/.test(name.type)
    ? (fieldOf(name, 'name') ?? name)
    : name;
  const text = draft.textOf(plain);
  if (scope === undefined) return flatNamed(text, usage, lowering);
  const owner = scope.type === 'template_type' ? (fieldOf(scope, 'name') ?? scope) : scope;
  const spelled = draft.textOf(owner);
  const member = lowering.memberOf(lowering.named(spelled, node, 'type'), text);
  // By convention, a lower-case name is a namespace.
  if (!/^[a-z_]/.test(spelled)) return member;
  const inside = draft.table.add(
    OP.free,
    draft.stringId(`${afterSeparator(spelled, '::')}::${text}`),
  );
  return draft.table.add(OP.firstOf, member, inside, flatNamed(text, usage, lowering));
}

/** Resolves the tag in `struct name`. A typedef may have the same name. */
function tagged(node: Syntax, lowering: Lowering): ExpressionId {
  const { draft } = lowering;
  const name = fieldOf(node, 'name');
  const [declared] = draft.declared.get(node) ?? [];
  if (declared !== undefined) {
    return draft.table.add(OP.named, draft.table.add(OP.declaration, declared));
  }
  if (name === undefined) return draft.unknown;
  const text = draft.textOf(name);
  const tag = memberNamed(draft, -1, text, /^(class|enum)$/);
  if (tag >= 0) return draft.table.add(OP.named, draft.table.add(OP.declaration, tag));
  const entity = lowering.name(name, 'type');
  const isTypedef =
    draft.table.opOf(entity) === OP.declaration &&
    draft.kindOf(draft.table.operandOf(entity, 0)) === 'typeAlias';
  // Resolving to the typedef would make the type refer to itself.
  return isTypedef
    ? lowering.namedType(draft.table.add(OP.free, draft.stringId(text)), [])
    : lowering.namedType(entity, []);
}

function template(node: Syntax, lowering: Lowering): ExpressionId {
  const name = fieldOf(node, 'name');
  const args = childrenAt(node, 'arguments');
  if (name === undefined) return lowering.draft.unknown;
  const text = lowering.draft.textOf(name);
  if (WRAPPERS.test(text)) return lowering.type(args[0]);
  if (LISTS.test(text)) return listOf(lowering, lowering.type(args[0]));
  if (MAPS.test(text)) return mapOf(lowering, args);
  return lowering.namedType(lowering.entity(name), args);
}

export const TYPES: TypedSpec['types'] = {
  struct_specifier: tagged,
  union_specifier: tagged,
  enum_specifier: tagged,
  class_specifier: tagged,
  type_descriptor: typeAt(field('type')),
  template_type: template,
  qualified_identifier: (node, lowering) => {
    const last = lastPart(node);
    if (last.type === 'template_type') {
      const held = template(last, lowering);
      const isStandard = /^std::/.test(lowering.draft.textOf(node));
      if (isStandard || lowering.draft.table.opOf(held) !== OP.named) return held;
    }
    return lowering.namedType(qualified(node, 'type', lowering), []);
  },
  // The type before `::` in the definition of a member outside its type.
  namespace_identifier: (node, lowering) =>
    lowering.namedType(lowering.named(lowering.draft.textOf(node), node, 'type'), []),
  dependent_type: firstType,
};

function lastPart(node: Syntax): Syntax {
  const name = fieldOf(node, 'name');
  return name?.type === 'qualified_identifier' ? lastPart(name) : (name ?? node);
}

/**
 * Returns the type of a declared name. A pointer or reference yields its target type; an array
 * yields a list.
 */
export function declaratorType(
  declarator: Syntax | undefined,
  base: ExpressionId,
  lowering: Lowering,
): ExpressionId {
  switch (declarator?.type) {
    case 'array_declarator':
      return declaratorType(innerOf(declarator), listOf(lowering, base), lowering);
    case 'init_declarator':
    case 'pointer_declarator':
    case 'reference_declarator':
    case 'attributed_declarator':
    case 'parenthesized_declarator':
      return declaratorType(innerOf(declarator), base, lowering);
    case 'function_declarator': {
      const held = innerOf(declarator);
      // Calling a pointer to a function yields the function's return type.
      return held?.type === 'parenthesized_declarator'
        ? lowering.draft.table.add(OP.functionType, base, 0)
        : base;
    }
    default:
      return base;
  }
}

function innerOf(declarator: Syntax): Syntax | undefined {
  return (
    fieldOf(declarator, 'declarator') ??
    childOfType(
      declarator,
      'identifier',
      'field_identifier',
      'type_identifier',
      'pointer_declarator',
      'reference_declarator',
      'array_declarator',
      'function_declarator',
      'parenthesized_declarator',
    )
  );
}
