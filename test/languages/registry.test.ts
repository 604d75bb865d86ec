import { describe, expect, test } from 'vitest';
import { LANGUAGES, languageById, languageOf } from '../../src/languages/registry.ts';

describe('the language of a file', () => {
  test.each([
    ['a.ts', 'typescript'],
    ['a.mts', 'typescript'],
    ['a.cts', 'typescript'],
    ['a.d.ts', 'typescript'],
    ['src/A.TSX', 'tsx'],
    ['a.js', 'javascript'],
    ['a.mjs', 'javascript'],
    ['a.cjs', 'javascript'],
    ['a.test.jsx', 'jsx'],
    ['a.json', undefined],
    ['a.vue', undefined],
    ['ts', undefined],
    ['Makefile', undefined],
  ])('%s → %s', (path, id) => {
    expect(languageOf(path)?.id).toBe(id);
  });
});

test('ids and extensions are unambiguous', () => {
  const ids = LANGUAGES.map(({ id }) => id);
  const extensions = LANGUAGES.flatMap((language) => language.extensions);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(extensions).size).toBe(extensions.length);
  for (const language of LANGUAGES) expect(languageById(language.id)).toBe(language);
});
