/** Names that need no import: \`declare global\`, declaration files without imports, declared modules. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const APP = 'export class App { open() {} }';

describe('a global declaration', () => {
  test('adds members to types of the platform in every file', () =>
    checkEdges({
      'app.ts': APP,
      'main.ts': `
        import { App } from './app';
        declare global {
          interface Window { h: { app: App } } //: type app.ts::App
          var current: App; //: type app.ts::App
        }
        export {};
      `,
      'test.ts': `
        const { h } = window;
        h.app.open(); //: calls app.ts::App::open, uses h
        window.h.app.open(); //: calls app.ts::App::open
        globalThis.current.open(); //: calls app.ts::App::open
        current.open(); //: calls app.ts::App::open
        function show(view: Window) { view.h.app.open(); } //: type main.ts::Window, calls app.ts::App::open
      `,
    }));

  test('is found in a declaration file that is no module', () =>
    checkEdges({
      'globals.d.ts': `
        declare function log(text: string): void;
        declare class Timer { stop(): void }
        interface Options { verbose(): boolean }
        declare namespace Tools { function run(): Timer; } //: type Timer
      `,
      'main.ts': `
        import './other';
        log(''); //: calls globals.d.ts::log
        const timer = new Timer(); //: new globals.d.ts::Timer
        timer.stop(); //: calls globals.d.ts::Timer::stop, uses timer
        Tools.run().stop(); //: calls globals.d.ts::Tools::run, calls globals.d.ts::Timer::stop
        function start(options: Options) { options.verbose(); } //: type globals.d.ts::Options, calls globals.d.ts::Options::verbose
      `,
      'other.ts': 'export {};',
    }));

  test('does not belong to the module around it', () =>
    checkEdges({
      'app.ts': APP,
      'types.ts': `
        import { App } from './app';
        declare module 'foreign' {
          global { interface Window { app: App } } //: type app.ts::App
          export const own: App; //: type app.ts::App
        }
      `,
      'main.ts': `
        import { own } from 'foreign';
        window.app.open(); //: calls app.ts::App::open
        own.open(); //: calls app.ts::App::open, uses types.ts::foreign::own
      `,
    }));

  test('completes matchers of test runners', () =>
    checkEdges({
      'jest.d.ts': 'declare namespace jest { interface Matchers<R> { toBeFit(): R } }',
      'setup.ts': `
        interface Own<R> { toBeFine(): R }
        declare module 'vitest' { interface Assertion<T> extends Own<T> {} } //: extends Own, type Own
      `,
      'a.test.ts': `
        import { it } from 'node:test';
        expect(1).not.toBeFit(); //: calls jest.d.ts::jest::Matchers::toBeFit
      `,
      'b.test.ts': `
        import { expect } from 'vitest';
        expect(1).toBeFine(); //: calls setup.ts::Own::toBeFine
      `,
    }));

  test('does not replace a type that the program knows better', () =>
    checkEdges({
      'app.ts': APP,
      'main.ts': `
        import { App } from './app';
        declare global { interface Array<T> { last(): T } }
        function all(apps: Array<App>) { apps[0].open(); } //: type app.ts::App, calls app.ts::App::open
      `,
    }));

  test('does not make a name of a file mean something else', () =>
    checkEdges({
      'globals.d.ts': 'declare function log(text: string): void;',
      'main.ts': `
        import { log } from './log';
        log(); //: calls log.ts::log
        function inside(log: () => void) { log(); }
      `,
      'log.ts': 'export function log() {}',
    }));
});

describe('a declared module', () => {
  test('exports what it declares to those who import it', () =>
    checkEdges({
      'app.ts': APP,
      'foreign.d.ts': `
        declare module 'foreign' {
          export function make(): import('./app').App; //: type app.ts::App
          export interface Tool { use(): void }
        }
      `,
      'main.ts': `
        import * as foreign from 'foreign';
        import { make, type Tool } from 'foreign';
        make().open(); //: calls foreign.d.ts::foreign::make, calls app.ts::App::open
        foreign.make(); //: calls foreign.d.ts::foreign::make
        function run(tool: Tool) { tool.use(); } //: type foreign.d.ts::foreign::Tool, calls foreign.d.ts::foreign::Tool::use
      `,
    }));

  test('adds members to a type of the project', () =>
    checkEdges({
      'app.ts': 'export interface App { open(): void }',
      'plugin.ts': `
        import type { App } from './app';
        declare module './app' { interface App { close(): void } }
        export function run(app: App) { //: type app.ts::App
          app.open(); //: calls app.ts::App::open
          app.close(); //: calls ./app::App::close
        }
      `,
    }));

  test('of a type with parts in several files is called and extended by any part', () =>
    checkEdges({
      'core.ts': `
        class Stream { local() {} }
        export const local = new Stream(); //: new Stream
        declare global {
          interface Source { next(): void }
          interface Stream { read(): void }
          interface StreamMaker { new (start: (source: Source) => void): Stream } //: type Source, type Stream~2
          var Stream: StreamMaker; //: type StreamMaker
        }
      `,
      'a-part.ts': `
        declare global {
          interface StreamMaker { extra(): void }
        }
        export {};
      `,
      'use.ts': `
        new Stream((source) => source.next()).read(); //: new core.ts::Stream~3, calls ~core.ts::Source::next, calls core.ts::Stream~2::read
        export class Mine extends Stream { //: extends core.ts::Stream~2
          more() { this.read(); } //: calls core.ts::Stream~2::read
        }
      `,
    }));
});

test('a declared module may export one thing as a whole', () =>
  checkEdges({
    'types.d.ts': `
      declare module 'check' {
        function check(value: unknown): void;
        namespace check {
          function equal(one: unknown, other: unknown): void;
        }
        export = check; //: uses check::check~2
      }
      declare module 'named' {
        class Named { run(): void; }
        export default Named; //: uses named::Named
      }
    `,
    'a.js': `
      const check = require('check');
      const { equal } = require('check');
      function use() {
        check(1); //: calls types.d.ts::check::check~2
        check.equal(1, 2); //: calls types.d.ts::check::check::equal, uses types.d.ts::check::check~2
        equal(1, 2); //: calls types.d.ts::check::check::equal
      }
    `,
    'b.ts': `
      import check from 'check';
      import Named from 'named';
      export function use() {
        check.equal(1, 2); //: calls types.d.ts::check::check::equal, uses types.d.ts::check::check~2
        new Named().run(); //: new types.d.ts::named::Named, calls types.d.ts::named::Named::run
      }
    `,
  }));

test('a project adds members to types of the language', () =>
  checkEdges({
    'types.ts': `
      declare global {
        interface Promise<T> { later(): Promise<T>; } //: type Promise
        interface PromiseConstructor { delay(ms: number): Promise<void>; } //: type Promise
        interface Array<T> { last(): T; }
        interface String { upper(): string; }
      }
      export class Item { show() {} }
    `,
    'a.ts': `
      import { Item } from './types';
      export async function use(items: Item[]) { //: type types.ts::Item
        items.last().show(); //: calls types.ts::Array::last, calls types.ts::Item::show
        Promise.delay(1); //: calls types.ts::PromiseConstructor::delay
        Promise.resolve(items).later(); //: calls types.ts::Promise::later
        (await Promise.resolve(items).later()).last().show(); //: calls types.ts::Promise::later, calls types.ts::Array::last, calls types.ts::Item::show
        'a'.upper(); //: calls types.ts::String::upper
      }
    `,
  }));

test('elements of a type with an index signature have the type that it states', () =>
  checkEdges({
    'a.ts': `
      class Item { show() {} }
      interface Table { [name: string]: Item } //: type Item
      interface Bag { items: { [name: string]: Item } } //: type Item
      export function use(table: Table, bag: Bag, key: string) { //: type Table, type Bag
        table[key].show(); //: calls Item::show
        const item = bag.items[key];
        item.show(); //: calls Item::show
      }
    `,
  }));

test('a type with an index signature has members of any name', () =>
  checkEdges({
    'a.ts': `
      class Context { call() {} }
      type Handler = (context: Context) => void; //: type Context
      interface Action { handler?: Handler } //: type Handler
      type Actions = { [key: string]: Action | Handler | boolean }; //: type Action, type Handler
      interface Schema { actions?: Actions; [more: string]: Actions | undefined } //: type Actions
      declare function create(schema: Schema): void; //: type Schema
      export function use() {
        create({ //: calls create
          actions: {
            first(context) { context.call(); }, //: calls ~Context::call
            second: { handler(context) { context.call(); } }, //: calls ~Context::call
          },
        });
      }
    `,
  }));
