import { expect, test } from 'vitest';
import { checkEdges, extractText } from '../helpers/check.ts';

test('a method that returns this keeps the subclass in a chain', () =>
  checkEdges({
    'query.ts': `
      export class Base {
        where(): this { return this; }
        limit() { return this; }
        run(): void {}
      }
      export class Query extends Base { //: extends Base
        run(): void {}
        own(): void {}
      }
    `,
    'main.ts': `
      import { Query } from './query';
      function start<T extends Query>(query: Query, any: T) { //: type query.ts::Query
        query.where().run(); //: calls query.ts::Base::where, calls query.ts::Query::run
        query.where().limit().own(); //: calls query.ts::Base::where, calls query.ts::Base::limit, calls query.ts::Query::own
        any.where().own(); //: calls query.ts::Base::where, calls query.ts::Query::own
      }
    `,
  }));

test('an interface method that returns this keeps the type that it is called on', () =>
  checkEdges({
    'chain.ts': `
      export interface Chain<T> {
        set(value: T): this;
        run(): T;
      }
      export interface Numbers extends Chain<number> { //: extends Chain, type Chain
        plus(): this;
      }
    `,
    'main.ts': `
      import { Numbers } from './chain';
      function start(numbers: Numbers) { //: type chain.ts::Numbers
        numbers.set(1).plus().set(2).run(); //: calls chain.ts::Chain::set, calls chain.ts::Numbers::plus, calls chain.ts::Chain::run
      }
    `,
  }));

test('a namespace that is all that a file exports passes on what it exports by name', () =>
  checkEdges({
    'types.ts': 'export interface A { run(): void }',
    'f.d.ts': `
      import { A } from './types';
      declare function f(): A; //: type types.ts::A
      declare namespace f {
        export type { A, B };
      }
      interface B extends A {} //: extends types.ts::A, type types.ts::A
      export = f; //: uses f~2
    `,
    'main.ts': `
      import f, { A, B } from './f';
      class Own implements A { run() {} } //: implements types.ts::A, type types.ts::A
      function start(b: B, a: f.A) { //: type f.d.ts::B, type types.ts::A
        f().run(); //: calls f.d.ts::f~2, calls types.ts::A::run
        b.run(); //: calls types.ts::A::run
      }
    `,
  }));

test('a module as type argument of a call is understood', async () => {
  const facts = await extractText('a.ts', "const a = await load<typeof import('./b')>();");
  expect(facts.diagnostics).toEqual([]);
  return checkEdges({
    'b.ts': 'export function run() {}',
    'a.ts': `
      async function load<T>(): Promise<T> { return {} as T; }
      const b = await load<typeof import("./b")>(); //: calls load
      b.run(); //: calls b.ts::run, uses b
    `,
  });
});

test('a chain of many calls is known to its end', () =>
  checkEdges({
    'query.ts': `
      export class Query {
        where(by: string): this { return this; }
        end(): void {}
      }
    `,
    'main.ts': `
      import { Query } from './query';
      function start(query: Query) { //: type query.ts::Query
        query${".where('name')".repeat(24)}.end(); //: calls query.ts::Query::where, calls query.ts::Query::end
      }
    `,
  }));
