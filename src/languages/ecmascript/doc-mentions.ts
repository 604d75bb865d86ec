/** What `{@link X}` and `@see X` name: what is in scope, else a member of what is around. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import { addDocMentions, membersOf } from '../lowering/doc-mentions.ts';
import { type DocName, TAGS } from '../lowering/doc-names.ts';
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

function named(
  context: Context,
  scope: Scope,
  source: number,
  name: DocName['names'][number],
): readonly ExpressionId[] {
  const around = enclosing(context, source);
  if (name === '') {
    const type = around.find((index) => isType(context, index));
    return type === undefined ? [] : [context.table.add(OP.declaration, type)];
  }
  const inner = scopeOf(context, scope, around);
  const bound = [inner.type(name), inner.value(name)].find(
    (binding) => binding?.form === 'declaration' || binding?.form === 'import',
  );
  if (bound !== undefined) return [bindingExpression(context, bound)];
  for (const index of around) {
    const member = context.latestDeclaration(index, name);
    if (member >= 0) return [context.table.add(OP.declaration, member)];
    if (isType(context, index)) {
      const type = context.table.add(OP.named, context.table.add(OP.declaration, index));
      return [context.member(context.table.add(OP.ofType, type), name)];
    }
  }
  return [];
}

/** A declaration and what it stands in, innermost first. */
function enclosing({ declarations }: Context, source: number): readonly number[] {
  const found: number[] = [];
  for (let at = source; at >= 0; at = declarations[at]?.parent ?? -1) found.push(at);
  return found;
}

function isType({ declarations }: Context, index: number): boolean {
  return /^(class|interface|enum)$/.test(declarations[index]?.kind ?? '');
}

/** The scope of the namespaces around. */
function scopeOf(context: Context, file: Scope, around: readonly number[]): Scope {
  return around.reduceRight((scope, index) => {
    const { kind, name = '' } = context.declarations[index] ?? {};
    const inner = kind === 'namespace' ? context.namespaces.get(scope)?.get(name) : undefined;
    return inner ?? scope;
  }, file);
}
