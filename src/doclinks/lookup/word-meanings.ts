/**
 * What words mean where pages say it: `[`timeout`](api.md#options-timeout)`, or a heading
 * `options.timeout` with its section below. Said again without a link, they mean the same.
 */
import { appendTo } from '../../base/append-to.ts';

/** A word of a page that is known to mean a symbol. */
export interface KnownWord {
  readonly path: string;
  readonly section: number;
  readonly word: string;
  readonly node: number;
  /** As code that links there, not by a heading alone. */
  readonly isLinked: boolean;
  /** Written as a call. */
  readonly isCall: boolean;
}

/** What comes into question, and of that what can be what the words beside it call it, where they do. */
export type Which = readonly [
  isPossible: (known: KnownWord) => boolean,
  isCalled: ((node: number) => boolean) | undefined,
];

/** Who says otherwise are few. */
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

  /** On the page, or else on all that link it. Where nothing calls it anything, all have to agree. */
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
