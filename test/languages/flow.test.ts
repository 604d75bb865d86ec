/** JavaScript with Flow's types is read by the grammar of TypeScript. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { flowAsTypeScript, hasFlowTypes } from '../../src/languages/ecmascript/flow.ts';
import { extractText } from '../helpers/check.ts';

/** What each construct becomes; a middle dot stands for a blank that was made. */
const REWRITTEN: readonly (readonly [text: string, parsed: string])[] = [
  [
    'function f(a: ?string, b?: ?Array<?T>): ?T {}',
    'function f(a: ·string, b?: ·Array<·T>): ·T {}',
  ],
  ['type A = {| +name: ?string, -set: T |};', 'type A = {· ·name: ·string, ·set: T ·};'],
  ['type A = { a: T, ... };', 'type A = { a: T, ··· };'],
  ['type A = { ...Base<T, U>, a: T };', 'type A = { ·········· ··· a: T };'],
  ['class A {\n  +a: T;\n  +#b: T;\n}', 'class A {\n  ·a: T;\n  ·#b: T;\n}'],
  ['export opaque type Id: string = string;', 'export ······ type Id· ······ = string;'],
  ["import typeof A from './a';", "import type·· A from './a';"],
  ["import { type B, typeof C } from './a';", "import { type B, ······ C } from './a';"],
  [
    'const a = ((b: any): C).d, e = ((f: any): T => g);',
    'const a = ((b· ···)· ·).d, e = ((f: any): T => g);',
  ],
  ['return (await f(): T);', 'return (await f()· ·);'],
  ['function f<T: Item, +U: {a: B} = C>(a: T) {}', 'function f<T· ····, ·U· ··· ·· = C>(a: T) {}'],
  ['const f = <T>(a: T): T => a;', 'const f = ···(a: T): T => a;'],
  ['type F = Item => T; let m: Module<>;', 'type F = ···· ·· T; let m: Module··;'],
  ['type A = { f: string => void, g: Array<*> };', 'type A = { f: ······ ·· void, g: Array<$> };'],
  ['function f(a: T): boolean %checks {}', 'function f(a: T): boolean ······· {}'],
  ['"\nconst a = (b: any);', '"\nconst a = (b· ···);'],
  ['component Row(a: T) {}', 'function· Row(a: T) {}'],
];

const UNTOUCHED: readonly string[] = [
  'const a = b ? (c) : d; const e = f ? { g: 1 } : h ? i : j;',
  'a?.b ?? c; x = a < b; y = c > d; f({ ...a, b }); const [d, ...e] = g;',
  'const f = (a: T, b: U): V => c; async (a: T): Promise<void> => {};',
  'f(a, +b); -c; d = { e: -1, f: +g }; switch (a) { case b: c(); }',
  'const isUrl = string => string.length; const hoc = Component => props => null;',
  "const a = '{| ?b: T |}'; // (c: ?D)\nconst e = /(?:[+-]f: )/; `g {| h |}`;",
  'for (const a of (b, c)) if (d) { e: for (;;) break e; }',
];

test.each(REWRITTEN)('rewrites %s', (text, parsed) => {
  const rewritten = flowAsTypeScript(text);
  expect(
    [...rewritten].map((one, at) => (one === ' ' && text[at] !== ' ' ? '·' : one)).join(''),
  ).toBe(parsed);
});

test.each(UNTOUCHED)('leaves %s', (text) => {
  expect(flowAsTypeScript(text)).toBe(text);
});

test('keeps the length and the lines of every text', () => {
  const part = fc.constantFrom(
    ...'({[<>]})?:,=|+-*.',
    '...',
    '=>',
    '\n',
    ' ',
    'type A =',
    'a',
    '"',
    '`',
    '/',
    '/*',
    '*/',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const text = parts.join('');
      const lines = flowAsTypeScript(text).split('\n');
      expect(lines.map(({ length }) => length)).toEqual(
        text.split('\n').map(({ length }) => length),
      );
    }),
  );
});

describe('a script has types of Flow', () => {
  it.each([
    ['// @flow\nf();', true],
    ['#!/usr/bin/env node\n/**\n * Licence.\n * @flow strict-local\n */\nf();', true],
    ["'use strict';\n/* @noflow */", true],
    ["import type { A } from './a';", true],
    ["import { type } from './a';", false],
    ['f(); // @flow', false],
  ])('%j: %j', (text, expected) => {
    expect(hasFlowTypes(text)).toBe(expected);
  });
});

describe('facts of a script', () => {
  const CODE =
    'class Cart implements Base {\n  total: ?number;\n  add(item: ?Item): boolean {\n    return (this.check(item): any);\n  }\n  check(item: ?Item) {\n    return true;\n  }\n}\n';

  it.each([
    ['with the pragma', `// @flow\n${CODE}`],
    ['without, because only types explain it', CODE],
  ])('are those of its classes and calls, %s', async (_, text) => {
    const facts = await extractText('cart.js', text);
    expect(facts.diagnostics).toEqual([]);
    expect(facts.declarations.map(({ name }) => name)).toEqual(['Cart', 'total', 'add', 'check']);
  });

  it('without types are those of JavaScript, also where it has errors', async () => {
    const facts = await extractText(
      'cart.js',
      'export function ok() {}\nfunction (;\nexport const b = 1;\n',
    );
    expect(facts.declarations.map(({ name }) => name)).toContain('ok');
    expect(facts.diagnostics.length).toBeGreaterThan(0);
  });
});
