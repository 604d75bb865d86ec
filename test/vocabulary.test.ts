/**
 * Names in the source code use standard terms. Refuses the words of an earlier private vocabulary in
 * identifiers and file names, and doc comments that begin with "What" or "Of". The last describe
 * feeds the check what it must refuse and what it must allow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Words that no part of a name may be. */
const REFUSED = new Set(
  `told tell tells asked ask asks asking stand stands standing kin meant breathe breath remembered
  remember come comes gone aside said say says crew patience sighting sightings shelf learnt heir
  heirs misleading`.split(/\s+/),
);
/** Pairs of words that are allowed one by one. */
const REFUSED_PAIRS = /\b(let go|spoken of|led to)\b/;
const WEAK_START = /^\/\*\*[\s*]*(What|Of)\s/;

/** Splits a name into lower-case words: `getURLOf` → `get url of`. */
function wordsOf(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2');
  return spaced
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
}

function isRefused(name: string): boolean {
  const words = wordsOf(name);
  return REFUSED_PAIRS.test(words) || words.split(' ').some((word) => REFUSED.has(word));
}

/** Returns the refused identifiers and doc comments of a file, as `path:line text`. */
function problemsIn(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const problems = new Set<string>();
  const report = (position: number, what: string) => {
    problems.add(`${path}:${source.getLineAndCharacterOfPosition(position).line + 1} ${what}`);
  };
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node);
    if (isName && isRefused(node.text)) report(node.getStart(), node.text);
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.pos) ?? []) {
      const start = WEAK_START.exec(text.slice(pos, end))?.[1];
      if (start !== undefined) report(pos, `doc comment begins with "${start}"`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...problems];
}

describe('the source code uses standard terms', () => {
  const paths = readdirSync(`${ROOT}src`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path}`)
    .sort();

  test('in identifiers and doc comments', () => {
    const problems = paths.flatMap((path) => problemsIn(path, readFileSync(ROOT + path, 'utf8')));
    expect(problems).toEqual([]);
  });

  test('in file and folder names', () => {
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter(isRefused)).toEqual([]);
  });
});

describe('the check', () => {
  test.each([
    'const told = 1;',
    'function whatIsAsked() {}',
    'class A { #letGo = 1 }',
    'interface A { readonly toldAt: number }',
    'type KinFacts = 1;',
    'const SAID_TWICE = 1;',
    'f(({ gone }) => gone);',
    '/** What it returns. */\nconst a = 1;',
    '/**\n * Of a file.\n */\nconst a = 1;',
    'interface A {\n  /** What is stored. */\n  readonly a: number;\n}',
  ])('refuses %j', (text) => {
    expect(problemsIn('a.ts', text)).not.toEqual([]);
  });

  test.each([
    "const standard = 'told';",
    'const task = outcome;',
    '/** Offset of a line; what follows is ignored. */\nconst a = 1;',
    '// told\nconst a = 1;',
  ])('allows %j', (text) => {
    expect(problemsIn('a.ts', text)).toEqual([]);
  });

  test('refuses file names', () => {
    expect(['src/kin-facts.ts', 'src/gone/a.ts', 'src/base/ask.ts'].filter(isRefused)).toHaveLength(
      3,
    );
    expect(['src/base/task.ts', 'src/income/a.ts'].filter(isRefused)).toEqual([]);
  });
});
