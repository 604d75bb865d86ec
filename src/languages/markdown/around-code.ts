/**
 * Finds the noun that the text around inline code uses for it: ``the `timeout` parameter``,
 * ``modules `a` and `b` ``.
 */
import type { MentionNoun } from '../../model/page.ts';

const KINDS: readonly (readonly [MentionNoun, string])[] = [
  ['parameter', 'arguments?|parameters?|params?|args?'],
  ['module', 'modules?|submodules?|packages?|namespaces?|crates?'],
];
const NOUN = KINDS.map(([kind, words]) => `(?<${kind}>${words})`).join('|');
const QUALITY =
  '(?:(?:CLI|config|configuration|command[- ]line|boolean|optional|string|keyword|static|async)\\s+)?';
const AFTER = new RegExp(`^\\s+${QUALITY}(?:${NOUN})(?![\\w-])`, 'i');
const BEFORE = new RegExp(`(?<![\\w-])(?:${NOUN})(?:\\s+(?:named|called))?:?\\s+$`, 'i');
/** Text between two items of an enumeration. */
const LISTED = /^(?:\s*,)?\s*(?:and|or|&|\/)?\s*$/;

/**
 * Returns the noun for each piece of inline code. `texts` holds the text before each piece and the
 * text after the last. In an enumeration, a noun after the last or before the first piece applies
 * to all.
 */
export function nounsAround(texts: readonly string[]): readonly (MentionNoun | undefined)[] {
  const count = texts.length - 1;
  const nouns: (MentionNoun | undefined)[] = [];
  for (let index = count - 1; index >= 0; index--) {
    const behind = texts[index + 1] ?? '';
    const isListed = index < count - 1 && LISTED.test(behind);
    nouns[index] = isListed ? nouns[index + 1] : kindOf(AFTER.exec(behind));
  }
  for (let index = 0; index < count; index++) {
    const before = texts[index] ?? '';
    const isListed = index > 0 && LISTED.test(before);
    nouns[index] ??= isListed ? nouns[index - 1] : kindOf(BEFORE.exec(before));
  }
  return nouns;
}

function kindOf(found: RegExpExecArray | null): MentionNoun | undefined {
  return KINDS.find(([kind]) => found?.groups?.[kind] !== undefined)?.[0];
}
