/** Adds the mentions in docstring roles: `:class:`Cart``, `:meth:`shop.Cart.add``. */

import { addDocMentions, membersOf } from '../../extractors/lowering/doc-mentions.ts';
import { type DocName, SPHINX } from '../../extractors/lowering/doc-names.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { PythonDraft } from './draft.ts';
import { Scope } from './scope.ts';

/**
 * Maximum number of trailing names taken for members after a module path. Deeply nested members are
 * rare.
 */
const MEMBERS_MAX = 3;

export function addMentions(draft: PythonDraft, module: Scope, fileDoc: string): void {
  const scope = new Scope('function', module, { owner: -1, body: module.body });
  const inScope = ({ names: [first = '', ...rest], isCall }: DocName): readonly ExpressionId[] => {
    const entries = scope.entriesAt(first, module.body);
    if (entries === undefined) return [];
    return membersOf(draft, draft.expressionOf(entries), {
      names: rest,
      isCall,
    });
  };
  addDocMentions(draft, { syntax: SPHINX, fileDoc }, (source, name) => {
    const own = name.names.length === 1 ? ofClass(draft, source, name) : [];
    const [first, second] = name.isMember ? [own, inScope(name)] : [inScope(name), own];
    return [...first, ...second, ...ofModules(draft, source, name)];
  });
}

/** Returns the matching members of the surrounding class. */
function ofClass(
  draft: PythonDraft,
  source: number,
  { names, isCall }: DocName,
): readonly ExpressionId[] {
  const type = draft.enclosing(source, /^class$/);
  if (type < 0) return [];
  return membersOf(draft, draft.table.add(OP.declaration, type), { names, isCall });
}

/** Returns the matches of a full module path, whether or not the file imports it. */
function ofModules(
  draft: PythonDraft,
  source: number,
  { names, isCall }: DocName,
): readonly ExpressionId[] {
  const found: ExpressionId[] = [];
  const line = draft.lineOf(draft.declarations[source]?.start ?? 0);
  for (let count = names.length - 1; count > 0 && count >= names.length - MEMBERS_MAX; count--) {
    const module = draft.pathModule(names.slice(0, count).join('.'), line);
    found.push(
      ...membersOf(draft, draft.table.add(OP.module, module), {
        names: names.slice(count),
        isCall,
      }),
    );
  }
  return found;
}
