/**
 * Reads subtrees directly from the parser's WebAssembly memory, in the layout of `subtree.h` and
 * `parser.h` of tree-sitter 0.27. Addresses refer to that memory.
 *
 * A subtree is 8 bytes: either the data of a leaf, marked by the lowest bit, or the address of its
 * other data. The subtrees of its children directly precede that data.
 */

/** Views of the memory. The parser's runtime replaces them whenever the memory grows. */
export interface Heap {
  HEAPU8?: Uint8Array;
  HEAPU16?: Uint16Array;
  HEAPU32?: Uint32Array;
}

/** Bits of the first byte of a leaf. */
const LEAF = 1;
const VISIBLE = 2;
const NAMED = 4;
const EXTRA = 8;
const MISSING = 32;

const SUBTREE_BYTES = 8;

/** Offsets in `SubtreeHeapData`, in words of 4 bytes. */
const PADDING = 1;
const SIZE = 4;
const ERROR_COST = 8;
const CHILD_COUNT = 9;
const SYMBOL = 10;
const FLAGS = 11;
const VISIBLE_CHILD_COUNT = 12;
/** Offset in words of 2 bytes. */
const PRODUCTION = 33;
/** In heap data the sixth bit of a leaf is the tenth bit. */
const MISSING_BEFORE = 1 << 9;

/** Offsets in `TSLanguage`, in words of 4 bytes. */
const FIELD_COUNT = 8;
const FIELD_SLICES = 16;
const FIELD_ENTRIES = 17;
const SYMBOL_METADATA = 18;
const PUBLIC_SYMBOLS = 19;
const ALIASES = 21;
/** Offset in words of 2 bytes. */
const ALIAS_LENGTH = 18;

/** An entry of a grammar's field map: which child of a kind of node a field refers to. */
export interface FieldEntry {
  readonly field: number;
  readonly child: number;
  /** Whether the field is looked up inside that child. */
  readonly inherited: boolean;
}

/** Caches field maps by language and production; a grammar does not change. */
const knownFields = new Map<number, Map<number, readonly FieldEntry[]>>();

/**
 * Reads subtrees of one language. Valid until the parser runs again, because its memory may move.
 */
export class Subtrees {
  readonly #bytes: Uint8Array;
  readonly #halves: Uint16Array;
  readonly #words: Uint32Array;
  /** Address of the language in words. */
  readonly #language: number;
  readonly #fields: Map<number, readonly FieldEntry[]>;

  constructor(heap: Heap, language: number) {
    const { HEAPU8, HEAPU16, HEAPU32 } = heap;
    if (HEAPU8 === undefined || HEAPU16 === undefined || HEAPU32 === undefined) {
      throw new Error('the memory of the parser is not known');
    }
    this.#bytes = HEAPU8;
    this.#halves = HEAPU16;
    this.#words = HEAPU32;
    this.#language = language >> 2;
    this.#fields = knownFields.get(language) ?? new Map();
    knownFields.set(language, this.#fields);
  }

  #word(index: number): number {
    return this.#words[index] ?? 0;
  }

  #half(index: number): number {
    return this.#halves[index] ?? 0;
  }

  /** Returns the address of a subtree's heap data; 0 when all data is in its 8 bytes. */
  #data(place: number): number {
    const first = this.#word(place >> 2);
    return (first & LEAF) === 0 ? first >> 2 : 0;
  }

  #flagsOf(place: number): number {
    const first = this.#word(place >> 2);
    if ((first & LEAF) !== 0) return first & (VISIBLE | NAMED | EXTRA | MISSING);
    const flags = this.#word((first >> 2) + FLAGS);
    const missing = (flags & MISSING_BEFORE) === 0 ? 0 : MISSING;
    return ((flags << 1) & (VISIBLE | NAMED | EXTRA)) | missing;
  }

  symbolOf(place: number): number {
    const first = this.#word(place >> 2);
    if ((first & LEAF) !== 0) return (first >> 8) & 0xff;
    return this.#word((first >> 2) + SYMBOL) & 0xffff;
  }

  /** Returns the number of bytes before a subtree that belong to it. */
  paddingOf(place: number): number {
    const data = this.#data(place);
    return data === 0 ? (this.#word((place >> 2) + 1) >> 16) & 0xff : this.#word(data + PADDING);
  }

  sizeOf(place: number): number {
    const data = this.#data(place);
    return data === 0 ? this.#word((place >> 2) + 1) >>> 24 : this.#word(data + SIZE);
  }

  isVisible(place: number): boolean {
    return (this.#flagsOf(place) & VISIBLE) !== 0;
  }

  isNamed(place: number): boolean {
    return (this.#flagsOf(place) & NAMED) !== 0;
  }

  /** Whether the subtree is an extra, which may occur anywhere, such as a comment. */
  isExtra(place: number): boolean {
    return (this.#flagsOf(place) & EXTRA) !== 0;
  }

  /** Whether the parser inserted the subtree because it was missing. */
  isMissing(place: number): boolean {
    return (this.#flagsOf(place) & MISSING) !== 0;
  }

  /** Whether the subtree is or contains an error or a missing node. */
  hasError(place: number): boolean {
    const data = this.#data(place);
    return this.isMissing(place) || (data !== 0 && this.#word(data + ERROR_COST) > 0);
  }

  childCountOf(place: number): number {
    const data = this.#data(place);
    return data === 0 ? 0 : this.#word(data + CHILD_COUNT);
  }

  /** Returns the number of children that are named nodes or tokens. */
  visibleChildCountOf(place: number): number {
    return this.childCountOf(place) === 0 ? 0 : this.#word(this.#data(place) + VISIBLE_CHILD_COUNT);
  }

  firstChildOf(place: number): number {
    const data = this.#data(place);
    return data * 4 - this.#word(data + CHILD_COUNT) * SUBTREE_BYTES;
  }

  childAt(first: number, index: number): number {
    return first + index * SUBTREE_BYTES;
  }

  /** Returns the grammar rule (production) that created the children of a subtree. */
  productionOf(place: number): number {
    return this.childCountOf(place) === 0 ? 0 : this.#half(this.#data(place) * 2 + PRODUCTION);
  }

  /**
   * Returns the alias that a rule gives to one of its children, counted without extras; 0: no
   * alias.
   */
  aliasAt(production: number, child: number): number {
    if (production === 0) return 0;
    const width = this.#half(this.#language * 2 + ALIAS_LENGTH);
    return this.#half((this.#word(this.#language + ALIASES) >> 1) + production * width + child);
  }

  isNamedSymbol(symbol: number): boolean {
    return this.#bytes[this.#word(this.#language + SYMBOL_METADATA) + symbol * 3 + 1] === 1;
  }

  /** Returns the public symbol of a symbol. */
  publicSymbolOf(symbol: number): number {
    return this.#half((this.#word(this.#language + PUBLIC_SYMBOLS) >> 1) + symbol);
  }

  /** Returns the field entries of a production, sorted by field, then child. */
  fieldsOf(production: number): readonly FieldEntry[] {
    const known = this.#fields.get(production);
    if (known !== undefined) return known;
    const fields = this.#readFields(production);
    this.#fields.set(production, fields);
    return fields;
  }

  #readFields(production: number): readonly FieldEntry[] {
    if (this.#word(this.#language + FIELD_COUNT) === 0) return [];
    const slice = (this.#word(this.#language + FIELD_SLICES) >> 1) + production * 2;
    const first = (this.#word(this.#language + FIELD_ENTRIES) >> 2) + this.#half(slice);
    return Array.from({ length: this.#half(slice + 1) }, (_, index) => {
      const entry = this.#word(first + index);
      return { field: entry & 0xffff, child: (entry >> 16) & 0xff, inherited: entry >>> 24 !== 0 };
    });
  }
}
