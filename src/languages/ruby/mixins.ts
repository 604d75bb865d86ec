/** The superclass of a Ruby class, and the modules that give it methods. */

import type { FileDraft } from '../../extractors/lowering/file-draft.ts';
import { fieldOf, type Syntax } from '../../extractors/lowering/syntax.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { childrenAt } from '../../extractors/semantic/readers.ts';
import type { BaseClause } from '../../extractors/semantic/spec.ts';

export function methodOf(node: Syntax, draft: FileDraft): string {
  const method = fieldOf(node, 'method');
  return method === undefined ? '' : draft.textOf(method);
}

/** Returns the superclass and the modules that the body of a class or module mixes in. */
export function basesIn(node: Syntax, { draft }: Lowering): readonly BaseClause[] {
  const superclass = fieldOf(node, 'superclass')?.children[0];
  const bases: BaseClause[] =
    superclass === undefined ? [] : [{ clause: superclass, form: 'extends' }];
  if (node.type !== 'class' && node.type !== 'module') return bases;
  const statements = childrenAt(node, 'body');
  for (const statement of statements) {
    if (statement.type === 'singleton_method') bases.push(...passedOn(statement, draft));
    const name =
      statement.type === 'identifier' ? draft.textOf(statement) : methodOf(statement, draft);
    if (fieldOf(statement, 'receiver') !== undefined) continue;
    const args = childrenAt(statement, 'arguments');
    if (/^(include|prepend)$/.test(name))
      bases.push(
        ...args.filter(isConstant).map((clause) => ({ clause, form: 'implements' as const })),
      );
    if (name === 'extend') bases.push(...args.filter(isConstant).map(asExtension));
    // The module itself has its methods as well.
    const isOwn = name === 'extend' && args.some(({ type }) => type === 'self');
    const own = fieldOf(node, 'name');
    if ((isOwn || name === 'module_function') && own !== undefined) bases.push(asExtension(own));
    if (name === 'extend' && args.some((one) => draft.textOf(one) === CONCERN))
      bases.push(...statements.filter((one) => isClassMethods(one, draft)).map(asPassedOn));
  }
  return bases;
}

const CONCERN = 'ActiveSupport::Concern';

function isClassMethods(statement: Syntax, draft: FileDraft): boolean {
  const name = statement.type === 'module' ? fieldOf(statement, 'name') : undefined;
  return name !== undefined && draft.textOf(name) === 'ClassMethods';
}

/** Returns a module whose methods are those of the class or module itself. */
function asExtension(clause: Syntax): BaseClause {
  return { clause, form: 'implements', isStatic: true };
}

/** Returns a module whose methods are those of each class that includes the one around it. */
function asPassedOn(statement: Syntax): BaseClause {
  const clause =
    statement.type === 'module' ? (fieldOf(statement, 'name') ?? statement) : statement;
  return { clause, form: 'mixin', isStatic: true };
}

/** Returns the modules that `def self.included(base)` extends the including class by. */
function passedOn(method: Syntax, draft: FileDraft): readonly BaseClause[] {
  const name = fieldOf(method, 'name');
  const parameter = fieldOf(method, 'parameters')?.children[0];
  if (name === undefined || parameter === undefined) return [];
  if (!/^(included|prepended)$/.test(draft.textOf(name))) return [];
  const base = draft.textOf(parameter);
  const found: BaseClause[] = [];
  const walk = (node: Syntax): void => {
    const receiver = node.type === 'call' ? fieldOf(node, 'receiver') : undefined;
    if (
      receiver !== undefined &&
      draft.textOf(receiver) === base &&
      methodOf(node, draft) === 'extend'
    )
      found.push(...childrenAt(node, 'arguments').filter(isConstant).map(asPassedOn));
    for (const child of node.children) walk(child);
  };
  walk(method);
  return found;
}

function isConstant({ type }: Syntax): boolean {
  return type === 'constant' || type === 'scope_resolution';
}
