/** Members that have a symbol as name. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('a member with a symbol as name', () => {
  test('is found by the name of the symbol', () =>
    checkEdges({
      'symbols.ts': `
        export const last: unique symbol = Symbol('last');
        export class Cart { total() {} }
      `,
      'use.ts': `
        import { Cart, last } from './symbols';
        const kItems = Symbol('items');
        class Shop {
          [kItems] = new Cart(); //: new symbols.ts::Cart, uses kItems
          [last](): Cart { //: uses symbols.ts::last, type symbols.ts::Cart
            return this[kItems]; //: uses kItems
          }
        }
        export function run(shop: Shop, carts: Cart[]) { //: type Shop, type symbols.ts::Cart
          shop[last]().total(); //: calls Shop::[last], uses symbols.ts::last, calls symbols.ts::Cart::total
          shop[kItems].total(); //: uses kItems, calls symbols.ts::Cart::total
          for (let index = 0; index < 9; index++) {
            carts[index].total(); //: calls symbols.ts::Cart::total
          }
        }
      `,
    }));
});
