/** Which topics each language is shown with; what is missing is listed here, so that it is seen. */
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/languages/registry.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/languages/', import.meta.url));

/** By how much of a language is understood. */
const TOPICS: Readonly<Record<string, readonly string[]>> = {
  full: [
    'functions',
    'classes',
    'nesting',
    'imports',
    're-exports',
    'comments',
    'unicode',
    'syntax-error',
    'empty',
  ],
  structure: ['functions', 'comments', 'unicode', 'syntax-error', 'empty'],
  parts: ['declarations', 'empty'],
};

const SHOWN_WITH_TYPESCRIPT = [
  'classes',
  'nesting',
  'imports',
  're-exports',
  'comments',
  'unicode',
];
const SCRIPTS_IN_MARKUP = ['functions', ...SHOWN_WITH_TYPESCRIPT, 'syntax-error'];

/** What a language has no syntax for, or shows elsewhere. */
const MISSING: Readonly<Record<string, readonly string[]>> = {
  // As `export-lists`.
  typescript: ['re-exports'],
  javascript: ['re-exports'],
  tsx: ['functions', ...SHOWN_WITH_TYPESCRIPT],
  jsx: SHOWN_WITH_TYPESCRIPT,
  vue: SCRIPTS_IN_MARKUP,
  svelte: SCRIPTS_IN_MARKUP,
  html: SCRIPTS_IN_MARKUP,
  java: ['re-exports'],
  kotlin: ['re-exports'],
  ruby: ['re-exports'],
};

function topicsOf(id: string): Set<string> {
  const names = existsSync(`${FIXTURES}${id}`) ? readdirSync(`${FIXTURES}${id}`) : [];
  const shown = names.filter((name) => names.includes(`${name}.golden`));
  return new Set(shown.map((name) => name.slice(0, name.lastIndexOf('.'))));
}

describe('language fixtures', () => {
  const read = LANGUAGES.filter(({ support }) => support !== 'file');
  test.each(read.map(({ id, support }) => ({ id, support })))(
    'cover all topics but the known exceptions of $id',
    ({ id, support }) => {
      const shown = topicsOf(id);
      const missing = (TOPICS[support] ?? []).filter((topic) => !shown.has(topic));
      expect(missing).toEqual(MISSING[id] ?? []);
    },
  );
});
