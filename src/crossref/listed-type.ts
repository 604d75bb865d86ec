/** The type whose members a section lists: of its names, far more are members of it than of any other. */
import { appendTo } from '../base/append-to.ts';
import { remembered } from '../base/remembered.ts';
import { candidates } from './candidates.ts';
import { asMembers, isJoined } from './mention-text.ts';
import type { Place } from './place.ts';
import { type ProjectNames, TYPES } from './project-names.ts';
import { isSetting } from './settings.ts';
import type { Subject } from './subject.ts';

/** Fewer names of one type are a coincidence. */
const NAMES_MIN = 3;
/** Of fewer than these one has to be of two words, or the page speaks of the type. */
const PLAIN_NAMES_MIN = 5;
/** A type of everything has any names. */
const SHARE_MIN = 0.5;

const KNOWN = new WeakMap<Subject, Map<number, number | undefined>>();

export function listedMember(names: ProjectNames, place: Place, name: string): number | undefined {
  const { subject, section } = place;
  if (subject === undefined) return undefined;
  const known = KNOWN.get(subject) ?? new Map<number, number | undefined>();
  KNOWN.set(subject, known);
  const type = remembered(known, section, () => listedType(names, place, subject));
  if (type === undefined) return undefined;
  const [member] = asMembers(name).flatMap((spelled) => names.memberOf(type, spelled) ?? []);
  return member;
}

function listedType(names: ProjectNames, place: Place, subject: Subject): number | undefined {
  const listed = [...subject.names(place.section)].filter((name) => /^[a-z]/.test(name));
  if (listed.length < NAMES_MIN) return undefined;
  const found = new Map<number, string[]>();
  for (const name of listed) {
    for (const owner of ownersOf(names, place, name)) appendTo(found, owner, name);
  }
  const [first, second] = [...found].sort(([, a], [, b]) => b.length - a.length);
  if (first === undefined || first[1].length === second?.[1].length) return undefined;
  const [type, own] = first;
  if (own.length < NAMES_MIN || own.length < listed.length * SHARE_MIN) return undefined;
  const isTold =
    own.length >= PLAIN_NAMES_MIN ||
    own.some((name) => name.includes('-') || isJoined(name)) ||
    (subject.onPage.get(type) ?? 0) > 0;
  return isTold ? type : undefined;
}

/** Types with a value of the name. */
function ownersOf(names: ProjectNames, { context }: Place, name: string): ReadonlySet<number> {
  const members = asMembers(name)
    .flatMap((spelled) => candidates(names, context, spelled))
    .filter((node) => isSetting(names, node) && TYPES.test(names.graph.node(node.parent).kind));
  return new Set(members.map(({ parent }) => parent));
}
