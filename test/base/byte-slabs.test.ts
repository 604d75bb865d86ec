import { expect, test } from 'vitest';
import { ByteSlabs } from '../../src/base/byte-slabs.ts';

test('copies of small arrays share a buffer, and later copies do not change them', () => {
  const slabs = new ByteSlabs();
  const source = Uint8Array.of(1, 2, 3);
  const first = slabs.copy(source);
  source.fill(0);
  const second = slabs.copy(Uint8Array.of(4));
  expect([...first]).toEqual([1, 2, 3]);
  expect([...second]).toEqual([4]);
  expect(second.buffer).toBe(first.buffer);
});

test('an array that is larger than a slab is copied whole', () => {
  const slabs = new ByteSlabs();
  const large = new Uint8Array(3_000_000).fill(7);
  expect(Buffer.compare(slabs.copy(large), large)).toBe(0);
  expect([...slabs.copy(Uint8Array.of(1))]).toEqual([1]);
  expect(slabs.copy(new Uint8Array())).toHaveLength(0);
});
