import { expect, test } from 'vitest';
import { isGraphMemoryError } from '../../src/base/errors.ts';
import { encode } from '../../src/store/codec.ts';
import { sealEnvelope } from '../../src/store/envelope.ts';
import { decodeVectors, encodeVectors } from '../../src/store/vectors-file.ts';

const SET = {
  model: 'model-1',
  recipe: 'made so',
  dimensions: 2,
  keys: Uint32Array.of(1, 2, 0xffff_ffff, 4),
  rows: Int8Array.of(1, -127, 127, 0),
};

function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isGraphMemoryError(error)) return error.code;
    throw error;
  }
  return 'none';
}

test('vectors survive a round trip', () => {
  expect(decodeVectors(encodeVectors(SET))).toEqual(SET);
});

test('altered vector bytes are rejected', () => {
  const bytes = encodeVectors(SET);
  bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) ^ 1;
  expect(codeOf(() => decodeVectors(bytes))).toBe('GM_STORE_CORRUPT');
});

test.each([
  ['rows of another length', { ...SET, rows: Int8Array.of(1) }],
  ['rows of another type', { ...SET, rows: Uint8Array.of(1, 2, 3, 4) }],
  ['nothing', null],
])('a vectors file with %s is rejected', (_, value) => {
  const payload = encode(value);
  const bytes = sealEnvelope('vectors', payload.byteLength, (place) => place.set(payload));
  expect(codeOf(() => decodeVectors(bytes))).toBe('GM_STORE_CORRUPT');
});
