/** Functions that tell what type a value has, and conditions that use them. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const TYPES = `
  class Item { show() {} }
  class Box<T> { open(): T { throw 0; } }
  function isItem(value: unknown): value is Item { return true; } //: type Item
  function isBox<T>(_: T, value: unknown): value is Box<T> { return true; } //: type Box
`;

describe('a call of a function with a type predicate', () => {
  test('narrows a variable where the call returned true', () =>
    checkEdges({
      'a.ts': `${TYPES}
        export function run(x: unknown, item: Item) { //: type Item
          if (isItem(x)) x.show(); //: calls isItem, calls Item::show
          if (!isItem(x)) x.show(); //: calls isItem
          else x.show(); //: calls Item::show
          isItem(x) && x.show(); //: calls isItem, calls Item::show
          !isItem(x) || x.show(); //: calls isItem, calls Item::show
          isItem(x) ? x.show() : x.show(); //: calls isItem, calls Item::show
          if (isBox(item, x)) x.open().show(); //: calls isBox, calls Box::open, calls Item::show
        }
      `,
    }));

  test('narrows the rest of a block after a return, and nothing before it', () =>
    checkEdges({
      'a.ts': `${TYPES}
        export function run(x: unknown, y: unknown, list: unknown[]) {
          x.show();
          if (!isItem(x) || !(y instanceof Item)) return; //: calls isItem, uses Item
          x.show(); //: calls Item::show
          y.show(); //: calls Item::show
          for (const one of list) {
            if (!isItem(one)) continue; //: calls isItem
            const same = one;
            same.show(); //: calls Item::show
          }
        }
      `,
    }));

  test('keeps the type of a variable if the function tells nothing', () =>
    checkEdges({
      'a.ts': `${TYPES}
        declare function holds(x: unknown): boolean;
        const shared = new Item(); //: new Item
        export function run(item: Item) { //: type Item
          if (holds(item)) item.show(); //: calls holds, calls Item::show
          if (holds(shared)) shared.show(); //: calls holds, uses shared, calls Item::show
        }
      `,
    }));

  test('gives the elements that filter and find keep their type', () =>
    checkEdges({
      'a.ts': `${TYPES}
        export function run(list: unknown[]) {
          list.filter(isItem).map((one) => one.show()); //: uses isItem, calls ~Item::show
          list.find((one): one is Item => true)?.show(); //: type Item, calls ~Item::show
        }
      `,
    }));
});

describe('the value of an expression', () => {
  test('of a generator is iterated', () =>
    checkEdges({
      'a.ts': `
        class Item { show() {} }
        class Bag {
          *items() { yield new Item(); } //: new Item
          async *later() { yield* this.items(); } //: calls Bag::items
        }
        function* both() { const x = yield new Item(); return x; } //: new Item
        export async function run(bag: Bag) { //: type Bag
          for (const one of bag.items()) one.show(); //: calls Bag::items, calls ~Item::show
          for await (const one of bag.later()) one.show(); //: calls Bag::later, calls ~Item::show
          for (const one of both()) one.show(); //: calls both, calls ~Item::show
        }
      `,
    }));

  test('of an assignment to what may be missing is either value', () =>
    checkEdges({
      'a.ts': `
        class Item { show() {} }
        class Shop {
          static only?: Item; //: type Item
          static get() { return this.only ??= new Item(); } //: uses Shop::only, new Item
        }
        Shop.get().show(); //: uses Shop, calls Shop::get, calls ~Item::show
      `,
    }));

  test('of reduce has the type of the first value', () =>
    checkEdges({
      'a.ts': `
        class Item { show() {} }
        class Sum { add(_: Item) { return this; } } //: type Item
        export function run(list: Item[]) { //: type Item
          list.reduce((sum, one) => sum.add(one), new Sum()).add(list[0]); //: new Sum, calls ~Sum::add
          list.reduce<Record<string, Item>>((all, one) => { //: type Item
            all.first.show(); //: calls ~Item::show
            return all;
          }, {}).last.show(); //: calls ~Item::show
          list.reduce((all, one) => { all.show(); return all; }, unknown());
        }
        export function spread(...args: Parameters<typeof run>) { //: uses run
          args[0][0].show(); //: calls Item::show
        }
      `,
    }));
});
