// Names that the platform declares and that projects add members to.
interface Window {}
interface Document {}
interface HTMLElement {}
declare var window: Window & typeof globalThis;
declare var self: Window & typeof globalThis;
declare namespace NodeJS {
  interface Global {}
  interface ProcessEnv {}
}

// Test runners with global functions.
interface TestCases {
  each<T>(cases: readonly T[]): (name: string, test: (one: T) => unknown, timeout?: number) => void;
}
declare var describe: TestCases;
declare var it: TestCases;
declare var test: TestCases;
declare namespace jest {
  interface Matchers<R, T = unknown> {
    not: Matchers<R, T>;
    resolves: Matchers<Promise<R>, T>;
    rejects: Matchers<Promise<R>, T>;
  }
  interface Expect {}
  function mocked<T>(source: T): T;
  function requireActual<T>(path: string): T;
}
declare function expect<T>(actual: T): jest.Matchers<void, T>;
declare module '@jest/globals' {
  export function expect<T>(actual: T): jest.Matchers<void, T>;
  export var describe: TestCases;
  export var it: TestCases;
  export var test: TestCases;
}
declare module 'vitest' {
  export interface Assertion<T> {
    not: Assertion<T>;
    resolves: Assertion<T>;
    rejects: Assertion<T>;
  }
  export interface AsymmetricMatchersContaining {}
  export interface TestContext {}
  export function expect<T>(actual: T): Assertion<T>;
  export var describe: TestCases;
  export var it: TestCases;
  export var test: TestCases;
  export namespace vi {
    function mocked<T>(item: T): T;
    function hoisted<T>(factory: () => T): T;
    function importActual<T>(path: string): Promise<T>;
  }
}

// Svelte's runes.
declare function $state<T>(initial?: T): T;
declare namespace $state {
  function raw<T>(initial?: T): T;
  function snapshot<T>(state: T): T;
}
declare function $derived<T>(expression: T): T;
declare namespace $derived {
  function by<T>(compute: () => T): T;
}
