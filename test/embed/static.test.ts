import { describe, expect, test } from 'vitest';
import { embedChunks, embedFile } from '../../src/embed/static-chunks.ts';
import { parseModel, staticModel } from '../../src/embed/static-model.ts';
import { embedQuestion } from '../../src/embed/static-question.ts';
import { fileTerms } from '../../src/index/file-terms.ts';
import { ExactScan } from '../../src/vector/exact-scan.ts';
import { factsOf } from '../helpers/facts.ts';
import { indexOf } from '../vector/index-of.ts';
import { modelFile } from './model-file.ts';

const MODEL = parseModel(
  modelFile({
    file: [127, 0, 0, 0],
    page: [0, 127, 0, 0],
    view: [0, 0, 127, 0],
  }),
);
const rounded = (vector: Float32Array) => Array.from(vector, (value) => Math.round(value * 100));
const all = (count: number) => Int32Array.from({ length: count }, (_, chunk) => chunk);

describe('a static model file', () => {
  test('is rejected if it is truncated or something else', () => {
    const file = modelFile({ file: [1, 2, 3, 4] });
    expect(() => parseModel(file.subarray(0, file.length - 1))).toThrow('another length');
    file[0] = 0;
    expect(() => parseModel(file)).toThrow('wrong format');
  });

  test('is identified by its bytes', () => {
    const other = parseModel(modelFile({ file: [127, 0, 0, 1] }));
    expect(other.id).not.toBe(MODEL.id);
  });

  test('in the package is small and knows words of programming', () => {
    const { rows, vectors } = staticModel();
    expect(vectors.length).toBeLessThan(12_000_000);
    for (const word of ['file', 'pars', 'request', 'cach']) expect(rows.has(word)).toBe(true);
  });
});

describe('the static vector of a question', () => {
  test('is the sum of its words, scaled to length 1', () => {
    expect(rounded(embedQuestion(MODEL, 'files'))).toEqual([100, 0, 0, 0]);
    expect(rounded(embedQuestion(MODEL, 'file page'))).toEqual([71, 71, 0, 0]);
  });

  test('splits an unknown word into known parts', () => {
    expect(rounded(embedQuestion(MODEL, 'pageview'))).toEqual([0, 71, 71, 0]);
  });

  test('is zero if no word is known', () => {
    expect(rounded(embedQuestion(MODEL, 'zebra'))).toEqual([0, 0, 0, 0]);
    expect(rounded(embedQuestion(MODEL, ''))).toEqual([0, 0, 0, 0]);
  });
});

describe('static vectors of chunks', () => {
  const index = indexOf({
    'src/one.ts': 'const file = 1;',
    'src/two.ts': 'const view = 2;',
    'src/page.ts': 'const x = 3;',
  });

  test('combine the words and the path of a chunk', () => {
    const rows = embedChunks(MODEL, index.data, all(index.chunkCount));
    expect([...rows]).toEqual([127, 0, 0, 0, 0, 127, 0, 0, 0, 0, 127, 0]);
  });

  test('are the same if computed one by one', () => {
    const rows = embedChunks(MODEL, index.data, all(index.chunkCount));
    const apart = [...all(index.chunkCount)].flatMap((chunk) => [
      ...embedChunks(MODEL, index.data, Int32Array.of(chunk)),
    ]);
    expect(apart).toEqual([...rows]);
  });

  test('are the same if computed per file, before an index exists', () => {
    const parts = Array.from(
      { length: 20 },
      (_, n) => `/** Reads page ${n} of a file and closes it. */
export function readPage${n}(path: string, size = ${n}) {
  const stream = openStream(path);
  return stream.read(size * ${n}).then(() => stream.close());
}
`,
    );
    const files = {
      'lib/shop/cart/basket.ts': parts.join('\n'),
      'lib/shop/empty.ts': '',
      'lib/shop/shop/shop.ts': 'export class Shop { open(file: string) {} }',
    };
    const { data, chunkCount } = indexOf(files);
    expect(data.sharedFolderDepth).toBe(2);
    const rows = Object.entries(files).flatMap(([path, text]) => [
      ...embedFile(
        staticModel(),
        { path, sharedFolderDepth: 2 },
        fileTerms(factsOf(path, text), text),
      ),
    ]);
    expect(rows).toEqual([...embedChunks(staticModel(), data, all(chunkCount))]);
    expect(chunkCount).toBeGreaterThan(5);
  });
});

test.each([
  ['remove a file from the disk', 'a.ts'],
  ['turn text into a tree of syntax', 'b.ts'],
  ['check the credentials of an account', 'c.ts'],
])('the packaged model finds the code for "%s" without shared words', (question, path) => {
  const index = indexOf({
    'a/a.ts': 'export function drop(path) { fs.unlinkSync(path); fs.rmdirSync(dirname(path)); }',
    'a/b.ts':
      'export function parse(tokens) { const node = new AstNode(tokens.next()); return node; }',
    'a/c.ts':
      'export function verifyPassword(user, hash) { return bcrypt.compare(user.password, hash); }',
    'a/d.ts':
      'export function total(items) { return items.reduce((sum, { price }) => sum + price, 0); }',
  });
  const model = staticModel();
  const rows = embedChunks(model, index.data, all(index.chunkCount));
  const near = new ExactScan(rows, model.dimensions).nearest(embedQuestion(model, question), 1);
  expect(index.data.paths[near.rows[0] ?? -1]).toBe(`a/${path}`);
});
