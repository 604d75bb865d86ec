import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitIdentifier, stemOf, termsOf, wordsOf } from '../../src/index/tokenize.ts';
import { nameMatch } from '../../src/query/names/name-match.ts';
import { parseQuery } from '../../src/query/parse-query.ts';
import { type Reason, type SearchHit, search } from '../../src/query/search.ts';
import { SIGNALS } from '../../src/query/weights.ts';
import { anyFiles, anyQuery } from '../helpers/any-files.ts';
import { ANYWHERE, searchIn } from '../helpers/check-search.ts';
import { type Files, factsOf, snapshotOf } from '../helpers/facts.ts';

test.each(['sum', 'rrf'] as const)(
  'contributions sum to the score and none is zero, with fusion %s',
  (fusion) => {
    fc.assert(
      fc.property(anyFiles, anyQuery, (files, query) => {
        for (const hit of searchIn(files, query, { fusion }).hits) {
          const sum = hit.reasons.reduce((total, { contribution }) => total + contribution, 0);
          expect(sum).toBeCloseTo(hit.score, 9);
          expect(hit.reasons.length).toBeGreaterThan(0);
          for (const { signal, contribution, detail } of hit.reasons) {
            expect(Math.sign(contribution)).toBe(Math.sign(SIGNALS[signal].weight));
            expect(detail).not.toMatch(/: ?$|undefined|NaN|, ,/);
          }
        }
      }),
      { numRuns: 60 },
    );
  },
);

test('reasons in favour come first, strongest first, then reasons against', () => {
  fc.assert(
    fc.property(anyFiles, anyQuery, (files, query) => {
      for (const { reasons } of searchIn(files, query).hits) {
        const order = reasons.map(({ contribution }) => contribution);
        const isSorted = order.every((value, at) => {
          const next = order[at + 1] ?? Number.NEGATIVE_INFINITY;
          return value > 0 ? next <= value : next < 0 || at === order.length - 1;
        });
        expect(isSorted).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

/** What a hit may speak of. */
interface Place {
  readonly files: Files;
  readonly hit: SearchHit;
  readonly query: string;
}

function wordsAfterColons(detail: string): string[] {
  return detail
    .split(';')
    .flatMap((part) => part.slice(part.indexOf(':') + 1).split(','))
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function textOf({ files, hit }: Place): string {
  return files[hit.path] ?? '';
}

/** Each word named is one of the query's, and its stem (or itself, joined) is in the text. */
function expectWordsIn(place: Place, detail: string, text: string): void {
  const terms = new Set(termsOf(text));
  for (const word of wordsAfterColons(detail)) {
    expect(termsOf(place.query).concat(parseQuery(place.query).joined)).toContain(
      parseQuery(place.query).joined.includes(word) ? word : stemOf(word),
    );
    expect(terms.has(word) || terms.has(stemOf(word)), `${word} in ${text}`).toBe(true);
  }
}

function expectPartsIn(place: Place, detail: string): void {
  const parts = wordsOf(place.hit.path).flatMap((word) => splitIdentifier(word).parts);
  const terms = parseQuery(place.query).terms;
  for (const part of wordsAfterColons(detail)) {
    expect(parts).toContain(part);
    expect(terms.some((term) => nameMatch(term, part, stemOf(part)) > 0)).toBe(true);
  }
}

function expectDeclared(place: Place, detail: string): void {
  const name = detail.split(' ').at(-1);
  const { declarations } = factsOf(place.hit.path, textOf(place));
  expect(declarations.map((declaration) => declaration.name)).toContain(name);
}

function expectComponent(place: Place, detail: string): void {
  expect(place.hit.path.split('/')).toContain(detail.replace('path: ', ''));
}

/** What files of one language, without a disk, do not have. */
const SEEN_ELSEWHERE = new Set([
  'settingsPath',
  'exactText',
  'exactRare',
  'session',
  'meaning',
  'fileMeaning',
  'sparse',
  'rerank',
  'commits',
  'stackFrame',
  'namedFile',
]);

/** What has to hold for the detail of each signal. */
const TRUTHS: Readonly<Record<Reason['signal'], (place: Place, detail: string) => void>> = {
  pathContent: (place, detail) =>
    expectWordsIn(place, detail, `${textOf(place)} ${place.hit.path}`),
  contentSum: (place, detail) => expectWordsIn(place, detail, textOf(place)),
  coverage: (place, detail) => {
    const [, first = '1', last = '1'] = /lines (\d+)–(\d+)/.exec(detail) ?? [];
    const lines = textOf(place)
      .split('\n')
      .slice(Number(first) - 1, Number(last));
    expectWordsIn(place, detail, lines.join('\n'));
    expect(detail.startsWith(`${wordsAfterColons(detail).length} of `)).toBe(true);
  },
  comments: (place, detail) => {
    const comments = textOf(place)
      .split('\n')
      .filter((line) => line.trim().startsWith('//'));
    expectWordsIn(place, detail, comments.join('\n'));
  },
  relatedWords: (place, detail) => {
    for (const word of wordsAfterColons(detail)) {
      const term = { word, stem: stemOf(word) };
      const isRelated = wordsOf(textOf(place)).some((written) => {
        const { parts, joined } = splitIdentifier(written);
        return [...parts, joined].some((part) => nameMatch(term, part, stemOf(part)) > 0);
      });
      expect(isRelated, word).toBe(true);
    }
  },
  // Neither is there without a disk and a session; test/tools has them.
  exactText: (_, detail) => expect(detail).toBe(''),
  exactRare: (_, detail) => expect(detail).toBe(''),
  session: (_, detail) => expect(detail).toBe(''),
  // commit-evidence.test.ts has it.
  commits: (_, detail) => expect(detail).toBe(''),
  // test/vector has it.
  meaning: (_, detail) => expect(detail).toBe(''),
  fileMeaning: (_, detail) => expect(detail).toBe(''),
  sparse: (_, detail) => expect(detail).toBe(''),
  rerank: (_, detail) => expect(detail).toBe(''),
  identifierPhrase: (place, detail) => {
    for (const phrase of wordsAfterColons(detail)) {
      expect(termsOf(textOf(place))).toContain(phrase.replaceAll('+', ''));
    }
  },
  stemWords: expectPartsIn,
  pathWords: expectPartsIn,
  folderWords: expectPartsIn,
  stemPhrase: (place, detail) => expect(place.hit.path).toContain(detail.split(' ').at(-1)),
  stemWord: (place, detail) => expect(place.hit.path).toContain(detail.split(' ').at(-1)),
  definition: expectDeclared,
  functionDefinition: expectDeclared,
  nameWords: expectDeclared,
  testPath: expectComponent,
  legacyPath: expectComponent,
  generatedPath: expectComponent,
  examplePath: expectComponent,
  settingsPath: expectComponent,
  platformPath: (place, detail) =>
    expectComponent(place, detail.replace(', platform-specific', '')),
  // report.test.ts has both.
  stackFrame: (_, detail) => expect(detail).toBe(''),
  namedFile: (_, detail) => expect(detail).toBe(''),
  depth: (place, detail) => {
    const depth = Number(/^\d+/.exec(detail)?.[0]);
    expect(place.hit.path.split('/').length - 1).toBeGreaterThanOrEqual(depth);
  },
};

test('details mention only text that occurs in the hit', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyFiles, anyQuery, (files, query) => {
      for (const hit of search(snapshotOf(files), { ...ANYWHERE, query }).hits) {
        for (const { signal, detail } of hit.reasons) {
          seen.add(signal);
          TRUTHS[signal]({ files, hit, query }, detail);
        }
      }
    }),
    { numRuns: 300 },
  );
  // Without this the property could hold because nothing was ever said.
  expect([...seen].sort()).toEqual(
    Object.keys(SIGNALS)
      .filter((signal) => !SEEN_ELSEWHERE.has(signal))
      .sort(),
  );
});

test('details are formatted for people', () => {
  const files = {
    'src/http/_legacy/retry-client.ts':
      '// Sends again.\nexport class RetryClient {\n  send() {\n  }\n}\n',
    'index.ts': '',
  };
  const [hit] = searchIn(files, 'RetryClient sends').hits;
  const details = Object.fromEntries(hit!.reasons.map(({ signal, detail }) => [signal, detail]));
  expect(details).toMatchInlineSnapshot(`
    {
      "comments": "comments: sends",
      "contentSum": "1 of 1 chunks: retry, client, sends, retryclient",
      "coverage": "3 of 3 words in lines 1–5: retry, client, sends",
      "definition": "declares RetryClient",
      "depth": "3 folders deep",
      "identifierPhrase": "one identifier: retry+client",
      "legacyPath": "path: _legacy",
      "nameWords": "declares RetryClient",
      "pathContent": "lines 1–5: retry, client, sends, retryclient; path: retry, client",
      "pathWords": "path: retry, client",
      "relatedWords": "words or related forms: retry, client, sends, retryclient",
      "stemPhrase": "the file is named retry-client",
      "stemWords": "file name: retry, client",
    }
  `);
});
