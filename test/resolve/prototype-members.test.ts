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

describe('a member that is assigned to a function or class', () => {
  test('is the value that it names', () =>
    checkEdges({
      'card.tsx': `
        import { rules } from './rules';
        const Header = () => <b />;
        export const Card = () => <b />;
        Card.Header = Header; //: uses Card, uses Header
        Card.rules = rules; //: uses Card, uses rules.ts::rules
        Card.open = () => Header; //: uses Header
      `,
      'rules.ts': `
        export const rules = { required: () => true };
      `,
      'use.tsx': `
        import { Card } from './card';
        export function use() {
          Card.rules.required(); //: calls rules.ts::rules::required, uses card.tsx::Card, uses rules.ts::rules
          Card.open(); //: calls card.tsx::Card::open, uses card.tsx::Card
          return <Card.Header />; //: jsx card.tsx::Header, uses card.tsx::Card
        }
      `,
    }));

  test('belongs to functions inside of functions as well', () =>
    checkEdges({
      'lib.js': `
        (function (root, factory) {
          module.exports = factory();
        })(this, function () {
          function Lib() {}
          Lib.prototype.add = function () { return this; };
          Lib.create = function () { return new Lib(); }; //: new Lib
          return Lib; //: uses Lib
        });
      `,
      'use.js': `
        const Lib = require('./lib');
        function use() {
          Lib.create().add().add(); //: calls ~lib.js::Lib::create, calls ~lib.js::Lib::add
        }
      `,
    }));

  test('is inherited through util.inherits and Object.create', () =>
    checkEdges({
      'a.js': `
        const util = require('util');
        function Base() {}
        Base.prototype.run = function () {};
        function Derived() {}
        util.inherits(Derived, Base); //: uses Derived, uses Base
        function Other() {}
        Other.prototype = Object.create(Base.prototype); //: uses Other, uses Base
        Object.assign(Other.prototype, { stop() {} }); //: uses Other
        function use() {
          new Derived().run(); //: new Derived, calls Base::run
          new Other().run(); //: new Other, calls Base::run
          new Other().stop(); //: new Other, calls stop
        }
      `,
    }));

  test('names nothing in a list of objects that differ in it', () =>
    checkEdges({
      'a.js': `
        function start() {}
        function stop() {}
        const lib = { start, stop }; //: uses start, uses stop
        const one = { run: lib.start }; //: uses start, uses lib
        const cases = [{ run: lib.start }, { run: lib.stop }]; //: uses start, uses stop, uses lib
        function use() {
          one.run(); //: calls start, uses one
          for (const { run } of cases) run(); //: uses cases
        }
      `,
    }));

  test('may be defined by a descriptor', () =>
    checkEdges({
      'console.js': `
        module.exports = class Console { log() {} };
      `,
      'index.js': `
        function level() {}
        Object.defineProperty(exports, 'Console', { get() { return require('./console'); } });
        Object.defineProperty(module.exports, 'level', { enumerable: true, value: level }); //: uses level
      `,
      'use.js': `
        const all = require('./index');
        function use() {
          new all.Console().log(); //: new console.js::Console, calls console.js::Console::log
          all.level(); //: calls index.js::level
        }
      `,
    }));
});
