/**
 * Cycles and towers: nothing makes resolving run for ever, or longer than in proportion. A test that
 * breaks here does so by its time limit.
 */
import { describe, expect, test } from 'vitest';
import { checkEdges, resolveSources } from '../helpers/check.ts';

function lines(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join('\n');
}

describe('resolution terminates for circular', () => {
  test('values', () =>
    checkEdges({
      'a.ts': `
        const a = a.b;
        const b = c(), c = b; //: calls c, uses b
        let d = d(); //: calls d
        const { e, f = e } = f; //: uses e, uses f
        const g = () => g(); //: calls g
        const h = { ...h, i: h.i };
        function j() { return j().k; } //: calls j
        function l() { return m(); } //: calls m
        function m() { return l(); } //: calls l
        a.x(); //: uses a
        d.x(); //: uses d
        g().x(); //: calls g
        h.x(); //: uses h
        j().x(); //: calls j
        l().x(); //: calls l
        for (const n of n) n.x();
      `,
    }));

  test('types under type arguments, with budget left for the rest', () =>
    checkEdges({
      'a.ts': `
        class Leaf { cut() {} }
        type Tree<T> = Tree<T>[] | Map<Tree<T>, Tree<T>> | T;
        class Box<T> { root(): Tree<T> { return null!; } } //: type Tree
        new Box<Leaf>().root().cut(); //: new Box, type Leaf, calls Box::root, calls Leaf::cut
      `,
    }));

  test('types', () =>
    checkEdges({
      'a.ts': `
        type A = A;
        type B = C | B; //: type C
        type C = B & C; //: type B
        type D<T> = D<D<T>>;
        type E = { e: E; f(): E };
        type F<T extends F<T>> = T;
        interface G<T = G> { g: G<T> } //: type G
        type H = H['x'];
        type I = typeof i; //: uses i
        const i: I = null!; //: type I
        let all: [A, B, D<1>, F<never>, H]; //: type A, type B, type D, type F, type H
        let a: A, b: B, d: D<1>, e: E, f: F<never>, g: G, h: H; //: type A, type B, type D, type E, type F, type G, type H
        a.x(); //: uses a
        b.x(); //: uses b
        d.x(); //: uses d
        e.f().e.f(); //: uses e, calls E::f
        f.x(); //: uses f
        g.g.g.x(); //: uses g, uses G::g
        h.x(); //: uses h
        i.x(); //: uses i
      `,
    }));

  test('classes and type parameters', () =>
    checkEdges({
      'a.ts': `
        class A<T extends A<T>> { self(): T { throw 0; } }
        class B extends A<B> {} //: extends A
        new B().self().self().none(); //: new B, calls A::self
        class C { constructor(readonly c: C) {} make() { return new this.c.constructor(this.c); } } //: type C
        class D extends (class extends D {}) {} //: extends D::class, extends D
        class E { static e = E.e; f = this.f; } //: uses E
        E.e.x(); //: uses E, uses E::e
      `,
    }));
});

describe('deep chains of definitions', () => {
  const TOWERS: readonly (readonly [name: string, text: string, edges: number])[] = [
    [
      'aliases of aliases',
      `class A { m() {} }\nconst a0 = new A();\n${lines(2000, (n) => `const a${n + 1} = a${n};`)}\na9.m();`,
      2000,
    ],
    [
      'functions that return one another',
      `class A { m() {} }\nfunction f0() { return new A(); }\n${lines(1500, (n) => `function f${n + 1}() { return f${n}(); }\nf${n + 1}().m();`)}`,
      3000,
    ],
    [
      'functions that call two others',
      lines(
        150,
        (n) =>
          `function f${n}(c) { return c ? f${(n * 7 + 1) % 150}() : f${(n * 13 + 5) % 150}(c); }\nf${n}().m();`,
      ),
      400,
    ],
    [
      'a generic that grows with each call',
      `class B<T, U> { m(): B<B<T, U>, B<U, T>> { throw 0; } }\nlet b: B<1, 2>;\n${lines(30, (n) => `b${'.m()'.repeat(n)};`)}`,
      30,
    ],
    [
      'classes in one line of descent',
      lines(
        1000,
        (n) => `class C${n} extends C${n + 1} { m${n}() { this.m${(n * 7) % 1000}(); } }`,
      ),
      999,
    ],
    [
      'spreads of two each',
      `const o0 = { m() {} };\n${lines(250, (n) => `const o${n + 1} = { ...o${n}, ...o${Math.max(0, n - 1)} };\no${n + 1}.m(); o${n + 1}.none();`)}`,
      500,
    ],
    [
      'interfaces that extend in circles',
      `${lines(200, (n) => `interface I${n} extends I${(n + 1) % 200}, I${(n * 7 + 3) % 200} { p${n}: I${(n * 3) % 200} }`)}\nlet i: I0; i.none(); i.p1.p3.p9.none();`,
      400,
    ],
  ];
  test.each(TOWERS)('resolve in time: %s', async (_, text, edgesMin) => {
    const { edges } = await resolveSources({ 'a.ts': text });
    expect(edges.length).toBeGreaterThanOrEqual(edgesMin);
  });

  test('resolve in time for barrels of barrels', async () => {
    const sources: Record<string, string> = {
      'end.ts': 'export function run() {}',
      'main.ts': `import { run, none } from './b0.js';\nrun(); none();`,
    };
    const count = 60;
    for (let n = 0; n < count; n++) {
      const next = n + 1 < count ? `./b${n + 1}.js` : './end.js';
      const skip = n + 2 < count ? `./b${n + 2}.js` : './end.js';
      sources[`b${n}.ts`] =
        `export * from '${next}';\nexport * from '${skip}';\nexport * from './b0.js';`;
    }
    const { edges, files } = await resolveSources(sources);
    const calls = edges.filter(({ kind }) => kind === 'calls');
    expect(calls.map(({ targetFile }) => files[targetFile]?.path)).toEqual(['end.ts']);
  });
});
