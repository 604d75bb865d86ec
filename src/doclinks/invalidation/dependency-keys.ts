/**
 * Keys of lookups. Looking up a name outside of tests and examples has that name as its key. The key
 * of any other lookup begins with a line break, as no name does, and holds the arguments, the path
 * first where there is one.
 */

/** Lookups other than those of names; answers.ts defines their answers. */
export type Lookup =
  | 'named'
  | 'namedIn'
  | 'allNamed'
  | 'file'
  | 'path'
  | 'apiPath'
  | 'lines'
  | 'member'
  | 'flag'
  | 'exports'
  | 'bases'
  | 'subtypes'
  | 'module'
  | 'packages'
  | 'goPackages'
  | 'goFiles';

/** Lookups in what all pages say together; shared-answers.ts defines their answers. */
export type SharedLookup = 'conventions' | 'labels' | 'anchors' | 'titles';

/** A key taken apart. */
export type ParsedKey =
  | { readonly name: string }
  | { readonly lookup: Lookup; readonly args: readonly string[] };

export function lookupKey(lookup: Lookup | SharedLookup, ...args: readonly string[]): string {
  return `\n${lookup}\n${JSON.stringify(args)}`;
}

/** The common prefix of all keys of a lookup that begin with these arguments and have more. */
export function lookupPrefix(lookup: Lookup, ...args: readonly string[]): string {
  return args.length === 0 ? `\n${lookup}\n` : lookupKey(lookup, ...args).replace(/\]$/, ',');
}

export function parseKey(key: string): ParsedKey {
  if (!key.startsWith('\n')) return { name: key };
  const end = key.indexOf('\n', 1);
  const lookup = key.slice(1, end) as Lookup;
  return { lookup, args: JSON.parse(key.slice(end + 1)) as readonly string[] };
}
