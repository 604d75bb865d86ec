/** Rewrites Scala that the grammar misreads as equivalent code, keeping all offsets. */

/** A trailing comma of a list that is closed on a later line. Comments may be in between. */
const TRAILING_COMMA = /,(?=[ \t]*(?:\/\/[^\n]*)?\r?\n\s*(?:\/\/[^\n]*\n\s*){0,8}[)\]}])/g;

/**
 * Rewrites trailing commas and `⇒` for the grammar. After a function or branch, it takes the comma
 * for part of it. It does not support `⇒`.
 */
export function preParseScala(text: string): string {
  const plain = text.replace(TRAILING_COMMA, ' ');
  if (!plain.includes('⇒')) return plain;
  // An adjacent space makes room for `=>`. The rewrite avoids `_=`, which would be a name.
  return plain.replace(/⇒ /g, '=>').replace(/([A-Za-z0-9)\]}`]) ⇒(?=\r?\n)/g, '$1=>');
}
