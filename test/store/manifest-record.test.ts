import { expect, test } from 'vitest';
import type { Manifest } from '../../src/model/manifest.ts';
import { toRepoPath } from '../../src/model/path.ts';
import {
  fromManifestRecord,
  type ManifestRecord,
  toManifestRecord,
} from '../../src/store/manifest-record.ts';

const manifest: Manifest = new Map([
  [
    toRepoPath('b.ts'),
    { sizeBytes: 2 ** 33, mtimeMs: 1763776800123.25, ctimeMs: 1763776800124.5, hash: 'ab' },
  ],
  [toRepoPath('a.ts'), { sizeBytes: 0, mtimeMs: -0.5, ctimeMs: -1, hash: '' }],
]);
const record = toManifestRecord(manifest);

test('a manifest survives a round trip, including order and fractions of milliseconds', () => {
  const copy = fromManifestRecord(structuredClone(record));
  expect([...copy]).toEqual([...manifest]);
});

test('an empty manifest survives a round trip', () => {
  expect(fromManifestRecord(toManifestRecord(new Map())).size).toBe(0);
});

test.each<[string, ManifestRecord]>([
  ['different lengths', { ...record, sizesBytes: new Float64Array(1) }],
  ['different lengths', { ...record, mtimesMs: new Float64Array(3) }],
  ['columns of different lengths', { ...record, ctimesMs: new Float64Array(3) }],
  ['different lengths', { ...record, hashes: [] }],
  ['twice', { ...record, paths: ['a.ts', 'a.ts'] }],
])('an invalid manifest record is rejected: %s', (message, broken) => {
  expect(() => fromManifestRecord(broken)).toThrow(message);
});
