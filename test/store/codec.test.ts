import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { decode, encode } from '../../src/store/codec.ts';

/** UTF-16 units at will, halves of pairs among them. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units));
const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  anyUnits,
  fc.string({ minLength: 1000, maxLength: 1100, unit: fc.constantFrom('a', 'é', '𝒳') }),
  fc.constantFrom('\ud800', 'a\udc00', '\0', '\uffff', '𝒳'.repeat(600), '\ud83d'.repeat(1100)),
);
const anyNumber = fc.oneof(
  fc.integer(),
  fc.constantFrom(-1, 31, 32, 63, 64, 127, 128, 255, 256, 65535, 65536, 2 ** 32, 2 ** 53, -129),
  fc.double().map((value) => (Object.is(value, -0) ? 0 : value)),
);
const anyKey = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'path',
    '__proto__',
    'constructor',
    'toJSON',
    '__keys__',
    '0',
    '\ud800',
  ),
  fc.string({ maxLength: 4, unit: 'binary' }),
);
const anyColumn = fc.oneof(
  fc.uint8Array(),
  fc.int8Array(),
  fc.uint16Array(),
  fc.int16Array(),
  fc.uint32Array(),
  fc.int32Array(),
  fc.float32Array(),
  fc.float64Array(),
);
const scalar = fc.oneof(anyText, anyNumber, fc.boolean(), fc.constantFrom(null, undefined));
const { tree: anyTree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    anyColumn,
    fc.array(anyText, { maxLength: 40, size: 'max' }),
    fc.array(tie('tree'), { maxLength: 20 }),
    fc.dictionary(anyKey, tie('tree'), { maxKeys: 6, noNullPrototype: true }),
    fc.array(fc.record({ a: tie('tree'), b: scalar }, { noNullPrototype: true }), { maxLength: 6 }),
  ),
}));

test('any plain data survives encoding and decoding', () => {
  fc.assert(
    fc.property(anyTree, (tree) => {
      // Vitest's own comparison stumbles over a key named `constructor`.
      expect(isDeepStrictEqual(decode(encode(tree)), tree)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test('equal data is encoded as equal bytes, whatever was encoded before', () => {
  fc.assert(
    fc.property(anyTree, anyTree, (tree, other) => {
      const bytes = encode(tree);
      encode(other);
      expect(Buffer.compare(encode(tree), bytes)).toBe(0);
    }),
  );
});

describe('encoding and decoding', () => {
  const keys = (count: number): string[] => Array.from({ length: count }, (_, key) => `key ${key}`);
  test.each<[string, unknown]>([
    ['columns longer than their own bytes', { a: new Uint32Array(100_000).fill(7), b: [] }],
    ['a view into a larger buffer', new Uint16Array(new ArrayBuffer(64), 6, 5).fill(9)],
    ['hundreds of shapes', keys(300).map((key, n) => ({ [key]: n, same: { [key]: n } }))],
    ['objects with many keys', Object.fromEntries(keys(2000).map((key) => [key, key]))],
    ['one shape many times', keys(500).map((name, n) => ({ name, n, list: [n, name] }))],
    ['hundreds of columns', keys(400).map(() => ({ column: Int32Array.of(1, 2) }))],
    ['lists with a string too few for a column', [...keys(30), 1]],
    ['64 levels', nested(64)],
    ['a key that objects have already', JSON.parse('{"__proto__": {"a": 1}}')],
    ['keys that mean something to the writer', { constructor: 1, toJSON: 2, __keys__: 3 }],
  ])('rejects %s', (_, tree) => {
    expect(decode(encode(tree))).toStrictEqual(tree);
  });

  test('returns objects without a prototype as plain objects', () => {
    const bare = Object.assign(Object.create(null), { toJSON: 1, a: 'b' });
    expect(decode(encode(bare))).toStrictEqual({ toJSON: 1, a: 'b' });
  });

  test('returns aligned columns as views of the file', () => {
    const bytes = encode({ a: Uint8Array.of(1), b: Float64Array.of(0.5) });
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    const straight = decode(bytes) as { b: Float64Array };
    const askew = decode(moved.subarray(1)) as { b: Float64Array };
    expect(straight.b.buffer).toBe(bytes.buffer);
    expect(askew.b.buffer).not.toBe(moved.buffer);
    expect(askew).toEqual(straight);
  });
});

test.each<[string, unknown]>([
  ['a Map', { a: new Map() }],
  ['a Date', [new Date(0)]],
  ['a class instance', new (class Point {})()],
  ['a function', { f: () => 1 }],
  ['a symbol', Symbol('x')],
  ['a bigint', [1n]],
  ['an array class that is not stored', new BigInt64Array(1)],
  ['a DataView', new DataView(new ArrayBuffer(1))],
  ['65 levels', nested(65)],
])('encoding %s throws', (_, value) => {
  expect(() => encode(value)).toThrow('cannot be stored');
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** Tells whether bytes can be decoded; damage that goes unnoticed is fine here (the envelope's checksum is for that). */
function decodes(bytes: Uint8Array): boolean {
  try {
    decode(bytes);
    return true;
  } catch (error) {
    if (!isGraphMemoryError(error) || error.code !== 'GM_STORE_CORRUPT') throw error;
    return false;
  }
}

describe('decoding foreign bytes', () => {
  test('rejects random bytes or decodes them safely', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void decodes(bytes)),
      { numRuns: 2000 },
    );
  });

  test('rejects random bytes behind a valid header or decodes them safely', () => {
    const token = fc.oneof(
      fc.constantFrom(
        0x90,
        0x91,
        0x92,
        0xdc,
        0xdd,
        0xd4,
        0x72,
        0x40,
        0x41,
        0,
        1,
        2,
        0xa1,
        0xd9,
        0xcb,
      ),
      fc.nat({ max: 255 }),
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (body) => void decodes(withBody(body))),
      { numRuns: 5000 },
    );
  });

  test('rejects altered bytes or decodes them safely', () => {
    let readCount = 0;
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 255 }), fc.constantFrom('set', 'cut', 'add'));
    fc.assert(
      fc.property(anyTree, fc.array(edit, { minLength: 1, maxLength: 4 }), (tree, edits) => {
        let bytes: number[] = [...encode(tree)];
        for (const [place, value, how] of edits) {
          const offset = place % (bytes.length + 1);
          if (how === 'cut') bytes = bytes.slice(0, offset);
          else bytes.splice(offset, how === 'set' ? 1 : 0, value);
        }
        if (decodes(Uint8Array.from(bytes))) readCount++;
      }),
      { numRuns: 1000 },
    );
    // Otherwise the decoder proper was never reached.
    expect(readCount).toBeGreaterThan(20);
  });

  const text = (claim: number): number[] => [0xdb, 255, 255, 255, claim, 0x61];
  test.each<[string, Uint8Array]>([
    ['fewer than a header', Uint8Array.of(1, 2, 3)],
    ['a claim of 4 billion columns', header(0, 0xffffffff)],
    ['a claim of a 4 GB body', header(0xffffffff, 0)],
    ['a claim of a 4 GB column', Buffer.concat([header(1, 1), u32(4), u32(0xfffffff0), u32(0)])],
    ['a column of an unknown kind', withBody([0xd4, 1, 0, 0], [[99, []]])],
    ['a column with half an element', withBody([0xd4, 1, 0, 0], [[7, [1, 2, 3]]])],
    ['texts without a count', withBody([0xd4, 1, 0, 0], [[64, [1, 2, 3]]])],
    [
      'a claim of 4 billion texts',
      withBody([0xd4, 1, 0, 0], [[64, [255, 255, 255, 255, 0, 0, 0, 0]]]),
    ],
    ['texts in an unknown encoding', withBody([0xd4, 1, 0, 0], [[64, [0, 0, 0, 0, 9, 0, 0, 0]]])],
    [
      'texts that end after the end',
      withBody([0xd4, 1, 0, 0], [[64, [...u32(1), ...u32(0), ...u32(5), 0x61]]]),
    ],
    [
      'texts that end before they begin',
      withBody(
        [0xd4, 1, 0, 0],
        [[64, [...u32(3), ...u32(0), ...u32(1), ...u32(0), ...u32(1), 0x61]]],
      ),
    ],
    [
      'texts with trailing bytes',
      withBody([0xd4, 1, 0, 0], [[64, [...u32(1), ...u32(0), ...u32(0), 0x61]]]),
    ],
    [
      'a text of two texts',
      withBody([0xd4, 1, 0, 0], [[65, [...u32(2), ...u32(0), ...u32(0), ...u32(0)]]]),
    ],
    ['a column that is not there', withBody([0xd4, 1, 0, 1], [[0, []]])],
    ['a column number that is none', withBody([0xd4, 1, 0, 0xa0], [[0, []]])],
    ['nothing', withBody([])],
    ['two values', withBody([1, 1])],
    ['a claim of 4 billion elements', withBody([0xdd, 255, 255, 255, 255, 1])],
    ['a claim of 4 GB of text', withBody(text(255))],
    ['100,000 levels', withBody(Array<number>(100_000).fill(0x91))],
    ['a map', withBody([0x81, 0xa0, 1])],
    ['a 64-bit integer', withBody([0xcf, 0, 0, 0, 0, 0, 0, 0, 1])],
    ['binary data', withBody([0xc4, 1, 1])],
    ['a date', withBody([0xd6, 0xff, 0, 0, 0, 0])],
    ['an unknown extension', withBody([0xd4, 7, 0, 0])],
    ['a record that is not defined', withBody([0x40])],
    ['a record number that is none', withBody([0xd4, 0x72, 0x00, 0x90])],
    ['a record whose keys are no list', withBody([0xd4, 0x72, 0x40, 0x01])],
    ['a record with a number for a key', withBody([0xd4, 0x72, 0x40, 0x91, 1, 1])],
    ['a record without its values', withBody([0xd4, 0x72, 0x40, 0x91, 0xa1, 0x61])],
    ['a claim of 4 billion keys', withBody([0xd4, 0x72, 0x40, 0xdd, 255, 255, 255, 255, 0xa0])],
    ['a key without a value', withBody([0xd4, 2, 0, 0x91, 0xa0])],
    ['a cut number', withBody([0xcb, 1, 2])],
  ])('rejects %s', (_, bytes) => {
    expect(() => decode(bytes)).toThrow(expect.objectContaining({ code: 'GM_STORE_CORRUPT' }));
  });
});

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function header(bodyBytes: number, columnCount: number): Uint8Array {
  return Buffer.concat([u32(bodyBytes), u32(columnCount)]);
}

function withBody(
  body: number[],
  columns: readonly [kind: number, bytes: number[]][] = [],
): Uint8Array {
  const padded = (bytes: Uint8Array): Uint8Array =>
    Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
  const table = columns.flatMap(([kind, bytes]) => [u32(kind), u32(bytes.length)]);
  return Buffer.concat([
    header(body.length, columns.length),
    ...table,
    ...columns.map(([, bytes]) => padded(Uint8Array.from(bytes))),
    Uint8Array.from(body),
  ]);
}
