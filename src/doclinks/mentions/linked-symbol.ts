/**
 * Resolves the symbol that inline code in a link names. The link's target must have that name, or
 * contain a symbol that has it.
 */

import { TYPES } from '../lookup/declaration-rank.ts';
import type { MentionTarget } from '../lookup/mention-site.ts';
import { asMembers, lastName } from '../lookup/mention-text.ts';
import { plainKey } from '../lookup/page-keys.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';

/**
 * Returns the linked symbol. `node` is the link's target, or the symbol that the heading there
 * names.
 */
export function linkedSymbol(
  names: SymbolLookup,
  node: number,
  text: string,
): MentionTarget | undefined {
  const word = lastName(text);
  if (word === undefined) return undefined;
  const { kind, name, path } = names.node(node);
  const spelled = asMembers(word);
  if (kind === 'section') return undefined;
  if (plainKey(word) === plainKey(name)) return { node, evidence: 'exact' };
  // A value may be named after its type: `result` of `Result`.
  const isOfType =
    TYPES.test(kind) && spelled.includes(name.charAt(0).toLowerCase() + name.slice(1));
  if (isOfType) return { node, evidence: 'scoped' };
  if (kind !== 'file') return undefined;
  const [only, ...others] = spelled
    .flatMap((one) => names.named(one))
    .filter((one) => one.path === path && one.kind !== 'section');
  return only === undefined || others.length > 0
    ? undefined
    : { node: only.index, evidence: 'exact' };
}
