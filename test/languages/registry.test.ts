import { describe, expect, test } from 'vitest';
import {
  LANGUAGES,
  languageById,
  languageOf,
  languageOfScript,
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
