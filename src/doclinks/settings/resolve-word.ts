/** Resolves a plain word in inline code from its page or section. */
import { candidates, decide } from '../lookup/candidates.ts';
import { isTypings, TYPES } from '../lookup/declaration-rank.ts';
import { keyMembers } from '../lookup/key-members.ts';
import { isListedBelow, type MentionSite, type MentionTarget } from '../lookup/mention-site.ts';
import { asFields, looksDeclared, type SpelledName } from '../lookup/mention-text.ts';
import { isOnTopic } from '../lookup/page-topic.ts';
import { isCallable } from '../lookup/prefer-members.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { keyByVotes } from './key-by-votes.ts';
import { isOfOptions } from './settings.ts';

/** Shortest word to resolve; shorter ones are too ambiguous. */
const WORD_LENGTH_MIN = 3;

/** Resolves a word by its meaning elsewhere on the pages, in a link or a heading. */
export function isUsedElsewhere(
  names: SymbolLookup,
  site: MentionSite,
  { parts: [name = ''], isCall }: SpelledName,
): MentionTarget | undefined {
  const { topic, section, noun, isHeading } = site;
  if (isHeading || (isListedBelow(site) && !isCall && !looksDeclared(name))) return undefined;
  const isPlain =
    /^[a-z][a-z\d_]*$/.test(name) && noun !== 'parameter' && name.length >= WORD_LENGTH_MIN;
  const titled = isPlain ? titledMember(names, site, name) : undefined;
  if (titled !== undefined && isCalled(names, titled, noun)) {
    return { node: titled, evidence: 'scoped' };
  }
  const options = topic?.known(name).some(({ node }) => isOption(names, node)) === true;
  const node = topic?.mentioned(
    section,
    name,
    // Calls of a function are seldom written without parentheses.
    (known) =>
      isCall ||
      noun === 'function' ||
      !known.isCall ||
      !/^(function|method)$/.test(names.node(known.node).kind),
    noun &&
      ((one) =>
        isCalled(names, one, noun) && (!options || isOption(names, one) === (noun === 'option'))),
  );
  const isMentioned = node !== undefined && (!isPlain || isMentionedHere(names, site, node));
  return isMentioned ? { node, evidence: 'scoped' } : undefined;
}

/**
 * Whether this page confirms a meaning that other pages' links give to a plain word. If there are
 * several values of that name, this page must mention the type.
 */
function isMentionedHere(
  names: SymbolLookup,
  { topic, context, noun }: MentionSite,
  node: number,
): boolean {
  const member = names.node(node);
  if (topic === undefined || noun !== undefined || names.isOutermost(member)) return true;
  if (isCallable(member) || keyMembers(names, member.name).length < 2) return true;
  const isOfPage = topic.known(member.name).some(({ path }) => path === context.path);
  return isOfPage || isOnTopic(names, topic.onPage, member);
}

/** Resolves a word by the type that the section or the page is about. */
export function resolveWord(
  names: SymbolLookup,
  site: MentionSite,
  { parts: [name = ''], isCall }: SpelledName,
): readonly MentionTarget[] | undefined {
  const { topic, context, noun, leadsOutside } = site;
  if (topic === undefined || leadsOutside || noun === 'parameter') return undefined;
  if (looksDeclared(name) || context.declared.has(name)) return undefined;
  if (name.length < WORD_LENGTH_MIN) return undefined;
  // Pages give the word several meanings, and this one does not say which.
  const isOpen = new Set(topic.known(name).map(({ node }) => node)).size > 1;
  if (isOpen && noun === undefined) return undefined;
  const key = isCall ? undefined : keyByVotes(names, site, name);
  if (key !== undefined && isCalled(names, key.node, noun)) return [key];
  if (noun !== 'option') return undefined;
  const options = candidates(names, context, name).filter((node) => isOfOptions(names, node));
  // If other types have the key too, the name alone does not decide.
  if (options.length < keyMembers(names, name).length) return undefined;
  const resolved = decide(names, site, options, 'scoped', false);
  return resolved.length === 1 ? resolved : undefined;
}

/** Returns the member of a type that a heading around the section names. */
export function titledMember(
  names: SymbolLookup,
  { topic, section }: MentionSite,
  name: string,
): number | undefined {
  const types = topic?.headed(section) ?? [];
  const members = types.flatMap((type) =>
    asFields(name).flatMap((spelled) => names.memberOf(type, spelled) ?? []),
  );
  // Removes declarations in separate typings if the symbol itself is declared in code.
  const made = members.filter((node) => !isTypings(names.node(node).path));
  const [only, ...others] = new Set(made.length > 0 ? made : members);
  return others.length > 0 ? undefined : only;
}

function isOption(names: SymbolLookup, node: number): boolean {
  return isOfOptions(names, names.node(node));
}

/** Whether a symbol fits the noun beside the word. */
function isCalled(names: SymbolLookup, node: number, noun: MentionSite['noun']): boolean {
  const { kind } = names.node(node);
  switch (noun) {
    case 'option':
      return /^(property|field|accessor|variable)$/.test(kind);
    case 'type':
      return TYPES.test(kind);
    case 'function':
      return !TYPES.test(kind);
    case 'parameter':
      return false;
    case 'module':
      return /^(file|namespace)$/.test(kind);
    default:
      return true;
  }
}
