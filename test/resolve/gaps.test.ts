/**
 * What is not resolved, though the compiler would: no edge where there should be one, never a wrong one.
 * Each test says in its name what is missing; whoever closes a gap moves its lines to the tests of what works.
 */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const ITEM = 'class Item { use() {} } class Other { other() {} }';

describe('inference has no support for', () => {
  test('the entries of Object.fromEntries', () =>
    checkEdges({
      'a.ts': `
        ${ITEM}
        function run(list: Item[]) { //: type Item
          Object.fromEntries(list.map((item) => ['a', item])).a.use();
        }
      `,
    }));

  test('overloads selected by type', () =>
    checkEdges({
      'a.ts': `
        ${ITEM}
        function pick(value: string): Item; //: type Item
        function pick(value: number): Other; //: type Other
        function pick(value: unknown): unknown { return value; }
        pick('').use(); //: calls pick, calls Item::use
        pick(1).other(); //: calls pick
      `,
    }));

  test('constructing a class held by a call result or a variable without annotation', () =>
    checkEdges({
      'a.ts': `
        ${ITEM}
        function pick() { return Item; } //: uses Item
        new (pick())().use(); //: calls pick, calls ~Item::use
      `,
    }));
});

describe('merging has no support for', () => {
  test('blocks of a nested namespace, seen from outside', () =>
    checkEdges({
      'a.ts': `
        namespace A { export namespace B { export function one() {} } }
        namespace A { export namespace B { export function two() { one(); } } } //: calls A::B::one
        A.B.one(); //: calls A::B::one, uses A, uses A::B
        A.B.two(); //: uses A, uses A::B
      `,
    }));
});

describe('in JavaScript there is no support for', () => {
  test('members assigned to the result of a function', () =>
    checkEdges({
      'a.js': `
        var app = {};
        app.use = function () {};
        function create() { return app; } //: uses app
        app.use(); //: calls app::use, uses app
        create().use(); //: calls create
      `,
    }));

  test('methods added to a prototype through a variable', () =>
    checkEdges({
      'a.js': `
        function Machine() {}
        const proto = Machine.prototype; //: uses Machine
        proto.start = function () {};
        const machine = new Machine(); //: new Machine
        machine.start(); //: uses machine
      `,
    }));
});
