/** Names across modules: imports, exports, barrels. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

/** Two files that declare the same names, so that a wrong turn shows. */
const TWINS = {
  'one.ts': `
    export function run() {}
    export class Thing { go() {} }
    export type Kind = 'one';
    export default function main() {}
  `,
  'two.ts': `
    export function run() {}
    export class Thing { go() {} }
    export type Kind = 'two';
    export default function main() {}
  `,
};

describe('imports', () => {
  test('are resolved by name, alias, default and as a whole', () =>
    checkEdges({
      ...TWINS,
      'main.ts': `
        import first, { run, Thing as T, type Kind } from './one.js';
        import { default as second, run as other } from './two.js';
        import * as two from './two.js';
        import type { Thing } from './two.js';
        first(); //: calls one.ts::main
        second(); //: calls two.ts::main
        run(); //: calls one.ts::run
        other(); //: calls two.ts::run
        two.run(); //: calls two.ts::run
        two.default(); //: calls two.ts::main
        new T().go(); //: new one.ts::Thing, calls one.ts::Thing::go
        new two.Thing().go(); //: new two.ts::Thing, calls two.ts::Thing::go
        let thing: Thing; //: type two.ts::Thing
        let kind: Kind; //: type one.ts::Kind
        let deep: two.Kind; //: type two.ts::Kind
        thing.go(); //: uses thing, calls two.ts::Thing::go
      `,
    }));

  test('are resolved when dynamic, in types, and by require', () =>
    checkEdges({
      ...TWINS,
      'main.ts': `
        import one = require('./one.js');
        async function load() {
          const two = await import('./two.js');
          two.run(); //: calls two.ts::run
          const { run, default: main } = await import('./two.js');
          run(); //: calls two.ts::run
          main(); //: calls two.ts::main
          (await import('./one.js')).run(); //: calls one.ts::run
          import('./one.js').then((module) => module.run()); //: calls ~one.ts::run
          import('./one.js').then(({ run: again }) => again()); //: calls ~one.ts::run
        }
        one.run(); //: calls one.ts::run
        let thing: import('./two.js').Thing; //: type two.ts::Thing
        thing.go(); //: uses thing, calls two.ts::Thing::go
        const lazy = () => import('./two.js');
        lazy().then((module) => module.run()); //: calls lazy, calls ~two.ts::run
      `,
    }));

  test('that do not resolve make no edge, even if the project has a file of that name', () =>
    checkEdges({
      ...TWINS,
      'main.ts': `
        import { run } from 'package';
        import { Thing } from './gone.js';
        import * as space from 'space';
        import main from 'main';
        run();
        new Thing().go();
        space.run();
        main();
        let thing: Thing;
      `,
    }));

  test('of names that are not exported make no edge', () =>
    checkEdges({
      'a.ts': 'function hidden() {} export const shown = 1;',
      'main.ts': `
        import { hidden } from './a.js';
        import * as a from './a.js';
        import none from './a.js';
        hidden();
        a.hidden();
        none();
      `,
    }));
});

describe('exports', () => {
  test('are resolved in every form', () =>
    checkEdges({
      'lib.ts': `
        function local() {}
        class Shape { draw() {} }
        const value = { method() {} };
        export { local as renamed, Shape as default, value, local as 'quoted name' };
        export const arrow = () => 1, second = () => 2;
        export const { picked } = { picked() {} };
        export enum Level { High }
        export namespace Space { export function inside() {} }
        export import Alias = Space.inside;
        export abstract class Base { static make() {} }
      `,
      'main.ts': `
        import Shape, { renamed, value, arrow, second, picked, Level, Space, Alias, Base } from './lib.js';
        import { 'quoted name' as quoted } from './lib.js';
        renamed(); //: calls lib.ts::local
        quoted(); //: calls lib.ts::local
        new Shape().draw(); //: new lib.ts::Shape, calls lib.ts::Shape::draw
        value.method(); //: calls lib.ts::value::method, uses lib.ts::value
        arrow(); //: calls lib.ts::arrow
        second(); //: calls lib.ts::second
        Level.High; //: uses lib.ts::Level::High, uses lib.ts::Level
        Space.inside(); //: calls lib.ts::Space::inside, uses lib.ts::Space
        Alias(); //: calls lib.ts::Space::inside
        Base.make(); //: calls lib.ts::Base::make, uses lib.ts::Base
      `,
    }));

  test('by default may be any expression', () =>
    checkEdges({
      'function.ts': 'export default function () {}',
      'arrow.ts': 'export default () => 1;',
      'class.ts': 'export default class { static make() {} run() {} }',
      'object.ts': 'export default { run() {}, nested: { deep() {} } };',
      'named.ts': 'const api = { run() {} }; export default api; //: uses api',
      'made.ts': 'class Api { run() {} } export default new Api(); //: new Api',
      'interface.ts': 'export default interface Shape { draw(): void }',
      'equals.ts':
        'function run() {} namespace run { export function more() {} } export = run; //: uses run',
      'main.ts': `
        import f from './function.js';
        import a from './arrow.js';
        import C from './class.js';
        import o from './object.js';
        import n from './named.js';
        import m from './made.js';
        import type Shape from './interface.js';
        import e = require('./equals.js');
        f(); //: calls function.ts::default
        a(); //: calls arrow.ts::default
        C.make(); //: calls class.ts::default::make, uses class.ts::default
        new C().run(); //: new class.ts::default, calls class.ts::default::run
        o.run(); //: calls object.ts::default::run, uses object.ts::default
        o.nested.deep(); //: calls object.ts::default::nested::deep, uses object.ts::default::nested, uses object.ts::default
        n.run(); //: calls named.ts::api::run, uses named.ts::api
        m.run(); //: calls made.ts::Api::run, uses made.ts::default
        let shape: Shape; //: type interface.ts::Shape
        shape.draw(); //: uses shape, calls interface.ts::Shape::draw
        e(); //: calls equals.ts::run
        e.more(); //: calls equals.ts::run~2::more, uses equals.ts::run
      `,
    }));

  test('of a value and a type may share a name', () =>
    checkEdges({
      'schema.ts': `
        export const User = { parse(): User { return { name: '' }; } }; //: type User~2
        export type User = { name: string };
        export interface Box { size: number }
        export function Box(): Box { return { size: 1 }; } //: type Box
      `,
      'main.ts': `
        import { User, Box } from './schema.js';
        const user: User = User.parse(); //: type schema.ts::User~2, calls schema.ts::User::parse, uses schema.ts::User
        const box: Box = Box(); //: type schema.ts::Box, calls schema.ts::Box~2
        type Both = typeof User; //: uses schema.ts::User
      `,
    }));
});

describe('barrels', () => {
  test('may be nested, with renames, defaults and namespaces', () =>
    checkEdges({
      ...TWINS,
      'inner/index.ts': `
        export * from '../one.js';
        export { run as runTwo, default as mainTwo } from '../two.js';
        export * as two from '../two.js';
        export { default } from '../one.js';
      `,
      'outer.ts': `
        export { runTwo as deepest, Thing } from './inner/index.js';
        export * from './inner/index.js';
        import { run } from './two.js';
        export { run as imported };
        export type { Kind as OneKind } from './inner/index.js';
      `,
      'main.ts': `
        import { run, deepest, mainTwo, two, Thing, imported, type OneKind } from './outer.js';
        import main from './inner/index.js';
        import * as outer from './outer.js';
        run(); //: calls one.ts::run
        deepest(); //: calls two.ts::run
        mainTwo(); //: calls two.ts::main
        two.run(); //: calls two.ts::run
        two.default(); //: calls two.ts::main
        new Thing().go(); //: new one.ts::Thing, calls one.ts::Thing::go
        imported(); //: calls two.ts::run
        main(); //: calls one.ts::main
        outer.run(); //: calls one.ts::run
        outer.two.run(); //: calls two.ts::run
        let kind: OneKind; //: type one.ts::Kind
        let deep: outer.two.Kind; //: type two.ts::Kind
      `,
    }));

  test('do not re-export the default through a star', () =>
    checkEdges({
      ...TWINS,
      'barrel.ts': `export * from './one.js';`,
      'main.ts': `
        import main from './barrel.js';
        import * as all from './barrel.js';
        main();
        all.default();
      `,
    }));

  test('prefer named exports to stars', () =>
    checkEdges({
      ...TWINS,
      'barrel.ts': `
        export * from './one.js';
        export { run } from './two.js';
        export class Thing { go() {} }
      `,
      'main.ts': `
        import { run, Thing } from './barrel.js';
        run(); //: calls two.ts::run
        new Thing().go(); //: new barrel.ts::Thing, calls barrel.ts::Thing::go
      `,
    }));

  test('may export the same symbol through two paths', () =>
    checkEdges({
      'one.ts': TWINS['one.ts'],
      'left.ts': `export * from './one.js';`,
      'right.ts': `export * from './one.js';`,
      'barrel.ts': `export * from './left.js'; export * from './right.js';`,
      'main.ts': `
        import { run } from './barrel.js';
        run(); //: calls one.ts::run
      `,
    }));

  test('export nothing under a name that two stars define differently', () =>
    checkEdges({
      ...TWINS,
      'barrel.ts': `export * from './one.js'; export * from './two.js';`,
      'main.ts': `
        import { run } from './barrel.js';
        run();
      `,
    }));

  test('that export each other are resolved in finite time', () =>
    checkEdges({
      'one.ts': TWINS['one.ts'],
      'a.ts': `export * from './b.js'; export { lost } from './b.js'; export { run as ran } from './b.js';`,
      'b.ts': `export * from './a.js'; export { lost } from './a.js'; export * from './one.js';`,
      'self.ts': `export * from './self.js'; export { self } from './self.js';`,
      'main.ts': `
        import { run, lost, ran } from './a.js';
        import { self, none } from './self.js';
        run(); //: calls one.ts::run
        ran(); //: calls one.ts::run
        lost();
        self();
        none();
      `,
    }));
});

describe('CommonJS', () => {
  test('properties of exports are members of the default import', () =>
    checkEdges({
      'named.cjs': 'exports.run = function () {};',
      'main.js': `
        import named from './named.cjs';
        named.run(); //: calls named.cjs::run
      `,
    }));

  test('exports are resolved by name, as a whole and as a function with members', () =>
    checkEdges({
      'named.js': `
        exports.run = function () {};
        module.exports.stop = () => exports.run(); //: calls run
      `,
      'whole.js': `
        function run() {}
        const stop = () => run(); //: calls run
        module.exports = { run, renamed: stop, inline() { run(); } }; //: uses run, uses stop, calls run
      `,
      'function.js': `
        exports = module.exports = create; //: uses create
        function create() { return app; } //: uses app
        var app = {};
        app.use = function () {};
        exports.helper = function () {};
      `,
      'class.js': 'module.exports = class Server { listen() {} static make() {} };',
      'main.js': `
        const named = require('./named.js');
        const { run: renamed } = require('./named');
        const whole = require('./whole');
        const { run, inline } = require('./whole');
        const create = require('./function');
        const Server = require('./class');
        const direct = require('./named').stop; //: uses named.js::stop
        named.run(); //: calls named.js::run
        named.stop(); //: calls named.js::stop
        renamed(); //: calls named.js::run
        direct(); //: calls named.js::stop
        whole.run(); //: calls whole.js::run
        whole.renamed(); //: calls whole.js::stop
        whole.inline(); //: calls whole.js::inline
        run(); //: calls whole.js::run
        inline(); //: calls whole.js::inline
        create(); //: calls function.js::create
        create.helper(); //: uses function.js::create, calls function.js::helper
        new Server().listen(); //: new class.js::Server, calls class.js::Server::listen
        Server.make(); //: uses class.js::Server, calls class.js::Server::make
        require('./named').run(); //: calls named.js::run
      `,
    }));

  test('modules and ES modules import each other', () =>
    checkEdges({
      'esm.mjs': 'export function run() {} export default function main() {}',
      'legacy.cjs': 'function start() {} module.exports = { start }; //: uses start',
      'main.mjs': `
        import legacy from './legacy.cjs';
        import { start } from './legacy.cjs';
        import * as all from './legacy.cjs';
        legacy.start(); //: calls legacy.cjs::start
        start(); //: calls legacy.cjs::start
        all.start(); //: calls legacy.cjs::start
      `,
      'main.cjs': `
        const { run, default: main } = require('./esm.mjs');
        run(); //: calls esm.mjs::run
        main(); //: calls esm.mjs::main
      `,
    }));

  test('barrels in JavaScript re-export defaults', () =>
    checkEdges({
      'one.js': 'export default class One { go() {} }',
      'index.js': `export { default as One } from './one.js'; export { default } from './one.js';`,
      'main.js': `
        import First, { One } from './index.js';
        new One().go(); //: new one.js::One, calls one.js::One::go
        new First().go(); //: new one.js::One, calls one.js::One::go
      `,
    }));

  test('may have `export` on a line of its own', () =>
    checkEdges({
      'one.ts': 'export\nconst go = () => {};\nexport\nclass One { run() {} }',
      'main.ts': `
        import * as one from './one';
        one.go(); //: calls one.ts::go
        new one.One().run(); //: new one.ts::One, calls one.ts::One::run
      `,
    }));
});
