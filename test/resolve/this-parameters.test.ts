/** The type of `this` in functions that are no methods. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('the type of this', () => {
  test('is what a parameter named this states', () =>
    checkEdges({
      'a.ts': `
        class Box<T> { open(): T { throw 0; } }
        class Key { turn() {} }
        export function unlock(this: Box<Key>) { //: type Box, type Key
          this.open().turn(); //: calls Box::open, calls Key::turn
        }
        export const lock = function (this: Key) { //: type Key
          this.turn(); //: calls Key::turn
        };
      `,
    }));

  test('in a callback is what the called function states', () =>
    checkEdges({
      'a.ts': `
        class Query { where(_id: number) { return this; } }
        interface Callback { (this: Query, query: Query): void } //: type Query
        declare function build(callback: Callback): void; //: type Callback
        declare function plain(callback: (this: Query) => void): void; //: type Query
        export function run() {
          build(function () { this.where(1).where(2); }); //: calls build, calls ~Query::where
          build(function (query) { query.where(3); }); //: calls build, calls ~Query::where
          plain(function () { this.where(4); }); //: calls plain, calls ~Query::where
          plain(() => { this.where(5); }); //: calls plain
        }
      `,
    }));

  test('does not move the parameters of a function type', () =>
    checkEdges({
      'a.ts': `
        class Item { show() {} }
        declare function each<T>(list: T[], f: (this: Window, item: T) => void): void;
        declare function made<T>(f: (this: Window, item: T) => void): T;
        export function run(items: Item[]) { //: type Item
          each(items, function (item) { item.show(); }); //: calls each, calls ~Item::show
          made(function (item: Item) { item.show(); }).show(); //: calls made, type Item, calls Item::show, calls ~Item::show
        }
        class Box<T> { open(): T { throw 0; } }
        export function typed(Made: typeof Box<Item>) { //: uses Box, type Item
          new Made().open(); //: calls Box::open
        }
      `,
    }));

  test('gives static methods of a base the class that they are called on', () =>
    checkEdges({
      'a.ts': `
        class Model {
          static make<T extends Model>(this: new () => T): T { return new this(); } //: type Model
          static all<T>(this: { new (): T }): T[] { return []; }
          save() { return this; }
        }
        class User extends Model { greet() {} } //: extends Model
        export function run() {
          User.make().greet(); //: calls Model::make, calls User::greet, uses User
          User.make().save().greet(); //: calls Model::make, calls Model::save, calls User::greet, uses User
          User.all()[0].greet(); //: calls Model::all, calls User::greet, uses User
        }
      `,
    }));
});

describe('a collection that is made of another one', () => {
  test('has its elements', () =>
    checkEdges({
      'a.ts': `
        class Item { show() {} }
        export function run() {
          new Set([new Item()]).forEach((one) => one.show()); //: new Item, calls ~Item::show
          new Map([['a', new Item()]]).get('a')?.show(); //: new Item, calls ~Item::show
        }
      `,
    }));
});
