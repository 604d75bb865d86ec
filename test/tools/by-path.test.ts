import { describe, expect, it } from 'vitest';
import { linesByPath } from '../../src/tools/answer/by-path.ts';

const linesOf = (...texts: readonly string[]) =>
  linesByPath(texts.map((text) => ({ path: text.slice(0, text.indexOf(':')), text })));

const BASE = 'src/main/java/org/example/shop';

describe('lists of places', () => {
  it('print the path of a file once for its lines', () => {
    expect(linesOf('a.ts:1 one', 'a.ts:2 two', 'b.ts:3 three')).toEqual([
      '  a.ts',
      '   :1 one',
      '   :2 two',
      '  b.ts:3 three',
    ]);
  });

  it('print a long folder once for what is below it, at any depth', () => {
    const deep = 'customers/registered/private';
    expect(
      linesOf(
        `${BASE}/Cart.java:1 Cart`,
        `${BASE}/${deep}/Person.java:2 Person`,
        `${BASE}/${deep}/Name.java:3 Name`,
        'src/test/Cart.java:4 CartTest',
      ),
    ).toEqual([
      `  ${BASE}/`,
      '   Cart.java:1 Cart',
      `   ${deep}/`,
      '    Person.java:2 Person',
      '    Name.java:3 Name',
      '  src/test/Cart.java:4 CartTest',
    ]);
  });

  it('print a short folder with each file', () => {
    expect(linesOf('src/a.ts:1 one', 'src/b.ts:2 two')).toEqual([
      '  src/a.ts:1 one',
      '  src/b.ts:2 two',
    ]);
  });

  it('print the owner of members that follow each other once', () => {
    expect(
      linesOf('a.ts:1,5 Cart::add [new]', 'a.ts:7 Cart::total', 'a.ts:9 Tax::of', 'a.ts:11 pay'),
    ).toEqual([
      '  a.ts',
      '   :1,5 Cart::add [new]',
      '   :7 ::total',
      '   :9 Tax::of',
      '   :11 pay',
    ]);
  });

  it('lose no place', () => {
    expect(linesOf('a.ts:1', 'a.ts:2', 'a.ts:1')).toEqual(['  a.ts', '   :1', '   :2', '   :1']);
  });
});
