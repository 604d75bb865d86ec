/** Who uses a symbol without calling it: as a type, as a value. Expectations follow `//:`. */
import { expect, test } from 'vitest';
import { checkEdges, resolveSources } from '../helpers/check.ts';

test('types are resolved in every syntactic position', () =>
  checkEdges({
    'types.ts': `
      export interface A {}
      export class B {}
      export type C = string;
      export enum D { One }
      export namespace N { export interface Inner {} }
    `,
    'main.ts': `
      import type { A, B, C } from './types.js';
      import { D, type N } from './types.js';
      let annotated: A; //: type types.ts::A
      let union: A | B[] | readonly C[]; //: type types.ts::A, type types.ts::B, type types.ts::C
      let generic: Map<A, Promise<B>>; //: type types.ts::A, type types.ts::B
      let tuple: [first: A, ...rest: B[]]; //: type types.ts::A, type types.ts::B
      let object: { a: A; call(b: B): C; [key: string]: A }; //: type types.ts::A, type types.ts::B, type types.ts::C
      let callable: (a: A) => B; //: type types.ts::A, type types.ts::B
      let newable: new (a: A) => B; //: type types.ts::A, type types.ts::B
      let member: D.One; //: type types.ts::D::One
      let qualified: N.Inner; //: type types.ts::N::Inner
      let indexed: A['x']; //: type types.ts::A
      let keys: keyof A; //: type types.ts::A
      let query: typeof D; //: uses types.ts::D
      let queried: typeof D.One; //: uses types.ts::D::One
      let template: \`x-\${C}\`; //: type types.ts::C
      let imported: import('./types.js').A; //: type types.ts::A
      function parameters(a: A, { b }: { b: B }, ...c: C[]): asserts a is A {} //: type types.ts::A, type types.ts::B, type types.ts::C
      const arrow = (a: A): a is B => true; //: type types.ts::A, type types.ts::B
      function generics<T extends A = B>(value: T) {} //: type types.ts::A, type types.ts::B
      type Conditional<T> = T extends A ? B : C; //: type types.ts::A, type types.ts::B, type types.ts::C
      type Mapped = { [K in keyof A as C]: B }; //: type types.ts::A, type types.ts::B, type types.ts::C
      const cast = {} as A; //: type types.ts::A
      const satisfied = {} satisfies A; //: type types.ts::A
      const instance = new Map<A, B>(); //: type types.ts::A, type types.ts::B
      class Fields {
        field?: A; //: type types.ts::A
        constructor(private readonly b: B) {} //: type types.ts::B
        get accessor(): C { return ''; } //: type types.ts::C
        method<T extends A>(): void {} //: type types.ts::A
      }
      interface Members {
        property: A; //: type types.ts::A
        method(b: B): C; //: type types.ts::B, type types.ts::C
        (a: A): void; //: type types.ts::A
        new (b: B): Members; //: type types.ts::B
      }
      try {} catch (error: unknown) { error as A; } //: type types.ts::A
    `,
  }));

test('values are resolved in every syntactic position', () =>
  checkEdges({
    'values.ts': `
      export const one = 1;
      export function two() {}
      export class Three { static four = 4; five = 5; }
      export enum Six { Seven }
    `,
    'main.ts': `
      import { one, two, Three, Six } from './values.js';
      import * as values from './values.js';
      const copy = one; //: uses values.ts::one
      const list = [one, two]; //: uses values.ts::one, uses values.ts::two
      const object = { one, key: two, [one]: 1, ...Three }; //: uses values.ts::one, uses values.ts::two, uses values.ts::Three
      console.log(one + Three.four, Six.Seven, values.one); //: uses values.ts::one, uses values.ts::Three, uses values.ts::Three::four, uses values.ts::Six, uses values.ts::Six::Seven
      if (copy instanceof Three) throw two; //: uses copy, uses values.ts::Three, uses values.ts::two
      export default one; //: uses values.ts::one
      const text = \`\${one}\`; //: uses values.ts::one
      function byDefault(value = one, { two: renamed = two } = {}) { //: uses values.ts::one, uses values.ts::two
        const local = 1;
        return local + renamed.length;
      }
      const { one: taken = two } = values; //: uses values.ts::two
    `,
  }));

test('names in imports, exports and declarations are not uses', () =>
  checkEdges({
    'values.ts': 'export const one = 1; export class Two {}',
    'main.ts': `
      import { one, Two as Renamed } from './values.js';
      export { one, Renamed };
      export { one as other } from './values.js';
      export * from './values.js';
    `,
  }));

test('a symbol that names itself makes no reference, except for recursive calls', () =>
  checkEdges({
    'a.ts': `
      interface Tree { children: Tree[] } //: type Tree
      type List = { next: List };
      class Node1 { static root = Node1; next?: Node1; } //: uses Node1, type Node1
      function loop() { loop; return loop(); } //: calls loop
    `,
  }));

test('a reference belongs to the innermost enclosing symbol', async () => {
  const { edges, files } = await resolveSources({
    'a.ts': `
      export function target() {}
      export function outer() {
        const inner = () => target();
        class Local { method() { target(); } field = target; }
        return [1].map(() => target());
      }
      export const value = target;
      export const api = { run() { target(); }, nested: { deep: () => target() } };
      target();
      describe('x', () => { const helper = () => target(); target(); });
      @target class Decorated { @target method() {} constructor(a = target) {} }
      enum Level { One = target }
    `,
  });
  const [facts] = files;
  const sources = edges
    .filter((edge) => facts?.declarations[edge.target]?.name === 'target')
    .map((edge) => facts?.declarations[edge.source]?.id.replace('a.ts::', '') ?? '(file)');
  expect([...new Set(sources)].sort()).toEqual([
    '(file)',
    'Decorated',
    'Decorated::constructor',
    'Decorated::method',
    'Level::One',
    'api::nested::deep',
    'api::run',
    'helper',
    'outer',
    'outer::Local::field',
    'outer::Local::method',
    'outer::inner',
    'value',
  ]);
});

test('references without a target are counted', async () => {
  const { unboundReferences, edges, unresolved } = await resolveSources({
    'a.ts': `
      import { x } from 'package';
      x();
      missing();
      unknown.method();
      function own() {}
      own();
    `,
  });
  expect(edges.map(({ kind }) => kind)).toEqual(['calls']);
  expect(unboundReferences).toBe(3);
  expect(unresolved).toEqual([{ path: 'a.ts', line: 2, specifier: 'package', class: 'external' }]);
});
