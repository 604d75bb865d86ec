import { describe, expect, test } from 'vitest';
import {
  LANGUAGES,
  languageById,
  languageOf,
  languageOfScript,
  languageOfSource,
  languagesNamed,
} from '../../src/languages/registry.ts';

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
    ['a.json', 'json'],
    ['.eslintrc', 'json'],
    ['ci.yml', 'yaml'],
    ['Cargo.toml', 'toml'],
    ['Cargo.lock', undefined],
    ['Pipfile.lock', undefined],
    ['a.vue', 'vue'],
    ['a.h', 'cpp'],
    ['src/Dockerfile', 'dockerfile'],
    ['Dockerfile.dev', 'dockerfile'],
    ['Gemfile', 'ruby'],
    ['Gemfile.lock', undefined],
    ['a.unheard-of', undefined],
    ['ts', undefined],
    ['Makefile', 'makefile'],
    ['LICENSE', undefined],
    ['t/basic.t', 'perl'],
    ['_templates/page/new.ejs.t', 'haml'],
    ['new.html.ejs', 'haml'],
  ])('is detected: %s → %s', (path, id) => {
    expect(languageOf(path)?.id).toBe(id);
  });
});

describe('the language of a script', () => {
  test.each([
    ['#!/bin/sh', 'bash'],
    ['#!/usr/bin/env python3\nprint(1)', 'python'],
    ['#!/usr/bin/python3.11', 'python'],
    ['#! /usr/bin/env -S FOO=1 node --x', 'javascript'],
    ['#!/usr/bin/env -S deno run', 'typescript'],
    ['#!/usr/bin/env', undefined],
    ['#!', undefined],
    ['#!/opt/own-thing', undefined],
    ['import os', undefined],
  ])('is detected: %s → %s', (text, id) => {
    expect(languageOfScript(text)?.id).toBe(id);
  });
});

test('language ids and extensions are unambiguous', () => {
  const ids = LANGUAGES.map(({ id }) => id);
  const extensions = LANGUAGES.flatMap((language) => language.extensions);
  expect(new Set(ids).size).toBe(ids.length);
  expect(new Set(extensions).size).toBe(extensions.length);
  for (const language of LANGUAGES) expect(languageById(language.id)).toBe(language);
});

describe('a word for languages', () => {
  test.each([
    ['js', ['javascript', 'jsx']],
    ['Node', ['javascript', 'jsx', 'tsx', 'typescript']],
    ['typescript', ['tsx', 'typescript']],
    ['react', ['jsx', 'tsx']],
    ['python3', ['python']],
    ['markdown', ['markdown', 'mdx']],
    ['c', ['c']],
    ['unheard-of', []],
  ])('%s → %j', (word, ids) => {
    expect([...languagesNamed(word)].sort()).toEqual(ids);
  });

  test('is an alias of one language at most, and no id of another', () => {
    const aliases = LANGUAGES.flatMap((language) => language.aliases ?? []);
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(aliases.filter((alias) => languageById(alias) !== undefined)).toEqual([]);
  });
});

describe('the language of a header', () => {
  test.each([
    ['struct page;\nvoid use(struct page *page);\n', 'c'],
    ['#include <stdio.h>\nstruct user { void *private; int class, new; };\n', 'c'],
    ['#ifdef __cplusplus\nextern "C" {\n#endif\nint size(int a, int b);\n', 'c'],
    ['/*\n * class Shop { public: };\n using namespace std;\n */\nint size(void);\n', 'c'],
    ['static inline int has(int a) { return (a & MASK) != 0; }\n', 'c'],
    ['struct flags {\n\tunsigned\n\tprivate:1;\n};\n', 'c'],
    ['#define A 1\n', 'c'],
    ['class Shop;\n', 'cpp'],
    ['class EXPORT Shop final : public Base\n{\n};\n', 'cpp'],
    ['struct Shop : Base {};\n', 'cpp'],
    ['namespace shop {\nint size();\n}\n', 'cpp'],
    ['namespace\n{\n}\n', 'cpp'],
    ['template <typename T> T first(T one);\n', 'cpp'],
    ['using Size = unsigned;\n', 'cpp'],
    ['#include <vector>\n', 'cpp'],
    ['struct Shop {\nprivate:\n  int size;\n};\n', 'cpp'],
    ['bool isEqual(const Shop &a, const Shop &b);\n', 'cpp'],
    ['std::string name();\n', 'cpp'],
    ['struct Shop { Shop() = default; };\n', 'cpp'],
    ['struct Shop { bool operator==(Shop other); };\n', 'cpp'],
    ['struct Shop { virtual int size(); };\nstruct Box {\n  virtual int size();\n};\n', 'cpp'],
  ])('follows from its text: %j → %s', (text, id) => {
    expect(languageOfSource('src/a.h', text)?.id).toBe(id);
  });

  test('does not depend on the text if only C++ has the extension', () => {
    expect(languageOfSource('src/a.hpp', 'int size(void);\n')?.id).toBe('cpp');
  });

  // In quadratic time, each would take minutes.
  test.each(['/*', 'struct a\n', 'class a (\n', '\n', 'const ', ')', 'operator ', ' '])(
    'is found in time in a text of nothing but %j',
    (part) => {
      expect(languageOfSource('a.h', part.repeat(200_000))?.id).toBe('c');
    },
  );
});
