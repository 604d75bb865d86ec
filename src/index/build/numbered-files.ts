import { at } from '../../base/assert.ts';
import type { RepoPath } from '../../model/path.ts';
import { type CountedTerms, FILE_TERM_WIDTH } from '../file-terms.ts';
import { Interner } from './interner.ts';

/** Lists of integers of a file, in the order in which they are packed. */
const LISTS = ['names', 'chunks', 'postingStarts', 'postingTerms', 'fileTerms'] as const;
type List = (typeof LISTS)[number];

/** The terms and names of a file by their numbers in a project; a third of the memory of the texts. */
export class NumberedFile {
  readonly path: RepoPath;
  readonly language: number;
  readonly kinds: number;
  readonly headerLength: number;
  readonly commentLength: number;
  /** The ends of the lists, then the lists. */
  readonly #packed: Int32Array;
  /** Counts of the postings, then the roles of the names. */
  readonly #bytes: Uint8Array;

  constructor(
    path: RepoPath,
    language: number,
    { kinds, headerLength, commentLength, postingCounts, nameRoles }: CountedTerms,
    lists: Readonly<Record<List, Int32Array>>,
  ) {
    this.path = path;
    this.language = language;
    this.kinds = kinds;
    this.headerLength = headerLength;
    this.commentLength = commentLength;
    const parts = LISTS.map((list) => lists[list]);
    this.#packed = new Int32Array(parts.reduce((sum, { length }) => sum + length, parts.length));
    let end = parts.length;
    for (const [index, part] of parts.entries()) {
      this.#packed.set(part, end);
      end += part.length;
      this.#packed[index] = end;
    }
    this.#bytes = new Uint8Array(postingCounts.length + nameRoles.length);
    this.#bytes.set(postingCounts);
    this.#bytes.set(nameRoles, postingCounts.length);
  }

  /**
   * Returns a list as in {@link CountedTerms}, with numbers of the project instead of positions in the
   * terms of the file.
   */
  list(list: List): Int32Array {
    const index = LISTS.indexOf(list);
    const start = index === 0 ? LISTS.length : at(this.#packed, index - 1);
    return this.#packed.subarray(start, at(this.#packed, index));
  }

  get postingCounts(): Uint8Array {
    return this.#bytes;
  }

  get nameRoles(): Uint8Array {
    return this.#bytes.subarray(this.#bytes.length - this.list('names').length);
  }
}

/** Files whose terms, names and languages are numbered in the order in which they are added. */
export class NumberedFiles {
  readonly vocabulary = new Interner();
  readonly names = new Interner();
  readonly languages = new Interner();
  readonly files: NumberedFile[] = [];

  /** Adds a file. Nothing of `terms` is kept. */
  add(path: RepoPath, terms: CountedTerms): void {
    const numbers = terms.terms.map((term) => this.vocabulary.numberOf(term));
    const lists = {
      names: Int32Array.from(terms.names, (name) => this.names.numberOf(name)),
      chunks: terms.chunks,
      postingStarts: terms.postingStarts,
      postingTerms: terms.postingTerms.map((own) => at(numbers, own)),
      fileTerms: terms.fileTerms.map((value, index) =>
        index % FILE_TERM_WIDTH === 0 ? at(numbers, value) : value,
      ),
    };
    const language = this.languages.numberOf(terms.language);
    this.files.push(new NumberedFile(path, language, terms, lists));
  }
}
