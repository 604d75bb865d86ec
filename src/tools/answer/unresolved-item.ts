import { z } from 'zod';
import { UNRESOLVED_KINDS, type UnresolvedUse } from '../../indexing/unresolved-uses.ts';
import { countsOf, listSchema } from './counts.ts';
import { visible } from './display.ts';

/** A base, type or call that leads to no symbol of the project, as tools return it. */
const unresolvedItemSchema = z.strictObject({
  kind: z.enum(UNRESOLVED_KINDS),
  /** Empty if the use has no name, such as a call of a call. */
  name: z.string(),
  /** The module it is imported from. */
  from: z.string().optional(),
  /** The first lines of its uses. */
  lines: z.array(z.int()),
});
export const unresolvedSchema = listSchema(unresolvedItemSchema);

const ITEMS_MAX = 10;
const LINES_MAX = 5;

/** Returns the answer's `unresolved` field; no field if nothing is known or all is resolved. */
export function unresolvedField(uses: readonly UnresolvedUse[] = []): {
  unresolved?: z.infer<typeof unresolvedSchema>;
} {
  if (uses.length === 0) return {};
  const items = uses.slice(0, ITEMS_MAX).map(({ kind, name, from, lines }) => ({
    kind,
    name: visible(name),
    ...(from === undefined ? {} : { from: visible(from) }),
    lines: lines.slice(0, LINES_MAX),
  }));
  return { unresolved: { items, ...countsOf(items.length, uses.length) } };
}

/**
 * Returns `unresolved in this project (1 of 1): base Base from lib at 3`. A body shows types and
 * calls, but not that a base is unknown, so only bases are named unless `isFull`.
 */
export function unresolvedText(
  { unresolved }: ReturnType<typeof unresolvedField>,
  isFull: boolean,
): string {
  if (unresolved === undefined) return '';
  const items = unresolved.items.filter(({ kind }) => isFull || kind === 'base');
  if (items.length === 0) return '';
  const list = items.map(({ kind, name, from, lines }) => {
    const origin = from === undefined ? '' : ` from ${from}`;
    return `${kind} ${name === '' ? '(expression)' : name}${origin} at ${lines.join(',')}`;
  });
  return `unresolved in this project (${items.length} of ${unresolved.total_count}): ${list.join('; ')}`;
}
