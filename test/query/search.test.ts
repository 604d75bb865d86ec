import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type SearchAnswer, search } from '../../src/query/search.ts';
import { anyFiles, anyQuery } from '../helpers/any-files.ts';
import { ANYWHERE, pathsOf, searchIn } from '../helpers/check-search.ts';
import { type Files, snapshotOf } from '../helpers/facts.ts';

const SHOP: Files = {
  'src/cart/cart.ts':
    '// A shopping cart: lines, discounts, totals.\nexport class Cart {\n  add(item) {\n    this.items.push(item);\n  }\n  total() {\n    return sum(this.items);\n  }\n}\n',
  'src/cart/discount.ts':
    'import { Cart } from "./cart";\nexport function applyDiscount(cart, code) {\n  return cart.total() * rateOf(code);\n}\n',
  'src/checkout/payment.ts':
    '// Charges cards through the payment provider, and retries when it is down.\nexport class PaymentGateway {\n  charge(card, amount) {\n    return this.send(card, amount);\n  }\n}\n',
  'src/checkout/retry.ts':
    'export function withBackoff(action, attempts) {\n  return action();\n}\n',
  'test/cart.test.ts': 'import { Cart } from "../src/cart/cart";\nnew Cart().total();\n',
};

describe('searching a small shop', () => {
  // Each row: query, the file that must come first, and why that is right.
  test.each([
    ['Cart', 'src/cart/cart.ts', 'it declares Cart; its test only uses it'],
    ['where is the discount applied', 'src/cart/discount.ts', 'file name and function name'],
    [
      'charge a credit card',
      'src/checkout/payment.ts',
      'method and comment, though no name says it',
    ],
    ['retry with exponential backoff', 'src/checkout/retry.ts', 'file name, and the function'],
    ['applyDiscount', 'src/cart/discount.ts', 'the declaration asked for'],
    ['PaymentGateway.charge', 'src/checkout/payment.ts', 'owner and member'],
  ])('the query "%s" finds %s first: %s', (query, first) => {
    expect(pathsOf(searchIn(SHOP, query))[0]).toBe(first);
  });

  test.each([
    ['page views of a day', 'const pageviews = count();\n', 'one word in the code'],
    ['page views of a day', 'function pageViews() {\n}\n', 'two parts in the code'],
    ['pageviews per day', 'function pageViews() {\n}\n', 'one word in the question'],
    ['pageviews per day', 'const page_views = 1;\n', 'parts joined by an underscore'],
  ])('the query %s finds %j: %s', (query, text) => {
    const files = { 'src/one.ts': 'export const unrelated = 1;\n', 'src/two.ts': text };
    expect(pathsOf(searchIn(files, query))).toEqual(['src/two.ts']);
  });

  test('ranks tests behind the code they test, and can include or exclude them', () => {
    const all = pathsOf(searchIn(SHOP, 'Cart total'));
    expect(all.indexOf('src/cart/cart.ts')).toBeLessThan(all.indexOf('test/cart.test.ts'));
    expect(pathsOf(searchIn(SHOP, 'Cart total', { includeTests: 'only' }))).toEqual([
      'test/cart.test.ts',
    ]);
    expect(pathsOf(searchIn(SHOP, 'Cart total', { includeTests: 'exclude' }))).not.toContain(
      'test/cart.test.ts',
    );
  });

  test('lists absent words, and gives confidence none if nothing is found', () => {
    const answer = searchIn(SHOP, 'quantum teleportation');
    expect(answer).toMatchObject({
      hits: [],
      totalCount: 0,
      confidence: 'none',
      margin: 0,
      absentTerms: ['quantum', 'teleportation'],
    });
    expect(searchIn(SHOP, 'cart teleportation').absentTerms).toEqual(['teleportation']);
  });

  test('gives a clear winner high confidence and a single stray common word none', () => {
    expect(searchIn(SHOP, 'applyDiscount').confidence).toBe('high');
    const stray = searchIn(SHOP, 'quantum teleportation entanglement through wormholes of items');
    expect(stray.hits.length).toBeGreaterThan(0);
    expect(stray.confidence).toBe('none');
  });

  test('finds nothing and runs no signal for a query that is empty or only punctuation', () => {
    for (const query of ['', '???', '  ']) {
      expect(searchIn(SHOP, query)).toMatchObject({ hits: [], totalCount: 0, signals: [] });
    }
  });

  test('finds nothing in a project without files', () => {
    expect(searchIn({}, 'anything At all')).toMatchObject({ hits: [], totalCount: 0 });
  });

  test('does not list signals that had no input', () => {
    const { signals } = searchIn(SHOP, 'discount');
    expect(signals).toContain('pathContent');
    expect(signals).not.toContain('definition');
    expect(signals).not.toContain('identifierPhrase');
    expect(searchIn(SHOP, 'applyDiscount').signals).toContain('definition');
  });
});

describe('search filters', () => {
  const onlySource = (path: string): boolean => path.startsWith('src/') && !path.includes('cart');

  test('apply before the result limit, so files in scope move up and the count covers the scope', () => {
    const answer = searchIn(SHOP, 'cart total card', { pathFilter: onlySource, maxResults: 1 });
    expect(pathsOf(answer)).toEqual(['src/checkout/payment.ts']);
    expect(answer.totalCount).toBe(1);
  });

  test('restrict results to the requested languages', () => {
    const snapshot = snapshotOf(
      { 'a.ts': 'retry();', 'b.js': 'retry();' },
      { 'b.js': 'javascript' },
    );
    const request = { ...ANYWHERE, query: 'retry', languages: ['javascript'] };
    expect(pathsOf(search(snapshot, request))).toEqual(['b.js']);
    expect(search(snapshot, { ...request, languages: ['go'] }).totalCount).toBe(0);
  });

  test('restrict results to files that declare a symbol of the kind, and show that declaration', () => {
    const snapshot = snapshotOf(SHOP);
    const answer = search(snapshot, { ...ANYWHERE, query: 'cart', kinds: ['method'] });
    expect(pathsOf(answer)).toEqual(['src/cart/cart.ts', 'src/checkout/payment.ts'].slice(0, 1));
    for (const hit of answer.hits) expect(snapshot.graph.node(hit.node).kind).toBe('method');
  });

  test('never reduce the number of hits in scope', () => {
    fc.assert(
      fc.property(anyFiles, anyQuery, fc.func(fc.boolean()), (files, query, keep) => {
        const pathFilter = (path: string): boolean => keep(path);
        const all = pathsOf(searchIn(files, query, { maxResults: 100 }));
        const filtered = searchIn(files, query, { maxResults: 100, pathFilter });
        expect(pathsOf(filtered).toSorted()).toEqual(all.filter(pathFilter).toSorted());
      }),
      { numRuns: 50 },
    );
  });
});

describe('searching any project with any query', () => {
  test('orders hits by score and then path, lists each file once, and respects the maximum', () => {
    fc.assert(
      fc.property(anyFiles, anyQuery, fc.nat(8), (files, query, maxResults) => {
        const all = searchIn(files, query, { maxResults: 100 });
        expect(all.hits).toHaveLength(all.totalCount);
        expect(new Set(pathsOf(all)).size).toBe(all.totalCount);
        for (const [at, hit] of all.hits.entries()) {
          const next = all.hits[at + 1];
          if (next === undefined) continue;
          expect(hit.score > next.score || (hit.score === next.score && hit.path < next.path)).toBe(
            true,
          );
        }
        const cut = searchIn(files, query, { maxResults });
        expect(cut.hits).toEqual(all.hits.slice(0, maxResults));
        expect([cut.totalCount, cut.margin, cut.confidence]).toEqual([
          all.totalCount,
          all.margin,
          all.confidence,
        ]);
      }),
      { numRuns: 60 },
    );
  });

  test('makes every file that contains the only query word a candidate', () => {
    fc.assert(
      fc.property(anyFiles, (files) => {
        const paths = pathsOf(searchIn(files, 'token', { maxResults: 100 }));
        for (const [path, text] of Object.entries(files)) {
          if (/\btoken\b/.test(text)) expect(paths).toContain(path);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('gives the same answer to the same question', () => {
    fc.assert(
      fc.property(anyFiles, anyQuery, (files, query) => {
        expect(searchIn(files, query)).toEqual(searchIn(files, query));
      }),
      { numRuns: 20 },
    );
  });

  test('orders two files with the same text and depth by path', () => {
    const answer = searchIn({ 'x/b.ts': 'retry();', 'x/a.ts': 'retry();', 'y.ts': '' }, 'retry');
    expect(pathsOf(answer)).toEqual(['x/a.ts', 'x/b.ts']);
    expect(answer.hits[0]?.score).toBe(answer.hits[1]?.score);
    expect(answer).toMatchObject({ margin: 0, confidence: 'low' });
  });
});

test('in a search for pages, neither a folder docs nor its depth is penalized', () => {
  const files = {
    'README.md': 'Parsing of headers, and more.\n',
    'docs/guide/parsing/headers.md': 'Parsing of headers, and more.\n',
  };
  const requested = { ...ANYWHERE, query: 'parsing headers' };
  const [code, pages] = (['code', 'pages'] as const).map((corpus) =>
    search(snapshotOf(files), { ...requested, corpus }),
  );
  const reasonsOf = (answer: SearchAnswer | undefined) =>
    answer?.hits
      .find(({ path }) => path.startsWith('docs/'))
      ?.reasons.filter(({ contribution }) => contribution < 0)
      .map(({ signal }) => signal);
  expect(reasonsOf(code)).toEqual(['depth', 'examplePath']);
  expect(reasonsOf(pages)).toEqual([]);
  expect(pages?.margin).toBeGreaterThan(code?.margin ?? 0);
});
