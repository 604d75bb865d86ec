/**
 * Learns the meaning of words from pages that state it, by a link such as
 * `[`timeout`](api.md#options-timeout)`, or by a heading `options.timeout` with its section. Later
 * mentions without a link mean the same.
 */
import { appendTo } from '../../base/append-to.ts';

/** A word on a page that is known to refer to a symbol. */
export interface KnownWord {
  readonly path: string;
  readonly section: number;
  readonly word: string;
  readonly node: number;
  /** Whether it is code inside a link to the symbol, not just a heading. */
  readonly isLinked: boolean;
  /** Whether it is written as a call. */
  readonly isCall: boolean;
}

/**
 * Filters for meanings: the possible ones, and those that match the noun beside the word, if there
 * is one.
 */
export type Which = readonly [
  isPossible: (known: KnownWord) => boolean,
  isCalled: ((node: number) => boolean) | undefined,
];

/** The majority must outnumber all others by more than this factor. */
const MAJORITY = 3;

export class WordMeanings {
  readonly #byPage = new Map<string, KnownWord[]>();
  readonly #byWord = new Map<string, KnownWord[]>();

  add(known: KnownWord): void {
    appendTo(this.#byPage, `${known.path}\n${known.word}`, known);
    appendTo(this.#byWord, known.word, known);
  }

  all(word: string): readonly KnownWord[] {
    return this.#byWord.get(word) ?? [];
  }

  /**
   * Returns the meaning of a word on the page, or else on all pages that link it. Without a noun
   * beside the word, all mentions must agree.
   */
  of(
    { path, section, word }: Pick<KnownWord, 'path' | 'section' | 'word'>,
    ...[isPossible, isCalled]: Which
  ): number | undefined {
    const fitting = (list: readonly KnownWord[] = []): readonly KnownWord[] =>
      list.filter((one) => isPossible(one) && (isCalled?.(one.node) ?? true));
    const onPage = fitting(this.#byPage.get(`${path}\n${word}`));
    if (onPage.length > 0) {
      const here = onPage.filter((known) => known.section === section);
      return onlyOne(isCalled === undefined || here.length === 0 ? onPage : here);
    }
    const elsewhere = fitting(this.#byWord.get(word)).filter(({ isLinked }) => isLinked);
    return isCalled === undefined ? onlyOne(elsewhere) : mostOf(elsewhere);
  }
}

function onlyOne(known: readonly KnownWord[]): number | undefined {
  const [first] = known;
  return known.every(({ node }) => node === first?.node) ? first?.node : undefined;
}

function mostOf(known: readonly KnownWord[]): number | undefined {
  const counts = new Map<number, number>();
  for (const { node } of known) counts.set(node, (counts.get(node) ?? 0) + 1);
  return [...counts].find(([, count]) => count > MAJORITY * (known.length - count))?.[0];
}
