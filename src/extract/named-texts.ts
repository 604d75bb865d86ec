/**
 * Finds string literals whose name in code has the same words: `ENV_BASE = "env_base"`, `HOOK_END:
 * 'hook end'`, `proxyConnected: channel('shop:proxy:connected')`. Also finds uppercase codes that
 * code assigns: `this.code = 'SHOP_ERR_EMPTY'`. A page that mentions the text refers to the named
 * symbol.
 */

/** Matches a string literal of several words. */
const TEXT = /(["'`])([A-Za-z][A-Za-z\d]*(?:[:/ _-][A-Za-z\d]+){1,8})\1/g;
/** Matches the name that the string, or the result of a call with it, is assigned to. */
const NAMED =
  /([A-Za-z_$][\w$]*)["'\]]?\s*(?::\s*[\w.[\]<>|]+\s*)?(?::|(?<![=!<>])=)\s*(?:new\s+)?(?:[\w.$]+\(\s*)?$/;
const BEFORE_CHARACTERS_MAX = 100;
const CODE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+){2,}$/;
/**
 * Matches the code before a code that is assigned or passed to a call, e.g. of an error; not before
 * one that is compared or listed.
 */
const SET = /(?:(?<![=!<>])[=:]|\w\()\s*$/;

/** Quick check of the code before the string: required by both patterns, and rarely true. */
const GIVEN = /[:=(]\s*$/;
/** Maximum per file; a file with more is a table of texts. */
const GIVEN_MAX = 5000;

type NamedText = readonly [text: string, offset: number, isCode: boolean];

/** Returns each text with its offset and whether it is a code. */
export function namedTexts(source: string): readonly NamedText[] {
  const found: NamedText[] = [];
  let count = 0;
  for (const { 2: text = '', index } of source.matchAll(TEXT)) {
    const before = source.slice(Math.max(0, index - BEFORE_CHARACTERS_MAX), index);
    if (!GIVEN.test(before)) continue;
    if (++count > GIVEN_MAX) break;
    const name = NAMED.exec(before)?.[1];
    const isNamed = name !== undefined && areSameWords(name, text);
    const isCode = CODE.test(text) && SET.test(before);
    if (isNamed || isCode) found.push([text, index, isCode]);
  }
  return found;
}

/** Whether all words of one are among the words of the other, and at least two. */
function areSameWords(name: string, text: string): boolean {
  const [some, others] = [wordsOf(name), wordsOf(text)].sort((a, b) => a.size - b.size);
  if (some === undefined || others === undefined || some.size < 2) return false;
  return [...some].every((word) => others.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return new Set(words.map((word) => word.toLowerCase()));
}
