/** Tells whether the arguments of a macro are expressions, which a call could have as well. */

const OPEN = '([{';
const CLOSE = ')]}';
const WORD = /[\p{L}\p{N}_]+/uy;
/** Words after which another word continues an expression. */
const CONTINUING =
  /^(?:as|async|await|box|const|dyn|else|for|if|impl|in|let|loop|match|move|mut|return|unsafe|while|yield|break)$/;
const ITEMS = /^(?:enum|extern|fn|impl|mod|pub|static|struct|trait|type|use)$/;

/**
 * Whether a text is a list of expressions, as far as its outermost tokens show. `skip` returns the
 * end of the literal or comment at an offset.
 */
export function areExpressions(text: string, skip: (at: number) => number): boolean {
  let depth = 0;
  /** Whether the last token was a name, a literal or a closing bracket. */
  let isAfterValue = false;
  let isClosureHead = false;
  let isFirst = true;
  let hasCode = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const skipped = skip(at);
    if (skipped > at) {
      const isComment = character === '/';
      if (!isComment && depth === 0 && isAfterValue) return false;
      if (!isComment) isAfterValue = true;
      if (!isComment) isFirst = false;
      at = skipped - 1;
      continue;
    }
    if (/\s/.test(character)) continue;
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word !== undefined) {
      at += word.length - 1;
      if (depth > 0) continue;
      if (ITEMS.test(word) || (isAfterValue && !CONTINUING.test(word))) return false;
      isAfterValue = !CONTINUING.test(word);
      isFirst = false;
      continue;
    }
    if (OPEN.includes(character)) {
      // `{ "key": 1 }` is data.
      if (depth === 0 && isFirst && character === '{') return false;
      hasCode ||= character === '(' && isAfterValue;
      depth++;
      isFirst = false;
      continue;
    }
    if (CLOSE.includes(character)) {
      depth--;
      isAfterValue = true;
      continue;
    }
    if (depth > 0) continue;
    if (text.startsWith('||', at) && isAfterValue) {
      at++;
      isAfterValue = false;
      continue;
    }
    if (character === '|') {
      hasCode ||= !isAfterValue;
      if (!isAfterValue || isClosureHead) isClosureHead = !isClosureHead;
    }
    const isPath = text.startsWith('::', at);
    if (/[;$#@]/.test(character) || text.startsWith('=>', at)) return false;
    if (character === ':' && !isPath && !isClosureHead) return false;
    if (character === '=' && !isComparison(text, at)) return false;
    if (isPath) at++;
    isFirst = character === ',' && !isClosureHead;
    isAfterValue = character === '?';
  }
  return hasCode && depth === 0;
}

/** Whether an equals sign is part of `==`, `!=`, `<=`, `>=` or `..=`. */
function isComparison(text: string, at: number): boolean {
  return text.charAt(at + 1) === '=' || /[=!<>.]/.test(text.charAt(at - 1));
}
