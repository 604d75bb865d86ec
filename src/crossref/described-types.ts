/** The types that a page describes: those of which it speaks of many members. */
import { type ProjectNames, TYPES } from './project-names.ts';
import type { Subject } from './subject.ts';

/** Fewer members are spoken of in passing. */
const MEMBERS_MIN = 4;

const KNOWN = new WeakMap<Subject, readonly number[]>();

function describedTypes({ graph }: ProjectNames, subject: Subject): readonly number[] {
  const known = KNOWN.get(subject);
  if (known !== undefined) return known;
  const counts = new Map<number, number>();
  for (const index of subject.onPage.keys()) {
    const { parent } = graph.node(index);
    const isMember = parent >= 0 && TYPES.test(graph.node(parent).kind);
    if (isMember) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  }
  const types = [...counts].flatMap(([type, count]) => (count < MEMBERS_MIN ? [] : [type]));
  KNOWN.set(subject, types);
  return types;
}

/** The member that a word is there; undefined when several of the types have it, or none. */
export function describedMember(
  names: ProjectNames,
  subject: Subject,
  name: string,
): number | undefined {
  const members = describedTypes(names, subject).flatMap(
    (type) => names.memberOf(type, name) ?? [],
  );
  return new Set(members).size === 1 ? members[0] : undefined;
}
