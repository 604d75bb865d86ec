/** Members that JavaScript assigns to the prototype of a class or function. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('a member that is assigned to a prototype', () => {
  test('is the function that it names', () =>
    checkEdges({
      'helpers.js': `
        function pushQuery() {}
        module.exports = { pushQuery }; //: uses pushQuery
      `,
      'builder.js': `
        const { pushQuery } = require('./helpers');
        const helpers = require('./helpers');
        class Builder {
          columns() { return this; }
          where() { return this; }
        }
        Builder.prototype.select = Builder.prototype.columns; //: uses Builder, uses Builder::columns
        Builder.prototype.push = pushQuery; //: uses Builder, uses helpers.js::pushQuery
        Builder.prototype.pushLater = helpers.pushQuery; //: uses Builder, uses helpers.js::pushQuery
        class Named extends Builder { //: extends Builder
          run() {
            this.select().where(); //: calls Builder::columns, calls Builder::where
            this.push(); //: calls helpers.js::pushQuery
            this.pushLater(); //: calls helpers.js::pushQuery
          }
        }
      `,
    }));

  test('comes before an inherited one of its name, and keeps the constructor of the base', () =>
    checkEdges({
      'a.js': `
        class Item { show() {} }
        class Base {
          /** @param {Item} item */ //: type Item
          constructor(item) { this.item = item; }
          run() {}
        }
        function fast() {}
        class Derived extends Base {} //: extends Base
        Derived.prototype.run = fast; //: uses Derived, uses fast
        new Derived(new Item()).run(); //: new Derived, new Item, calls fast
        new Derived(new Item()).item.show(); //: new Derived, new Item, calls Item::show
      `,
    }));

  test('is known by every name of a chain of assignments', () =>
    checkEdges({
      'a.js': `
        function Column() {}
        Column.prototype.notNull = Column.prototype.notNullable = function () { //: uses Column
          return this;
        };
        new Column().notNull().notNullable(); //: new Column, calls Column::notNull
      `,
    }));
});
