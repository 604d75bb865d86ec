/** Which declaration a name means: scopes, hoisting, shadowing. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('names inside one file', () => {
  test('in a block shadow outer names, only inside the block', () =>
    checkEdges({
      'a.ts': `
        function target() {}
        function other() {}
        function run(flag: boolean) {
          target(); //: calls target
          if (flag) {
            const target = other; //: uses other
            target(); //: calls other
          }
          {
            const target = () => 1;
            target(); //: calls run::target
          }
          for (const target of [1]) { target; }
          for (let target = 0; target < 1; target++) target;
          target(); //: calls target
        }
      `,
    }));

  test('of function declarations are visible before the declaration', () =>
    checkEdges({
      'a.ts': `
        early(); //: calls early
        function early() {
          inner(); //: calls early::inner
          return later(); //: calls later
          function inner() {}
        }
        const later = () => early(); //: calls early
        class Late { go() { return new Later(); } } //: new Later
        class Later {}
      `,
    }));

  test('declared by var belong to the function, by let and const to the block', () =>
    checkEdges({
      'a.ts': `
        function outer() {}
        function inner() {}
        function hoisted(flag: boolean) {
          if (flag) {
            var outer = inner; //: uses inner
          }
          outer(); //: calls inner
        }
        function scoped(flag: boolean) {
          if (flag) {
            let outer = inner; //: uses inner
          }
          outer(); //: calls outer
        }
      `,
    }));

  test('of parameters shadow outer names, also in defaults and patterns', () =>
    checkEdges({
      'a.ts': `
        function target() {}
        function plain(target: () => void) { target(); }
        function pattern({ target }: { target(): void }) { target(); }
        function array([target]: (() => void)[]) { target!(); }
        function rest(...target: (() => void)[]) { target[0]!(); }
        function byDefault(call = target, target2 = call) { call(); } //: uses target
        const arrow = (target: () => void) => target();
        const bare = target => target();
        class C { method(target: () => void) { target(); } }
        const object = { method(target: () => void) { target(); } };
      `,
    }));

  test('are bound by catch, for-of and for-in, but not by labels', () =>
    checkEdges({
      'a.ts': `
        function error() {}
        function item() {}
        function label() {}
        try {
          error(); //: calls error
        } catch (error) {
          error();
        }
        for (const item of []) item();
        for (const item in {}) item();
        item(); //: calls item
        label: for (;;) {
          label(); //: calls label
          break label;
        }
        switch (1) {
          case 1: {
            const item = 2;
            item;
          }
        }
        switch (1) {
          case 1:
            const label = error; //: uses error
          default:
            label(); //: calls error
        }
      `,
    }));

  test('of function expressions are visible only inside the function', () =>
    checkEdges({
      'a.ts': `
        function self() {}
        const value = function self(): number { return self(); }; //: calls value
        run(function own() { own(); }); //: calls run, calls own
        own();
        self(); //: calls self
        function run(callback: () => void) { callback(); }
        const C = class Inner { static make() { return new Inner(); } }; //: new C
      `,
    }));

  test('of types and values are separate', () =>
    checkEdges({
      'a.ts': `
        interface user { name: string }
        function user(): user { return { name: '' }; } //: type user
        function greet(user: user) { user.name; } //: type user
        function call(value: typeof user) { user(); } //: uses user~2, calls user~2
        type Both = { a: number };
        const Both = { make(): Both { return { a: 1 }; } }; //: type Both
        Both.make(); //: calls Both~2::make, uses Both~2
        let both: Both; //: type Both
      `,
    }));

  test('of type parameters shadow types', () =>
    checkEdges({
      'a.ts': `
        class T { method() {} }
        function one<T>(value: T): T { return value; }
        class Two<T> { value!: T; }
        type Three<T> = T[];
        interface Four<T> { call<U extends T>(value: U): T }
        type Five = <T>(value: T) => T;
        type Six = { [T in 'a']: T };
        type Seven<U> = U extends (infer T)[] ? T : never;
        const eight = <T,>(value: T) => value as T;
        let value: T; //: type T
      `,
    }));

  test('of enum members are visible without qualification inside the enum', () =>
    checkEdges({
      'a.ts': `
        const Low = 5;
        enum Level {
          Low = 1,
          High = Low + 1, //: uses Level::Low
          Top = Level.High, //: uses Level::High, uses Level
        }
        const high = Level.High; //: uses Level::High, uses Level
        const quoted = Level['Low']; //: uses Level::Low, uses Level
        const outside = Low; //: uses Low
      `,
    }));

  test('are shared by the blocks of one namespace', () =>
    checkEdges({
      'a.ts': `
        namespace N {
          export function first() { return hidden(); } //: calls N::hidden
          function hidden() { return later; }
        }
        namespace N {
          export const second = first(); //: calls N::first
          const own = 1;
        }
        namespace N {
          const own = 2;
          own; //: uses N~3::own
        }
        function local() {
          namespace N { export function other() {} }
          N.other(); //: calls local::N::other, uses local::N
          N.first(); //: uses local::N
        }
        N.first(); //: calls N::first, uses N
        N.second; //: uses N~2::second, uses N
        namespace Deep.Inner {
          export class Box {}
        }
        let box: Deep.Inner.Box = new Deep.Inner.Box(); //: type Deep::Inner::Box, new Deep::Inner::Box, uses Deep::Inner, uses Deep
      `,
    }));

  test('this and super refer to the enclosing class', () =>
    checkEdges({
      'a.ts': `
        class Base {
          base() {}
          static shared() {}
        }
        class Derived extends Base { //: extends Base
          own() {
            this.own(); //: calls Derived::own
            this.base(); //: calls Base::base
            super.base(); //: calls Base::base
            const arrow = () => this.own(); //: calls Derived::own
            [1].forEach(() => this.own()); //: calls Derived::own
            function plain(this: unknown) { this.own(); }
            return [arrow, plain]; //: uses Derived::own::arrow, uses Derived::own::plain
          }
          static make() {
            this.shared(); //: calls Base::shared
            super.shared(); //: calls Base::shared
            return new this(); //: new Derived
          }
          field = this.own(); //: calls Derived::own
        }
      `,
    }));

  test('that are unbound make no edge', () =>
    checkEdges({
      'a.ts': `
        missing();
        console.log(missing.method());
        new Missing();
        let value: MissingType;
        value.anything(); //: uses value
        function any(argument: any, unknown2) { argument.run(); unknown2.run(); }
        class Run { run() {} }
        @missing class Decorated {}
        export class Child extends Missing implements MissingToo {}
      `,
      'b.ts': 'export function missing() {}',
    }));
});

describe('names in JavaScript', () => {
  test('are bound through exports, prototypes and this', () =>
    checkEdges({
      'a.js': `
        exports.run = function () { return exports.stop(); }; //: calls stop
        exports.stop = () => module.exports.run(); //: calls run
        function Machine() { this.start(); } //: calls Machine::start
        Machine.prototype.start = function () { return this.stop(); }; //: calls Machine::stop
        Machine.prototype.stop = function () {};
        Machine.create = () => new Machine(); //: new Machine
        Machine.create().start(); //: calls Machine::create, uses Machine, calls ~Machine::start
      `,
    }));

  test('are exports if they are members of another name of exports', () =>
    checkEdges({
      'tool.js': `
        var tool = exports;
        tool.run = function () { return tool.stop() || this.wait(); }; //: calls stop, calls wait, uses tool
        tool.stop = function () {};
        tool.wait = function () {};
        function inner(tool) { tool.stop(); }
      `,
      'main.js': `
        var tool = require('./tool');
        tool.run(); //: calls tool.js::run
        tool.stop(); //: calls tool.js::stop
      `,
    }));

  test('are fields that a constructor function gives its instances', () =>
    checkEdges({
      'list.js': `
        module.exports = List; //: uses List
        function List() {}
        List.prototype.push = function () {};
      `,
      'parser.js': `
        var List = require('./list');
        function Parser(options) {
          this.lists = new List(); //: new list.js::List
          this.name = options.name;
        }
        Parser.prototype.write = function () { this.lists.push(1); }; //: calls list.js::List::push
        function read() { new Parser({}).lists.push(2); } //: new Parser, calls list.js::List::push
      `,
    }));

  test('declared by var in any block belong to the function', () =>
    checkEdges({
      'a.js': `
        function target() {}
        function run(flag) {
          if (flag) {
            var call = target; //: uses target
          }
          call(); //: calls target
        }
      `,
    }));

  test('hold what is assigned to them later', () =>
    checkEdges({
      'a.test.js': `
        class Server { start() {} }
        function make() { return new Server(); } //: new Server
        let top;
        describe('one', () => {
          let server;
          let client = null;
          let other;
          it('before', () => {
            server.start(); //: calls ~Server::start
          });
          beforeEach(() => {
            const created = make(); //: calls make
            server = created;
            client = make(); //: calls make
            top = make(); //: calls make, uses top
            client.start(); //: calls ~Server::start
            [1].forEach((other) => { other = make(); }); //: calls make
          });
          it('after', () => {
            server.start(); //: calls ~Server::start
            top.start(); //: calls ~Server::start, uses top
            other.start();
          });
        });
      `,
    }));

  test('of fields are those that any method of a JavaScript class assigns', () =>
    checkEdges({
      'a.js': `
        class Socket { send() {} }
        class Pool {
          constructor() {
            this.socket = null;
            if (this.ready) { this.ready = new Socket(); } //: new Socket
          }
          open(done) {
            const made = new Socket(); //: new Socket
            done(() => { this.socket = made; });
            this.late = made; 
          }
          run() {
            this.socket.send(); //: calls Socket::send
            this.late.send(); //: calls Socket::send
            this.ready.send(); //: calls Socket::send
          }
        }
        const Held = globalThis.Held || class Held {
          again() { return new Held(); } //: new Held::Held
        };
      `,
    }));

  test('have the functions that are assigned to members of a local object, and other exports', () =>
    checkEdges({
      'a.js': `
        module.exports = function create() {
          const api = {};
          api.one = function () { this.two(); }; //: calls create::two
          api.two = () => api.one(); //: calls create::one
          api.two(); //: calls create::two
          var three = api.three = function () {};
          api.group = { four() {} };
          return api;
        };
        const first = exports.second = function () {};
        first(); //: calls first
      `,
      'b.js': `
        const api = require('./a')(); //: calls a.js::create
        api.one(); //: calls ~a.js::create::one, uses api
        api.three(); //: calls ~a.js::create::three, uses api
        api.group.four(); //: calls ~a.js::create::four, uses api
      `,
      'c.js': 'const one = (module.exports.two = () => 1);',
      'd.js': `
        require('./c').two(); //: calls c.js::one
      `,
    }));
});
