import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FILE_KINDS,
  type FileKind,
  HEADER_BYTES,
  openEnvelope,
  sealEnvelope,
} from '../../src/store/envelope.ts';
import { FORMAT_VERSION } from '../../src/store/versions.ts';

const seal = (kind: FileKind, payload: Uint8Array): Uint8Array =>
  sealEnvelope(kind, payload.length, (place) => place.set(payload));
const corrupt = expect.objectContaining({
  code: 'GM_STORE_CORRUPT',
  hint: expect.stringContaining('graph-memory index'),
});

const file = seal('snapshot', Buffer.from('the payload'));
const changed = (offset: number, value: number): Uint8Array => {
  const copy = Uint8Array.from(file);
  copy[offset] = value;
  return copy;
};

test('every payload is returned, aligned for any typed array', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<FileKind>('snapshot', 'facts'),
      fc.uint8Array(),
      (kind, payload) => {
        const opened = openEnvelope(kind, seal(kind, payload));
        expect(Buffer.compare(opened, payload)).toBe(0);
        expect(opened.byteOffset % 8).toBe(0);
      },
    ),
  );
});

test('a file begins with the magic word, the version and the kind', () => {
  const head = Buffer.from(file);
  expect(head.toString('latin1', 0, 4)).toBe('GMEM');
  expect([head.readUInt32LE(4), head.readUInt32LE(8)]).toEqual([
    FORMAT_VERSION,
    FILE_KINDS.snapshot,
  ]);
  expect(HEADER_BYTES).toBe(40);
});

test('another format version is distinguished from damage', () => {
  expect(() => openEnvelope('snapshot', changed(4, FORMAT_VERSION + 1))).toThrow(
    expect.objectContaining({
      code: 'GM_STORE_VERSION',
      details: { found: FORMAT_VERSION + 1, expected: FORMAT_VERSION },
      hint: expect.stringContaining('graph-memory index'),
    }),
  );
});

describe('damage of a store file', () => {
  test.each<[string, Uint8Array, string]>([
    ['no bytes', new Uint8Array(), 'not a snapshot file'],
    ['a cut header', file.subarray(0, HEADER_BYTES - 1), 'not a snapshot file'],
    ['another magic word', changed(0, 0), 'not a snapshot file'],
    ['another kind', seal('facts', Buffer.from('x')), 'not a snapshot file'],
    ['another byte order', changed(12, 0), 'another byte order'],
    ['a cut payload', file.subarray(0, -1), 'wrong length'],
    ['more than the payload', Buffer.concat([file, Buffer.of(0)]), 'wrong length'],
    ['a changed payload', changed(file.length - 1, 0), 'wrong checksum'],
  ])('is detected: %s', (_, bytes, message) => {
    expect(() => openEnvelope('snapshot', bytes)).toThrow(corrupt);
    expect(() => openEnvelope('snapshot', bytes)).toThrow(message);
  });

  test('is detected for any single flipped bit', () => {
    for (let bit = 0; bit < file.length * 8; bit++) {
      const offset = Math.floor(bit / 8);
      const damaged = changed(offset, (file[offset] ?? 0) ^ (1 << (bit % 8)));
      const code = offset >= 4 && offset < 8 ? 'GM_STORE_VERSION' : 'GM_STORE_CORRUPT';
      expect(() => openEnvelope('snapshot', damaged)).toThrow(expect.objectContaining({ code }));
    }
  });
});
