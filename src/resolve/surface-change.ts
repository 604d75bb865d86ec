import type { Surface, SurfacePart } from './surface.ts';

/** What differs between two versions of a file, as far as other files can see it. */
export type SurfaceChange =
  | { readonly form: 'none' }
  /** Only who looks up one of these names can see it. */
  | { readonly form: 'names'; readonly names: ReadonlySet<string> }
  /** Whoever imports the file, directly or through others, may see it. */
  | { readonly form: 'broad' };

/** Compares two versions. A name that passes on what has changed counts as changed itself. */
export function surfaceChange(before: Surface, after: Surface): SurfaceChange {
  if (before.whole !== after.whole) return { form: 'broad' };
  const ids = differing(before.declarations, after.declarations);
  const exported = differing(before.exports, after.exports);
  if (ids.length === 0 && exported.length === 0) return { form: 'none' };
  // A CommonJS module is one value; names of its parts are not looked up in its export table.
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

/** Adds the names of all parts that mention one of the names, until there are no more. */
function spread(surfaces: readonly Surface[], names: Set<string>): void {
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
      for (const name of own) names.add(name);
    }
  }
}

/** Where each old declaration is now, by id; −1 for those that are gone. */
export function renumbering(before: Surface, after: Surface): Int32Array {
  const places = new Map([...after.declarations.keys()].map((id, index) => [id, index]));
  return Int32Array.from(before.declarations.keys(), (id) => places.get(id) ?? -1);
}
