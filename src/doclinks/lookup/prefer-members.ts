/** Narrows down members of the same name to the ones a reader would expect. */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import type { SpelledName } from './mention-text.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

const CALLED = /^(method|function)$/;
const HELD = /^(property|field|accessor|variable)$/;

/** Prefers members of exported types, then those that can be called or assigned as written. */
export function preferMembers(
  names: SymbolLookup,
  members: readonly SymbolNode[],
  { isCall, isGiven }: SpelledName,
): readonly SymbolNode[] {
  // A constructor shares the name of its type, and a mention refers to the type.
  const withoutConstructors = members.filter(({ kind }) => kind !== 'constructor');
  const resolved = withoutConstructors.length > 0 ? withoutConstructors : members;
  const open = resolved.filter(({ parent }) => {
    const outer = parent < 0 ? undefined : names.node(parent);
    return outer === undefined || outer.kind === 'namespace' || outer.exported;
  });
  const visible = open.length > 0 ? open : resolved;
  const isFitting = isCall ? isCallable : isGiven === true ? isHeld : undefined;
  const ofKind = isFitting === undefined ? [] : visible.filter(isFitting);
  return ofKind.length > 0 ? ofKind : visible;
}

/** Whether it is a method, or holds a function. */
export function isCallable({ kind, signature }: SymbolNode): boolean {
  return CALLED.test(kind) || /=>|\(|\bfunc\b|Callable/.test(signature);
}

function isHeld({ kind }: SymbolNode): boolean {
  return HELD.test(kind);
}
