import type { MentionSite } from './mention-site.ts';
import type { SymbolLookup } from './symbol-lookup.ts';

/** Whether the name is a parameter of a call in the heading above: `load(path, options)`. */
export function isShownParameter(
  names: SymbolLookup,
  { context, section }: MentionSite,
  name: string,
): boolean {
  const file = names.fileNode(context.path);
  if (file === undefined || section < 0 || !/^[a-z]\w*$/.test(name)) return false;
  const heading = names.node(file + 1 + section).name;
  const listed = /\((.*)\)/.exec(heading)?.[1] ?? '';
  if (!listed.includes(name)) return false;
  return new RegExp(`(?<![\\w.])${name}(?![\\w.(])`).test(listed);
}
