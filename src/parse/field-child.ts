import type { FieldEntry, Subtrees } from './subtrees.ts';
import { VisibleChildren } from './visible-children.ts';

/**
 * Returns the address of the first visible child with a field name in the grammar; 0: none. Follows
 * the parser's `ts_node_child_by_field_id`.
 */
export function childOfField(subtrees: Subtrees, place: number, field: number): number {
  for (let node = place; ; ) {
    if (subtrees.visibleChildCountOf(node) === 0) return 0;
    const found = searchIn(subtrees, node, field);
    if (found.place !== 0 || found.inside === 0) return found.place;
    node = found.inside;
  }
}

interface Found {
  /** Address of the child; 0: not found here. */
  readonly place: number;
  /** Address of the only hidden child that can still contain it; 0: none. */
  readonly inside: number;
}

const NOTHING: Found = { place: 0, inside: 0 };

function searchIn(subtrees: Subtrees, node: number, field: number): Found {
  const entries = subtrees
    .fieldsOf(subtrees.productionOf(node))
    .filter((one) => one.field === field);
  const first = subtrees.firstChildOf(node);
  const count = subtrees.childCountOf(node);
  let next = 0;
  for (let index = 0, part = -1; index < count; index++) {
    const entry = entries[next];
    if (entry === undefined) return NOTHING;
    const child = subtrees.childAt(first, index);
    if (subtrees.isExtra(child)) continue;
    part++;
    if (part < entry.child) continue;
    if (entry.inherited && next === entries.length - 1) return { place: 0, inside: child };
    const place = ofEntry(subtrees, node, child, entry, part);
    if (place !== 0) return { place, inside: 0 };
    next++;
  }
  return NOTHING;
}

function ofEntry(
  subtrees: Subtrees,
  node: number,
  child: number,
  { field, inherited }: FieldEntry,
  part: number,
): number {
  if (inherited) return childOfField(subtrees, child, field);
  const alias = subtrees.aliasAt(subtrees.productionOf(node), part);
  if (alias !== 0 || subtrees.isVisible(child)) return child;
  // The field belongs to a hidden child: its first visible child takes its place.
  const children = new VisibleChildren(subtrees).open(child, 0);
  return children.next() ? children.place : 0;
}
