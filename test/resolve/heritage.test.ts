/** Bases of classes and interfaces, and what is inherited. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('bases', () => {
  test('are resolved for classes and interfaces in one file', () =>
    checkEdges({
      'a.ts': `
        interface Named { name: string }
        interface Aged extends Named { age: number } //: extends Named, type Named
        interface Both extends Named, Aged {} //: extends Named, extends Aged, type Named, type Aged
        type Alias = { alias: string };
        interface OfAlias extends Alias {} //: extends Alias, type Alias
        abstract class Base implements Named { name = ''; } //: implements Named, type Named
        class Derived extends Base implements Aged, Alias { age = 1; alias = ''; } //: extends Base, implements Aged, implements Alias, type Aged, type Alias
        class Late extends Later {} //: extends Later
        class Later {}
      `,
    }));

  test('that are type parameters make no edge, wherever they are declared', () =>
    checkEdges({
      'a.ts': `
        import { helper } from './b.js';
        ${Array.from(
          { length: 40 },
          (_, at) => `
        export const make${at} = (given: string) => helper(given).trim().length; //: calls b.ts::helper
        // @ts-ignore
        export interface Open${at}<t extends object> extends t {}`,
        ).join('')}
      `,
      'b.ts': 'export function helper(text: string) { return text; }',
    }));

  test('may have type arguments and qualified names', () =>
    checkEdges({
      'space.ts': `
        export class Box<T> { get(): T { throw 0; } }
        export interface Shape<T> { side: T }
        export namespace Inner { export class Deep {} }
      `,
      'a.ts': `
        import * as space from './space.js';
        class Item { use() {} }
        class A extends space.Box<Item> implements space.Shape<Item> { //: extends space.ts::Box, implements space.ts::Shape, type Item, type space.ts::Shape
          side = new Item(); //: new Item
        }
        class B extends space.Inner.Deep {} //: extends space.ts::Inner::Deep, uses space.ts::Inner
        interface C extends space.Shape<string> {} //: extends space.ts::Shape, type space.ts::Shape
        new A().get().use(); //: new A, calls space.ts::Box::get, calls Item::use
        new A().side.use(); //: new A, calls Item::use
      `,
    }));

  test('are resolved through imports, aliases, defaults and barrels', () =>
    checkEdges({
      'one.ts': 'export class Base { one() {} }',
      'two.ts': 'export class Base { two() {} }',
      'three.ts': 'export default class { three() {} }',
      'barrel.ts': `
        export { Base } from './two.js';
        export { Base as One } from './one.js';
        export { default as Three } from './three.js';
      `,
      'main.ts': `
        import { Base, One, Three } from './barrel.js';
        import { Base as Direct } from './one.js';
        import type { Base as Type } from './one.js';
        export class A extends Base { run() { this.two(); } } //: extends two.ts::Base, calls two.ts::Base::two
        export class B extends One { run() { this.one(); } } //: extends one.ts::Base, calls one.ts::Base::one
        export class C extends Three { run() { this.three(); } } //: extends three.ts::default, calls three.ts::default::three
        export class D extends Direct {} //: extends one.ts::Base
        export class E implements Type { one() {} } //: implements one.ts::Base, type one.ts::Base
      `,
    }));

  test('may be class expressions, variables or aliases of a class', () =>
    checkEdges({
      'a.ts': `
        const Expression = class { run() {} };
        class A extends Expression { go() { this.run(); } } //: extends Expression, calls Expression::run
        const Alias = Expression; //: uses Expression
        class B extends Alias { go() { this.run(); } } //: extends Expression, calls Expression::run
        const Child = class extends A {}; //: extends A
        new Child().run(); //: new Child, calls Expression::run
      `,
    }));

  test('that are mixin calls are marked, and their members are found', () =>
    checkEdges({
      'a.ts': `
        type Constructor = new (...args: any[]) => object;
        class Base { base() {} }
        function Serializable<T extends Constructor>(base: T) { //: type Constructor
          return class extends base { serialize() {} };
        }
        const Timed = (base: Constructor) => class Timed extends base { time() {} }; //: type Constructor
        class User extends Serializable(Base) { //: mixes ~Serializable::class, mixes ~Base, calls Serializable, uses Base
          run() {
            this.base(); //: calls ~Base::base
            this.serialize(); //: calls ~Serializable::class::serialize
          }
        }
        class Deep extends Timed(Serializable(Base)) { //: mixes ~Timed::Timed, mixes ~Serializable::class, calls Timed, calls Serializable, uses Base
          run() { this.time(); this.serialize(); } //: calls ~Timed::Timed::time, calls ~Serializable::class::serialize
        }
      `,
    }));

  test('from other packages or unknown ones make no edge', () =>
    checkEdges({
      'a.ts': `
        import { Component } from 'react';
        import * as vendor from 'vendor';
        class A extends Component<Props> { run() { this.setState(); } }
        class B extends vendor.Thing implements vendor.Other {}
        class C extends (Math.random() > 1 ? A : B) {} //: extends ~A, extends ~B
        class D extends Missing { run() { this.render(); super.render(); } }
        class E extends null {}
      `,
      'b.ts': 'export class Missing { render() {} } export class Component { setState() {} }',
    }));

  test('are resolved in JavaScript', () =>
    checkEdges({
      'base.js': 'module.exports = class Base { run() {} };',
      'a.js': `
        const Base = require('./base');
        class Dog extends Base { //: extends base.js::Base
          bark() { this.run(); super.run(); } //: calls base.js::Base::run
        }
        const Puppy = class extends Dog {}; //: extends Dog
        new Puppy().run(); //: new Puppy, calls base.js::Base::run
      `,
    }));
});

describe('members', () => {
  test('are inherited from the nearest base that has them', () =>
    checkEdges({
      'a.ts': `
        class A { shared() {} own() {} static make() {} }
        class B extends A { shared() {} } //: extends A
        class C extends B {} //: extends B
        const c = new C(); //: new C
        c.shared(); //: calls B::shared, uses c
        c.own(); //: calls A::own, uses c
        C.make(); //: calls A::make, uses C
      `,
    }));

  test('of interfaces are found in their bases, never in their implementations', () =>
    checkEdges({
      'a.ts': `
        interface Reader { read(): string }
        interface File extends Reader { close(): void } //: extends Reader, type Reader
        class Disk implements File { read() { return ''; } close() {} } //: implements File, type File
        function use(file: File, reader: Reader) { //: type File, type Reader
          file.read(); //: calls Reader::read
          file.close(); //: calls File::close
          reader.read(); //: calls Reader::read
        }
        const disk: File = new Disk(); //: type File, new Disk
        disk.read(); //: calls Reader::read, uses disk
        const inferred = new Disk(); //: new Disk
        inferred.read(); //: calls Disk::read, uses inferred
      `,
    }));

  test('are found in each of several merged declarations', () =>
    checkEdges({
      'a.ts': `
        interface Window { open(): void }
        interface Window { close(): void }
        class Model { save() {} }
        interface Model { reload(): Model } //: type Model
        function use(window: Window, model: Model) { //: type Window, type Model
          window.open(); //: calls Window::open
          window.close(); //: calls Window~2::close
          model.save(); //: calls Model::save
          model.reload().save(); //: calls Model~2::reload, calls Model::save
        }
        enum Color { Red }
        enum Color { Green = 1 }
        namespace Color { export function parse(): Color { return Color.Green; } } //: type Color, uses Color, uses Color~2::Green
        Color.parse(); //: calls Color~3::parse, uses Color
      `,
    }));

  test('of classes with one name in different scopes are kept apart', () =>
    checkEdges({
      'a.test.ts': `
        it('one', () => {
          class User { greet() {} one() {} }
          new User().greet(); //: new User, calls User::greet
        });
        it('two', () => {
          class User { greet() {} }
          const user = new User(); //: new User~2
          user.greet(); //: calls User~2::greet
          user.one();
        });
        function local() {
          class User { greet() {} }
          new User().greet(); //: new local::User, calls local::User::greet
        }
      `,
    }));

  test('of interfaces with one name in different blocks are kept apart, and merge in one', () =>
    checkEdges({
      'a.test.ts': `
        it('one', () => {
          interface Weapon { use(): void }
          interface Weapon { drop(): void }
          class Katana implements Weapon { use() {} drop() {} } //: type Weapon, implements Weapon
          function fight(weapon: Weapon) { //: type Weapon
            weapon.use(); //: calls Weapon::use
            weapon.drop(); //: calls Weapon~2::drop
          }
        });
        it('two', () => {
          interface Weapon { use(): void }
          function fight(weapon: Weapon) { //: type Weapon~3
            weapon.use(); //: calls Weapon~3::use
            weapon.drop();
          }
        });
      `,
    }));

  test('of classes that extend themselves or each other are looked up in finite time', () =>
    checkEdges({
      'a.ts': `
        class Self extends Self { run() { this.none(); super.run(); } } //: extends Self, calls Self::run
        class Left extends Right { run() { this.none(); } } //: extends Right
        class Right extends Left {} //: extends Left
        interface Loop extends Loop { next: Loop } //: extends Loop, type Loop
        new Right().run(); //: new Right, calls Left::run
        function use(loop: Loop) { loop.next.next.gone(); } //: type Loop
      `,
    }));
});

test('a member of a project type comes before one that a type of the language has', () =>
  checkEdges({
    'methods.ts': `
      export function find(this: unknown, name: string) { return name; }
    `,
    'a.ts': `
      import * as Methods from './methods';
      class Item { show() {} }
      type All = typeof Methods;
      abstract class List<T> implements ArrayLike<T> {
        readonly length = 0;
        [index: number]: T;
      }
      interface List<T> extends All, Iterable<T> {} //: extends All, type All
      export function run(list: List<Item>) { //: type List, type Item
        list.find('x'); //: calls methods.ts::find
        for (const one of list) one.show(); //: calls Item::show
      }
    `,
  }));

test('a call of super leads to the class that an interface of its name completes', () =>
  checkEdges({
    'lib.d.ts': `
      export interface Base { a(): void }
      export abstract class Base { constructor(x: number); }
    `,
    'a.js': `
      import { Base } from './lib';
      class Made extends Base { //: extends lib.d.ts::Base~2
        constructor(x) {
          super(x); //: super lib.d.ts::Base~2
        }
      }
    `,
  }));
