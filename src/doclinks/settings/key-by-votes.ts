/**
 * Which member a key of settings is, by how much the page speaks for the types that have one of its
 * name: several weak signs are added up, and one member has to be well ahead of the others.
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

/** What signs are worth. A vote is another key that only this type has. */
const WEIGHTS = {
  /** Per vote: in the section, in those around it, on the page. */
  section: 1,
  around: 0.7,
  page: 0.5,
  /** Most votes on all pages. */
  everywhere: 1.5,
  /** All that the code blocks of the page show of the key; and that one of the section does. */
  code: 4,
  codeHere: 1,
  /** Below a key that the list, the heading or the page is about. */
  below: 2,
  /** The type is named by a heading or the page; or its words stand in the heading. */
  titled: 1,
  words: 1.5,
  options: 0.8,
  /** The type is read from text, as settings are. */
  read: 0.8,
  exported: 0.3,
};
/** More votes of one section add nothing. */
const VOTES_MAX = 8;
const EVERYWHERE_MIN = 2;

/** What the best has to have, and where nothing marks the word as a key here, or anywhere. */
const LEAST = { marked: 2.2, unmarked: 4, unshown: 6 };
/** Votes of the section, or of the page, for a type that is options, and for one with any fields. */
const SUPPORT = { ofOptions: { section: 1, page: 1.5 }, ofOthers: { section: 1.5, page: 5 } };
/** Times as much as the second. */
const AHEAD = 1.25;

const LITERAL =
  /^(?:true|false|null|nil|none|undefined|string|number|boolean|bool|int|float|object|array|list|function|any|default)$/;
/** What functions call their parameters. */
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

/** What a list has below another key is a member of what that holds, and of nothing that a heading names. */
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

/** A word that has other meanings has to be called a key, or be listed or shown as one. */
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

/** It is called an option, or links to what is called by it. */
function isNamedSo({ noun, link = '' }: MentionSite, key: string): boolean {
  return noun === 'option' || plainKey(link).includes(plainKey(key));
}

function isMarkedAsKey(site: MentionSite, { keys }: PageTopic, key: string): boolean {
  const isCertain = isNamedSo(site, key) || site.leads || site.noun === 'member';
  return isCertain || keys.shown.has(plainKey(key)) || isJoined(key) || key.includes('-');
}

/** The page has to speak of the type: a word alone, however few types have it, is any word. */
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

/** Less where other pages show it as a key, of options or of a type that code blocks are of. */
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
      // The value of a setting is told by the setting alone.
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

/** Any page has a heading "Options". */
const GENERIC = /^(?:options?|config|configuration|settings?)$/i;

function isTitled(names: SymbolLookup, titled: Weights, types: readonly number[]): boolean {
  return types.some((type) => titled.has(type) && !GENERIC.test(names.node(type).name));
}

/** How much of a type's name stands in a heading. */
function sharedWords(type: string, heading: string): number {
  const words = (type.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [])
    .map((word) => word.toLowerCase())
    .filter((word) => !GENERIC.test(word));
  const shared = words.filter((word) => heading.includes(word));
  return words.length === 0 ? 0 : shared.length / words.length;
}

/** The first, when all that come near it are its kin; of `Options` and `NormalizedOptions` the former. */
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

/** Types of one folder that have most of their keys in common: what is said of one is said of both. */
function isSimilar({ keys }: PageTopic, a: KeyMember, b: KeyMember): boolean {
  if (a === b) return true;
  if (dirnameOf(a.node.path) !== dirnameOf(b.node.path)) return false;
  const keysOf = ({ types }: KeyMember): ReadonlySet<string> =>
    new Set(types.flatMap((type) => [...(keys.ofAll.keysOf.get(type) ?? [])]));
  const [one, other] = [keysOf(a), keysOf(b)];
  const shared = [...one].filter((key) => other.has(key)).length;
  return shared >= SIMILAR_KEYS_MIN && shared >= Math.min(one.size, other.size) * SIMILAR_SHARE;
}
