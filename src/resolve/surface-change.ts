import type { Surface, SurfacePart } from './surface.ts';

/** The difference between two versions of a file that other files can see. */
export type SurfaceChange =
  | { readonly form: 'none' }
  /** Only files that look up one of these names are affected. */
  | { readonly form: 'names'; readonly names: ReadonlySet<string> }
  /** All direct and indirect importers of the file may be affected. */
  | { readonly form: 'broad' };

/** Compares two versions. A name that re-exports a changed one counts as changed. */
export function surfaceChange(before: Surface, after: Surface): SurfaceChange {
  if (before.whole !== after.whole) return { form: 'broad' };
  const ids = differing(before.declarations, after.declarations);
  const exported = differing(before.exports, after.exports);
  if (ids.length === 0 && exported.length === 0) return { form: 'none' };
  // A CommonJS module is a single value; names of its parts are not looked up in its export table.
  if (before.exports.has('=') || after.exports.has('=')) return { form: 'broad' };
  const names = new Set(exported);
  for (const id of ids)
    for (const surface of [before, after])
      for (const name of surface.declarations.get(id)?.names ?? []) names.add(name);
  spread([before, after], names);
  return { form: 'names', names };
}

function differing(
  before: ReadonlyMap<string, SurfacePart>,
  after: ReadonlyMap<string, SurfacePart>,
): readonly string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => before.get(key)?.text !== after.get(key)?.text);
}

/**
 * Returns the change of a file with the same facts when some names of other files mean something
 * else: all that mentions one of them means something else as well.
 */
export function indirectChange(surface: Surface, changed: ReadonlySet<string>): SurfaceChange {
  const names = spread([surface], new Set(changed));
  if (names.size === 0) return { form: 'none' };
  return surface.exports.has('=') ? { form: 'broad' } : { form: 'names', names };
}

/**
 * Adds the names of all parts that mention one of the names, until a fixed point is reached. Returns
 * the names of these parts.
 */
function spread(surfaces: readonly Surface[], names: Set<string>): Set<string> {
  const found = new Set<string>();
  const waiting = new Map<SurfacePart, readonly string[]>();
  for (const { declarations, exports } of surfaces) {
    for (const part of declarations.values()) waiting.set(part, part.names);
    for (const [name, part] of exports) waiting.set(part, [name]);
  }
  for (let isGrowing = true; isGrowing; ) {
    isGrowing = false;
    for (const [part, own] of waiting) {
      if (![...part.mentions].some((name) => names.has(name))) continue;
      waiting.delete(part);
      isGrowing = true;
      for (const name of own) {
        names.add(name);
        found.add(name);
      }
    }
  }
  return found;
}

/** Returns the new index of each old declaration, matched by id; −1 for removed ones. */
export function renumbering(before: Surface, after: Surface): Int32Array {
  const places = new Map([...after.declarations.keys()].map((id, index) => [id, index]));
  return Int32Array.from(before.declarations.keys(), (id) => places.get(id) ?? -1);
}
