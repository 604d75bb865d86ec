/** Bases of classes, and what methods inherit from them. */
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import type { Scope } from './scope.ts';
import { typeExpression } from './types.ts';
import { expressionFor } from './values.ts';

/** Returns the positional bases. Keyword arguments such as `metaclass=` are not bases. */
export function basesOf(node: Syntax): readonly Syntax[] {
  return (fieldOf(node, 'superclasses')?.children ?? []).filter(({ type }) =>
    /^(identifier|attribute|subscript|call)$/.test(type),
  );
}

export function baseExpression(draft: PythonDraft, base: Syntax, scope: Scope): ExpressionId {
  const inner = base.type === 'subscript' ? (fieldOf(base, 'value') ?? base) : base;
  const entity = expressionFor(draft, inner, scope);
  const args = base === inner ? [] : base.children.filter((one) => one !== inner);
  const { table } = draft;
  const type = base === inner ? draft.unknown : typeExpression(draft, base, scope);
  // A subclass of `list[T]` or `dict[K, V]` holds what they hold.
  if (table.opOf(type) === OP.arrayOf)
    return table.add(
      OP.named,
      table.add(OP.free, draft.stringId('Array')),
      table.operandOf(type, 0),
    );
  if (table.opOf(type) === OP.named && table.opOf(table.operandOf(type, 0)) === OP.free)
    return type;
  return table.add(OP.named, entity, ...args.map((one) => typeExpression(draft, one, scope)));
}

/**
 * Returns the tuple that the objects of a class are: of `class A(tuple[X, Y])`, or of the fields of a
 * `NamedTuple`.
 */
export function tupleOf(draft: PythonDraft, node: Syntax, scope: Scope): ExpressionId {
  for (const base of basesOf(node)) {
    const text = draft.textOf(base);
    if (/^(\w+\.)?[Tt]uple\[/.test(text)) return typeExpression(draft, base, scope);
    if (!/^(\w+\.)?NamedTuple$/.test(text)) continue;
    const fields = (fieldOf(node, 'body')?.children ?? []).flatMap((statement) => {
      const [field] = statement.children;
      const type = field?.type === 'assignment' ? fieldOf(field, 'type') : undefined;
      return type === undefined ? [] : [typeExpression(draft, type, scope)];
    });
    return fields.length === 0 ? draft.unknown : draft.table.add(OP.tuple, ...fields);
  }
  return draft.unknown;
}

/** Returns a parameter of the method that a method overrides. */
export function inheritedParameter(
  draft: PythonDraft,
  { owner, body }: Scope,
  method: number,
  position: number,
): ExpressionId {
  const name = draft.declarations[method]?.name;
  const hasBases = body.parent !== undefined && basesOf(body.parent).length > 0;
  if (name === undefined || !hasBases || /^__(init|new)__$/.test(name)) return draft.unknown;
  const { table } = draft;
  const overridden = draft.member(table.add(OP.parent, owner), name);
  return table.add(OP.parameter, overridden, position);
}
