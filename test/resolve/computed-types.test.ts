/** Members of types that are computed from other types. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const CART = 'export class Cart { total() {} }';

describe('a mapped type', () => {
  test('has the members of its source', () =>
    checkEdges({
      'cart.ts': CART,
      'use.ts': `
        import { Cart } from './cart';
        interface Shop { cart: Cart; open(): Cart } //: type cart.ts::Cart
        type Frozen<T> = { readonly [K in keyof T]: T[K] };
        type Chosen<T, K extends keyof T> = { [P in K]-?: T[P] };
        type Lazy<T> = { [K in keyof T]: () => T[K] };
        type Named<T> = Frozen<T> & { title(): string }; //: type Frozen
        export function run(
          frozen: Frozen<Shop>, //: type Frozen, type Shop
          chosen: Chosen<Shop, 'open'>, //: type Chosen, type Shop
          lazy: Lazy<Shop>, //: type Lazy, type Shop
          named: Named<Shop>, //: type Named, type Shop
        ) {
          frozen.open().total(); //: calls Shop::open, calls cart.ts::Cart::total
          frozen.cart.total(); //: calls cart.ts::Cart::total
          chosen.open().total(); //: calls Shop::open, calls cart.ts::Cart::total
          lazy.cart().total(); //: calls Shop::cart, calls cart.ts::Cart::total
          named.open(); //: calls Shop::open
          named.title(); //: calls Named::title
        }
      `,
    }));
});

describe('a conditional type', () => {
  test('yields what infer finds', () =>
    checkEdges({
      'cart.ts': CART,
      'use.ts': `
        import { Cart } from './cart';
        class Other { total() {} }
        type Content<T> = T extends Array<infer One> ? One : T;
        type Result<F> = F extends (...args: any[]) => infer R ? R : Other; //: type Other
        type Inside<T> = T extends { value: infer V } ? V : never;
        declare function make(): Cart; //: type cart.ts::Cart
        export function run(
          content: Content<Cart[]>, //: type Content, type cart.ts::Cart
          same: Content<Cart>, //: type Content, type cart.ts::Cart
          result: Result<typeof make>, //: type Result, uses make
          inside: Inside<{ value: Cart }>, //: type Inside, type cart.ts::Cart
        ) {
          content.total(); //: calls cart.ts::Cart::total
          same.total(); //: calls cart.ts::Cart::total
          result.total(); //: calls cart.ts::Cart::total
          inside.total(); //: calls cart.ts::Cart::total
        }
      `,
    }));
});
