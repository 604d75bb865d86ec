/** Resolves a callee's name inside its file by scope and by `self`, never by types. */
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';
import type { CallSite, StructureDraft } from './draft.ts';
import { lastName } from './reading.ts';
import { declarationNamed, memberNamed, TYPES } from './scope.ts';

const CALLABLE = /^(function|method|constructor|class|enum|field|variable)$/;
/**
 * Kinds that may precede the dot in a call. A variable counts because it may be a table of
 * functions.
 */
const OWNER = /^(class|interface|enum|namespace|typeAlias|variable)$/;
const METHOD = /^(method|function|constructor|accessor|field)$/;

export function referToCalls(draft: StructureDraft): void {
  for (const site of draft.calls) {
    const callee = site.rule.callee(site.node, draft);
    if (callee === undefined) continue;
    const name = lastName(callee);
    if (!/^[\p{L}_$@]/u.test(draft.textOf(name))) continue;
    const before = site.rule.receiver?.(site.node);
    const head =
      before === undefined
        ? draft.text.slice(callee.start, name.start).trim()
        : `${draft.textOf(before)}.`;
    const expression = targetOf(draft, site, draft.textOf(name), head);
    draft.refer(site.owner, site.form, expression, name.start);
  }
}

/** Returns `a.b` for `a.b.c()`; empty if there is only the separator, as in `.c()`. */
function receiverIn(head: string): string {
  return head.replace(/\s*(\?\.|!\.|\.|::|->|:)$/, '').trim();
}

/** Returns the call's target, or an unresolved name, so that the call is still counted. */
function targetOf(
  draft: StructureDraft,
  { owner, form }: CallSite,
  name: string,
  head: string,
): ExpressionId {
  const { table } = draft;
  const found =
    form === 'new'
      ? declarationNamed(draft, name, owner, TYPES)
      : head === ''
        ? bareCallee(draft, owner, name)
        : memberOfReceiver(draft, owner, name, receiverIn(head));
  if (found >= 0) return table.add(OP.either, table.add(OP.declaration, found));
  return head === ''
    ? table.add(OP.free, draft.stringId(name))
    : table.add(OP.member, draft.unknown, draft.stringId(name));
}

/**
 * Returns the declaration that a bare name calls. A name used inside its own definition does not
 * refer to it, unless the language allows recursion there.
 */
function bareCallee(draft: StructureDraft, owner: number, name: string): number {
  const { spec } = draft;
  const found = declarationNamed(draft, name, owner, spec.callable ?? CALLABLE);
  const isInside = found >= 0 && [...draft.around(owner)].includes(found);
  return isInside && spec.isRecursive?.(found, draft) === false ? -1 : found;
}

function memberOfReceiver(
  draft: StructureDraft,
  owner: number,
  name: string,
  receiver: string,
): number {
  const isSelf = draft.spec.self?.includes(receiver) === true;
  const type = isSelf
    ? draft.enclosing(owner, OWNER)
    : /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(receiver)
      ? declarationNamed(draft, receiver, owner, OWNER)
      : -1;
  return type < 0 ? -1 : memberNamed(draft, type, name, METHOD);
}
