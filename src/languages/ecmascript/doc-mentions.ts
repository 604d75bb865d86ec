/**
 * Resolves the names in `{@link X}` and `@see X`: names in scope, else members of the surrounding
 * declarations.
 */

import { addDocMentions, membersOf } from '../../extractors/lowering/doc-mentions.ts';
import { type DocName, TAGS } from '../../extractors/lowering/doc-names.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { Context } from './context.ts';
import { bindingExpression, type Scope } from './scope.ts';

export function addMentions(context: Context, scope: Scope, fileDoc: string): void {
  addDocMentions(context, { syntax: TAGS, fileDoc }, (source, { names, isCall }) => {
    const [first = '', ...rest] = names;
    return named(context, scope, source, first).flatMap((owner) =>
      membersOf(context, owner, { names: rest, isCall }),
    );
  });
}

const TYPES = /^(class|interface|enum)$/;

function named(
  context: Context,
  scope: Scope,
  source: number,
  name: DocName['names'][number],
): readonly ExpressionId[] {
  if (name === '') {
    const type = context.enclosing(source, TYPES);
    return type < 0 ? [] : [context.table.add(OP.declaration, type)];
  }
  const around = [...context.around(source)];
  const inner = scopeOf(context, scope, around);
  const bound = [inner.type(name), inner.value(name)].find(
    (binding) => binding?.form === 'declaration' || binding?.form === 'import',
  );
  if (bound !== undefined) return [bindingExpression(context, bound)];
  for (const index of around) {
    const member = context.latestDeclaration(index, name);
    if (member >= 0) return [context.table.add(OP.declaration, member)];
    if (TYPES.test(context.kindOf(index) ?? '')) {
      const type = context.table.add(OP.named, context.table.add(OP.declaration, index));
      return [context.member(context.table.add(OP.ofType, type), name)];
    }
  }
  return [];
}

/** Returns the scope of the surrounding namespaces. */
function scopeOf(context: Context, file: Scope, around: readonly number[]): Scope {
  return around.reduceRight((scope, index) => {
    const { kind, name = '' } = context.declarations[index] ?? {};
    const inner = kind === 'namespace' ? context.namespaces.get(scope)?.get(name) : undefined;
    return inner ?? scope;
  }, file);
}
