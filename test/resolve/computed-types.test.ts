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

describe('a mapped type with other keys', () => {
  test('has the members whose key may have their name', () =>
    checkEdges({
      'use.ts': `
        type Only<T> = { [K in keyof T as K extends 'open' ? K : never]: T[K] };
        type Getters<T> = { [K in keyof T as \`get\${Capitalize<K>}\`]: () => T[K] };
        interface Shop { open(): void; close(): void }
        export function run(
          only: Only<Shop>, //: type Only, type Shop
          getters: Getters<Shop>, //: type Getters, type Shop
        ) {
          only.open(); //: calls Shop::open
          only.close();
          getters.open();
        }
      `,
    }));

  test('does not hide the other parts of an intersection, nor does an index signature', () =>
    checkEdges({
      'use.ts': `
        interface Shop { open(): void }
        type Wrapped<G> = { [K in keyof G as G[K] extends Shop ? K : never]: () => void }; //: type Shop
        type Any = { [name: string]: () => void };
        type Store<G, A> = Wrapped<G> & Any & Record<string, number> & A; //: type Wrapped, type Any
        export function run(
          store: Store<{}, Shop>, //: type Store, type Shop
        ) {
          store.open(); //: calls Shop::open
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

  test('is the branch that the name of a type tells, or else both', () =>
    checkEdges({
      'use.ts': `
        interface Query { run(): void }
        interface Listed extends Query { list(): void } //: extends Query, type Query
        interface Box<T> { value: T }
        interface OfQuery { refetch(): void; reset(): void }
        interface OfOther { reset(): void }
        type Made<T> = T extends Query ? OfQuery : OfOther; //: type Query, type OfQuery, type OfOther
        type Boxed<T> = T extends Box<Query> ? OfQuery : OfOther; //: type Box, type Query, type OfQuery, type OfOther
        export function run(
          made: Made<Listed>, //: type Made, type Listed
          open: Made<unknown>, //: type Made
          boxed: Boxed<Box<OfOther>>, //: type Boxed, type Box, type OfOther
        ) {
          made.refetch(); //: calls OfQuery::refetch
          made.reset(); //: calls OfQuery::reset
          open.reset(); //: calls ~OfQuery::reset, calls ~OfOther::reset
          boxed.reset(); //: calls ~OfQuery::reset, calls ~OfOther::reset
        }
      `,
    }));

  test('is the branch that a literal tells', () =>
    checkEdges({
      'use.ts': `
        interface Plain { stop(): void }
        interface Caller { stop(): void }
        interface Builder<Calls extends boolean> {
          made(): Calls extends true ? Caller : Plain; //: type Caller, type Plain
          both(): Calls extends true ? Caller : Plain; //: type Caller, type Plain
        }
        type Of<Name> = Name extends 'plain' ? Plain : Caller; //: type Plain, type Caller
        export function run(
          builder: Builder<false>, //: type Builder
          calling: Builder<true>, //: type Builder
          open: Builder<boolean>, //: type Builder
          plain: Of<'plain'>, //: type Of
          other: Of<'other'>, //: type Of
        ) {
          builder.made().stop(); //: calls Builder::made, calls Plain::stop
          calling.made().stop(); //: calls Builder::made, calls Caller::stop
          open.both().stop(); //: calls Builder::both, calls ~Caller::stop, calls ~Plain::stop
          plain.stop(); //: calls Plain::stop
          other.stop(); //: calls Caller::stop
        }
      `,
    }));

  test('decides a union part by part', () =>
    checkEdges({
      'use.ts': `
        interface Query { run(): void }
        interface Text { trim(): void }
        interface Asked { end(): void }
        type Made<T> = T extends Query ? Asked : T; //: type Query, type Asked
        export function run(
          made: Made<Query | Text>, //: type Made, type Query, type Text
        ) {
          made.trim(); //: calls Text::trim
          made.run();
          made.end(); //: calls Asked::end
        }
      `,
    }));

  test('that counts the parts of a tuple takes one after another', () =>
    checkEdges({
      'store.ts': `
        export interface Api<T> { set(value: T): void; get(): T }
        interface Logged<T> { set(value: T, name: string): void }
        export interface Changes<S> { log: Write<S, Logged<S>> } //: type Write, type Logged
        type Write<T, U> = Omit<T, keyof U> & U;
        export type Changed<S, All> = number extends All['length' & keyof All] ? S
          : All extends [] ? S
          : All extends [infer One, ...infer More] ? Changed<Changes<S>[One & keyof Changes<S>], More> : never; //: type Changes
        type Init<T, All extends string[] = []> = ((set: (value: T) => void) => T) & { all?: All };
        export declare function create<T, All extends string[] = []>(init: Init<T, All>): Changed<Api<T>, All>; //: type Init, type Changed, type Api
        export declare function log<T, All extends string[] = []>(init: Init<T, All>): Init<T, ['log', ...All]>; //: type Init
        export declare function undo<T, All extends string[] = []>(init: Init<T, All>): Init<T, ['undo', ...All]>; //: type Init
      `,
      'undo.ts': `
        import './store';
        declare module './store' {
          interface Changes<S> { ['undo']: S & Undone } //: type Undone
        }
        interface Undone { undo(): void }
      `,
      'named.ts': `
        declare module './store' {
          interface Changes<S> { other: S }
        }
      `,
      'use.ts': `
        import { type Api, type Changed, create, log, undo } from './store';
        export function use() {
          create(() => 1).set(2); //: calls store.ts::create, calls ~store.ts::Api::set
          create(log(() => 1)).set(2); //: calls store.ts::create, calls store.ts::log, calls ~store.ts::Logged::set
          create(log(() => 1)).get(); //: calls store.ts::create, calls store.ts::log, calls ~store.ts::Api::get
          create(undo(log(() => 1))).get(); //: calls store.ts::create, calls store.ts::undo, calls store.ts::log, calls ~store.ts::Api::get
          create(undo(log(() => 1))).undo(); //: calls store.ts::create, calls store.ts::undo, calls store.ts::log, calls ~undo.ts::Undone::undo
        }
        export function open(
          all: Changed<Api<number>, ['log', ...unknown]>, //: type store.ts::Changed, type store.ts::Api
        ) {
          all.get();
        }
      `,
    }));
});

test('a signature whose rest parameter is a tuple requires its parts', () =>
  checkEdges({
    'use.ts': `
      interface First { one(): void }
      interface Second { two(): void }
      interface Route {
        (path: string, ...handlers: [(first: First) => void, (first: First) => void]): void; //: type First
        (path: string, ...handlers: ((second: Second) => void)[]): void; //: type Second
      }
      export function run(route: Route) { //: type Route
        route('/', (second) => second.two()); //: calls ~Second::two
        route('/', (first) => first.one(), () => {}); //: calls ~First::one
      }
    `,
  }));
