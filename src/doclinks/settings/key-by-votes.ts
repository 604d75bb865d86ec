/**
 * Resolves a settings key to a member by the evidence that the page gives for the types with such a
 * member. Several weak signals are added up, and one member must be well ahead of the others.
 */
import { dirnameOf } from '../../model/path.ts';
import { isCommonName } from '../lookup/common-names.ts';
import { isRead, type KeyMember, keyMembers, nearestBelow } from '../lookup/key-members.ts';
import {
  isListedBelow,
  isTellingHolder,
  type MentionSite,
  type MentionTarget,
} from '../lookup/mention-site.ts';
import { isJoined, keyParts } from '../lookup/mention-text.ts';
import { plainKey } from '../lookup/page-keys.ts';
import type { PageTopic, Weights } from '../lookup/page-topic.ts';
import { isShownParameter } from '../lookup/shown-parameter.ts';
import type { SymbolLookup } from '../lookup/symbol-lookup.ts';
import { isOfOptions } from './settings.ts';

/** Weights of the signals. A vote is another key, shared among the types that have it. */
const WEIGHTS = {
  /** Per vote in the section; below: in the sections around it, and on the page. */
  section: 1,
  around: 0.7,
  page: 0.5,
  /** For the most votes on all pages. */
  everywhere: 1.5,
  /**
   * For all occurrences of the key in the page's code blocks; below: for one in the same section.
   */
  code: 4,
  codeHere: 1,
  /** For a member below a key that the list, the heading or the page is about. */
  below: 2,
  /** For a type named by a heading or the page; below: for words of its name in the heading. */
  titled: 1,
  words: 1.5,
  options: 0.8,
  /** For a type that is read from text, as settings are. */
  read: 0.8,
  exported: 0.3,
};
/** Most votes of one section that count. */
const VOTES_MAX = 8;
const EVERYWHERE_MIN = 2;

/**
 * Lowest winning score: for words marked as keys, for words not marked here, and for words not
 * marked on any page.
 */
const LEAST = { marked: 2.2, unmarked: 4, unshown: 6 };
/** Fewest votes of the section, or of the page, for options types and for other types. */
const SUPPORT = { ofOptions: { section: 1, page: 1.5 }, ofOthers: { section: 1.5, page: 5 } };
/** Factor by which the first must exceed the second. */
const AHEAD = 1.25;

const LITERAL =
  /^(?:true|false|null|nil|none|undefined|string|number|boolean|bool|int|float|object|array|list|function|any|default)$/;
/** Common names of function parameters. */
const PARAMETER =
  /^(?:options|opts|args|arguments|callback|cb|self|this|done|next|req|res|request|response|reply|event|ctx)$/;

interface Scored {
  readonly member: KeyMember;
  readonly score: number;
  readonly isBelow: boolean;
}

export function keyByVotes(
  names: SymbolLookup,
  site: MentionSite,
  text: string,
): MentionTarget | undefined {
  const { topic } = site;
  if (topic === undefined) return undefined;
  const [key = '', ...owners] = [...(keyParts(text.replace(/:$/, '')) ?? [])].reverse();
  if (!mayBeKey(site, topic, key)) return undefined;
  if (owners.length === 0 && isShownParameter(names, site, key)) return undefined;
  const owned = nearestBelow(names, keyMembers(names, key), owners.slice(0, 1));
  if (owners.length > 0 && !owned.isBelow) return undefined;
  const listed = isListedBelow(site)
    ? listedBelow(names, site, topic, owned.members)
    : owned.members;
  const scored = scoresOf(names, site, topic, key, listed);
  const [first] = scored;
  if (first === undefined) return undefined;
  if (owners.length === 0) {
    if (!isSupported(names, site, topic, key, first)) return undefined;
    const isMarked = isMarkedAsKey(site, topic, key);
    const least = isMarked ? LEAST.marked : leastUnmarked(names, topic, key, first.member);
    if (first.score < least) return undefined;
  }
  const chosen = aheadOf(names, topic, first, scored);
  return chosen && { node: chosen.node.index, evidence: 'scoped' };
}

/**
 * Returns the members below the key that the list is nested under. Otherwise, leaves out members of
 * types that a heading names.
 */
function listedBelow(
  names: SymbolLookup,
  { under, section }: MentionSite,
  { titled }: PageTopic,
  members: readonly KeyMember[],
): readonly KeyMember[] {
  const nearest = nearestBelow(names, members, under.filter(isTellingHolder));
  if (nearest.isBelow) return nearest.members;
  const [holder = ''] = under;
  if (/^[A-Z]/.test(holder) && names.types(holder).length > 0) return [];
  return members.filter(({ types }) => !isTitled(names, titled(section), types));
}

/**
 * Whether a word can be a key. A word with other meanings must be called an option, or be listed or
 * shown as a key.
 */
function mayBeKey(site: MentionSite, { keys }: PageTopic, key: string): boolean {
  const { isHeading, leadsOutside, noun, leads, context } = site;
  if (isHeading || leadsOutside || noun === 'parameter') return false;
  if (!/^[a-z][\w-]*$/.test(key) || LITERAL.test(key)) return false;
  if (isNamedSo(site, key)) return true;
  if (context.foreign.has(key) || context.declared.has(key)) return false;
  const word = plainKey(key);
  if (leads || keys.headings.has(word) || keys.inCode.has(word)) return true;
  return !(isCommonName(key) || PARAMETER.test(key) || keys.quoted.has(key));
}

/** Whether the word is called an option, or links to a target with its name. */
function isNamedSo({ noun, link = '' }: MentionSite, key: string): boolean {
  return noun === 'option' || plainKey(link).includes(plainKey(key));
}

function isMarkedAsKey(site: MentionSite, { keys }: PageTopic, key: string): boolean {
  const isCertain = isNamedSo(site, key) || site.leads || site.noun === 'member';
  return isCertain || keys.shown.has(plainKey(key)) || isJoined(key) || key.includes('-');
}

/** Whether the page supports the type. A word alone is no evidence, even if few types have it. */
function isSupported(
  names: SymbolLookup,
  site: MentionSite,
  { keys, titled }: PageTopic,
  key: string,
  { member: { node, types }, isBelow }: Scored,
): boolean {
  const { section } = site;
  const word = plainKey(key);
  if (isNamedSo(site, key) || keys.headings.has(word)) return true;
  if (isBelow || keys.inCode.get(word)?.has(node.index) === true) return true;
  if (isTitled(names, titled(section), types)) return true;
  const others = names.named(key);
  if (others.some((one) => one.kind === 'function' && names.isOutermost(one))) return false;
  const isUnlikelyWord = isJoined(key) || key.includes('-');
  const least = isOfOptions(names, node) || isUnlikelyWord ? SUPPORT.ofOptions : SUPPORT.ofOthers;
  const votes = (scope: number): number => keys.votes(scope).without(word, types);
  if (votes(-1) >= least.page) return true;
  const around = keys.around(section).filter((scope) => scope >= 0 || section < 0);
  return around.some((scope) => votes(scope) >= least.section);
}

/**
 * Returns the lowest score for a word that is not marked as a key here. It is lower if other pages
 * show it as a key; otherwise it must belong to options or to a type in code blocks.
 */
function leastUnmarked(
  names: SymbolLookup,
  { keys }: PageTopic,
  key: string,
  { node }: KeyMember,
): number {
  const ofOptions = isOfOptions(names, node);
  if (!ofOptions && !keys.ofAll.inCode.has(node.index)) return Number.POSITIVE_INFINITY;
  return keys.ofAll.shown.has(plainKey(key)) ? LEAST.unmarked : LEAST.unshown;
}

function scoresOf(
  names: SymbolLookup,
  site: MentionSite,
  topic: PageTopic,
  key: string,
  members: readonly KeyMember[],
): readonly Scored[] {
  const { keys } = topic;
  const word = plainKey(key);
  const around = [...site.under, ...keys.headed(site.section)].filter(
    (one) => plainKey(one) !== word,
  );
  const below = nearestBelow(names, members, around);
  const everywhere = members.map(({ types }) => keys.ofAll.votes.without(word, types));
  const most = Math.max(EVERYWHERE_MIN, ...everywhere);
  return (
    members
      .map((member, index) => {
        const isBelow = below.isBelow && below.members.includes(member);
        const own = scoreOf(names, site, topic, word, member);
        const all = (WEIGHTS.everywhere * (everywhere[index] ?? 0)) / most;
        return { member, score: own + all + (isBelow ? WEIGHTS.below : 0), isBelow };
      })
      // A value of a setting is only identified by the setting itself.
      .filter(({ member, isBelow }) => isBelow || member.node.kind !== 'enumMember')
      .sort((a, b) => b.score - a.score)
  );
}

function scoreOf(
  names: SymbolLookup,
  { section }: MentionSite,
  { keys, titled }: PageTopic,
  word: string,
  { node, types }: KeyMember,
): number {
  const owner = names.node(node.parent);
  let score = 0;
  for (const scope of keys.around(section)) {
    const { page, around } = WEIGHTS;
    const weight = scope === section ? WEIGHTS.section : scope === -1 ? page : around;
    score += weight * Math.min(VOTES_MAX, keys.votes(scope).without(word, types));
  }
  const resolved = keys.inCode.get(word);
  const sections = resolved?.get(node.index);
  if (resolved !== undefined && sections !== undefined) {
    const all = [...resolved.values()].reduce((sum, { size }) => sum + size, 0);
    score += (WEIGHTS.code * sections.size) / all;
    if (sections.has(section)) score += WEIGHTS.codeHere;
  }
  if (isTitled(names, titled(section), types)) score += WEIGHTS.titled;
  score += WEIGHTS.words * sharedWords(owner.name, keys.heading(section));
  if (isOfOptions(names, node)) score += WEIGHTS.options;
  if (isRead(names, node)) score += WEIGHTS.read;
  return score + (owner.exported ? WEIGHTS.exported : 0);
}

/** Headings such as "Options" occur on any page. */
const GENERIC = /^(?:options?|config|configuration|settings?)$/i;

function isTitled(names: SymbolLookup, titled: Weights, types: readonly number[]): boolean {
  return types.some((type) => titled.has(type) && !GENERIC.test(names.node(type).name));
}

/** Returns the share of a type name's words that occur in a heading. */
function sharedWords(type: string, heading: string): number {
  const words = (type.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !GENERIC.test(word));
  const shared = words.filter((word) => heading.includes(word));
  return words.length === 0 ? 0 : shared.length / words.length;
}

/**
 * Returns the first member if all close competitors are similar to it. Of `Options` and
 * `NormalizedOptions`, returns the former.
 */
function aheadOf(
  names: SymbolLookup,
  topic: PageTopic,
  first: Scored,
  scored: readonly Scored[],
): KeyMember | undefined {
  const isSimilarToFirst = ({ member }: Scored): boolean => isSimilar(topic, first.member, member);
  const near = scored.filter(({ score }) => first.score < AHEAD * score);
  if (!near.every(isSimilarToFirst)) return undefined;
  const typeOf = ({ member }: Scored): string => names.node(member.node.parent).name;
  const plainer = scored.find(
    (one) =>
      typeOf(one) !== typeOf(first) && typeOf(first).includes(typeOf(one)) && isSimilarToFirst(one),
  );
  return (plainer ?? first).member;
}

const SIMILAR_KEYS_MIN = 4;
const SIMILAR_SHARE = 0.6;

/**
 * Whether two types are in one folder and have most keys in common. Documentation of one then
 * applies to both.
 */
function isSimilar({ keys }: PageTopic, a: KeyMember, b: KeyMember): boolean {
  if (a === b) return true;
  if (dirnameOf(a.node.path) !== dirnameOf(b.node.path)) return false;
  const keysOf = ({ types }: KeyMember): ReadonlySet<string> =>
    new Set(types.flatMap((type) => [...(keys.ofAll.keysOf.get(type) ?? [])]));
  const [one, other] = [keysOf(a), keysOf(b)];
  const shared = [...one].filter((key) => other.has(key)).length;
  return shared >= SIMILAR_KEYS_MIN && shared >= Math.min(one.size, other.size) * SIMILAR_SHARE;
}
