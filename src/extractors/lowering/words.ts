/** A set of words, such as node types of a grammar, written with white space between. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
