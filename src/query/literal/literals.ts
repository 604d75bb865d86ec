/**
 * Extracts the parts of a question that may occur literally in code: the whole question, quoted
 * parts, and parts that look like code. They are searched as text, so that semantic search never
 * finds less than grep.
 */

import { type Report, readReport } from '../question/read-question.ts';

/** Maximum number of literals in addition to the whole question. */
const PARTS_MAX = 8;
const QUOTED = /"([^"]+)"|`([^`]+)`/g;
/** Matches mixed case within a word, `_`, a digit, or punctuation between word characters. */
const LOOKS_LIKE_CODE =
  /\p{Ll}\p{Lu}|[\p{L}\p{N}]_|_[\p{L}\p{N}]|\p{Lu}{2}|[\p{L}\p{N}](?:::|->|[.#/@:-])[\p{L}\p{N}]/u;
/** Matches the punctuation that a sentence puts around a word. */
const AROUND = /^[("'`[{<]+|[)"'`\]}>,;:!?.]+$/gu;

export interface Literal {
  readonly text: string;
  /**
   * Whether the text is the whole question or a quoted part. Other literals only look like code.
   */
  readonly isDeliberate: boolean;
}

/**
 * Minimum number of words in an error message, a comment or a line of code. This many words in the
 * same order do not occur by chance.
 */
const SENTENCE_WORDS_MIN = 3;
const NAME_OF_PARTS = /^\S*(?:\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}])\S*$/u;

/**
 * Whether a deliberate literal is a sentence or a name of several parts. Its occurrences are then
 * no coincidence.
 */
export function isTelling({ text, isDeliberate }: Literal): boolean {
  if (!isDeliberate) return false;
  return NAME_OF_PARTS.test(text) || isSentence(text);
}

function isSentence(text: string): boolean {
  return text.split(/\s+/).length >= SENTENCE_WORDS_MIN;
}

export function literalsOf(question: string): readonly Literal[] {
  const report = readReport(question);
  const whole = question.trim();
  if (report !== undefined) return literalsOfReport(report, whole);
  const literals = new Map<string, Literal>([[whole, { text: whole, isDeliberate: true }]]);
  for (const [, double, tick] of whole.matchAll(QUOTED)) {
    const text = double ?? tick ?? '';
    if (!literals.has(text)) literals.set(text, { text, isDeliberate: true });
  }
  addCodeLike(whole, literals);
  return [...literals.values()].slice(0, PARTS_MAX + 1);
}

/** Lines of code may be meant literally; a longer text describes, it does not quote. */
const LINES_CHARACTERS_MAX = 1000;

/**
 * Error messages of a report are text of the program; names in inline code only look like code.
 */
function literalsOfReport(
  { title, inlineCode, errors }: Report,
  whole: string,
): readonly Literal[] {
  const literals = new Map<string, Literal>();
  if (whole.length <= LINES_CHARACTERS_MAX) {
    literals.set(whole, { text: whole, isDeliberate: true });
  }
  for (const text of errors.filter((error) => isSentence(error)).slice(0, PARTS_MAX)) {
    literals.set(text, { text, isDeliberate: true });
  }
  addCodeLike([title, ...inlineCode].join(' '), literals);
  return [...literals.values()].slice(0, PARTS_MAX);
}

function addCodeLike(question: string, literals: Map<string, Literal>): void {
  for (const word of question.split(/\s+/)) {
    const text = word.replace(AROUND, '');
    if (text !== '' && LOOKS_LIKE_CODE.test(text) && !literals.has(text)) {
      literals.set(text, { text, isDeliberate: false });
    }
  }
}
