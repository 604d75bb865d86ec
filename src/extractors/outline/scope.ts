/** Looks up declarations of a file by name, from the innermost scope outwards. */

import { appendTo } from '../../base/append-to.ts';
import { getOrCompute } from '../../base/memoize.ts';
import type { StructureDraft } from './draft.ts';

/** Kinds that have members. */
export const TYPES = /^(class|interface|enum|typeAlias|namespace)$/;

const INDEXES = new WeakMap<StructureDraft, ReadonlyMap<string, readonly number[]>>();

/**
 * Returns the nearest declaration with a name that is visible from a declaration, or −1 if this
 * file has none.
 */
export function declarationNamed(
  draft: StructureDraft,
  name: string,
  from: number,
  kinds: RegExp,
): number {
  const isType = kinds === TYPES;
  for (let parent = from; ; parent = draft.declarations[parent]?.parent ?? -1) {
    const outer = draft.kindOf(parent);
    // In many languages the members of a type are not visible by their bare names, but the types
    // inside it are.
    const isSeen =
      isType ||
      draft.spec.implicitSelf === true ||
      !/^(class|interface|enum|typeAlias)$/.test(outer ?? '');
    const found = isSeen ? memberNamed(draft, parent, name, kinds) : -1;
    // A variable with methods is a table; its members are reached through its name.
    const isNamed = outer !== 'variable' || draft.kindOf(found) !== 'method';
    if ((found >= 0 && isNamed) || parent < 0) return found;
  }
}

const NAMESPACES = new WeakMap<StructureDraft, ReadonlyMap<string, readonly number[]>>();

/**
 * Returns all parts of a namespace that a file opens several times. For other declarations, returns
 * the declaration itself.
 */
export function partsOf(draft: StructureDraft, declaration: number): readonly number[] {
  if (draft.kindOf(declaration) !== 'namespace') return [declaration];
  const known = NAMESPACES.get(draft);
  const parts = known ?? namespacesOf(draft);
  if (known === undefined) NAMESPACES.set(draft, parts);
  return parts.get(pathOf(draft, declaration)) ?? [declaration];
}

function namespacesOf(draft: StructureDraft): ReadonlyMap<string, readonly number[]> {
  const parts = new Map<string, number[]>();
  draft.declarations.forEach(({ kind }, index) => {
    if (kind === 'namespace') appendTo(parts, pathOf(draft, index), index);
  });
  return parts;
}

function pathOf(draft: StructureDraft, declaration: number): string {
  const { name, parent } = draft.declarations[declaration] ?? { name: '', parent: -1 };
  return parent < 0 ? name : `${pathOf(draft, parent)} ${name}`;
}

/** Returns the declaration directly inside another (−1: the file), or −1 if there is none. */
export function memberNamed(
  draft: StructureDraft,
  parent: number,
  name: string,
  kinds: RegExp,
): number {
  const candidates = indexOf(draft).get(`${parent} ${name}`) ?? [];
  return candidates.find((index) => kinds.test(draft.kindOf(index) ?? '')) ?? -1;
}

/** Built once every declaration has its parent. */
function indexOf(draft: StructureDraft): ReadonlyMap<string, readonly number[]> {
  return getOrCompute(INDEXES, draft, () => {
    const index = new Map<string, number[]>();
    draft.declarations.forEach(({ name, parent }, number) => {
      if (!draft.cases.has(number)) appendTo(index, `${parent} ${name}`, number);
    });
    return index;
  });
}
