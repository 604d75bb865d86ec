/** What extraction promises for files that nobody writes by hand, and how it says what it left out. */
import { describe, expect, test } from 'vitest';
import { extractFile } from '../../src/extract/extract.ts';
import type { FileFacts } from '../../src/model/facts.ts';
import { toRepoPath } from '../../src/model/path.ts';
import type { SourceFile } from '../../src/model/source-file.ts';
import { ParseInterrupted } from '../../src/parse/parse.ts';
import { extractText } from '../helpers/check.ts';

function source(path: string, text: string): SourceFile {
  return { path: toRepoPath(path), text, hash: '', sizeBytes: text.length, mtimeMs: 0, ctimeMs: 0 };
}

const LARGE = 'export const value = [1, 2, 3];\n'.repeat(40_000);
/** Half a comment, which Kotlin's grammar takes for calls by infix names: a minute of parsing at 3 s. */
const PROSE = `{sell(goods)
oods)
          🎉{
            false
        }
    }
}

/**
goods of the whole cart while this
 * business answers \`true\`.
 *
 * The merchant of the \`basketKeepings\` is [CustomerOwner] and then \`basketKeepings\` is a
 * cautious business that can customise cheaper objects, keep it`;
const EXTENSIONS = ['ts', 'tsx', 'js', 'jsx'];

describe('a file over its budget', () => {
  test.each(EXTENSIONS)('is skipped by file name: .%s', async (extension) => {
    const path = `big.${extension}`;
    const skipped = await extractFile(source(path, LARGE), { parseMsMax: 50 });
    expect(skipped).toEqual({ path, reason: 'parseBudget', detail: 'over 50 ms' });
    expect(await extractText(path, 'export const a = 1;')).toMatchObject({
      declarations: [{ name: 'a' }],
    });
  });

  test('is skipped when it takes more steps than any source of its length', async () => {
    const skipped = await extractFile(source('prose.kt', PROSE), { parseMsMax: 3000 });
    expect(skipped).toMatchObject({
      reason: 'parseBudget',
      detail: `over 259 parser steps, or repeated reads, for ${PROSE.length} characters`,
    });
  });

  test('is skipped when its tree would exhaust the memory', async () => {
    const skipped = await extractFile(source('tiny.ts', 'a;\n'.repeat(600_000)), {
      parseMsMax: 60_000,
    });
    expect(skipped).toMatchObject({
      reason: 'parseBudget',
      detail: 'over 1100000 syntax nodes',
    });
  });
});

test.each([
  ['a file', 'big.ts', LARGE],
  ['a code block', 'page.md', `\`\`\`ts\n${LARGE.slice(0, 20_000)}\n\`\`\`\n`],
])('%s whose parsing is interrupted is not reported as broken', async (_, path, text) => {
  const limits = { parseMsMax: 60_000, isInterrupted: () => true };
  await expect(extractFile(source(path, text), limits)).rejects.toThrow(ParseInterrupted);
});

test('a file of an unknown language is text', async () => {
  const facts = await extractFile(source('notes.unheard-of', '# x'), { parseMsMax: 1000 });
  expect(facts).toMatchObject({ language: 'text', lineCount: 1, declarations: [] });
});

test.each([
  ['object', `export const o = {${'k: () => 1,'.repeat(70_000)}}; export const after = 1;`],
  ['call', `f(${'a,'.repeat(150_000)}a); export const after = 1;`],
  ['interface', `interface I {${'a: A;'.repeat(100_000)}} export const after = 1;`],
])('a very long %s does not hide the declaration after it', async (_, text) => {
  const facts = await extractFile(source('a.ts', text), { parseMsMax: 60_000 });
  expect('reason' in facts ? facts : facts.declarations.at(-1)?.name).toBe('after');
});

describe('extreme nesting', () => {
  const DEEP = 3000;
  const nested = (open: string, inner: string, close: string): string =>
    open.repeat(DEEP) + inner + close.repeat(DEEP);
  const SHAPES: readonly (readonly [name: string, text: string])[] = [
    ['parentheses', nested('(', 'a', ')')],
    ['arrays', nested('[', '1', ']')],
    ['objects', `const a = ${nested('{ b: ', '1', ' }')};`],
    ['calls', nested('f(', '1', ')')],
    ['arrow functions', nested('() => ', '1', '')],
    ['functions', nested('function f() {', 'g();', '}')],
    ['blocks', nested('{', 'a();', '}')],
    ['conditions', nested('if (a) ', 'b();', '')],
    ['ternaries', `a = ${nested('b ? c : ', 'd', '')};`],
    ['member chains', `a${'.b()'.repeat(DEEP)};`],
    ['sums', `a = 1${' + 1'.repeat(DEEP)};`],
    ['classes', nested('class A { m() {', 'b();', '} }')],
    ['templates', nested('`${', 'a', '}`')],
  ];
  const TYPES: readonly (readonly [name: string, text: string])[] = [
    ['type arguments', `type A = ${nested('B<', 'C', '>')};`],
    ['object types', `type A = ${nested('{ b: ', 'C', ' }')};`],
    ['unions', `type A = ${Array.from({ length: DEEP }, (_, n) => `T${n}`).join(' | ')};`],
    ['conditional types', `type A<T> = ${nested('T extends 1 ? 2 : ', '3', '')};`],
    ['namespaces', nested('namespace N {', 'a();', '}')],
  ];
  const around = (text: string): string =>
    `export function before() {}\n${text}\nexport function after() { before(); }\n`;

  function expectBoth(facts: FileFacts): void {
    const names = facts.declarations.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['before', 'after']));
    expect(facts.diagnostics.map(({ message }) => message)).toContain(
      'nested too deeply; the innermost parts are left out',
    );
  }

  test.each(SHAPES)('of %s is cut and reported, and does not affect the rest', async (_, text) => {
    expectBoth(await extractText('a.ts', around(text)));
    expectBoth(await extractText('a.js', around(text)));
  });

  test.each(TYPES)('of %s is cut and reported, and does not affect the rest', async (_, text) => {
    expectBoth(await extractText('a.ts', around(text)));
  });

  test('at depths found in real code is extracted completely', async () => {
    const { diagnostics, declarations } = await extractText(
      'a.ts',
      `${'function f() { '.repeat(60)}return () => innermost();${' }'.repeat(60)}`,
    );
    expect(diagnostics).toEqual([]);
    expect(declarations).toHaveLength(60);
  });
});

describe('extraction', () => {
  test('takes time linear in the number of small declarations', async () => {
    const text = Array.from(
      { length: 2000 },
      (_, n) =>
        `/** Doc ${n}. */\nexport function f${n}(a: T${n}) { return f${n - 1}(a); }\ntype T${n} = string;`,
    ).join('\n');
    const facts = await extractText('a.ts', text);
    expect(facts.declarations).toHaveLength(4000);
    expect(facts.declarations.at(-2)?.doc).toBe('Doc 1999.');
  });

  // With work that grows faster than the text, these take far longer than their time limit.
  const MANY: readonly (readonly [name: string, text: string])[] = [
    ['comments on one line', 'function f(){}/* a */'.repeat(40_000)],
    ['line comments above one function', `${'// a\n'.repeat(40_000)}function f() {}`],
    ['blocks of one namespace', 'namespace A { export const a = 1; b(a); }\n'.repeat(3000)],
    ['declarations of one name', 'var a = 1; function a() {}\n'.repeat(4000)],
    ['decorated members', `class A {\n${'@b() c = 1;\n'.repeat(4000)}}`],
    ['names in one pattern', `const [${'a, '.repeat(4000)}] = b;`],
    ['nested callbacks in a row', `f(${'(a) => a.b(() => a), '.repeat(3000)});`],
  ];
  test.each(MANY)(
    'takes time linear in the size of many %s',
    async (_, text) => {
      const facts = await extractText('a.ts', text);
      expect(facts.lineCount).toBe(text.replace(/\n$/, '').split('\n').length);
    },
    10_000,
  );

  test('handles a single line of a megabyte', async () => {
    const facts = await extractText('a.js', 'function f(){g()}'.repeat(20_000));
    expect(facts.lineCount).toBe(1);
    expect(facts.declarations).toHaveLength(20_000);
    expect(new Set(facts.declarations.map(({ id }) => id)).size).toBe(20_000);
  });
});

describe('diagnostics', () => {
  test('report each line once, and at most a few lines', async () => {
    const { diagnostics } = await extractText('a.ts', 'const = ;\n'.repeat(50));
    const lines = diagnostics.map(({ line }) => line);
    expect(lines).toEqual([...new Set(lines)]);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(5);
  });

  test('report a missing bracket', async () => {
    const { diagnostics } = await extractText('a.ts', 'export function f() {\n  return g();\n');
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ path: 'a.ts', line: 2 });
  });

  test('are empty for files without errors', async () => {
    expect((await extractText('a.tsx', 'const a = <b>{c}</b>;')).diagnostics).toEqual([]);
  });
});

describe('what a file registers', () => {
  const text = "from flask import Flask\napp = Flask(__name__)\n@app.get('/')\ndef root(): ...\n";

  test('is not read in files of tests', async () => {
    expect(await extractText('app/routes.py', text)).toHaveProperty('registrations');
    expect(await extractText('tests/routes.py', text)).not.toHaveProperty('registrations');
  });

  test('has each call of a long chain once', async () => {
    const chain = `const app = require('express')()${'.use(a)'.repeat(4)};\n`;
    const long = `const app = require('express')()${'.use(a)'.repeat(60)};\n`;
    expect((await extractText('a.js', chain)).registrations?.calls).toHaveLength(6);
    expect((await extractText('b.js', long)).registrations?.calls).toHaveLength(62);
  });

  test('has the result of a function that a variable holds once', async () => {
    const text = "import { Hono } from 'hono';\nexport const api = () => new Hono();\n";
    const [api] = (await extractText('a.ts', text)).registrations?.functions ?? [];
    expect(api).toMatchObject({ name: 'api', returns: [{ form: 'call' }] });
  });
});

describe('the first function of a Rust file', () => {
  test('does not begin with the attributes of the file', async () => {
    const { declarations } = await extractText(
      'main.rs',
      '#![deny(warnings)]\n\n// A note.\n#[tokio::main]\nasync fn main() {}\n',
    );
    expect(declarations[0]).toMatchObject({ name: 'main', startLine: 4 });
  });
});
