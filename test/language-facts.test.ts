/**
 * What the program knows about a language is a field of `Language`, set in the language's folder.
 * Outside `src/languages` nothing names a language: no comparison, set, table or pattern of ids.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../src/languages/registry.ts';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));

/** Ids that are also ordinary words or names of something else in a program. */
const ORDINARY_WORDS = /^(?:[a-z]|text|html|jsx|json|yaml|scripts|move|just|batch)$/;
/** Print formats of output, one of which is called like a language. */
const PRINTERS = /^(cli\/commands\/changes-command|tools\/changes\/|tools\/explain\/)/;
const ENTRY_POINTS = /^(model\/entry-point|entrypoints\/)/;
/** Compares answers with those of the TypeScript compiler. */
const COMPILER_FOLDER = /^verify\//;

const ids = [...new Set(LANGUAGES.flatMap(({ id, family }) => [id, family]))];
const telling = ids.filter((id) => !ORDINARY_WORDS.test(id));
const anyOf = (words: readonly string[]): string =>
  words.map((word) => word.replaceAll(/[+#]/g, '\\$&')).join('|');

const COMPARISON = /\b\w*(?:language|family)\w*\s*[=!]==?\s*['"`]/gi;
const LITERAL = new RegExp(`(['"\`])(?:${anyOf(telling)})\\1`, 'g');
const TABLE_KEY = new RegExp(`^\\s*(?:${anyOf(telling)}):`, 'gm');
const PATTERN = /\/(\^[^/\n]+\$)\/[a-z]*/g;
const LANGUAGE_FOLDER =
  /from '(?:\.\.\/)+languages\/[^']+\/[^']+'|import\('(?:\.\.\/)+languages\/[^']+\/[^']+'\)/g;

/** The text without lines that are comments as a whole. */
function codeOf(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
    .join('\n');
}

/** Whether a pattern matches some ids, and not just any word. */
function isOfIds(source: string): boolean {
  const pattern = new RegExp(source);
  return (
    ids.some((id) => pattern.test(id)) && !['q', 'other', 'other-word'].some((w) => pattern.test(w))
  );
}

/** What in a file outside of `languages` names a language. */
function namedIn(path: string, text: string): readonly string[] {
  const code = codeOf(text);
  const all = (pattern: RegExp) => [...code.matchAll(pattern)].map(([found]) => found.trim());
  const patterns = [...code.matchAll(PATTERN)].filter(([, source = '']) => isOfIds(source));
  const found = [
    ...all(COMPARISON),
    ...all(LITERAL),
    ...all(TABLE_KEY),
    ...patterns.map(([whole]) => whole),
    ...all(LANGUAGE_FOLDER),
  ];
  const isAllowed = (one: string): boolean =>
    // The shell that completes commands is not the language of a file.
    path === 'cli/completion.ts' ||
    // A type of entry points that is called like the language.
    (ENTRY_POINTS.test(path) && one === "'graphql'") ||
    // A framework that is called like its language.
    (/^entrypoints\/frameworks\//.test(path) &&
      /^'(?:astro|procfile|crontab|dockerfile)'$/.test(one)) ||
    // A format of output.
    (PRINTERS.test(path) && one === "'markdown'") ||
    (COMPILER_FOLDER.test(path) && /^'?typescript[':]$|languages\/ecmascript\//.test(one));
  return found.filter((one) => !isAllowed(one)).map((one) => `${path}: ${one}`);
}

const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.startsWith('languages/'))
  .sort();

test('nothing outside src/languages names a language', () => {
  expect(sources.length).toBeGreaterThan(100);
  const named = sources.flatMap((path) => namedIn(path, readFileSync(join(SOURCES, path), 'utf8')));
  expect(named).toEqual([]);
});

describe('the check', () => {
  test.each([
    "if (language === 'go') return;",
    "if (node.language !== 'c') return;",
    "const isShell = language.id === 'bash';",
    "const { family } = one; if (family === 'jvm') return;",
    "languageById(language)?.family === 'python'",
    "const SHELLS = new Set(['bash', 'x']);",
    "const PAGES = ['markdown', 'rst'];",
    'const READERS = {\n  rust: read,\n};',
    'const KEEPS = /^(?:go|java|kotlin)$/;',
    '/^c(?:pp)?$/.test(language)',
    "const other = isPackage ? 'typescript' : 'x';",
    "import { goPackages } from '../languages/go/go-packages.ts';",
    "await import('../../languages/markdown/page.ts');",
  ])('refuses %s', (code) => {
    expect(namedIn('query/a.ts', code)).not.toEqual([]);
  });

  test.each([
    "// In Go: language === 'go'.",
    "if (channel === 'text') return;",
    '/^(class|interface|enum)$/.test(kind)',
    '/^[a-z]$/.test(name)',
    'const isOther = language === known.language;',
    "import { languageById } from '../languages/registry.ts';",
  ])('allows %s', (code) => {
    expect(namedIn('query/a.ts', code)).toEqual([]);
  });
});
