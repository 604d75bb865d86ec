/**
 * Links by name as mkdocstrings writes them: `[text][shop.Cart]`, `[shop.Cart][]`. Markdown reads
 * them as text because nothing defines the name.
 */

const REFERENCE = /\[([^[\]]+)\]\[([\w.:-]*)\]/g;
const BEHIND = /^\]\[([\w.:-]*)\]/;

export function namesLinked(text: string): readonly string[] {
  return Array.from(text.matchAll(REFERENCE), ([, shown = '', name = '']) => name || shown);
}

/**
 * Returns the name that inline code links to. The code must be the link's whole text; `before` and
 * `behind` are the text around it.
 */
export function nameLinked(before: string, code: string, behind: string): string | undefined {
  const name = before.endsWith('[') ? BEHIND.exec(behind)?.[1] : undefined;
  return name === '' ? code : name;
}
