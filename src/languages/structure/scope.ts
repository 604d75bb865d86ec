/** Names of a file's declarations, looked up from inside outwards. */
import type { StructureDraft } from './extract.ts';

/** Kinds of what has members. */
export const TYPES = /^(class|interface|enum|typeAlias|namespace)$/;

const INDEXES = new WeakMap<StructureDraft, ReadonlyMap<string, readonly number[]>>();

/** The nearest declaration of a name that a declaration can see; −1: none in this file. */
export function declarationNamed(
  draft: StructureDraft,
  name: string,
  from: number,
  kinds: RegExp,
): number {
  const isType = kinds === TYPES;
  for (let parent = from; ; parent = draft.declarations[parent]?.parent ?? -1) {
    const outer = draft.kindOf(parent);
    // In many languages a type's members are not names by themselves; the types in it are.
    const isSeen =
      isType ||
      draft.spec.implicitSelf === true ||
      !/^(class|interface|enum|typeAlias)$/.test(outer ?? '');
    const found = isSeen ? memberNamed(draft, parent, name, kinds) : -1;
    if (found >= 0 || parent < 0) return found;
  }
}

/** A declaration directly inside another (−1: the file); −1: none. */
export function memberNamed(
  draft: StructureDraft,
  parent: number,
  name: string,
  kinds: RegExp,
): number {
  const candidates = indexOf(draft).get(`${parent} ${name}`) ?? [];
  return candidates.find((index) => kinds.test(draft.kindOf(index) ?? '')) ?? -1;
}

/** Made once every declaration has its parent. */
function indexOf(draft: StructureDraft): ReadonlyMap<string, readonly number[]> {
  const known = INDEXES.get(draft);
  if (known !== undefined) return known;
  const index = new Map<string, number[]>();
  draft.declarations.forEach(({ name, parent }, number) => {
    const key = `${parent} ${name}`;
    const list = index.get(key);
    if (list === undefined) index.set(key, [number]);
    else list.push(number);
  });
  INDEXES.set(draft, index);
  return index;
}
