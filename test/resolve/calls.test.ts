/** Who is called, by every form of a call. Expectations follow `//:`. */
import { describe, test } from 'vitest';
import { checkEdges } from '../helpers/check.ts';

describe('calls', () => {
  test('resolve to functions, constructors, namespace members, statics and super', () =>
    checkEdges({
      'a.ts': `
        function f(n = 0) { return f(n); } //: calls f
        class A { constructor(readonly n: number) {} static make() { return new A(1); } method() {} } //: new A
        class B extends A { constructor() { super(1); super.method(); } } //: extends A, super A, calls A::method
        namespace N { export const g = () => f(); export namespace M { export function h() {} } } //: calls f
        f(); //: calls f
        f?.(); //: calls f
        (f)(); //: calls f
        (f as any)(); //: uses f
        f!(); //: calls f
        (0, f)(); //: calls f, uses f
        new A(1); //: new A
        new B; //: new B
        A.make(); //: calls A::make, uses A
        A['make'](); //: calls A::make, uses A
        N.g(); //: calls N::g, uses N
        N.M.h(); //: calls N::M::h, uses N::M, uses N
        void f(), typeof f(), !f(); //: calls f
        [f(), ...[f()]]; //: calls f
        const template = \`\${f()}\`; //: calls f
        if (f()) while (f()) break; //: calls f
      `,
    }));

  test('have forms of their own for JSX elements, decorators and tagged templates', () =>
    checkEdges({
      'kit.tsx': `
        export function Button(props: { label: string }) { return <b>{props.label}</b>; }
        export class Panel { static Header = () => <i />; render() { return <Button label="" />; } } //: jsx Button
        export const Memo = memo(Button); //: uses Button
        export const css = (parts: TemplateStringsArray) => parts[0];
        export const tags = { html(parts: TemplateStringsArray) {} };
        export function sealed(target: unknown) {}
        export const inject = (name: string) => (target: unknown, key: string) => {};
      `,
      'main.tsx': `
        import * as kit from './kit.js';
        import { Button, css, inject, Memo, Panel, sealed, tags } from './kit.js';
        export function Main() {
          const Local = () => <Button label="a" />; //: jsx kit.tsx::Button
          return (
            <main>
              <Button label="b"><Memo /></Button> //: jsx kit.tsx::Button, jsx kit.tsx::Memo
              <Panel.Header /> //: jsx kit.tsx::Panel::Header, uses kit.tsx::Panel
              <kit.Button label="c" /> //: jsx kit.tsx::Button
              <Local /> //: jsx Main::Local
              <Unknown />
              <input value={css\`x\`} /> //: tagged kit.tsx::css
            </main>
          );
        }
        tags.html\`<b>\`; //: tagged kit.tsx::tags::html, uses kit.tsx::tags
        String.raw\`x\`;
        @sealed //: decorates kit.tsx::sealed
        class Service {
          @inject('db') db = 1; //: decorates kit.tsx::inject
          @kit.inject('log') method() {} //: decorates kit.tsx::inject
          constructor(@inject('x') x: number) {} //: decorates kit.tsx::inject
        }
      `,
    }));

  test('in callbacks belong to the enclosing symbol; a function passed by name is a use', () =>
    checkEdges({
      'a.ts': `
        function target() {}
        function run(callback: () => void) { callback(); }
        run(() => target()); //: calls run, calls target
        run(target); //: calls run, uses target
        run(function () { target(); }); //: calls run, calls target
        const bound = target.bind(null); //: uses target
        target.call(null); //: uses target
        [1].map(target); //: uses target
        const alias = run; //: uses run
        function local() {
          const alias = target; //: uses target
          alias(); //: calls target
        }
      `,
    }));

  test('of reassigned, chosen or passed functions are not certain', () =>
    checkEdges({
      'a.ts': `
        function one() {}
        function two() {}
        function run(options: { call?: () => void }, flag: boolean, call = one) { //: uses one
          const either = flag ? one : two; //: uses one, uses two
          either();
          const fallback = options.call ?? two; //: uses two
          fallback();
          call();
          (flag ? one : two)(); //: calls ~one, calls ~two, uses one, uses two
          options.call?.(); 
        }
      `,
    }));
});
