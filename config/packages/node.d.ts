// Emitters and streams of Node.js: most of their methods return the object they are called on.
declare module 'events' {
  type Listener = (...args: unknown[]) => void;
  export default class EventEmitter {
    static EventEmitter: typeof EventEmitter;
    addListener(event: unknown, listener: Listener): this;
    off(event: unknown, listener: Listener): this;
    on(event: unknown, listener: Listener): this;
    once(event: unknown, listener: Listener): this;
    prependListener(event: unknown, listener: Listener): this;
    prependOnceListener(event: unknown, listener: Listener): this;
    removeAllListeners(event?: unknown): this;
    removeListener(event: unknown, listener: Listener): this;
    setMaxListeners(count: number): this;
  }
}
declare module 'stream' {
  import { EventEmitter } from 'events';
  export class Stream extends EventEmitter {
    pipe<T>(destination: T, options?: unknown): T;
  }
  export class Readable extends Stream {
    pause(): this;
    resume(): this;
    setEncoding(encoding: string): this;
    unpipe(destination?: unknown): this;
  }
  export class Writable extends Stream {}
  export class Duplex extends Readable {}
  export class Transform extends Duplex {}
  export class PassThrough extends Transform {}
}
