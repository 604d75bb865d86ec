/** What the parser is given instead of what it cannot read, and that nothing else changes. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { preParse } from '../../src/languages/ecmascript/pre-parse.ts';
import { preParseKotlin } from '../../src/languages/kotlin/pre-parse.ts';
import { preParseScala } from '../../src/languages/scala/pre-parse.ts';
import { extractText } from '../helpers/check.ts';

/** What each construct becomes; a middle dot stands for a blank that was made. */
const REWRITTEN: readonly (readonly [text: string, parsed: string])[] = [
  ["export type * from 'x';", "export ···· * from 'x';"],
  ["export type * as ns from 'x';", "export ···· * as ns from 'x';"],
  ["import defer * as x from 'x';", "import ····· * as x from 'x';"],
  ['interface A<in T, out U> {}', 'interface A<·· T, ··· U> {}'],
  ['class A<in out T extends B = B> {}', 'class A<······ T extends B = B> {}'],
  ['type A<\n  // why\n  out T,\n> = T', 'type A<\n  // why\n  ··· T,\n> = T'],
  ['using x = f();', 'const x = f();'],
  ['await using x: X = f();', '······const x: X = f();'],
  ['for (await using x of xs) {}', 'for (······const x of xs) {}'],
  ['class A { accessor x = 1 }', 'class A { ········ x = 1 }'],
  ['class A { static accessor #x }', 'class A { static ········ #x }'],
  ["type A = import('./x').B<C>", 'type A = import____x__.B<C>'],
  ["type A = import('./x').B[]", 'type A = import____x__.B[]'],
  ["f<typeof import('./a')>();", 'f<typeof import____a__>();'],
  ['interface A {\n  a: B\n  <T>(x: T): T\n}', 'interface A {\n  a: B\n ;<T>(x: T): T\n}'],
  ['type A = {\n  a(): B // b\n\n  <T>(): T }', 'type A = {\n  a(): B // b\n\n ;<T>(): T }'],
  ['interface A {\n  in: B\n  abstract?: C }', 'interface A {\n  __: B\n  ________?: C }'],
  ['let as = 1;', 'let __ = 1;'],
  ['type A = `\\`B\\``', 'type A = `__B__`'],
  ['<a href="/?x=1&y=2" />', '<a href="/?x=1+y=2" />'],
  ['<b class="x" for={y} in:z="1" />', '<b _____="x" ___={y} __:z="1" />'],
  ['tag<A<B>, C[]>`x`', 'tag···········`x`'],
];

const UNTOUCHED: readonly string[] = [
  'export default={ a }; const f = <T>() => class {}; for (const x of y) {}',
  'export type { A } from "x"; export * from "y"; import type B from "z";',
  'f(a < out, b > c); x = a < b; for (const k in out) {}',
  'const using = 1; using.x = using; f(using, accessor); accessor = using;',
  'for (const accessor of using) {}',
  "const a = await import('x'); import('x').then(f); type A = import('x').B;",
  'const f =\n  <T>(x: T) => x',
  'return (\n  <A>(x)</A>\n)',
  'f(\n  <T>(x: T) => x,\n  <U>(y) => y)',
  'const g = () =>\n  <T>(x: T) => x',
  'interface A { a: B;\n  <T>(x: T): T\n}',
  'a && b; x = "a b & c"; <p title="a & b">a & b</p>',
  '`<p>` + `$\u007ba<b}>` + (() => `x`)',
  'const b = <b>`x`</b>; const c = a</b>`x`',
  'const { as } = x; x as Y; `a\\n`',
];

describe('preParse', () => {
  test.each(REWRITTEN)('rewrites %j', (text, parsed) => {
    expect(preParse(text)).toBe(parsed.replaceAll('·', ' '));
  });

  test.each(UNTOUCHED)('does not change %j', (text) => {
    expect(preParse(text)).toBe(text);
  });

  test.each([
    ['export\nconst a = 1;', 'export const a = 1;'],
    ['export \r\ntype A = B;', 'export ··type A = B;'],
  ])('joins %j, whose line break would end the statement', (text, parsed) => {
    expect(preParse(text)).toBe(parsed.replaceAll('·', ' '));
  });

  const part = fc.oneof(
    fc.constantFrom(...REWRITTEN.flat(), ...UNTOUCHED),
    fc.constantFrom('\n', ' ', '\r\n', '<', '>', '`', '{', '}', '/*', '*/', '//', '$\u007b', '\\'),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  );
  const anyText = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));

  test('keeps the length of any text, and the line breaks unless `export` is before them', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = preParse(text);
        expect(parsed).toHaveLength(text.length);
        expect(parsed.replace(/[^\r\n]/g, '.')).toBe(text.replace(/[^\r\n]/g, '.'));
      }),
      { numRuns: 2000 },
    );
  });

  test('takes time linear in the length of any text', () => {
    const lines = ['\n  <T', '\n  <T extends A', 'a>`', '<', ', in', '/*', '\\', "import('", '='];
    for (const line of lines) expect(preParse(line.repeat(5000))).toHaveLength(5000 * line.length);
  });
});

describe('extraction of calls with type arguments', () => {
  /** The calls of a text by name, and what is awaited, as the extractor has them. */
  test.each([
    ['await f<T>(x);', 'f'],
    ['!f<T>(x);', 'f'],
    ['!await f<T>(x);', 'f'],
    ['void a.b.f<T>(x);', 'f'],
    ['1 + 2 * f<T>(x).y;', 'f'],
    ['typeof f<T>(x)!.y[0];', 'f'],
  ])('finds the call after an operator: %s', async (text, name) => {
    const facts = await extractText(
      'a.ts',
      `function ${name}() {}\nconst a = { b: { f } };\n${text}`,
    );
    const forms: number[] = [];
    for (let row = 0; row < facts.references.length; row += 4) {
      if (facts.references[row + 3] === 3) forms.push(facts.references[row + 1] ?? -1);
    }
    expect(forms).toContain(0);
    expect(facts.diagnostics).toEqual([]);
  });
});

describe('preParse of Kotlin', () => {
  test.each([
    ['class A { companion object { val X = 1 } }', 'class A { companion object { val X = 1;};}'],
    ['class A { fun f() { g() } }', 'class A { fun f() { g() };}'],
    ['class A\n  private constructor(b: B) : C {', 'class A   private constructor(b: B) : C {'],
    ['class A(b: B) : C by b {', 'class A(b: B) : C      {'],
    ['val x by lazy { f() }', 'val x by lazy { f() }'],
    ['val s = $$"a $b"', 'val s =   "a $b"'],
    ['@A(b)\nannotation class C', '@A(b)\n           class C'],
    ['val annotation = 1', 'val annotation = 1'],
    ['fun <\n  A,\n  B,\n> f() {}', 'fun <\n  A,\n  B \n> f() {}'],
    ['f("{ {} }")', 'f("{ {} }")'],
  ])('reads %j as %j', (text, parsed) => {
    expect(preParseKotlin(text)).toHaveLength(text.length);
    expect(preParseKotlin(text).trimEnd()).toBe(parsed);
  });

  test('keeps the length of any text', () => {
    const part = fc.constantFrom(
      'class A',
      ' by b',
      ' {',
      ' }',
      '\n',
      ' constructor(',
      '$$"',
      ': C',
      ')',
      'val x',
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('');
        expect(preParseKotlin(text)).toHaveLength(text.length);
      }),
    );
  });
});

describe('preParse of Scala', () => {
  test.each([
    ['f(x =>\n  g(x),\n)', 'f(x =>\n  g(x) \n)'],
    ['List(\n  a, // b,\n  // c\n)', 'List(\n  a  // b \n  // c\n)'],
    ['f(a, b)', 'f(a, b)'],
    ['case x ⇒ y', 'case x =>y'],
    ['case x ⇒\n  y', 'case x=>\n  y'],
    ['case _ ⇒\n  y', 'case _ ⇒\n  y'],
  ])('reads %j as %j', (text, parsed) => {
    expect(preParseScala(text)).toHaveLength(text.length);
    expect(preParseScala(text)).toBe(parsed);
  });

  test('takes time linear in the length of any text', () => {
    for (const line of [',', ',\n', '// a,\n', ', //', ' ⇒', '⇒ '])
      expect(preParseScala(line.repeat(5000))).toHaveLength(5000 * line.length);
  });

  test('a function before a trailing comma does not hide the code after it', async () => {
    const facts = await extractText(
      'a.scala',
      'object A {\n  val a = f(\n    1,\n    x => if (x) g(x)\n    else 2,\n  )\n  def g(x: Int) = x\n}\n',
    );
    expect(facts.diagnostics).toEqual([]);
    expect(facts.declarations.map(({ name }) => name)).toEqual(['A', 'a', 'g']);
  });
});
