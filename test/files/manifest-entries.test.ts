import { describe, expect, it } from 'vitest';
import { NEVER_MS, settled } from '../../src/files/manifest-entries.ts';

const at = (ctimeMs: number) => ({ sizeBytes: 1, mtimeMs: 5, ctimeMs, hash: 'a' });

describe('the manifest entry of a scanned file', () => {
  it.each([
    ['long after it changed', 10_000.5, 10_100],
    ['long after, by a clock of seconds', 10_000, 12_001],
  ])('can be relied on %s', (_, ctimeMs, scannedMs) => {
    expect(settled(at(ctimeMs), scannedMs)).toEqual(at(ctimeMs));
  });

  it.each([
    ['in the tick in which it changed', 10_000.5, 10_001],
    ['in that tick, by a clock of seconds', 10_000, 11_999],
    ['while it changed', 10_000.5, 9_000],
  ])('is compared by content the next time if scanned %s', (_, ctimeMs, scannedMs) => {
    expect(settled(at(ctimeMs), scannedMs)).toEqual(at(NEVER_MS));
  });
});
