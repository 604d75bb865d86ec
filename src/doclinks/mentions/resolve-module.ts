/** Resolves a name that the text calls a module to its file: the `content` module. */
import { isCommonModule, isCommonName } from '../lookup/common-names.ts';
import type { MentionSite, MentionTarget } from '../lookup/mention-site.ts';
import type { SpelledName } from '../lookup/mention-text.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { dottedTarget } from './dotted-name.ts';

export function resolveModule(
  names: SymbolLookup,
  { context, noun, leadsOutside }: MentionSite,
  { parts, isCall }: SpelledName,
): MentionTarget | undefined {
  if (noun !== 'module' || isCall || leadsOutside) return undefined;
  const dotted = dottedTarget(names, context.path, parts);
  if (dotted !== undefined) return { node: dotted, evidence: 'exact' };
  const [first = ''] = parts;
  if (isCommonName(first) || isCommonModule(first)) return undefined;
  const node = names.onlyFile(names.modulesNamed(parts.join('/')));
  return node === undefined ? undefined : { node, evidence: 'scoped' };
}
