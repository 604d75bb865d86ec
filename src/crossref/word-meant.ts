/** What a plain word in inline code means where the page, or its section, says so. */
import { candidates, decide } from './candidates.ts';
import { keyByVotes } from './key-by-votes.ts';
import { keyMembers } from './key-members.ts';
import { asFields, looksDeclared, type SpelledName } from './mention-text.ts';
import { isCallable } from './narrowed.ts';
import { isListedBelow, type Meant, type Place } from './place.ts';
import { isTypings, type ProjectNames, TYPES } from './project-names.ts';
import { isOfOptions } from './settings.ts';
import { isSpokenOf } from './subject.ts';

/** Shorter ones are too many things. */
const WORD_LENGTH_MIN = 3;

/** By what other places of the pages mean, for they say it of a link or a heading. */
export function meantElsewhere(
  names: ProjectNames,
  place: Place,
  { parts: [name = ''], isCall }: SpelledName,
): Meant | undefined {
  const { subject, section, noun, isHeading } = place;
  if (isHeading || (isListedBelow(place) && !isCall && !looksDeclared(name))) return undefined;
  const isPlain =
    /^[a-z][a-z\d_]*$/.test(name) && noun !== 'parameter' && name.length >= WORD_LENGTH_MIN;
  const titled = isPlain ? titledMember(names, place, name) : undefined;
  if (titled !== undefined && isCalled(names, titled, noun)) {
    return { node: titled, evidence: 'scoped' };
  }
  const options = subject?.known(name).some(({ node }) => isOption(names, node)) === true;
  const node = subject?.meant(
    section,
    name,
    // A function that a page calls is seldom said without.
    (known) =>
      isCall ||
      noun === 'function' ||
      !known.isCall ||
      !/^(function|method)$/.test(names.node(known.node).kind),
    noun &&
      ((one) =>
        isCalled(names, one, noun) && (!options || isOption(names, one) === (noun === 'option'))),
  );
  const isSaid = node !== undefined && (!isPlain || isSaidHere(names, place, node));
  return isSaid ? { node, evidence: 'scoped' } : undefined;
}

/** Of several values of a plain word, other pages' links tell only where this one speaks of its type. */
function isSaidHere(names: ProjectNames, { subject, context, noun }: Place, node: number): boolean {
  const member = names.node(node);
  if (subject === undefined || noun !== undefined || names.isOutermost(member)) return true;
  if (isCallable(member) || keyMembers(names, member.name).length < 2) return true;
  const isOfPage = subject.known(member.name).some(({ path }) => path === context.path);
  return isOfPage || isSpokenOf(names, subject.onPage, member);
}

/** By the type that the section or the page is about. */
export function wordMeant(
  names: ProjectNames,
  place: Place,
  { parts: [name = ''], isCall }: SpelledName,
): readonly Meant[] | undefined {
  const { subject, context, noun, leadsOutside } = place;
  if (subject === undefined || leadsOutside || noun === 'parameter') return undefined;
  if (looksDeclared(name) || context.declared.has(name)) return undefined;
  if (name.length < WORD_LENGTH_MIN) return undefined;
  // Pages mean several things by it, and do not say here which.
  const isOpen = new Set(subject.known(name).map(({ node }) => node)).size > 1;
  if (isOpen && noun === undefined) return undefined;
  const key = isCall ? undefined : keyByVotes(names, place, name);
  if (key !== undefined && isCalled(names, key.node, noun)) return [key];
  if (noun !== 'option') return undefined;
  const options = candidates(names, context, name).filter((node) => isOfOptions(names, node));
  // Of types that the page speaks for less than is needed, the name alone does not tell.
  if (options.length < keyMembers(names, name).length) return undefined;
  const told = decide(names, place, options, 'scoped', false);
  return told.length === 1 ? told : undefined;
}

/** The member of a type that a heading around names. */
export function titledMember(
  names: ProjectNames,
  { subject, section }: Place,
  name: string,
): number | undefined {
  const types = subject?.headed(section) ?? [];
  const members = types.flatMap((type) =>
    asFields(name).flatMap((spelled) => names.memberOf(type, spelled) ?? []),
  );
  // What types are written for apart is meant where it is made.
  const made = members.filter((node) => !isTypings(names.node(node).path));
  const [only, ...others] = new Set(made.length > 0 ? made : members);
  return others.length > 0 ? undefined : only;
}

function isOption(names: ProjectNames, node: number): boolean {
  return isOfOptions(names, names.node(node));
}

/** Whether it can be what the words beside it call it. */
function isCalled(names: ProjectNames, node: number, noun: Place['noun']): boolean {
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
