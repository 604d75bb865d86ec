/**
 * Texts that code gives a name of the same words: `ENV_BASE = "env_base"`, `HOOK_END: 'hook end'`,
 * `proxyConnected: channel('shop:proxy:connected')`; and codes in capitals that it sets:
 * `this.code = 'SHOP_ERR_EMPTY'`. Pages that say such a text mean what is called so.
 */

/** Several words of one text. */
const TEXT = /(["'`])([A-Za-z][A-Za-z\d]*(?:[:/ _-][A-Za-z\d]+){1,8})\1/g;
/** What is set to it, or to what a call makes of it. */
const NAMED =
  /([A-Za-z_$][\w$]*)["'\]]?\s*(?::\s*[\w.[\]<>|]+\s*)?(?::|(?<![=!<>])=)\s*(?:new\s+)?(?:[\w.$]+\(\s*)?$/;
const BEFORE_CHARACTERS_MAX = 100;
const CODE = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+){2,}$/;
/** A code that is set, or made an error of: not one that is compared with, or listed. */
const SET = /(?:(?<![=!<>])[=:]|\w\()\s*$/;

/** What both have before the text; most texts have something else. */
const GIVEN = /[:=(]\s*$/;
/** Of one file; more are a table of texts. */
const GIVEN_MAX = 5000;

type NamedText = readonly [text: string, offset: number, isCode: boolean];

/** Each with where it stands, and whether it is such a code. */
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

/** All words of the one are among those of the other, two at least. */
function areSameWords(name: string, text: string): boolean {
  const [some, others] = [wordsOf(name), wordsOf(text)].sort((a, b) => a.size - b.size);
  if (some === undefined || others === undefined || some.size < 2) return false;
  return [...some].every((word) => others.has(word));
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return new Set(words.map((word) => word.toLowerCase()));
}
