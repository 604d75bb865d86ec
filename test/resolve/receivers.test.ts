/** Whose method is called: receivers and what is known of them. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

const LOGGER = `
  export class Logger {
    child?: Logger; //: type Logger
    static shared = new Logger(); //: new Logger
    log(text = ''): this { return this; }
    async flush(): Promise<Logger> { return this; } //: type Logger
    get parent(): Logger { return this; } //: type Logger
    all(): Logger[] { return []; } //: type Logger
  }
`;

describe('receivers', () => {
  test('are typed by annotation, new, parameter, cast and narrowing by name', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        const made = new Logger(); //: new logger.ts::Logger
        const annotated: Logger = JSON.parse('{}'); //: type logger.ts::Logger
        made.log(); //: calls logger.ts::Logger::log, uses made
        annotated.log(); //: calls logger.ts::Logger::log, uses annotated
        function parameter(a: Logger, b?: Logger, ...rest: Logger[]) { //: type logger.ts::Logger
          a.log(); //: calls logger.ts::Logger::log
          b?.log(); //: calls logger.ts::Logger::log
          rest[0]?.log(); //: calls logger.ts::Logger::log
        }
        (made as Logger).log(); //: type logger.ts::Logger, calls logger.ts::Logger::log, uses made
        (<Logger>made).log(); //: type logger.ts::Logger, calls logger.ts::Logger::log, uses made
        (made satisfies Logger).log(); //: type logger.ts::Logger, calls logger.ts::Logger::log, uses made
        made!.log(); //: calls logger.ts::Logger::log, uses made
        Logger.shared.log(); //: calls logger.ts::Logger::log, uses logger.ts::Logger, uses logger.ts::Logger::shared
        function union(a: Logger | undefined, b: Logger | string, c: Readonly<Logger>) { //: type logger.ts::Logger
          a?.log(); //: calls logger.ts::Logger::log
          b.log(); //: calls logger.ts::Logger::log
          c.log(); //: calls logger.ts::Logger::log
        }
      `,
    }));

  test('may be fields, parameter properties and this.field.method()', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        class Service {
          private logger = new Logger(); //: new logger.ts::Logger
          typed!: Logger; //: type logger.ts::Logger
          #secret = this.logger;
          static shared = new Logger(); //: new logger.ts::Logger
          constructor(private readonly injected: Logger, plain: Logger) { //: type logger.ts::Logger
            plain.log(); //: calls logger.ts::Logger::log
            this.injected.log(); //: calls logger.ts::Logger::log
          }
          get current() { return this.logger; }
          run() {
            this.logger.log(); //: calls logger.ts::Logger::log
            this.typed.child?.log(); //: calls logger.ts::Logger::log
            this.injected.parent.log(); //: calls logger.ts::Logger::log, uses logger.ts::Logger::parent
            this.#secret.log(); //: calls logger.ts::Logger::log
            this.current.log(); //: calls ~logger.ts::Logger::log, uses Service::current
            Service.shared.log(); //: calls logger.ts::Logger::log, uses Service, uses Service::shared
            const { logger, typed: renamed } = this;
            logger.log(); //: calls logger.ts::Logger::log
            renamed.log(); //: calls logger.ts::Logger::log
          }
        }
        class Child extends Service { go() { this.typed.log(); } } //: extends Service, calls logger.ts::Logger::log
      `,
    }));

  test('may be the result of a class that is also called, or of an overload without parameters', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        declare function callable<T extends new () => object>(type: T): T & (() => InstanceType<T>);
        const make = callable(Logger); //: uses logger.ts::Logger, calls callable
        function run() {
          make().log(); //: calls make, calls logger.ts::Logger::log
          new make().log(); //: new make, calls logger.ts::Logger::log
        }
        declare function pick(name: string): Date;
        declare function pick(): Logger; //: type logger.ts::Logger
        function first() { pick().log(); } //: calls pick, calls logger.ts::Logger::log
      `,
    }));

  test('may be chains through declared results', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        declare function make(): Logger; //: type logger.ts::Logger
        const arrow = (): Logger => make(); //: type logger.ts::Logger, calls make
        make().log().log(); //: calls make, calls logger.ts::Logger::log
        arrow().parent.log(); //: calls arrow, calls logger.ts::Logger::log, uses logger.ts::Logger::parent
        make().all()[0]!.log(); //: calls make, calls logger.ts::Logger::all, calls logger.ts::Logger::log
        make().child!.child!.log(); //: calls make, calls logger.ts::Logger::log
        new Logger().log().log(); //: new logger.ts::Logger, calls logger.ts::Logger::log
        async function run() {
          (await make().flush()).log(); //: calls make, calls logger.ts::Logger::flush, calls logger.ts::Logger::log
          const flushed = await make().flush(); //: calls make, calls logger.ts::Logger::flush
          flushed.log(); //: calls logger.ts::Logger::log
          make().flush().then((logger) => logger.log()); //: calls make, calls logger.ts::Logger::flush, calls ~logger.ts::Logger::log
          const [one, two] = await Promise.all([make().flush(), make()]); //: calls make, calls logger.ts::Logger::flush
          one.log(); //: calls logger.ts::Logger::log
          two.log(); //: calls logger.ts::Logger::log
        }
      `,
    }));

  test('may be inferred results without annotation', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        function make(flag?: boolean) {
          if (flag) return undefined;
          return new Logger(); //: new logger.ts::Logger
        }
        const wrap = () => ({ logger: make(), nested: { deep: make() } }); //: calls make
        async function load() { return make(); } //: calls make
        make()?.log(); //: calls make, calls ~logger.ts::Logger::log
        wrap().logger?.log(); //: calls wrap, calls ~logger.ts::Logger::log
        const { nested: { deep } } = wrap(); //: calls wrap
        deep?.log(); //: calls ~logger.ts::Logger::log, uses deep
        load().then((logger) => logger?.log()); //: calls load, calls ~logger.ts::Logger::log
        class Factory { create() { return new Logger(); } } //: new logger.ts::Logger
        new Factory().create().log(); //: new Factory, calls Factory::create, calls ~logger.ts::Logger::log
      `,
    }));

  test('have the result type of the overload that accepts the number of arguments', () =>
    checkEdges({
      'a.ts': `
        class One { one() {} }
        class Two { two() {} }
        function pick(a: number): One; //: type One
        function pick(a: number, b: number): Two; //: type Two
        function pick(a: number, b?: number): One | Two { throw a; } //: type One, type Two
        pick(1).one(); //: calls pick, calls One::one
        pick(1, 2).two(); //: calls pick, calls Two::two
        class Api {
          get(key: string): One; //: type One
          get(key: string, fallback: number): Two; //: type Two
          get(key: string, fallback?: number): unknown { return key; }
        }
        new Api().get('a').one(); //: new Api, calls Api::get, calls One::one
        new Api().get('a', 1).two(); //: new Api, calls Api::get, calls Two::two
      `,
    }));

  test('may be destructured, with renames, defaults, holes and rests', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        class Other { log() {} }
        declare function pair(): [Other, Logger]; //: type Other, type logger.ts::Logger
        declare function record(): { first: Other; second: { inner: Logger } }; //: type Other, type logger.ts::Logger
        const [, second] = pair(); //: calls pair
        second.log(); //: calls logger.ts::Logger::log, uses second
        const [first] = pair(); //: calls pair
        first.log(); //: calls Other::log, uses first
        const { second: { inner }, ...others } = record(); //: calls record
        inner.log(); //: calls logger.ts::Logger::log, uses inner
        others.first.log(); //: calls Other::log, uses others
        function parameters({ inner: renamed }: { inner: Logger }, [a]: Other[]) { //: type logger.ts::Logger, type Other
          renamed.log(); //: calls logger.ts::Logger::log
          a?.log(); //: calls Other::log
        }
        for (const [key, { inner: each }] of [['', { inner: new Logger() }]] as const) each; //: new logger.ts::Logger
      `,
    }));

  test('may be elements of arrays, maps and sets, in loops and callbacks', () =>
    checkEdges({
      'logger.ts': LOGGER,
      'a.ts': `
        import { Logger } from './logger.js';
        function run(list: Logger[], map: Map<string, Logger>, set: Set<Logger>, record: Record<string, Logger>) { //: type logger.ts::Logger
          for (const one of list) one.log(); //: calls logger.ts::Logger::log
          for (const [, one] of map) one.log(); //: calls logger.ts::Logger::log
          for (const one of map.values()) one.log(); //: calls ~logger.ts::Logger::log
          for (const one of set) one.log(); //: calls logger.ts::Logger::log
          for (const key in record) record[key]!.log(); //: calls logger.ts::Logger::log
          map.get('')?.log(); //: calls ~logger.ts::Logger::log
          list.forEach((one) => one.log()); //: calls ~logger.ts::Logger::log
          list.map((one) => one.parent).filter(Boolean).forEach((one) => one.log()); //: calls ~logger.ts::Logger::log, uses ~logger.ts::Logger::parent
          list.find((one) => one.log())?.log(); //: calls ~logger.ts::Logger::log
          list.reduce((sum, one) => one.log(), new Logger()).log(); //: calls ~logger.ts::Logger::log, new logger.ts::Logger
          [...list, new Logger()].at(0)?.log(); //: new logger.ts::Logger, calls ~logger.ts::Logger::log
          Object.values(record).forEach((one) => one.log()); //: calls ~logger.ts::Logger::log
          Array.from(set, (one) => one.log());
          Array.from(set)[0]!.log(); //: calls logger.ts::Logger::log
          list[0]!.log(); //: calls logger.ts::Logger::log
          for (const [, one] of list.entries()) one.log(); //: calls ~logger.ts::Logger::log
          [...set].forEach((one) => one.log()); //: calls ~logger.ts::Logger::log
          [...list, ...set][0]!.log(); //: calls logger.ts::Logger::log
          list.log();
        }
        const own = new Map<string, Logger>(); //: type logger.ts::Logger
      `,
    }));

  test('may have type arguments, written and inferred', () =>
    checkEdges({
      'a.ts': `
        class Item { use() {} }
        class Box<T> {
          constructor(readonly value: T) {}
          get(): T { return this.value; }
          map<U>(change: (value: T) => U): Box<U> { return new Box(change(this.value)); } //: type Box, new Box
        }
        function identity<T>(value: T): T { return value; }
        function first<T>(values: readonly T[]): T { return values[0]!; }
        function build<T>(type: new () => T): T { return new type(); }
        function apply<T, R>(value: T, change: (value: T) => R): R { return change(value); }
        identity(new Item()).use(); //: calls identity, new Item, calls Item::use
        identity<Item>(null!).use(); //: calls identity, type Item, calls Item::use
        first([new Item()]).use(); //: calls first, new Item, calls Item::use
        build(Item).use(); //: calls build, uses Item, calls Item::use
        new Box(new Item()).get().use(); //: new Box, new Item, calls Box::get, calls Item::use
        new Box<Item>(null!).value.use(); //: new Box, type Item, calls Item::use
        new Box(1).map(() => new Item()).get().use(); //: new Box, new Item, calls Box::map, calls ~Box::get, calls ~Item::use
        apply(new Item(), (item) => item.use()); //: calls apply, new Item, calls ~Item::use
        class Items extends Box<Item> { run() { this.get().use(); } } //: extends Box, type Item, calls Box::get, calls Item::use
        function constrained<T extends Item>(value: T) { value.use(); } //: type Item, calls Item::use
        type Lazy<T> = () => Promise<T>;
        async function run(lazy: Lazy<Item>) { (await lazy()).use(); } //: type Lazy, type Item, calls Item::use
        let partial: Partial<Item>; //: type Item
        partial.use?.(); //: uses partial, calls Item::use
        let picked: Pick<Item, 'use'>; //: type Item
        picked.use(); //: uses picked, calls Item::use
        let result: ReturnType<typeof identity<Item>>; //: uses identity, type Item
      `,
    }));

  test('may be callback parameters of functions in the project', () =>
    checkEdges({
      'a.ts': `
        class Event { stop() {} }
        type Handler = (event: Event) => void; //: type Event
        interface Bus { on(handler: Handler): void; options: { done(event: Event): void } } //: type Handler, type Event
        function listen(handler: (event: Event) => void) { handler(new Event()); } //: type Event, new Event
        declare const bus: Bus; //: type Bus
        listen((event) => event.stop()); //: calls listen, calls ~Event::stop
        listen(function (event) { event.stop(); }); //: calls listen, calls ~Event::stop
        bus.on((event) => event.stop()); //: calls Bus::on, uses bus, calls ~Event::stop
        const typed: Handler = (event) => event.stop(); //: type Handler, calls ~Event::stop
        const options: Bus['options'] = { done(event) { event.stop(); } }; //: type Bus, calls ~Event::stop
        const inArray: Handler[] = [(event) => event.stop()]; //: type Handler, calls ~Event::stop
        function returned(): Handler { return (event) => event.stop(); } //: type Handler, calls ~Event::stop
      `,
    }));

  test('may be object literals and object types', () =>
    checkEdges({
      'a.ts': `
        class Item { use() {} }
        const api = {
          item: new Item(), //: new Item
          run() { this.item.use(); return this.helper(); }, //: calls Item::use, calls api::helper
          helper: () => api.item.use(), //: calls Item::use, uses api
          nested: { deep() { return api.run(); } }, //: calls api::run, uses api
        };
        api.run(); //: calls api::run, uses api
        api.nested.deep(); //: calls api::nested::deep, uses api, uses api::nested
        api.item.use(); //: calls Item::use, uses api
        const copy = { ...api, extra() {} }; //: uses api
        copy.run(); //: calls api::run, uses copy
        copy.extra(); //: calls copy::extra, uses copy
        type Shape = { item: Item; call(): Item }; //: type Item
        function use(shape: Shape, inline: { item: Item }) { //: type Shape, type Item
          shape.item.use(); //: calls Item::use
          shape.call().use(); //: calls Shape::call, calls Item::use
          inline.item.use(); //: calls Item::use
        }
        function make() { return { start() { return this.stop(); }, stop() {} }; } //: calls make::stop
        make().start(); //: calls make, calls ~make::start
      `,
    }));

  test('of unknown type make no edge', () =>
    checkEdges({
      'a.ts': `
        import { vendor } from 'vendor';
        class Item { run() {} get() {} map() {} then() {} }
        function outer(any: any, unknown: unknown, untyped, options: { item?: object }) {
          any.run();
          (unknown as any).run();
          untyped.run();
          vendor.run();
          vendor.make().run();
          options.item.run();
          JSON.parse('').run();
          process.env.run();
          window['run']();
          untyped[unknown as string]();
          [].run();
          'text'.run();
          new Map().run();
          Promise.resolve().run();
          const { run } = untyped;
          run();
          function nested() {}
          return nested; //: uses outer::nested
        }
        outer.nested(); //: uses outer
        const held = wrap(() => { function inside() {} });
        held.inside(); //: uses held
      `,
    }));
});

describe('values of several types', () => {
  test('have the members of every union alternative, unless instanceof narrows the union', () =>
    checkEdges({
      'a.ts': `
        export class One { run() {} }
        export class Two { run() {} stop() {} }
        export function both(value: One | Two) { //: type One, type Two
          value.run(); //: calls ~One::run, calls ~Two::run
          if (value instanceof Two) return value.run(); //: calls Two::run, uses Two
          if (value instanceof One && value) { //: uses One
            value.run(); //: calls One::run
          }
          return (value instanceof Two && value.run()) || (value instanceof One ? value.run() : 1); //: calls Two::run, calls One::run, uses One, uses Two
        }
        export class Holder {
          held: One | Two; //: type One, type Two
          go() {
            if (this.held instanceof Two) this.held.stop(); //: calls Two::stop, uses Two
            this.held.run(); //: calls ~One::run, calls ~Two::run
          }
        }
        export function each<List extends Array<One>>(list: List) { //: type One
          for (const item of list) item.run(); //: calls One::run
        }
      `,
    }));

  test('count as used for a method that is passed on, not for a property that is read', () =>
    checkEdges({
      'a.ts': `
        class Bus { listen(handler: () => void) {} }
        export class Service {
          name = '';
          constructor(bus: Bus) { //: type Bus
            bus.listen(this.#handle.bind(this)); //: calls Bus::listen, uses Service::#handle
            bus.listen(this.stop); //: calls Bus::listen, uses Service::stop
            console.log(this.name);
          }
          #handle() {}
          stop() {}
        }
      `,
    }));
});
