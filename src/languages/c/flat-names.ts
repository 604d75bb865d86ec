/**
 * Looks up names across a file and all its namespaces at once, because namespaces are not tracked
 * across files.
 */
import { appendTo } from '../../base/append-to.ts';
import type { StructureDraft } from '../../extractors/outline/draft.ts';
import type { Lowering } from '../../extractors/semantic/lowering.ts';
import { OP } from '../../model/expression.ts';
import type { ExpressionId } from '../../model/facts.ts';

const KINDS = { type: /^(class|interface|enum|typeAlias|namespace)$/, value: /^(?!namespace$)/ };
const INDEXES = new WeakMap<StructureDraft, ReadonlyMap<string, readonly number[]>>();

/**
 * Returns the declaration of a name in the file or its namespaces. Falls back to a free name, which
 * the includes may resolve.
 */
export function flatNamed(
  name: string,
  usage: 'type' | 'value',
  { draft }: Lowering,
): ExpressionId {
  const found = indexOf(draft)
    .get(name)
    ?.find((index) => KINDS[usage].test(draft.kindOf(index) ?? ''));
  return found === undefined
    ? draft.table.add(OP.free, draft.stringId(name))
    : draft.table.add(OP.declaration, found);
}

function indexOf(draft: StructureDraft): ReadonlyMap<string, readonly number[]> {
  const known = INDEXES.get(draft);
  if (known !== undefined) return known;
  const index = new Map<string, number[]>();
  draft.declarations.forEach(({ name, parent }, number) => {
    const isOpen = parent < 0 || draft.kindOf(parent) === 'namespace';
    if (!isOpen || draft.attached.has(number) || draft.cases.has(number)) return;
    appendTo(index, name, number);
  });
  INDEXES.set(draft, index);
  return index;
}
