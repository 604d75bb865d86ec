import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NAME_ROLES } from '../../../src/index/name-role.ts';
import { pathWords as wordsOfPath } from '../../../src/index/path-words.ts';
import type { TextIndex } from '../../../src/index/text-index.ts';
import { splitIdentifier, stemOf, wordsOf } from '../../../src/index/tokenize.ts';
import { definitionEvidence } from '../../../src/query/evidence/definition-evidence.ts';
import { pathEvidence } from '../../../src/query/evidence/path-evidence.ts';
import { type WeightedQuery, weighQuery } from '../../../src/query/evidence/query-terms.ts';
import { tablesOf } from '../../../src/query/evidence/tables.ts';
import { nameMatch } from '../../../src/query/names/name-match.ts';
import { parseQuery } from '../../../src/query/parse-query.ts';
import { anyFiles, anyQuery } from '../../helpers/any-files.ts';
import { type Files, snapshotOf } from '../../helpers/facts.ts';

function query(files: Files, text: string) {
  const index = snapshotOf(files).text;
  const weighted = weighQuery(index, parseQuery(text));
  const tables = tablesOf(index);
  return {
    index,
    weighted,
    path: pathEvidence(index, tables, weighted),
    definitions: definitionEvidence(index, tables, weighted),
  };
}

/** Evidence by path, without the files that have none. */
function byPath(index: TextIndex, values: Float64Array): Record<string, number> {
  return Object.fromEntries(
    [...values.entries()]
      .filter(([, value]) => value !== 0)
      .map(([file, value]) => [index.data.paths[file], Number(value.toFixed(4))]),
  );
}

function checkPath(
  files: readonly string[],
  text: string,
  signal: keyof ReturnType<typeof query>['path'],
) {
  const { index, path } = query(Object.fromEntries(files.map((name) => [name, 'x;'])), text);
  return byPath(index, path[signal]);
}

describe('path signals', () => {
  test('stemWords is the mean match of the words of a file name', () => {
    const files = ['src/retry-queue.ts', 'src/retry.ts', 'src/queue/other.ts', 'src/a.ts'];
    expect(checkPath(files, 'how retries work', 'stemWords')).toEqual({
      'src/retry-queue.ts': 0.5,
      'src/retry.ts': 1,
    });
  });

  test('a file name that writes neighbouring words as one word contains each of them', () => {
    const files = ['src/gitignore.ts', 'src/git/dir.ts', 'src/ignore/dir.ts', 'src/a.ts'];
    expect(checkPath(files, 'git ignore', 'stemWords')).toEqual({ 'src/gitignore.ts': 1 });
    expect(checkPath(files, 'git ignore', 'pathWords')).toMatchObject({ 'src/gitignore.ts': 1 });
    expect(checkPath(files, 'ignore all of git', 'stemWords')).toEqual({});
  });

  test('folderWords is the matching share of the last folder, by equal stems only', () => {
    const files = [
      'src/http-client/a.ts',
      'src/http/b.ts',
      'src/https/c.ts',
      'http/x/d.ts',
      'e.ts',
    ];
    expect(checkPath(files, 'http', 'folderWords')).toEqual({
      'src/http-client/a.ts': 0.5,
      'src/http/b.ts': 1,
      'src/https/c.ts': 1,
    });
  });

  test('in a report, a word that a third of the files have matches no file name', () => {
    const index = snapshotOf({
      'session.ts': 'session;',
      'cart.ts': 'cart; session;',
      'a.ts': 'x;',
      'b.ts': 'x;',
    }).text;
    const stemWords = (isReport: boolean) => {
      const weighted = weighQuery(index, parseQuery('session of a cart'), isReport);
      return byPath(index, pathEvidence(index, tablesOf(index), weighted).stemWords);
    };
    expect(stemWords(false)).toEqual({ 'session.ts': 1, 'cart.ts': 1 });
    expect(stemWords(true)).toEqual({ 'cart.ts': 1 });
  });

  test('stemPhrase requires the whole file name to be a run of words or an identifier, in any spelling', () => {
    const files = [
      'rate-limiter.ts',
      'RateLimiters.ts',
      'ratelimiter.ts',
      'rate.ts',
      'my-rate-limiter.ts',
    ];
    expect(checkPath(files, 'the rate limiter', 'stemPhrase')).toEqual({
      'RateLimiters.ts': 1,
      'rate-limiter.ts': 1,
      'ratelimiter.ts': 1,
    });
    expect(checkPath(files, 'RateLimiter', 'stemPhrase')).toEqual({
      'RateLimiters.ts': 1,
      'rate-limiter.ts': 1,
      'ratelimiter.ts': 1,
    });
  });

  test('stemWord requires the whole file name to be one word, weighted by rarity, and not already a phrase', () => {
    const files = ['router.ts', 'a/router.ts', 'view.ts', 'x.ts'];
    const { 'router.ts': router, 'view.ts': view } = checkPath(files, 'router view', 'stemWord');
    expect(view).toBeGreaterThan(router!);
    expect(checkPath(files, 'Router', 'stemWord')).toEqual({});
    expect(checkPath(files, 'router', 'stemWord')).toEqual({ 'router.ts': 1, 'a/router.ts': 1 });
  });

  test('depth counts the folders below the one that contains all files', () => {
    expect(checkPath(['p/src/a.ts', 'p/src/x/b.ts', 'p/src/x/y/c.ts'], 'a', 'depth')).toEqual({
      'p/src/x/b.ts': 1,
      'p/src/x/y/c.ts': 2,
    });
  });

  test('pathWords is the rarity of the query words in the path, at the best place of each', () => {
    fc.assert(
      fc.property(anyFiles, anyQuery, (files, text) => {
        const { index, weighted, path } = query(files, text);
        for (const [file, name] of index.data.paths.entries()) {
          const { stem, folders } = wordsOfPath(name, index.data.sharedFolderDepth);
          const share = sharesOf(weighted, partsOf([stem, ...folders])).share;
          expect(path.pathWords[file]).toBeCloseTo(share, 9);
        }
      }),
      { numRuns: 100 },
    );
  });
});

function partsOf(names: readonly string[]): string[] {
  return names.flatMap((name) => wordsOf(name).flatMap((word) => splitIdentifier(word).parts));
}

/** Best match of each query word among parts: by rarity, and summed. */
function sharesOf({ terms, raritySum }: WeightedQuery, parts: readonly string[]) {
  let share = 0;
  let matched = 0;
  for (const term of terms) {
    const match = (part: string) =>
      term.compounds.includes(part) ? 1 : nameMatch(term, part, stemOf(part));
    const best = Math.max(0, ...parts.map(match));
    share += (best * term.rarity) / raritySum;
    matched += best;
  }
  return { share, matched };
}

describe('definition signals', () => {
  const TYPES: Files = {
    'class.ts': 'export class RateLimiter {\n}\n',
    'function.ts': 'export function rateLimit() {\n}\n',
    'method.ts': 'class Box {\n  rateLimit() {\n  }\n}\n',
    'constant.ts': 'const RATE_LIMIT = 5;\n',
    'use.ts': 'new RateLimiter().rateLimit(RATE_LIMIT);\n',
  };

  test.each([
    ['RateLimiter', 'definition', { 'class.ts': 1 }],
    // Two files declare it: divided by log2(1 + 2); outermost and nested functions are worth the same.
    ['rateLimit', 'definition', { 'function.ts': 0.5047, 'method.ts': 0.5047 }],
    ['RATE_LIMIT', 'definition', { 'constant.ts': 0.4 }],
    ['ratelimiter', 'definition', {}],
    ['rateLimit', 'functionDefinition', { 'function.ts': 0.6309, 'method.ts': 0.4417 }],
    ['RateLimit', 'functionDefinition', { 'function.ts': 0.5047, 'method.ts': 0.3533 }],
    ['RateLimiter', 'functionDefinition', {}],
  ] as const)('the query %s gives the expected %s values', (text, signal, expected) => {
    const { index, definitions } = query(TYPES, text);
    expect(byPath(index, definitions[signal].scores)).toEqual(expected);
  });

  test('nameWords scores the best type or function by its share of the query and of the name', () => {
    fc.assert(
      fc.property(anyFiles, anyQuery, (files, text) => {
        const { index, weighted, definitions } = query(files, text);
        const { names, nameStarts, nameFiles, nameRoles } = index.data;
        const expected = new Float64Array(index.fileCount);
        for (const [name, spelled] of names.entries()) {
          const parts = partsOf([spelled]);
          const { share, matched } = sharesOf(weighted, parts);
          const score = parts.length === 0 ? 0 : share * Math.min(1, matched / parts.length);
          for (let row = nameStarts[name]!; row < nameStarts[name + 1]!; row++) {
            if ((nameRoles[row]! & ~NAME_ROLES.other) === 0) continue;
            expected[nameFiles[row]!] = Math.max(expected[nameFiles[row]!]!, score);
          }
        }
        for (const [file, score] of expected.entries()) {
          expect(definitions.nameWords.scores[file]).toBeCloseTo(score, 9);
        }
      }),
      { numRuns: 100 },
    );
  });
});
