/** Recognizes macros whose body in braces is a list of items, `pin_project! { struct … }`, or of statements. */

/** The start of an item. */
const START =
  /^(?:pub(?:\s*\([^)]*\))?\s+)?(?:(?:default|unsafe|async|const|extern\s+"[^"]*")\s+)*(?:(?:struct|enum|union)\s+\w+\s*(?:[<{(;]|where\b)|trait\s+\w+|impl\b|fn\s+\w+\s*[<(]|mod\s+\w+\s*[{;]|use\s|extern\s+crate\s|static\s+(?:mut\s+)?\w+\s*:|const\s+\w+\s*:|type\s+\w+\s*[<=])/;
const ATTRIBUTE = /^#\s*\[/;
/** A macro called between items, such as `thread_local! { … }`. */
const CALL = /^(?:\w+\s*::\s*)*\w+!\s*[({[]/;

/**
 * Whether a text consists of items, of which there is at least one. `skip` returns the end of the
 * literal or comment at an offset, or the offset itself.
 */
export function areItems(text: string, skip: (at: number) => number): boolean {
  let count = 0;
  for (let at = 0; at < text.length; ) {
    const skipped = skip(at);
    if (skipped > at) at = skipped;
    // A list of names in braces ends before its semicolon: `use a::{B};`.
    else if (/[\s;]/.test(text.charAt(at))) at++;
    else {
      const rest = text.slice(at, at + 300);
      const isAttribute = ATTRIBUTE.test(rest);
      const isItem = START.test(rest);
      if (!isAttribute && !isItem && !CALL.test(rest)) return false;
      const end = isAttribute ? endOf(text, at, ']', skip) : endOf(text, at, '}', skip);
      if (end === undefined) return false;
      if (isItem) count++;
      at = end;
    }
  }
  return count > 0;
}

const STATEMENT =
  /^(?:\s|\/\/[^\n]*\n)*(?:let\s|(?:if|match|for|while|loop|return)\b|\*?[a-z_][\w.]*\s*[-+*/|&]?=(?![=>])|[a-z_]\w*(?:(?:::|\.)\w+)*!?\s*[(?.])/;

/** Whether a text begins with a statement and has no rules or arms of its own syntax. */
export function areStatements(text: string, skip: (at: number) => number): boolean {
  if (!STATEMENT.test(text)) return false;
  let depth = 0;
  let ended = false;
  for (let at = 0; at < text.length; at++) {
    const skipped = skip(at);
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) depth--;
    else if (depth === 0 && character === ';') ended = true;
    else if (depth === 0 && (text.startsWith('=>', at) || character === ',')) return false;
  }
  return ended;
}

/** Returns the end of an item or attribute; undefined if it does not end, or contains a rule of a macro. */
function endOf(
  text: string,
  from: number,
  closing: string,
  skip: (at: number) => number,
): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const skipped = skip(at);
    if (skipped > at) {
      at = skipped - 1;
      continue;
    }
    const character = text.charAt(at);
    if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      depth--;
      if (depth < 0) return undefined;
      if (depth === 0 && character === closing) return at + 1;
    } else if (depth === 0 && character === ';' && closing === '}') return at + 1;
    else if (depth === 0 && text.startsWith('=>', at)) return undefined;
  }
  return undefined;
}
