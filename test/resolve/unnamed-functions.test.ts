/** Types of functions that have no declaration of their own. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const CART = 'export class Cart { total() {} }';

describe('a function type', () => {
  test('binds its own type parameters where it is called', () =>
    checkEdges({
      'cart.ts': CART,
      'use.ts': `
        import { Cart } from './cart';
        type Box<T> = { open(): T };
        interface Api {
          get: <T>(url: string, wrap: T) => Box<T>; //: type Box
          json: { <Made = Cart>(): Made; (text: string): number }; //: type cart.ts::Cart
          find<T extends Cart>(pick: <U extends T>(one: U) => U): T; //: type cart.ts::Cart
        }
        type Store = { <T>(select: (state: Cart) => T): T; use: <K extends Cart>(key?: K) => K }; //: type cart.ts::Cart
        export function run(api: Api, store: Store) { //: type Api, type Store
          api.get<Cart>('', new Cart()).open().total(); //: calls Api::get, calls Box::open, calls cart.ts::Cart::total, type cart.ts::Cart, new cart.ts::Cart
          api.get('', new Cart()).open().total(); //: calls Api::get, calls Box::open, calls cart.ts::Cart::total, new cart.ts::Cart
          api.json().total(); //: calls Api::json, calls cart.ts::Cart::total
          store((state) => state).total(); //: calls ~cart.ts::Cart::total
          store((state) => state.total()); //: calls ~cart.ts::Cart::total
          store.use().total(); //: calls Store::use, calls cart.ts::Cart::total
        }
      `,
    }));

  test('may be one of the parts of an alias', () =>
    checkEdges({
      'cart.ts': CART,
      'use.ts': `
        import { Cart } from './cart';
        type Named = { title(): string };
        type Maker = { make(): Cart } & Named & { (name: string): Cart }; //: type Named, type cart.ts::Cart
        export function run(maker: Maker) { //: type Maker
          maker('').total(); //: calls cart.ts::Cart::total
          maker.make().total(); //: calls Maker::make, calls cart.ts::Cart::total
          maker.title(); //: calls Named::title
        }
      `,
    }));
});

test('a promise with further members yields its value when awaited', () =>
  checkEdges({
    'cart.ts': CART,
    'use.ts': `
      import { Cart } from './cart';
      type Answer<T> = { text: () => Promise<string> } & Promise<T>;
      class Task<T> extends Promise<T> { stop() {} }
      export async function run(answer: Answer<Cart>, task: Task<Cart>) { //: type Answer, type Task, type cart.ts::Cart
        answer.text(); //: calls Answer::text
        (await answer).total(); //: calls cart.ts::Cart::total
        (await task).total(); //: calls cart.ts::Cart::total
      }
    `,
  }));

test('a class of a known package is no base, whatever name it is exported by', () =>
  checkEdges({
    'react.ts': `
      import * as React from 'react';
      export const { PureComponent } = React;
      export const Base = React.Component;
    `,
    'view.tsx': `
      import { Base, PureComponent } from './react';
      export class View extends PureComponent<{}> {}
      export class Other extends Base<{}> {}
    `,
  }));

test('numbers and strings are no functions, so that overloads are told apart', () =>
  checkEdges({
    'use.ts': `
      interface Read { get(): void }
      interface Write extends Read { set(): void } //: extends Read, type Read
      declare function atom(read: () => unknown): Read; //: type Read
      declare function atom(value: unknown): Write; //: type Write
      declare function late(read: number | (() => void)): Write; //: type Write
      declare function late(value: string): Read; //: type Read
      export function run(count: number, flag: boolean) {
        atom(0).set(); //: calls atom, calls Write::set
        atom(false).set(); //: calls atom, calls Write::set
        atom(count).set(); //: calls atom, calls Write::set
        late(count).set(); //: calls late, calls Write::set
        atom(() => 1).get(); //: calls atom, calls Read::get
      }
    `,
  }));
