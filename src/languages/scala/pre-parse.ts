/** Scala that the grammar reads wrongly, written as what it reads the same way, without moving anything. */

/** A comma behind the last of a list, closed on a line further down; comments may stand between. */
const TRAILING_COMMA = /,(?=[ \t]*(?:\/\/[^\n]*)?\r?\n\s*(?:\/\/[^\n]*\n\s*){0,8}[)\]}])/g;

/** Behind a function or a branch, the grammar takes such a comma for a part of it. `⇒` is unknown to it. */
export function preParseScala(text: string): string {
  const plain = text.replace(TRAILING_COMMA, ' ');
  if (!plain.includes('⇒')) return plain;
  // A blank beside it makes room; `_=` would be a name.
  return plain.replace(/⇒ /g, '=>').replace(/([A-Za-z0-9)\]}`]) ⇒(?=\r?\n)/g, '$1=>');
}
