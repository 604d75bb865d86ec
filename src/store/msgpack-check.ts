import { storeCorrupt } from './store-errors.ts';

/** Our own extension types; msgpackr uses 0x72 for record definitions and 0 for undefined. */
export const COLUMN_EXTENSION = 1;
export const ENTRIES_EXTENSION = 2;
/** Maximum nesting. Writer and reader reject deeper nesting because both recurse. */
export const DEPTH_MAX = 64;

const UNDEFINED_EXTENSION = 0;
const RECORD_EXTENSION = 0x72;
/** Number of bytes after the token, for the number types that the encoder writes. */
const NUMBER_BYTES: Readonly<Record<number, number>> = {
  203: 8,
  204: 1,
  205: 2,
  206: 4,
  208: 1,
  209: 2,
  210: 4,
};

/**
 * Checks that bytes are one value of the MessagePack subset that the encoder writes: nil, booleans,
 * numbers, strings, arrays, msgpackr's records, and our two extensions. One pass, no allocation.
 * The decoder then encounters no length beyond the bytes, no unknown extension, no undefined record
 * and no unbounded nesting. Its run time and memory are therefore bounded for any input. Format:
 * https://github.com/msgpack/msgpack/blob/master/spec.md; records: msgpackr's README.
 * @throws {GraphMemoryError} GM_STORE_CORRUPT otherwise.
 */
export function checkMsgpack(bytes: Uint8Array, columnCount: number): void {
  new Scanner(bytes, columnCount).run();
}

class Scanner {
  readonly #bytes: Uint8Array;
  readonly #columnCount: number;
  #position = 0;
  /** Number of values per record of each id; −1 if it is not defined yet. */
  readonly #recordSizes = new Int32Array(64).fill(-1);

  constructor(bytes: Uint8Array, columnCount: number) {
    this.#bytes = bytes;
    this.#columnCount = columnCount;
  }

  run(): void {
    this.#skipValue(0);
    if (this.#position !== this.#bytes.length) throw storeCorrupt('bytes after the last value');
  }

  #skipValues(count: number, depth: number): void {
    if (depth > DEPTH_MAX) throw storeCorrupt('values nested too deeply');
    if (count > this.#bytes.length - this.#position) throw cutShort();
    for (let index = 0; index < count; index++) this.#skipValue(depth);
  }

  #skipValue(depth: number): void {
    const token = this.#uint(1);
    if (token < 0x40 || token >= 0xe0) return;
    if (token < 0x80) this.#skipRecord(token, depth);
    else if (token >= 0x90 && token < 0xa0) this.#skipValues(token & 0x0f, depth + 1);
    else if (token === 0xdc) this.#skipValues(this.#uint(2), depth + 1);
    else if (token === 0xdd) this.#skipValues(this.#uint(4), depth + 1);
    else if (token === 0xd4) this.#skipExtension(depth);
    else this.#skipScalar(token);
  }

  #skipScalar(token: number): void {
    if (token === 0xc0 || token === 0xc2 || token === 0xc3) return;
    const length = this.#textBytes(token) ?? NUMBER_BYTES[token];
    if (length === undefined) throw unexpected(token);
    this.#skipBytes(length);
  }

  #skipRecord(token: number, depth: number): void {
    const size = this.#recordSizes[token & 0x3f] as number;
    if (size < 0) throw storeCorrupt('a record that is not defined');
    this.#skipValues(size, depth + 1);
  }

  #skipExtension(depth: number): void {
    const type = this.#uint(1);
    const data = this.#uint(1);
    if (type === RECORD_EXTENSION) this.#skipRecordDefinition(data, depth);
    else if (type === ENTRIES_EXTENSION) this.#skipEntries(depth);
    else if (type === COLUMN_EXTENSION) this.#skipColumn();
    else if (type !== UNDEFINED_EXTENSION) throw unexpected(type);
  }

  #skipColumn(): void {
    const column = this.#smallInteger();
    if (column >= this.#columnCount) throw storeCorrupt(`there is no column ${column}`);
  }

  /** Skips an array of keys, then the first record's values. */
  #skipRecordDefinition(id: number, depth: number): void {
    if (id < 0x40 || id >= 0x80) throw unexpected(id);
    const size = this.#arrayLength();
    for (let key = 0; key < size; key++) this.#skipText();
    this.#recordSizes[id & 0x3f] = size;
    this.#skipValues(size, depth + 1);
  }

  /** Skips an array of alternating keys and values. */
  #skipEntries(depth: number): void {
    const length = this.#arrayLength();
    if (length % 2 !== 0) throw storeCorrupt('a key without a value');
    this.#skipValues(length, depth + 1);
  }

  #arrayLength(): number {
    const token = this.#uint(1);
    const isShort = token >= 0x90 && token < 0xa0;
    if (!isShort && token !== 0xdc && token !== 0xdd) throw unexpected(token);
    const length = isShort ? token & 0x0f : this.#uint(token === 0xdc ? 2 : 4);
    if (length > this.#bytes.length - this.#position) throw cutShort();
    return length;
  }

  #skipText(): void {
    const token = this.#uint(1);
    const length = this.#textBytes(token);
    if (length === undefined) throw unexpected(token);
    this.#skipBytes(length);
  }

  /** Reads the rest of a string's header; undefined if the token does not start a string. */
  #textBytes(token: number): number | undefined {
    if (token >= 0xa0 && token < 0xc0) return token & 0x1f;
    if (token === 0xd9) return this.#uint(1);
    if (token === 0xda) return this.#uint(2);
    if (token === 0xdb) return this.#uint(4);
    return undefined;
  }

  #smallInteger(): number {
    const token = this.#uint(1);
    if (token < 0x40) return token;
    if (token === 0xcc) return this.#uint(1);
    if (token === 0xcd) return this.#uint(2);
    if (token === 0xce) return this.#uint(4);
    throw unexpected(token);
  }

  #uint(size: 1 | 2 | 4): number {
    const start = this.#position;
    this.#skipBytes(size);
    let value = 0;
    for (let offset = start; offset < start + size; offset++)
      value = value * 256 + (this.#bytes[offset] as number);
    return value;
  }

  #skipBytes(count: number): void {
    this.#position += count;
    if (this.#position > this.#bytes.length) throw cutShort();
  }
}

function cutShort(): Error {
  return storeCorrupt('data ends in the middle of a value');
}

function unexpected(token: number): Error {
  return storeCorrupt(`unexpected byte ${token}`);
}
