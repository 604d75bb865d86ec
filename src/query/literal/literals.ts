/**
 * The parts of a question that may stand in the code as they are written: all of it, what is quoted,
 * and what looks like code. Searched for as text, so that no search by meaning finds less than grep.
 */

/** Besides the whole question. */
const PARTS_MAX = 8;
const QUOTED = /"([^"]+)"|`([^`]+)`/g;
/** Two cases in one word, `_`, a digit, or punctuation between word characters. */
const LOOKS_LIKE_CODE =
  /\p{Ll}\p{Lu}|[\p{L}\p{N}]_|_[\p{L}\p{N}]|\p{Lu}{2}|[\p{L}\p{N}](?:::|->|[.#/@:-])[\p{L}\p{N}]/u;
/** What a sentence puts around a word. */
const AROUND = /^[("'`[{<]+|[)"'`\]}>,;:!?.]+$/gu;

export interface Literal {
  readonly text: string;
  /** The whole question, or a part in quotes: meant as text. Others only look like code. */
  readonly isDeliberate: boolean;
}

/** An error message, a comment, a line of code: so many words in one order do not meet by chance. */
const SENTENCE_WORDS_MIN = 3;
const NAME_OF_PARTS = /^\S*(?:\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}])\S*$/u;

/** A sentence, or a name of several parts, that is meant as text: where it stands is no chance. */
export function isTelling({ text, isDeliberate }: Literal): boolean {
  if (!isDeliberate) return false;
  return NAME_OF_PARTS.test(text) || text.split(/\s+/).length >= SENTENCE_WORDS_MIN;
}

export function literalsOf(question: string): readonly Literal[] {
  const whole = question.trim();
  const literals = new Map<string, Literal>([[whole, { text: whole, isDeliberate: true }]]);
  for (const [, double, tick] of whole.matchAll(QUOTED)) {
    const text = double ?? tick ?? '';
    if (!literals.has(text)) literals.set(text, { text, isDeliberate: true });
  }
  for (const word of whole.split(/\s+/)) {
    const text = word.replace(AROUND, '');
    if (text !== '' && LOOKS_LIKE_CODE.test(text) && !literals.has(text)) {
      literals.set(text, { text, isDeliberate: false });
    }
  }
  return [...literals.values()].slice(0, PARTS_MAX + 1);
}
