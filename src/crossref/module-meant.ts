/** Which file is a module that is called one: the `content` module. */
import { isCommonModule, isCommonName } from './common-names.ts';
import { dottedTarget } from './dotted-name.ts';
import type { SpelledName } from './mention-text.ts';
import type { MentionTarget, MentionSite } from './place.ts';
import type { SymbolLookup } from './project-names.ts';

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
