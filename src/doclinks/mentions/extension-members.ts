/**
 * Finds members that are added to a type from outside. Used when its own declaration and its bases
 * have none of the name.
 */
import type { SymbolNode } from '../../graph/symbol-graph.ts';
import { languageById } from '../../languages/registry.ts';
import { onePerName } from '../lookup/declaration-rank.ts';
import { isNonApiPath } from '../lookup/non-api-paths.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';

/** The one extension method of a name; where classes are open, the one method. */
export function resolveExtensionMember(
  names: SymbolLookup,
  language: string,
  name: string,
): number | undefined {
  const { extensionMember, openClasses } = languageById(language) ?? {};
  if (extensionMember === undefined && openClasses !== true) return undefined;
  const fitting = names.named(name).filter((node) => {
    if (node.language !== language || isNonApiPath(node.path)) return false;
    return extensionMember === undefined ? isMethod(node) : extensionMember.test(node.signature);
  });
  const [only, ...others] = onePerName(fitting);
  return others.length > 0 ? undefined : only?.index;
}

function isMethod({ kind }: SymbolNode): boolean {
  return kind === 'method' || kind === 'function';
}
