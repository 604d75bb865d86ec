/** Parts of routes that are not known. */
import type { Written } from '../model/registrations.ts';

/** Marks a part of a route that is not known; the route shows its name in braces. */
const HOLE = '\u0000';

/** Returns the mark of a part that is not known. */
export function hole(written: Written): string {
  return HOLE + spelled(written) + HOLE;
}

/** Returns a route with its holes in braces; undefined if it has none. */
export function withHolesShown(route: string): string | undefined {
  if (!route.includes(HOLE)) return undefined;
  const [first = '', ...parts] = route.split(HOLE);
  return parts.reduce(
    (shown, part, index) => shown + (index % 2 === 0 ? `{${part}}` : part),
    first,
  );
}

function spelled(written: Written): string {
  if (written.form === 'name') return written.name;
  return written.form === 'member' ? `${spelled(written.object)}.${written.name}` : '…';
}
