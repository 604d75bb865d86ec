declare module 'ava' {
  export interface ExecutionContext<Context = unknown> {
    context: Context;
  }
  export type ImplementationFn<Args extends unknown[], Context = unknown> = (
    t: ExecutionContext<Context>,
    ...args: Args
  ) => unknown;
  export interface Macro<Args extends unknown[], Context = unknown> {
    exec(t: ExecutionContext<Context>, ...args: Args): unknown;
  }
  export interface TestFn<Context = unknown> {
    <Args extends unknown[]>(title: string, macro: Macro<Args, Context>, ...args: Args): void;
    <Args extends unknown[]>(
      title: string,
      run: ImplementationFn<Args, Context>,
      ...args: Args
    ): void;
    <Args extends unknown[]>(macro: Macro<Args, Context>, ...args: Args): void;
    after: TestFn<Context>;
    afterEach: TestFn<Context>;
    before: TestFn<Context>;
    beforeEach: TestFn<Context>;
    failing: TestFn<Context>;
    only: TestFn<Context>;
    serial: TestFn<Context>;
    skip: TestFn<Context>;
    macro<Args extends unknown[]>(run: ImplementationFn<Args, Context>): Macro<Args, Context>;
  }
  const test: TestFn;
  export default test;
}
