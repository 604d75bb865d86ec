/**
 * Resolves a settings key to a member of the type that the page documents: the type that a heading
 * names, or else the type with most keys of the page. Nothing is weighed, because no weight earned a
 * point on labelled pages (decision 024).
 */
import type { MentionSite, MentionTarget } from '../lookup/mention-site.ts';
import { type KeyMember, keyMembers, keyOf, otherKeys } from '../lookup/page-keys.ts';
import { isShownParameter } from '../lookup/shown-parameter.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';

/** Fewest other keys of a type on the page, unless a heading names the type. */
const OTHERS_MIN = 2;

export function resolveKey(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  const { topic, section, isHeading, leadsOutside, noun, context } = site;
  const key = keyOf(text);
  if (topic === undefined || key === undefined) return undefined;
  if (isHeading || leadsOutside || noun === 'parameter') return undefined;
  if (context.foreign.has(key) || context.declared.has(key)) return undefined;
  if (isShownParameter(names, site, key)) return undefined;
  const titled = topic.titled(section);
  const isTitled = ({ types }: KeyMember): number =>
    types.some((type) => titled.has(type)) ? 1 : 0;
  const support = ({ types }: KeyMember): number => otherKeys(topic.keys, types, key);
  const [only, ...others] = most(most(keyMembers(names, key), isTitled), support);
  if (only === undefined || others.length > 0) return undefined;
  if (isTitled(only) === 0 && support(only) < OTHERS_MIN) return undefined;
  return { node: only.node.index, evidence: 'scoped' };
}

function most<T>(items: readonly T[], measure: (item: T) => number): readonly T[] {
  const values = items.map(measure);
  const highest = Math.max(...values);
  return items.filter((_, index) => values[index] === highest);
}
