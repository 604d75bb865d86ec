import { expect, test } from 'vitest';
import { weighQuery } from '../../src/query/evidence/query-terms.ts';
import { heldShare } from '../../src/query/occurrences.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { snapshotOf } from '../helpers/facts.ts';

const { text } = snapshotOf({
  'src/cart/total.ts': 'export const sum = 1;\n',
  'src/order.ts': '// The total.\nexport const order = 2;\n',
  'src/zebra.ts': 'export const stripe = 3;\n',
});

test.each([
  ['a word of the content', 'stripe', 'src/zebra.ts', 1],
  ['a word of the file name', 'zebra', 'src/zebra.ts', 1],
  ['a word of a folder', 'cart', 'src/cart/total.ts', 1],
  ['a word of a comment', 'total', 'src/order.ts', 1],
  ['a word of another file', 'zebra', 'src/order.ts', 0],
  ['one of two words that are equally rare', 'stripe cart', 'src/zebra.ts', 0.5],
  ['no word', '…', 'src/zebra.ts', 0],
])('heldShare counts %s', (_, query, path, expected) => {
  const weighted = weighQuery(text, parseQuery(query));
  expect(heldShare(text, weighted, text.fileNumber(path))).toBeCloseTo(expected, 9);
});
