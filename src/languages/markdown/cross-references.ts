/**
 * Links by a name alone, as mkdocstrings writes them: `[text][shop.Cart]`, `[shop.Cart][]`. To Markdown
 * they are text, for nothing defines the name.
 */

const REFERENCE = /\[([^[\]]+)\]\[([\w.:-]*)\]/g;
const BEHIND = /^\]\[([\w.:-]*)\]/;

export function namesLinked(text: string): readonly string[] {
  return Array.from(text.matchAll(REFERENCE), ([, shown = '', name = '']) => name || shown);
}

/** Of inline code that is all of a link's text, by what stands before and behind it. */
export function nameLinked(before: string, code: string, behind: string): string | undefined {
  const name = before.endsWith('[') ? BEHIND.exec(behind)?.[1] : undefined;
  return name === '' ? code : name;
}
