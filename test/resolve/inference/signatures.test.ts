/** What a call expects and gives, where a value has more signatures than one. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../../helpers/check.ts';

const TYPES = 'class Item { use() {} } class Other { other() {} }';

describe('signatures', () => {
  test('include all of an interface, its merged and its inherited ones', () =>
    checkEdges({
      'a.ts': `
        ${TYPES}
        interface Route {
          (handler: (item: Item) => void): void; //: type Item
          <P extends string>(path: P, handler: (other: Other) => void): void; //: type Other
        }
        interface Route { (path: number, one: string, last: (item: Item) => void): Item } //: type Item
        interface Router extends Route {} //: extends Route, type Route
        declare const route: Router; //: type Router
        route((item) => item.use()); //: calls ~Item::use, calls route
        route('/', (other) => other.other()); //: calls ~Other::other, calls route
        route(1, '', (item) => item.use()).use(); //: calls Item::use, calls route, calls ~Item::use
      `,
    }));

  test('include all of an object type', () =>
    checkEdges({
      'a.ts': `
        ${TYPES}
        declare const make: { (): Item; (count: number): Other }; //: type Item, type Other
        make().use(); //: calls make, calls Item::use
        make(1).other(); //: calls make, calls Other::other
      `,
    }));

  test('that construct are separate from signatures that call', () =>
    checkEdges({
      'a.ts': `
        ${TYPES}
        interface Maker { (): Other; new (): Item; readonly prototype: Item } //: type Item, type Other
        declare const Make: Maker; //: type Maker
        new Make().use(); //: new Make, calls Item::use
        Make().other(); //: calls Make, calls Other::other
      `,
    }));

  test('resolve a rest parameter by position if it is a tuple', () =>
    checkEdges({
      'a.ts': `
        ${TYPES}
        type Handlers = [(item: Item) => void, (other: Other) => void]; //: type Item, type Other
        declare const all: (path: string, ...handlers: Handlers) => void; //: type Handlers
        declare function each(...handlers: ((item: Item) => void)[]): void; //: type Item
        all('', (item) => item.use(), (other) => other.other()); //: calls all, calls ~Item::use, calls ~Other::other
        each((item) => item.use(), (item) => item.use()); //: calls each, calls ~Item::use
        const run: (...items: Item[]) => void = (first, second) => second.use(); //: type Item, calls ~Item::use
      `,
    }));

  test('of a returned function come from the expected type', () =>
    checkEdges({
      'a.ts': `
        ${TYPES}
        type Link = (item: Item) => (other: Other) => Promise<(item: Item) => void>; //: type Item, type Other
        const link: Link = (item) => { //: type Link
          item.use(); //: calls ~Item::use
          return async (other) => {
            other.other(); //: calls ~Other::other
            return (last) => last.use(); //: calls ~Item::use
          };
        };
        declare function register(links: { first: Link }): void; //: type Link
        register({ first: (item) => (other) => other.other() }); //: calls register, calls ~Other::other
        register({ first(item) { return (other) => other.other(); } }); //: calls register, calls ~Other::other
      `,
    }));

  test('are selected by the number of arguments, by functions and by strings', () =>
    checkEdges({
      'a.ts': `
        class One { one() {} }
        class Two { two() {} }
        class Three { three() {} }
        declare function make(id: string, options: object): One; //: type One
        declare function make(options: object): Two; //: type Two
        declare function make(id: string, setup: () => void): Three; //: type Three
        make({}).two(); //: calls make, calls Two::two
        make('a', {}).one(); //: calls make, calls One::one
        make('a', () => {}).three(); //: calls make, calls Three::three
        interface Bus {
          on(event: 'one', listener: (one: One) => void): One; //: type One
          on(event: 'two', listener: (two: Two) => void): Two; //: type Two
        }
        function use(bus: Bus) { //: type Bus
          bus.on('two', (it) => it.two()).two(); //: calls Bus::on, calls ~Two::two, calls Two::two
          bus.on('one', (it) => it.one()); //: calls Bus::on, calls ~One::one
        }
      `,
    }));

  test('give parameters that are keyed by a string the type of that member', () =>
    checkEdges({
      'a.ts': `
        class Dog { bark() {} }
        class Cat { meow() {} }
        interface Events { dog: Dog; cat: Cat } //: type Dog, type Cat
        type Listeners = { dog: (dog: Dog) => void }; //: type Dog
        class Emitter<E> {
          on<K extends keyof E>(name: K, listener: (event: E[K]) => void) {}
          once<K extends keyof Listeners>(name: K, listener: Listeners[K]) {} //: type Listeners
        }
        const emitter = new Emitter<Events>(); //: new Emitter, type Events
        emitter.on('dog', (dog) => dog.bark()); //: calls Emitter::on, calls ~Dog::bark, uses emitter
        emitter.once('dog', (dog) => dog.bark()); //: calls Emitter::once, calls ~Dog::bark, uses emitter
        declare function get<K extends keyof Events>(name: K): Events[K]; //: type Events
        get('cat').meow(); //: calls get, calls Cat::meow
        const KEY = 'cat';
        get(KEY).meow(); //: calls get, calls Cat::meow, uses KEY
      `,
    }));

  test('infer type arguments from the members of an object', () =>
    checkEdges({
      'a.ts': `
        ${TYPES}
        interface Base<T> { base: T }
        interface Options<S, A> extends Base<S> { make(): A } //: extends Base, type Base
        type Named<T> = { value?: T };
        declare function one<S, A>(options: Options<S, A>): [S, A]; //: type Options
        declare function two<S, A>(options: Omit<Options<S, A>, 'x'>): A; //: type Options
        declare function three<T>(options: Partial<Named<T>> & { more: string }): T; //: type Named
        const [s, a] = one({ base: new Item(), make: () => new Other() }); //: calls one, new Item, new Other
        s.use(); //: calls ~Item::use, uses s
        a.other(); //: calls ~Other::other, uses a
        two({ base: 1, make() { return new Item(); } }).use(); //: calls two, calls ~Item::use, new Item
        three({ value: new Item(), more: '' }).use(); //: calls three, calls Item::use, new Item
      `,
    }));
});
