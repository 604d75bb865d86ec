/**
 * Small programs of few names and many ways to use them, so that everything comes to depend on
 * everything: resolving ends, twice with the same edges, whatever refers to what.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolve } from '../../src/resolve/resolve.ts';
import { extractText } from '../helpers/check.ts';

/** `v` stands for a value's name, `T` for a type's, `m` for a member's, `f` for a file's. */
const LINES = [
  ...['const v = v;', 'const v = v.m;', 'let v = v();', 'const v = new v(v);', 'const v: T = v;'],
  ...['const v = { ...v, m: v, m() { return this.m(); }, ...v.m };', 'const v = [v, ...v];'],
  ...['const { m: v, ...v } = v;', 'const [v, v] = v;', 'const v = v ?? v.m ?? v[0];'],
  ...['const v = (v) => v.m(v);', 'const v = async () => v.m;', 'const v = await v();'],
  ...[
    'const v = v ? v : v.m;',
    'const v = (v as T).m;',
    'const v = v<T>(v);',
    'const v = v.map(v);',
  ],
  ...['function v(v, v = v) { return v(v).m; }', 'function v<T>(v: T): T { return v; }'],
  ...['function v<T extends T, T extends T>(v: T, f: (v: T) => T) { return v.m(f); }'],
  ...[
    'function v(f: () => T): T;',
    'function* v() { yield* v(); }',
    'async function v() { return v; }',
  ],
  ...['class v extends v { m = this.m; static m = v.m; }', 'class T<T> extends T<T> { m(): T {} }'],
  ...['class T extends v(T) implements T { constructor(readonly m: T) { super(v); } }'],
  ...[
    'class T { m() { return this.m().m; } get m() { return super.m; } }',
    'const v = class extends v {};',
  ],
  ...['interface T extends T, T { m: T; m(v: T): T; (v: T): T; new (v: T): T }'],
  ...['interface T<T extends T = T> extends T<T> { m: T }', 'type T = T;', 'type T<T> = T<T<T>>;'],
  ...[
    'type T = T | T;',
    'type T = T & { m: T };',
    'type T = { m: T; m(): T };',
    'type T = T["m"];',
  ],
  ...[
    'type T = typeof v;',
    'type T = typeof v.m;',
    'type T = ReturnType<typeof v>;',
    'type T = T[number];',
  ],
  ...['type T<T> = T extends T ? T : T<T>;', 'type T = (v: T) => T;', 'type T = [T, ...T[]];'],
  ...[
    'type T = Promise<T>;',
    'type T = Partial<T>;',
    'type T = import("./f").T;',
    'type T = Map<T, T>[];',
  ],
  ...['enum v { m = v.m, n = m }', 'namespace v { export import v = v.v; export const m = v; }'],
  ...['namespace v.v { export class T extends v.T {} }', 'import v = v.m;', 'export default v;'],
  ...[
    'import v, { v as v, T } from "./f";',
    'import * as v from "./f";',
    'const v = require("./f");',
  ],
  ...['export * from "./f";', 'export { v, v as v, T } from "./f";', 'export * as v from "./f";'],
  ...['export { v, v as default };', 'export = v;', 'exports.m = v;', 'module.exports = v;'],
  ...['module.exports = { v, m: v, ...require("./f") };', 'v.m = function () { return this.m; };'],
  ...['v.prototype.m = function () { return this.m(); };', 'v.prototype = { m() {} };'],
  ...['v.m();', 'v().m.m();', 'new v().m();', 'v.m(v => v.m());', 'for (const v of v) v.m();'],
  ...['v.then(v => v.m());', 'v.map(v => v.m).find(v => v.m());', '(await import("./f")).m();'],
  ...[
    'const v = <v.m v={v} />;',
    'v`text`;',
    '@v @v.m() class T { @v m() {} }',
    'v(function v() { v(); });',
  ],
];

const PATHS = ['a.ts', 'b.tsx', 'c.js', 'd.d.ts'];

const word = (choices: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...choices);
const line = fc
  .tuple(
    word(LINES),
    fc.array(word(['a', 'b', 'c', 'd']), { minLength: 8, maxLength: 8 }),
    fc.array(word(['A', 'B', 'C', 'a']), { minLength: 8, maxLength: 8 }),
    fc.array(word(['m', 'n', 'a']), { minLength: 8, maxLength: 8 }),
    word(['a', 'b', 'c', 'd', 'e']),
  )
  .map(([text, values, types, members, file]) => {
    const count = { v: 0, T: 0, m: 0 };
    return text.replace(/\b[vTmf]\b/g, (mark) => {
      if (mark === 'v') return values[count.v++ % 8] ?? '';
      if (mark === 'T') return types[count.T++ % 8] ?? '';
      return mark === 'm' ? (members[count.m++ % 8] ?? '') : file;
    });
  });

test('any tangle of declarations resolves, always with the same result', async () => {
  const project = fc.array(fc.array(line, { minLength: 1, maxLength: 14 }), {
    minLength: 1,
    maxLength: PATHS.length,
  });
  await fc.assert(
    fc.asyncProperty(project, async (texts) => {
      const files = await Promise.all(
        texts.map((lines, at) => extractText(PATHS[at] ?? '', lines.join('\n'))),
      );
      const input = { files, paths: files.map(({ path }) => path), configFiles: new Map() };
      expect(resolve(input)).toEqual(resolve(input));
    }),
    { numRuns: 400 },
  );
});
