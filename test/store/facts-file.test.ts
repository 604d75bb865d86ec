import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runSync, type Task } from '../../src/base/cooperative.ts';
import { toRepoPath } from '../../src/model/path.ts';
import { decode, encode } from '../../src/store/codec.ts';
import { deflate, inflate } from '../../src/store/deflate.ts';
import { openEnvelope, type SealedPieces, sealEnvelope } from '../../src/store/envelope.ts';
import { encodeFactsSteps, FactsFile } from '../../src/store/facts-file.ts';
import { packRecord, unpackRecord } from '../../src/store/file-record.ts';
import { wholeOf } from '../helpers/whole-of.ts';
import { changesBetween, fileRecord, type Tree } from './store-fixtures.ts';

function factsOf(
  generation: number,
  tree: Tree,
  previous?: FactsFile,
  before: Tree = {},
): FactsFile {
  const head = { generation, cacheKey: 'test 1', snapshot: 's' };
  return new FactsFile(wholeFile(encodeFactsSteps(head, previous, changesBetween(before, tree))));
}

const wholeFile = (steps: Task<SealedPieces>) => wholeOf(runSync(steps));
const A = toRepoPath('a.ts');
const tree: Tree = { 'b.ts': 'beta', 'a.ts': 'alpha one two', 'é/c.ts': 'gamma '.repeat(500) };

test('every file gets its own facts back', () => {
  const facts = factsOf(3, tree);
  expect([facts.generation, facts.cacheKey, facts.paths]).toEqual([
    3,
    'test 1',
    ['a.ts', 'b.ts', 'é/c.ts'],
  ]);
  for (const path of facts.paths) {
    expect(facts.get(path)).toEqual(fileRecord(path, tree[path]!));
    expect(facts.hashOf(path)).toBe(`#${tree[path]}`);
  }
});

test('there are no facts for unknown files or for other content', () => {
  const facts = factsOf(1, tree);
  expect(facts.get(toRepoPath('none.ts'))).toBeUndefined();
  expect(facts.hashOf(toRepoPath('none.ts'))).toBeUndefined();
  expect(facts.get(A, '#other')).toBeUndefined();
  expect(facts.get(A, '#alpha one two')).toEqual(fileRecord('a.ts', 'alpha one two'));
});

test('facts of unchanged files are copied without decoding', () => {
  const head = { generation: 1, cacheKey: 'test 1', snapshot: 's' };
  const odd = new Map([
    [A, { hash: '#1', bytes: packRecord({ facts: { not: 'facts' }, terms: {} } as never) }],
  ]);
  const first = new FactsFile(
    wholeFile(encodeFactsSteps(head, undefined, { changed: odd, removed: new Set() })),
  );
  const second = factsOf(2, { 'b.ts': 'beta' }, first);
  expect(Buffer.compare(second.bytesOf(A)!, first.bytesOf(A)!)).toBe(0);
  expect(second.get(A)?.facts).toEqual({ not: 'facts' });
  expect(second.hashOf(A)).toBe('#1');
});

test('a truncated or invalid record is rejected', () => {
  const whole = inflate(packRecord(fileRecord('a.ts', 'alpha')));
  const cut = [0, 7, 8, 40].map((end) => whole.subarray(0, end));
  const other = Uint8Array.from(whole, (byte, index) => (index < 4 ? 0xff : byte));
  for (const bytes of [...cut, other])
    expect(() => unpackRecord(deflate(bytes))).toThrow(
      expect.objectContaining({ code: 'GM_STORE_CORRUPT' }),
    );
});

test('a facts file after any changes equals one written from scratch', () => {
  const path = fc.constantFrom('a.ts', 'b.ts', 'src/a.ts', 'Z.ts', 'é.ts');
  const anyTree = fc.dictionary(path, fc.constantFrom('one', 'two', 'one two three'));
  fc.assert(
    fc.property(fc.array(anyTree, { minLength: 1, maxLength: 5 }), (trees) => {
      let facts: FactsFile | undefined;
      let before: Tree = {};
      for (const [generation, next] of trees.entries()) {
        facts = factsOf(generation, next, facts, before);
        before = next;
      }
      const fresh = factsOf(trees.length - 1, before);
      expect(facts?.paths).toEqual(Object.keys(before).sort());
      for (const known of fresh.paths) {
        expect(facts?.get(known)).toEqual(fresh.get(known));
        expect(facts?.hashOf(known)).toBe(fresh.hashOf(known));
      }
    }),
  );
});

test('removing a file that was never stored has no effect', () => {
  const removed = new Set([toRepoPath('never.ts')]);
  const head = { generation: 1, cacheKey: 'test 1', snapshot: 's' };
  const bytes = wholeFile(encodeFactsSteps(head, undefined, { changed: new Map(), removed }));
  expect(new FactsFile(bytes).paths).toEqual([]);
});

describe('a damaged facts file with a valid checksum', () => {
  const whole = wholeFile(
    encodeFactsSteps(
      { generation: 1, cacheKey: 'p', snapshot: 's' },
      undefined,
      changesBetween({}, tree),
    ),
  );
  const payload = Buffer.from(openEnvelope('facts', whole));
  const tableBytes = payload.readUInt32LE(0);
  const table = decode(payload.subarray(8, 8 + tableBytes)) as Record<string, unknown>;
  const sealed = (bytes: Uint8Array): Uint8Array =>
    sealEnvelope('facts', bytes.length, (place) => place.set(bytes));
  const withTable = (changes: unknown): Uint8Array => {
    const encoded = encode(changes);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(encoded.length);
    return sealed(Buffer.concat([head, encoded, Buffer.alloc(8)]));
  };

  test.each<[string, Uint8Array]>([
    ['without a table', sealed(new Uint8Array(7))],
    ['with a cut table', sealed(payload.subarray(0, tableBytes))],
    ['with a wrong table', withTable(null)],
    ['with a wrong table', withTable({ ...table, starts: [0] })],
    ['of different lengths', withTable({ ...table, hashes: [] })],
    ['beyond the end', withTable({ ...table, lengths: Float64Array.of(1, 1, 1000) })],
  ])('is rejected: %s', (message, bytes) => {
    const error = expect.objectContaining({
      code: 'GM_STORE_CORRUPT',
      message: expect.stringContaining(message),
    });
    expect(() => new FactsFile(bytes)).toThrow(error);
  });
});
